import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FileResult } from '../../../scripts/test/level.ts';

const reporter = fileURLToPath(new URL('../../../scripts/test/fileReporter.ts', import.meta.url));
const texts = {
  'crashes.test.mjs': 'process.exit(3);',
  'fails.test.mjs':
    "import { describe, test } from 'node:test'; describe('A', () => { test('b', () => {}); test('c', () => { throw new Error('wrong'); }); });",
  'passes.test.mjs': "import { test } from 'node:test'; test('a', () => {});",
  'skips.test.mjs': "import { test } from 'node:test'; test('a', { skip: 'no data' }, () => {});",
} as const;

describe('The results of a test run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reporter-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('name each file that failed, also one whose process exits early', () => {
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    // Set by the runner of this test, whose protocol the runs below must not use.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(
      process.execPath,
      ['--test', `--test-reporter=${reporter}`, ...files],
      { encoding: 'utf8', env },
    );
    const results = (JSON.parse(stdout) as FileResult[]).map(
      ({ file, passed, failures, skipped }) => ({
        file: basename(file),
        passed,
        failures: failures.length,
        skipped,
      }),
    );
    assert.deepEqual(results, [
      { file: 'crashes.test.mjs', passed: 0, failures: 1, skipped: [] },
      { file: 'fails.test.mjs', passed: 1, failures: 1, skipped: [] },
      { file: 'passes.test.mjs', passed: 1, failures: 0, skipped: [] },
      { file: 'skips.test.mjs', passed: 0, failures: 0, skipped: ['a: no data'] },
    ]);
  });
});
