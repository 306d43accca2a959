import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LandingJournal } from '../../../../src/backend/landing/landingJournal.ts';
import type { LandingEntry } from '../../../../src/backend/protocol/landingProtocol.ts';

describe('A journal of landings that cannot be used', () => {
  it('lets the backend start, refuses every entry and leaves the file as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbscope-journal-'));
    try {
      const target = join(folder, 'of-another-program.txt');
      writeFileSync(target, 'keep');
      const path = join(folder, 'landings.jsonl');
      symlinkSync(target, path);
      const journal = new LandingJournal(path);
      assert.deepEqual(journal.entries(), []);
      assert.throws(() => journal.put({ id: '1' } as LandingEntry), /ELOOP/);
      assert.deepEqual(journal.entries(), []);
      assert.equal(readFileSync(target, 'utf8'), 'keep');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
