import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LandingError } from '../../../../src/engine/rpc/landingError.ts';
import {
  type SandboxEvent,
  SandboxJournal,
} from '../../../../src/engine/sandbox/sandboxJournal.ts';

describe('The journal of the Sandbox', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbscope-sandbox-journal-'));
    path = join(folder, '1.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const event = (second: number): SandboxEvent => ({
    kind: 'airdrop',
    second,
    address: 'wallet',
    lamports: '5',
  });

  it('skips a truncated line and drops old events', () => {
    const journal = new SandboxJournal(path);
    journal.add(event(1));
    journal.add(event(5));
    appendFileSync(path, '{"kind":"airdrop","second":6,"addr');
    journal.add(event(7));
    assert.deepEqual(journal.read(0), [event(1), event(5), event(7)]);
    assert.deepEqual(journal.read(5), [event(5), event(7)]);
    assert.ok(!readFileSync(path, 'utf8').includes('"second":1,'));
  });

  it('rejects events and names the file until the file is usable', () => {
    mkdirSync(path);
    const journal = new SandboxJournal(path);
    assert.deepEqual(journal.read(0), []);
    assert.throws(
      () => journal.assertUsable(),
      (error) => LandingError.isLandingError(error) && error.message.includes(path),
    );
    rmSync(path, { recursive: true });
    journal.assertUsable();
    journal.add(event(1));
    assert.deepEqual(new SandboxJournal(path).read(0), [event(1)]);
  });

  it('writes events later that a full disk rejected', () => {
    const journal = new SandboxJournal(path);
    journal.add(event(1));
    rmSync(path);
    mkdirSync(path);
    journal.add(event(2));
    assert.throws(() => journal.assertUsable(), LandingError);
    rmSync(path, { recursive: true });
    journal.assertUsable();
    assert.deepEqual(new SandboxJournal(path).read(0), [event(2)]);
  });

  it('keeps the newest part of a large file and never replaces it with an empty one', () => {
    writeFileSync(path, 'precious');
    assert.deepEqual(new SandboxJournal(path).read(0), []);
    assert.equal(readFileSync(path, 'utf8'), 'precious');
    const journal = new SandboxJournal(path, 500);
    for (let second = 0; second < 100; second += 1) journal.add(event(second));
    assert.equal(new SandboxJournal(path, 500).read(0).at(-1)?.second, 99);
    assert.ok(readFileSync(path, 'utf8').length < 500);
  });
});
