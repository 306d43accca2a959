import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { runLandingChecks } from '../../../../src/backend/landing/runLandingChecks.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import { RpcChain } from '../../../../src/engine/landing/rpcChain.ts';
import { PriceTracker } from '../../../../src/engine/prices/priceTracker.ts';
import { computeValuation } from '../../../../src/engine/store/recordValuation.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { systemProgram } from '../../../../src/solana/knownPrograms.ts';
import type { CheckFacts } from '../../../../src/solana/landing/checkFacts.ts';
import { defaultGainLimits } from '../../../../src/solana/landing/checkGain.ts';
import type { TransactionReport } from '../../../../src/solana/landing/transactionReport.ts';
import { decodeTransactionBytes } from '../../../../src/solana/wireTransaction.ts';
import { type SignedArbitrage, signedArbitrage } from '../../../fixtures/signedArbitrage.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';
import {
  AnsweringNode,
  type Answers,
  simulationOf,
} from '../../engine/operations/arbscope/replayingNode.ts';

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';
const channel = {
  receiver: 'https://node.example',
  isBundleOnly: false,
  openPathDescription: '',
  simulates: true,
  minimumTipLamports: 0n,
  provider: null,
};

const account = {
  lamports: 50_000_000_000,
  owner: systemProgram,
  data: ['', 'base64'],
  executable: false,
};
/** A node at slot 900 that simulated on the state of slot 896. */
const nodeOf = (value: object, more: Answers = {}) =>
  new AnsweringNode({
    isBlockhashValid: () => ({ context: { slot: 900 }, value: true }),
    getMultipleAccounts: ([list]) => ({
      context: { slot: 900 },
      value: (list as string[]).map(() => account),
    }),
    simulateTransaction: () => ({ context: { slot: 896 }, value }),
    ...more,
  });

function pricesOfIndex(): PriceTracker {
  const prices = new PriceTracker();
  prices.restore(wrappedSolMint, { priceUsd: 200, timeSeconds: 1 }, 9);
  return prices;
}

