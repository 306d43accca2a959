import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { sampleBotFolder } from '../../../../../scripts/paths.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { parseConfig } from '../../../../../src/botConfig/parseConfig.ts';
import type { ConfigFiles } from '../../../../../src/extension/botConfig/coverage/comparedConfig.ts';
import { PrompterDouble } from '../../ui/prompts/prompterDouble.ts';
import { replaceVscode, Uri, workspace } from '../../vscodeDouble.ts';

describe('Show Coverage without a config in the active editor', () => {
  let Files: typeof ConfigFiles;
  let files: Map<string, string>;
  let config: string;
  before(async () => {
    replaceVscode();
    ({ ConfigFiles: Files } = await import(
      '../../../../../src/extension/botConfig/coverage/comparedConfig.ts'
    ));
    config = await readFile(join(sampleBotFolder, 'config.toml'), 'utf8');
    Object.assign(workspace, {
      findFiles: async () => [...files.keys()].map((path) => new Uri(path)),
      asRelativePath: ({ path }: Uri) => path,
      fs: {
        stat: async ({ path }: Uri) => ({ size: files.get(path)?.length }),
        readFile: async ({ path }: Uri) => Buffer.from(files.get(path) ?? ''),
      },
    });
  });
  beforeEach(() => {
    files = new Map([
      ['/bot/package.json', '{ "name": "bot" }'],
      ['/bot/config.toml', config],
    ]);
  });

  const pick = async (prompter = new PrompterDouble([]), open: readonly string[] = []) => {
    const picker = new Files({
      source: { get: async () => null },
      parse: async (text) => parseConfig(text).config,
      openConfigs: () => open.map((path) => new Uri(path) as unknown as vscode.Uri),
      prompter,
    });
    return (await picker.pickConfig())?.path;
  };

  test('takes the only config of the workspace', async () => {
    assert.equal(await pick(), '/bot/config.toml');
  });

  test('asks if there are several, those that are open first', async () => {
    const prompter = new PrompterDouble(['config.toml']);
    assert.equal(await pick(prompter, ['/other/smb.toml']), '/bot/config.toml');
    assert.deepEqual(prompter.asked, ['Choose a bot config']);
  });

  test('says so if there is none', async () => {
    files.delete('/bot/config.toml');
    await assert.rejects(pick(), (error) => MarketError.is(error, 'not-found'));
  });
});
