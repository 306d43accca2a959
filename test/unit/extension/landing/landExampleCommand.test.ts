import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { LandExampleCommandOptions } from '../../../../src/extension/landing/landExampleCommand.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import { parseTransactionText } from '../../../../src/solana/landing/parseTransactions.ts';
import { sandboxAmmProgram } from '../../../../src/solana/sandboxAmm.ts';
import { cancel, PrompterDouble, type Reply } from '../ui/prompts/prompterDouble.ts';
import { editor, replaceVscode, type Uri } from '../vscodeDouble.ts';

replaceVscode();
const { LandExampleCommand } = await import(
  '../../../../src/extension/landing/landExampleCommand.ts'
);

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';

describe('An example transaction', () => {
  let folder: string;
  let funded: string[];
  let prompter: PrompterDouble;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-example-'));
    editor.executed.length = 0;
    funded = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The file passed to "Land Signed Transaction…", if any. */
  async function land(reply: Reply = 'transfer', kind = 'sandbox'): Promise<string | null> {
    prompter = new PrompterDouble([reply]);
    const client = {
      airdrop: async (address: string, lamports: bigint) => {
        funded.push(address);
        return lamports;
      },
      latestBlockhash: async () => blockhash,
    };
    const active = { current: { kind, name: 'x' }, overview: { backend: {}, blockedReason: null } };
    const options = { client, active, prompter, folder } as unknown as LandExampleCommandOptions;
    new LandExampleCommand(options);
    await editor.commands.get('arbscope.landExample')?.();
    const landing = editor.executed.findLast(([id]) => id === 'arbscope.landTransaction');
    return (landing?.[1] as Uri | undefined)?.path ?? null;
  }

  const walletFiles = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.json'));

  async function reportOf(file: string | null) {
    const input = parseTransactionText(await readFile(file ?? '', 'utf8'));
    const [transaction] = input.kind === 'transactions' ? input.transactions : [];
    return checkTransaction(transaction?.bytes ?? new Uint8Array(), {
      lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 140 },
      payerLamports: 5_000_000_000n,
    });
  }

  test('is a signed transfer with a tip that passes all checks, and is landed from a file', async () => {
    const { findings, feePayer, tips } = await reportOf(await land());
    assert.deepEqual(
      findings.filter(({ rank }) => rank !== 'inform'),
      [],
    );
    assert.deepEqual(funded, [feePayer]);
    assert.deepEqual(
      tips.map(({ provider }) => provider),
      ['JITO'],
    );
  });

  test('reuses the wallet of the previous example and funds it again', async () => {
    await land();
    const { feePayer } = await reportOf(await land());
    assert.deepEqual(funded, [feePayer, feePayer]);
    assert.deepEqual(await walletFiles(), [`${feePayer}.json`]);
  });

  test('can be an arbitrage over two pools that passes all checks', async () => {
    const { findings, programs, tips, sizeBytes } = await reportOf(await land('arbitrage'));
    assert.deepEqual(
      findings.filter(({ rank }) => rank !== 'inform'),
      [],
    );
    assert.ok(programs.some(({ address }) => address === sandboxAmmProgram));
    assert.equal(tips.length, 1);
    assert.ok(sizeBytes < 1_232, String(sizeBytes));
    assert.deepEqual(prompter.choices[0], [
      '$(arrow-right) A transfer with a tip',
      '$(arrow-swap) An arbitrage over two pools',
    ]);
  });

  test('is not created if the user cancels the choice', async () => {
    assert.equal(await land(cancel), null);
    assert.deepEqual([funded, await readdir(folder)], [[], []]);
  });

  test('is created only in the Sandbox, without a prompt elsewhere', async () => {
    assert.equal(await land('transfer', 'node'), null);
    assert.deepEqual([funded, await readdir(folder), prompter.asked], [[], [], []]);
  });
});
