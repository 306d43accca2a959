import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { readChainFile } from '../../../../src/engine/decode/readChainFile.ts';
import { sharedData } from '../../../sharedData.ts';

interface TruthStep {
  readonly program: string;
  readonly pool?: string | null;
  readonly inputMint: string;
  readonly inputAmount: number;
  readonly outputMint: string;
  readonly outputAmount: number;
}

interface Truth {
  readonly signature: string;
  readonly isArbitrage: boolean;
  readonly kind?: string;
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
  readonly feeLamports: number;
  readonly priorityFeeLamports?: number;
  readonly computeUnitsConsumed: number;
  readonly computeUnitLimit?: number | null;
}

const folder = sharedData('data', 'transactions');

const byMint = (gains: readonly { mint: string; amount: bigint | number }[]) =>
  Object.fromEntries(gains.map(({ mint, amount }) => [mint, Number(amount)]));

const stepsOf = (steps: readonly TruthStep[]) =>
  steps.map((step) => [
    step.program,
    step.pool ?? null,
    step.inputMint,
    BigInt(step.inputAmount),
    step.outputMint,
    BigInt(step.outputAmount),
  ]);

async function decode(signature: string) {
  assert.ok(folder);
  const file = await readChainFile(join(folder, `${signature}.json`));
  assert.equal(file.kind, 'transaction');
  return decodeTransaction(file.transaction);
}

if (folder) {
  const { arbitrages, others } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as {
    arbitrages: Truth[];
    others: Truth[];
  };

  describe('real arbitrages', () => {
    for (const truth of arbitrages) {
      it(`reads ${truth.signature.slice(0, 12)} as it was read by hand`, async () => {
        const { record, signature } = await decode(truth.signature);
        assert.equal(signature(), truth.signature);
        assert.ok(record);
        assert.equal(record.type, 'arbitrage');
        assert.deepEqual(
          record.legs.map(({ program, pool, inputMint, inputAmount, outputMint, outputAmount }) => [
            program,
            pool,
            inputMint,
            inputAmount,
            outputMint,
            outputAmount,
          ]),
          stepsOf(truth.steps ?? []),
        );
        assert.deepEqual(byMint(record.grossGains), byMint(truth.grossGains ?? []));
        assert.deepEqual(record.gainOwners, truth.gainOwners);
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
        assert.deepEqual(
          record.botFees.map(({ mint, amount, to }) => [mint, Number(amount), to]),
          (truth.botFees ?? []).map(({ mint, amount, toOwner }) => [mint, amount, toOwner]),
        );
        assert.equal(record.bot?.program ?? null, truth.bot?.program ?? null);
        assert.equal(Number(record.feeLamports), truth.feeLamports);
        assert.equal(Number(record.priorityFeeLamports), truth.priorityFeeLamports);
        assert.equal(record.computeUnits, truth.computeUnitsConsumed);
        assert.equal(record.computeUnitLimit, truth.computeUnitLimit);
        assert.deepEqual(record.closingDifferences, [], 'the sum closes');
      });
    }
  });

  describe('real transactions that are no arbitrage', () => {
    it('are never called one, and the classes kept apart have their names', async () => {
      const keptApart = new Set(['bot-no-profit', 'circular-with-loss']);
      for (const truth of others) {
        const { record } = await decode(truth.signature);
        const type = record?.type ?? null;
        assert.notEqual(type, 'arbitrage', truth.signature);
        if (keptApart.has(truth.kind ?? '')) assert.equal(type, truth.kind, truth.signature);
        if (truth.kind === 'failed' && truth.bot) assert.equal(type, 'failed', truth.signature);
        if (record) assert.deepEqual(record.closingDifferences, [], truth.signature);
      }
    });

    it('have the swaps that were read from them', async () => {
      for (const truth of others) {
        if (!truth.steps || truth.steps.length === 0 || truth.kind === 'failed') continue;
        const { observations } = await decode(truth.signature);
        assert.deepEqual(
          observations.map(
            ({ program, pool, inputMint, inputAmount, outputMint, outputAmount }) => [
              program,
              pool,
              inputMint,
              inputAmount,
              outputMint,
              outputAmount,
            ],
          ),
          stepsOf(truth.steps),
          truth.signature,
        );
      }
    });

    it('are all there: every file of the folder has its truth', () => {
      const files = readdirSync(folder).filter((name) => name !== 'truth.json');
      assert.equal(files.length, arbitrages.length + others.length);
    });
  });
}
