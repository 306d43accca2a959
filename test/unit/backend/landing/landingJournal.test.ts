import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LandingJournal } from '../../../../src/backend/landing/landingJournal.ts';
import type {
  JournalProblem,
  LandingEntry,
} from '../../../../src/backend/protocol/landingProtocol.ts';
import { spyOnSync } from '../../../spyOnSync.ts';

describe('The landing journal', () => {
  let folder = '';
  let path = '';
  let problems: (JournalProblem | null)[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbscope-journal-'));
    path = join(folder, 'landings.jsonl');
    problems = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const open = (maxBytes?: number) => {
    const journal = new LandingJournal(path, (problem) => problems.push(problem), maxBytes);
    journal.open();
    return journal;
  };
  const entry = (id: string, change: Partial<LandingEntry> = {}) =>
    ({
      id,
      signature: `signature-${id}`,
      state: 'sending',
      submittedAtMilliseconds: 1,
      ...change,
    }) as LandingEntry;
  const ids = (journal: LandingJournal) =>
    journal
      .entries()
      .map(({ id }) => id)
      .sort();

  it('rejects new entries and leaves the file unchanged while it is unusable, and names it', () => {
    const target = join(folder, 'of-another-program.txt');
    writeFileSync(target, 'keep');
    if (process.platform === 'win32') mkdirSync(path);
    else symlinkSync(target, path);
    const journal = open();
    assert.deepEqual(journal.entries(), []);
    assert.throws(
      () => journal.put(entry('a')),
      (error: Error) => error.message.startsWith(`${path}: `),
    );
    assert.deepEqual(journal.entries(), []);
    assert.equal(journal.problem?.path, path);
    assert.deepEqual(problems, [journal.problem]);
    assert.equal(readFileSync(target, 'utf8'), 'keep');
    rmSync(path, { recursive: true });
    journal.put(entry('a'));
    assert.equal(journal.problem, null);
    assert.deepEqual(problems.slice(1), [null]);
    assert.deepEqual(ids(open()), ['a']);
  });

  it('syncs a new entry to disk before its transaction can be sent', () => {
    const journal = open();
    const spy = spyOnSync();
    try {
      journal.put(entry('a'));
      assert.ok(spy.count() > 0);
    } finally {
      spy.stop();
    }
  });

  it('keeps a changed entry in memory while the disk fails, and writes it later', () => {
    const journal = open();
    journal.put(entry('a'));
    rmSync(path);
    mkdirSync(path);
    journal.put(entry('a', { state: 'accepted' }));
    assert.deepEqual(journal.entries(), [entry('a', { state: 'accepted' })]);
    assert.equal(journal.problem?.path, path);
    rmSync(path, { recursive: true });
    journal.put(entry('b'));
    assert.deepEqual(open().get('a')?.state, 'accepted');
    assert.equal(journal.problem, null);
  });

  it('shows the newest entries of a huge file, and writes nothing to it', () => {
    const first = open();
    for (let at = 0; at < 100; at += 1) first.put(entry(String(at)));
    const text = readFileSync(path, 'utf8');
    const journal = open(2_000);
    assert.ok(ids(journal).includes('99'));
    assert.ok(!ids(journal).includes('1'));
    assert.throws(() => journal.put(entry('new')), /too large/);
    journal.put(entry('99', { state: 'accepted' }));
    assert.equal(journal.get('99')?.state, 'accepted');
    assert.equal(readFileSync(path, 'utf8'), text);
  });

  it('never replaces a damaged file with an empty one', () => {
    writeFileSync(path, 'damaged\0\0\0\n{"id":3}\n');
    const journal = open();
    assert.equal(journal.problem, null);
    assert.equal(readFileSync(path, 'utf8'), 'damaged\0\0\0\n{"id":3}\n');
    journal.put(entry('a'));
    assert.deepEqual(ids(open()), ['a']);
  });

  it('reads the entries of a window of another version, and loses none of them', () => {
    const [one, other] = [open(), open()];
    one.put(entry('a'));
    assert.deepEqual(ids(other), ['a']);
    for (let at = 0; at < 500; at += 1) {
      other.put(entry('b', { submittedAtMilliseconds: at }));
      if (at % 100 === 0) one.put(entry(`a${at}`));
    }
    assert.deepEqual(ids(open()), ['a', 'a0', 'a100', 'a200', 'a300', 'a400', 'b']);
    one.forget('a');
    assert.ok(!ids(other).includes('a'));
  });

  it('stays small, and drops a truncated line on compaction', () => {
    const journal = open();
    for (let at = 0; at < 1_000; at += 1) {
      journal.put(entry('a', { submittedAtMilliseconds: at }));
      if (at === 10) appendFileSync(path, '{"id":"torn');
    }
    const text = readFileSync(path, 'utf8');
    assert.ok(text.length < 100_000, `${text.length} bytes`);
    assert.ok(!text.includes('torn'));
    assert.deepEqual(open().entries(), [entry('a', { submittedAtMilliseconds: 999 })]);
  });
});
