import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { WalletGroups } from '../../../../../src/api/arbscope/walletGroups.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { verifyExport } from '../../../../../src/botConfig/verifyExport.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address } from '../../../engine/decode/rpcTransactionBuilder.ts';
import { PrompterDouble } from '../../ui/prompts/prompterDouble.ts';
import { languages, replaceVscode, settings, window, workspace } from '../../vscodeDouble.ts';

replaceVscode();
const { RebuildConfigCommand } = await import(
  '../../../../../src/extension/finder/exports/rebuildConfigCommand.ts'
);

const wallet = address('wallet');
const dlmm = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';
const pool = (name: string) => ({
  pool: address(name),
  amm: dlmm,
  mints: [address('dog'), wrappedSolMint],
  used: 0,
});
const none: WalletGroups = {
  ...{ wallet, transactions: 0, unread: 0, from: null, to: null },
  groups: [],
};
const some: WalletGroups = {
  ...none,
  transactions: 12,
  unread: 2,
  groups: [
    {
      pools: [pool('one'), pool('two')],
      ...{ unknown_pools: 0, tried: 10, won: 0, net_gains_usd: 0, net_gains_sol: 0 },
    },
  ],
};

describe('Rebuild Config from Wallet…', () => {
  let opened: { readonly content: string; readonly language: string }[] = [];
  let errors: string[] = [];

  beforeEach(() => {
    opened = [];
    errors = [];
    settings.set('arbscope.export.processDelayMilliseconds', 400);
    Object.assign(languages, { getLanguages: async () => ['json', 'toml'] });
    Object.assign(workspace, {
      openTextDocument: async (document: (typeof opened)[number]) => opened.push(document),
    });
    Object.assign(window, {
      showErrorMessage: async (message: string) => void errors.push(message),
    });
  });

  async function run(
    answer: () => Promise<WalletGroups>,
    format = 'NotArb markets.toml',
  ): Promise<PrompterDouble> {
    const prompter = new PrompterDouble([format]);
    const connection = { id: 'node', name: 'my node', kind: 'node' };
    const command = new RebuildConfigCommand({
      active: {
        current: connection,
        overview: { backend: { kind: 'running' } },
        arbscope: { walletGroups: answer },
      },
      verify: async (text: string, expected: Parameters<typeof verifyExport>[1]) =>
        verifyExport(text, expected),
      prompter,
    } as unknown as ConstructorParameters<typeof RebuildConfigCommand>[0]);
    await command.run(wallet);
    return prompter;
  }

  it('opens the groups as a new document, and says how much was read', async () => {
    const { told } = await run(async () => some);
    assert.equal(opened[0]?.language, 'toml');
    assert.match(opened[0]?.content ?? '', /tried 10 times, won none\n\[\[group\]\]/);
    assert.match(told.join(), /Read 12 transactions; of 2 it is not known what they tried\./);
  });

  it('ignores a setting of another type, so that no line of it gets into the config', async () => {
    settings.set('arbscope.export.processDelayMilliseconds', '7\n[jito]\nenabled = true');
    await run(async () => some, 'SMB config, one entry per mint');
    assert.match(opened[0]?.content ?? '', /\nprocess_delay = 400\n$/);
  });

  it('says what to do about a wallet without transactions, or without lists of pools', async () => {
    assert.match(
      (await run(async () => none)).told.join(),
      /No transactions of this wallet in the indexed time of my node\. Let it index for longer/,
    );
    assert.match(
      (await run(async () => ({ ...none, transactions: 5, unread: 5 }))).told.join(),
      /None of its 5 transactions lists pools .* Choose another wallet/,
    );
    assert.deepEqual(opened, []);
  });

  it('says which connections can do it over a service that cannot', async () => {
    await run(async () => {
      throw new MarketError('not-offered', 'This service does not offer it.');
    });
    assert.match(errors.join(), /Use the Sandbox, a node, or the address of an Arbscope server/);
    assert.deepEqual(opened, []);
  });
});
