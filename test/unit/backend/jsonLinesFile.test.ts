import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { JsonLinesFile } from '../../../src/backend/jsonLinesFile.ts';

describe('A file of JSON lines', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbscope-lines-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('loses only a line that a crash has cut off, and is readable for its user alone', () => {
    const path = join(folder, 'lines.jsonl');
    const file = new JsonLinesFile(path);
    assert.deepEqual(file.read(), []);
    file.replace([{ amount: 1n }]);
    appendFileSync(path, '{"amount":');
    file.append({ amount: 3n }, { sync: true });
    assert.deepEqual(file.read(), [{ amount: 1n }, { amount: 3n }]);
    assert.deepEqual(file.read(10), []);
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('is not read or written through a symbolic link', {
    skip: process.platform === 'win32',
  }, () => {
    const target = join(folder, 'other.txt');
    writeFileSync(target, '{}\n');
    const path = join(folder, 'lines.jsonl');
    symlinkSync(target, path);
    const file = new JsonLinesFile(path);
    assert.throws(() => file.read(), { code: 'ELOOP' });
    assert.throws(() => file.append({}), { code: 'ELOOP' });
  });
});
