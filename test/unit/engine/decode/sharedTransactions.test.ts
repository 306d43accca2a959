import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Leg, PriceObservation } from '../../../../src/engine/decode/arbitrageRecord.ts';
import {
  decodeBlockTransaction,
  decodeTransaction,
} from '../../../../src/engine/decode/decodeTransaction.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { poolsOfSteps } from '../../../poolsOfSteps.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

interface TruthStep {
  readonly program: string;
  /** Absent or null: not determined in the manual reading. */
  readonly pool?: string | null;
  readonly inputMint: string;
  readonly inputAmount: number;
  readonly outputMint: string;
  readonly outputAmount: number;
  readonly topLevelInstruction: number;
  /** Only if different from the amount that the owner paid. */
  readonly poolReceived?: number;
  /** Only if different from the amount that the owner received. */
  readonly poolSent?: number;
}

interface Truth {
  readonly signature: string;
  readonly blockTime: number | null;
  readonly isArbitrage: boolean;
  readonly kind?: string;
  readonly topLevelPrograms: readonly string[];
  readonly bot?: { readonly family: string; readonly program: string } | null;
  readonly steps?: readonly TruthStep[];
  readonly gainOwners?: readonly string[];
  readonly grossGains?: readonly { readonly mint: string; readonly amount: number }[];
  readonly botFees?: readonly {
    readonly mint: string;
    readonly amount: number;
    readonly toOwner: string;
  }[];
  readonly tips?: readonly {
    readonly provider: string;
    readonly recipient: string;
    readonly payer: string;
    readonly lamports: number;
    readonly innerInstruction: boolean;
  }[];
  /** Includes transfers of a wallet to itself, which are not payments. */
  readonly unclassifiedLamportTransfers?: readonly {
    readonly from: string;
    readonly to: string;
    readonly lamports: number;
    readonly innerInstruction: boolean;
  }[];
  readonly rentLamportsForNewAccounts?: number;
  readonly feePayer: string;
  readonly feeLamports: number;
  readonly priorityFeeLamports?: number;
  readonly computeUnitsConsumed: number;
  readonly computeUnitLimit?: number | null;
}

const folder = sharedData('data', 'transactions');

/** Bot programs missing in public lists, found by manual reading of the instructions. */
const unlabeledBots = [
  '4ngnN8dA9sAf1sbz3m6qwquxbHkyzgXVpeTYcxKPtZuf',
  '9GCBb4NsSDRuEkkGfQkN37oppmMVPops5sXDWhAKAvQQ',
  '6NqvgVtc3S6C7LfYkjCxP3VeDf2sy9S69NkhRkJV17Vp',
  'FLQ1vq1bRu4GSHVMPBLi3i54o6aycaQt1HKyJJd9ieVN',
];

/** Lamports that a wallet paid to a router's shared account and that did not reach the pool. */
const leftWithRouter = new Map([
  ['3EysEt5ZLWKBdocKvnAJYmxkiVcaLf3R2aLdrwqG4DWASFCWtXZSNSpXQdwR7fiVFNEUdfcahRDbX7znEqWxoGfA', 3n],
]);

const byMint = (gains: readonly { mint: string; amount: bigint | number }[]) =>
  Object.fromEntries(gains.map(({ mint, amount }) => [mint, Number(amount)]));

const stepsOf = (truth: Truth) => {
  const pools = poolsOfSteps(truth);
  return (truth.steps ?? []).map((step, order) => [
    step.program,
    pools[order] ?? null,
    step.inputMint,
    BigInt(step.inputAmount),
    step.outputMint,
    BigInt(step.outputAmount),
  ]);
};

const swapsOf = (swaps: readonly PriceObservation[]) =>
  swaps.map(({ program, pool, inputMint, inputAmount, outputMint, outputAmount }) => [
    program,
    pool,
    inputMint,
    inputAmount,
    outputMint,
    outputAmount,
  ]);

async function decode(signature: string) {
  assert.ok(folder);
  const file = await readChainEntry(join(folder, `${signature}.json`));
  assert.equal(file.kind, 'transaction');
  return decodeTransaction(file.transaction);
}

