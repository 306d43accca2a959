import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../../../scripts/paths.ts';
import { translationsFileVariable } from '../../../src/api/translationsFile.ts';

describe('The backend, started by a window in another language,', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-words-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Translates a message in a process that starts as the backend does. */
  async function said(words: string | null): Promise<string> {
    const file = join(folder, 'words.json');
    if (words !== null) await writeFile(file, words);
    const program = `
      await import('./src/engine/base/localizeProcess.ts');
      const { t } = await import('@vscode/l10n');
      console.log(t('Nothing is known of the token {0}.', 'X'));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: root, env: { ...process.env, [translationsFileVariable]: file } },
    );
    return stdout.trim();
  }
  const english = 'Nothing is known of the token X.';

  test('starts in English when translations are missing or damaged', async () => {
    assert.equal(await said(null), english);
    for (const words of ['', '{"a":', 'null', '[1]', '{"Nothing is known of the token {0}.":1}']) {
      assert.equal(await said(words), english, words);
    }
  });

  test('uses that language', async () => {
    const words = { 'Nothing is known of the token {0}.': '没有关于代币 {0} 的任何信息。' };
    assert.equal(await said(JSON.stringify(words)), '没有关于代币 X 的任何信息。');
  });
});
