import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SandboxWalletCommandsOptions } from '../../../../src/extension/landing/sandboxWalletCommands.ts';
import { cancel, PrompterDouble } from '../ui/prompts/prompterDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { SandboxWalletCommands } = await import(
  '../../../../src/extension/landing/sandboxWalletCommands.ts'
);

describe('A new wallet of the Sandbox', () => {
  let parent: string;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'arbscope-wallets-'));
  });
  after(() => rm(parent, { recursive: true, force: true }));

  const create = async (kind: string, folder: string) => {
    const airdrops: string[] = [];
    const client = {
      airdrop: async (address: string) => {
        airdrops.push(address);
        return 1n;
      },
    };
    const active = { current: { kind, name: 'x' }, overview: { backend: {}, blockedReason: null } };
    new SandboxWalletCommands({
      ...{ client, active, folder },
      prompter: new PrompterDouble([cancel]),
    } as unknown as SandboxWalletCommandsOptions);
    await editor.commands.get('arbscope.newSandboxWallet')?.();
    return airdrops;
  };

  test('has its key in a file that only the user can read', async () => {
    const folder = join(parent, 'own');
    const [address] = await create('sandbox', folder);
    const file = join(folder, `${address}.json`);
    assert.equal(JSON.parse(await readFile(file, 'utf8')).length, 64);
    if (process.platform === 'win32') return;
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
  });

  test('is created only in the Sandbox', async () => {
    assert.deepEqual(await create('node', join(parent, 'node')), []);
    assert.deepEqual(await readdir(parent), ['own']);
  });
});