if (folder) {
  const { arbitrages, others } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as {
    arbitrages: Truth[];
    others: Truth[];
  };

  describe('For real arbitrages, the decoder', () => {
    for (const truth of arbitrages) {
      it(`agrees with the manual reading: ${truth.signature.slice(0, 12)}`, async () => {
        const { record, signature } = await decode(truth.signature);
        assert.equal(signature(), truth.signature);
        assert.ok(record);
        assert.equal(record.type, 'arbitrage');
        assert.equal(record.blockTimeSeconds, truth.blockTime);
        assert.deepEqual(swapsOf(record.legs), stepsOf(truth));
        for (const [order, step] of (truth.steps ?? []).entries()) {
          const leg: Leg | undefined = record.legs[order];
          assert.equal(leg?.topLevelInstruction, step.topLevelInstruction);
          // Steps added later do not include the pool's side.
          if (!('pool' in step)) continue;
          assert.equal(Number(leg?.poolReceived), step.poolReceived ?? step.inputAmount);
          assert.equal(Number(leg?.poolSent), step.poolSent ?? step.outputAmount);
        }
        assert.deepEqual(byMint(record.grossGains), byMint(truth.grossGains ?? []));
        assert.deepEqual([...record.gainOwners].sort(), [...(truth.gainOwners ?? [])].sort());
        assert.deepEqual(
          record.tips.map(({ provider, recipient, payer, amount, inner }) => ({
            provider,
            recipient,
            payer,
            lamports: Number(amount),
            innerInstruction: inner,
          })),
          truth.tips,
        );
        const unclassified = (truth.unclassifiedLamportTransfers ?? []).filter(
          ({ from, to }) => from !== to,
        );
        // Payments by CPI are bot fees, which the manual reading does not classify.
        const byPrograms = unclassified.filter(({ innerInstruction }) => innerInstruction);
        assert.deepEqual(
          record.botFees.map(({ mint, amount, to }) => [mint, Number(amount), to]),
          [
            ...(truth.botFees ?? []).map(({ mint, amount, toOwner }) => [mint, amount, toOwner]),
            ...byPrograms.map(({ to, lamports }) => [wrappedSolMint, lamports, to]),
          ],
        );
        assert.deepEqual(
          record.otherPayments.map(({ to, amount }) => [to, Number(amount)]),
          unclassified
            .filter((transfer) => !byPrograms.includes(transfer))
            .map(({ to, lamports }) => [to, lamports]),
        );
        assert.equal(Number(record.rentLamports), truth.rentLamportsForNewAccounts ?? 0);
        const bot = record.bot === null ? null : { ...record.bot };
        const program = unlabeledBots.find((each) => truth.topLevelPrograms.includes(each));
        const unlabeled = program === undefined ? null : { family: program, program };
        const { family, program: known } = truth.bot ?? {};
        assert.deepEqual(bot, truth.bot ? { family, program: known } : unlabeled);
        assert.equal(Number(record.feeLamports), truth.feeLamports);
        assert.equal(Number(record.priorityFeeLamports), truth.priorityFeeLamports);
        assert.equal(record.computeUnits, truth.computeUnitsConsumed);
        assert.equal(record.computeUnitLimit, truth.computeUnitLimit);
        const left = leftWithRouter.get(truth.signature) ?? 0n;
        assert.deepEqual(
          record.closingDifferences,
          left === 0n ? [] : [{ mint: wrappedSolMint, amount: -left }],
          'the sum closes',
        );
      });
    }
  });

  describe('Real arbitrages in blocks without call depths', () => {
    it('have the same record as with call depths, from the order of instructions', async () => {
      for (const { signature } of arbitrages) {
        const path = join(folder, `${signature}.json`);
        const old = await readChainEntry(path);
        assert.equal(old.kind, 'transaction');
        for (const { instructions } of old.transaction.meta?.innerInstructions ?? []) {
          for (const instruction of instructions) Object.assign(instruction, { stackHeight: null });
        }
        const { record } = await decode(signature);
        assert.deepEqual(decodeTransaction(old.transaction).record, record, signature);
      }
    });
  });

  describe('Real transactions other than arbitrages', () => {
    it('are not classified as arbitrages, and have their own class', async () => {
      const keptApart = new Set(['bot-no-profit', 'circular-with-loss']);
      for (const truth of others) {
        const { record } = await decode(truth.signature);
        const type = record?.type ?? null;
        assert.notEqual(type, 'arbitrage', truth.signature);
        if (keptApart.has(truth.kind ?? '')) assert.equal(type, truth.kind, truth.signature);
        if (truth.kind === 'failed' && truth.bot) assert.equal(type, 'failed', truth.signature);
        if (truth.bot) assert.equal(record?.bot?.program, truth.bot.program, truth.signature);
        if (record) assert.deepEqual(record.closingDifferences, [], truth.signature);
      }
    });

    it('have the expected fee, compute units and tips', async () => {
      for (const truth of others) {
        if (truth.kind === 'vote') continue;
        const file = await readChainEntry(join(folder, `${truth.signature}.json`));
        assert.equal(file.kind, 'transaction');
        const { slot, version = null } = file.transaction;
        const position = { slot, index: 0, blockTimeSeconds: null, version };
        const { record } = decodeBlockTransaction(file.transaction, position, true);
        assert.ok(record, truth.signature);
        assert.equal(record.wallet, truth.feePayer);
        assert.equal(Number(record.feeLamports), truth.feeLamports, truth.signature);
        assert.equal(record.computeUnits, truth.computeUnitsConsumed, truth.signature);
        assert.deepEqual(
          record.tips.map(({ provider, recipient, amount }) => [
            provider,
            recipient,
            Number(amount),
          ]),
          truth.tips?.map(({ provider, recipient, lamports }) => [provider, recipient, lamports]),
          truth.signature,
        );
      }
    });

    it('have the expected swaps', async () => {
      for (const truth of others) {
        if (!truth.steps || truth.steps.length === 0 || truth.kind === 'failed') continue;
        const { observations } = await decode(truth.signature);
        assert.deepEqual(swapsOf(observations), stepsOf(truth), truth.signature);
      }
    });
  });
}
