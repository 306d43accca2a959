import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  findPreviousSubmissions,
  SubmissionJournal,
} from '../../../../src/backend/landing/submissionJournal.ts';
import { spyOnSync } from '../../../spyOnSync.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const dayMilliseconds = 86_400_000;
const first = { signature: 'signature-1', messageSha256: 'message-1' };
const second = { signature: 'signature-2', messageSha256: 'message-2' };

describe('The command line’s submission journal', () => {
  const root = mkdtempSync(join(tmpdir(), 'arbscope-sent-'));
  let made = 0;
  const fresh = () => join(root, 'state', `sent-${made++}`);
  after(() => rmSync(root, { recursive: true, force: true }));

  test('makes the next run refuse the same transaction unless repeating is allowed', async () => {
    const folder = fresh();
    assert.deepEqual(new SubmissionJournal(folder).submissions(), []);
    assert.ok(await new SubmissionJournal(folder, () => noon).begin(first, false));
    assert.ok(await new SubmissionJournal(folder, () => noon).begin(second, false));
    const next = new SubmissionJournal(folder, () => noon + 5_000);
    assert.deepEqual(
      next.submissions().map(({ signature }) => signature),
      ['signature-1', 'signature-2'],
    );
    assert.equal(await next.begin(first, false), null);
    assert.equal(next.submissions().length, 2);
    assert.ok(await next.begin(first, true));
    assert.deepEqual(findPreviousSubmissions(next.submissions(), first, noon + 6_000), {
      sameSignatureMilliseconds: 1_000,
      sameMessageMilliseconds: 1_000,
    });
    const signedAgain = { ...second, signature: 'signature-3' };
    assert.deepEqual(findPreviousSubmissions(next.submissions(), signedAgain, noon + 6_000), {
      sameMessageMilliseconds: 6_000,
    });
  });

  test('excludes refused submissions', async () => {
    const journal = new SubmissionJournal(fresh());
    (await journal.begin(first, false))?.();
    assert.deepEqual(journal.submissions(), []);
    assert.ok(await journal.begin(first, false));
  });

  test('lets only one of many simultaneous runs begin', async () => {
    const folder = fresh();
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => new SubmissionJournal(folder).begin(first, false)),
    );
    assert.equal(begun.filter((each) => each !== null).length, 1);
    assert.equal(new SubmissionJournal(folder).submissions().length, 1);
  });

  test('prevents a second submission across midnight', async () => {
    const folder = fresh();
    const midnight = Date.parse('2026-11-21T00:00:00Z');
    // The entry of the new day was written before the late one of the old day.
    assert.ok(await new SubmissionJournal(folder, () => midnight).begin(first, false));
    assert.equal(await new SubmissionJournal(folder, () => midnight - 1).begin(first, false), null);
  });

  test('survives a line truncated by a crash', async () => {
    const folder = fresh();
    const journal = new SubmissionJournal(folder, () => noon);
    await journal.begin(first, false);
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), '{"id":"x","signature":"signature-9","mess');
    await journal.begin(second, false);
    assert.deepEqual(
      journal.submissions().map(({ signature }) => signature),
      ['signature-1', 'signature-2'],
    );
  });

  test('syncs a submission to disk before it begins', async () => {
    const folder = fresh();
    const spy = spyOnSync();
    try {
      assert.ok(await new SubmissionJournal(folder).begin(first, false));
      assert.ok(spy.count() > 0);
    } finally {
      spy.stop();
    }
  });

  test('rejects a file that is too large to read, and names it', async () => {
    const folder = fresh();
    const journal = new SubmissionJournal(folder, () => noon);
    await journal.begin(first, false);
    const [file = ''] = readdirSync(folder);
    truncateSync(join(folder, file), 100_000_000);
    assert.throws(() => journal.submissions(), /sent-2026-11-20\.jsonl: The file is too large/);
    await assert.rejects(journal.begin(second, false), /too large/);
  });

  test('is readable by this user only, and contains nothing that could be sent', async () => {
    const folder = fresh();
    await new SubmissionJournal(folder, () => noon).begin(first, false);
    const [file = ''] = readdirSync(folder);
    if (process.platform !== 'win32') {
      assert.equal(statSync(folder).mode & 0o077, 0);
      assert.equal(statSync(join(folder, file)).mode & 0o077, 0);
    }
    const line = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    assert.deepEqual(Object.keys(line).sort(), [
      'id',
      'messageSha256',
      'signature',
      'submittedAtMilliseconds',
    ]);
  });

  test('deletes entries after a week, and leaves other files in the folder alone', async () => {
    const folder = fresh();
    await new SubmissionJournal(folder, () => noon).begin(first, false);
    appendFileSync(join(folder, 'sent-notes.txt'), 'mine');
    await new SubmissionJournal(folder, () => noon + 7 * dayMilliseconds).begin(second, false);
    assert.equal(new SubmissionJournal(folder).submissions().length, 2);
    await new SubmissionJournal(folder, () => noon + 9 * dayMilliseconds).begin(second, true);
    assert.deepEqual(readdirSync(folder).sort(), [
      'sent-2026-11-27.jsonl',
      'sent-2026-11-29.jsonl',
      'sent-notes.txt',
    ]);
  });

  test('is not written to a folder that other users can read', async (context) => {
    if (process.platform === 'win32') return context.skip('modes say nothing there');
    const open = fresh();
    mkdirSync(open, { recursive: true });
    chmodSync(open, 0o755);
    await assert.rejects(
      new SubmissionJournal(open).begin(first, false),
      /open to other users|belongs/,
    );
  });
});