describe('The checks of an arbitrage', () => {
  let arbitrage: SignedArbitrage;

  before(async () => {
    arbitrage = await signedArbitrage(await wallet(1), blockhash);
  });

  const checked = async (
    node: AnsweringNode,
    gainLimits: CheckFacts['gainLimits'] = defaultGainLimits,
    bytes = arbitrage.bytes,
  ): Promise<TransactionReport> => {
    const [report] = await runLandingChecks({
      transactions: [bytes],
      chain: new RpcChain({ client: node, origin: 'https://node.example' }),
      channel,
      gainLimits,
      mints: { prices: pricesOfIndex(), symbol: () => '' },
    });
    assert.ok(report !== undefined);
    return report;
  };
  const tradeOf = ({ outcome }: TransactionReport) => {
    assert.equal(outcome?.kind, 'trade');
    return outcome;
  };
  const codes = ({ findings }: TransactionReport) =>
    findings.filter(({ rank }) => rank === 'warn').map(({ code }) => code);

  test('compute the same figures as for the landed transaction, from one simulation', async () => {
    const node = nodeOf(simulationOf(arbitrage.meta));
    const report = await checked(node);
    const trade = tradeOf(report);
    const { record } = arbitrage;
    const landed = computeValuation(record, pricesOfIndex());
    assert.deepEqual(
      [trade.type, trade.bot, trade.net.sol, trade.net.usd],
      ['arbitrage', 'NOTARB', landed.netGainsSol, landed.profitsUsd],
    );
    assert.ok((landed.profitsUsd ?? 0) > 0.1, 'it has a price');
    assert.deepEqual(trade.route, [
      { inputSymbol: 'SOL', outputSymbol: 'BONK', amm: 'Raydium CLMM' },
      { inputSymbol: 'BONK', outputSymbol: 'SOL', amm: 'Meteora DLMM' },
    ]);
    assert.equal(trade.input?.amount, record.baseInput);
    assert.deepEqual(trade.missing, []);
    assert.deepEqual([report.simulation?.slot, report.simulation?.isSuccess], [896, true]);
    const asked = node.asked.filter(({ method }) => method === 'simulateTransaction');
    assert.equal(asked.length, 1);
    const options = asked[0]?.params[1] as Readonly<Record<string, unknown>>;
    const { sigVerify, replaceRecentBlockhash, innerInstructions } = options;
    assert.deepEqual([sigVerify, replaceRecentBlockhash, innerInstructions], [false, false, true]);
    assert.deepEqual(codes(report), []);
  });

  test('show amounts that an IDL names in the unit of the token that the simulation returns', async () => {
    const { bytes, meta } = arbitrage;
    const { staticKeys, instructions: calls } = decodeTransactionBytes(bytes);
    const tokens = new Set((meta.postTokenBalances ?? []).map((one) => one.accountIndex));
    const call = calls.find(
      ({ accountIndexes, data }) =>
        data.length >= 9 && [...accountIndexes].some((index) => tokens.has(index)),
    );
    assert.ok(call);
    const accountIndexes = [...call.accountIndexes];
    const input = accountIndexes.findIndex((index) => tokens.has(index));
    const program = staticKeys[call.programIndex] ?? '';
    const read = readIdl(
      JSON.stringify({
        address: program,
        metadata: { name: 'bot', spec: '0.1.0' },
        instructions: [
          {
            name: 'go',
            discriminator: [call.data[0]],
            accounts: accountIndexes.map((_, at) => ({
              name: at === input ? 'wallet_input' : `account_${at}`,
            })),
            args: [{ name: 'amount_in', type: 'u64' }],
          },
        ],
      }),
    );
    assert.ok(read.kind === 'idl');
    const idls = new ProgramIdls(read.idls.map((idl) => ({ source: 'idl.json', program, idl })));
    const [report] = await runLandingChecks({
      transactions: [bytes],
      chain: new RpcChain({ client: nodeOf(simulationOf(meta)), origin: 'https://node.example' }),
      channel,
      idls,
    });
    const named = report?.instructions.find(({ name }) => name === 'go');
    const [name, value] = named?.details[0] ?? [];
    assert.equal(name, 'amount_in');
    assert.match(value ?? '', /^\d+ \([\d,.]+ \S+\)$/);
  });

  test('warn based on the figures of the route', async () => {
    const node = nodeOf(simulationOf(arbitrage.meta));
    const strict = { ...defaultGainLimits, maxTipSharePercent: 12 };
    assert.deepEqual(codes(await checked(node, strict)), ['tip-share-high']);
    // The payer pays ten times its gain in fees.
    const { preBalances, postBalances } = arbitrage.meta;
    const fee = 20_000_000;
    const more = fee - Number(arbitrage.meta.fee);
    const dear = {
      ...arbitrage.meta,
      fee,
      preBalances: preBalances.map((balance, at) => (at === 0 ? Number(balance) + more : balance)),
      postBalances,
    };
    const report = await checked(nodeOf(simulationOf(dear)));
    assert.ok(codes(report).includes('net-gain-negative'), codes(report).join());
  });

  test('report what a node did not return, without guessing', async () => {
    const whole: Record<string, unknown> = simulationOf(arbitrage.meta);
    const { innerInstructions: _, ...without } = whole;
    const report = await checked(nodeOf(without));
    assert.deepEqual(report.outcome, { kind: 'unknown', missing: ['innerInstructions'] });
    assert.deepEqual(codes(report), []);
    const damaged = { ...whole, preBalances: ['x'] };
    const unread = await checked(nodeOf(damaged));
    assert.deepEqual(unread.outcome, { kind: 'unknown', missing: [] });
    assert.equal(unread.simulation?.isSuccess, true, 'the other checks need less of it');
  });

  test('report only the failure of a failed simulation', async () => {
    const { meta } = arbitrage;
    const failed = {
      ...meta,
      err: { InstructionError: [2, { Custom: 6_001 }] },
      innerInstructions: [],
      postBalances: meta.preBalances,
      postTokenBalances: meta.preTokenBalances ?? [],
    };
    const report = await checked(nodeOf(simulationOf(failed)));
    assert.deepEqual(codes(report), ['simulation-failed']);
  });

  test('show no gains for a transfer', async () => {
    const payer = await wallet(1);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(5_000n),
        instructions.transfer(payer.address, (await wallet(2)).address, 5_000_000n),
      ],
      blockhash,
    });
    const before = [50_000_000_000, 50_000_000_000, 1, 1];
    const after = [49_994_994_700, 50_005_000_000, 1, 1];
    const meta = { err: null, fee: 5_300, preBalances: before, postBalances: after };
    const accounts = after.slice(0, 2).map((lamports) => ({ ...account, lamports }));
    const node = nodeOf({ ...simulationOf(meta), accounts });
    const report = await checked(node, undefined, bytes);
    assert.equal(report.simulation?.changes[0]?.after, 49_994_994_700n);
    assert.deepEqual(report.outcome, { kind: 'other' });
    assert.deepEqual(codes(report), []);
  });
});
