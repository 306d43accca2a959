import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { MarketError } from '../../../../../src/api/marketError.ts';
import type { GitApi } from '../../../../../src/extension/botConfig/coverage/lastCommit.ts';
import { editor, replaceVscode } from '../../vscodeDouble.ts';

const uri = { fsPath: '/bots/bot.toml' } as vscode.Uri;
const commit = '0123456789abcdef0123456789abcdef01234567';

const gitOf = (HEAD: { commit?: string } | undefined, files: Record<string, string>): GitApi => ({
  getRepository: () => ({
    rootUri: uri,
    state: { HEAD },
    show: async (ref, path) => {
      const text = ref === 'HEAD' ? files[path] : undefined;
      if (text === undefined) throw new Error(`fatal: path '${path}' does not exist in '${ref}'`);
      return text;
    },
  }),
});

describe('The last committed version of a bot config', () => {
  type Module = typeof import('../../../../../src/extension/botConfig/coverage/lastCommit.ts');
  let module: Module;
  before(async () => {
    replaceVscode();
    module = await import('../../../../../src/extension/botConfig/coverage/lastCommit.ts');
  });
  beforeEach(() => {
    editor.extension = undefined;
  });

  const refusal = async (git: GitApi | null): Promise<string> => {
    const error = await module.readLastCommit(git, uri).then(
      () => assert.fail('there is a text'),
      (thrown: unknown) => thrown,
    );
    assert.ok(MarketError.is(error, 'not-found'), String(error));
    return error.message;
  };

  test('is read with its abbreviated commit hash', async () => {
    const git = gitOf({ commit }, { '/bots/bot.toml': 'text' });
    assert.deepEqual(await module.readLastCommit(git, uri), { commit: '0123456', text: 'text' });
    assert.equal(module.headCommit(git, uri), '0123456');
  });

  test('is missing if the file is not in a repository', async () => {
    const git: GitApi = { getRepository: () => null };
    assert.match(await refusal(git), /no Git repository/);
    assert.equal(module.headCommit(git, uri), '');
  });

  test('is missing if nothing is committed', async () => {
    for (const head of [undefined, {}]) {
      assert.match(await refusal(gitOf(head, {})), /no commit yet/);
      assert.equal(module.headCommit(gitOf(head, {}), uri), '');
    }
  });

  test('is missing if the file is not committed, without git’s output in the error', async () => {
    const said = await refusal(gitOf({ commit }, {}));
    assert.match(said, /does not have this file/);
    assert.doesNotMatch(said, /fatal/);
  });

  test('is missing if Git is disabled, not installed, or does not start', async () => {
    assert.match(await refusal(null), /Git is not available/);
    assert.equal(module.headCommit(null, uri), '');
    assert.equal(await module.findGit(), null);
    editor.extension = { activate: async () => ({ enabled: false, getAPI: () => assert.fail() }) };
    assert.equal(await module.findGit(), null);
    editor.extension = { activate: () => Promise.reject(new Error('Git not found')) };
    assert.equal(await module.findGit(), null);
    const git = gitOf({ commit }, {});
    editor.extension = { activate: async () => ({ enabled: true, getAPI: () => git }) };
    assert.equal(await module.findGit(), git);
  });
});
