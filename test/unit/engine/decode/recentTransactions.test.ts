import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ArbitrageRecord } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlockTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { knownProgramName } from '../../../../src/solana/knownAddresses.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

type TruthLeg = readonly [
  amm: string,
  inputMint: string,
  inputAmount: number,
  outputMint: string,
  outputAmount: number,
  /** Only if it is not the input. */
  poolReceived?: number,
];

/** Of the shared README, by hand; mints as symbols or by their first characters. */
interface Truth {
  readonly slot: number;
  readonly version: number | 'legacy' | null;
  readonly legs: readonly TruthLeg[];
  readonly fee: number;
  readonly tips?: readonly (readonly [provider: string, lamports: number])[];
  readonly otherPayments?: readonly (readonly [to: string, mint: string, amount: number])[];
  readonly grossGains?: readonly (readonly [mint: string, amount: number])[];
  /** Owners whose accounts the swaps use, by their first characters. */
  readonly owners: readonly string[];
  /** Accounts of the last swap's instruction. */
  readonly accounts?: readonly [discriminator: string, count: number];
}

const pumpSwap = 'PumpSwap (Pump.fun AMM)';

const truths: Readonly<Record<string, Truth>> = {
  '1WdpJzEB': {
    slot: 381165825,
    version: 0,
    legs: [
      ['PancakeSwap CLMM', 'SOL', 53_310_000, 'USDC', 6_981_620],
      ['Orca Whirlpool', 'USDC', 6_981_620, '9BB6', 29_256_681],
      ['Raydium CLMM', '9BB6', 29_256_681, '26s3', 15_888_216_708_727],
      ['Raydium CLMM', '26s3', 15_888_216_708_727, 'XsvN', 6_225_621],
      ['Raydium CLMM', 'XsvN', 6_225_621, 'SOL', 53_659_900],
    ],
    fee: 5_000,
    tips: [['JITO', 216_283]],
    grossGains: [['SOL', 349_900]],
    owners: ['AaaA2F'],
  },
  '4RUXQBSX': {
    slot: 454386868,
    version: 1,
    legs: [['Pump.fun bonding curve', 'SOL', 99_000_000, 'ZpmY', 665_934_640_579, 97_777_777]],
    fee: 305_000,
    tips: [['SENDER', 3_000_000]],
    otherPayments: [['J5XGHmzr', 'SOL', 1_000_000]],
    owners: ['J9TYAs'],
    accounts: ['c2ab1c46684d5b2f', 28],
  },
  '3KBJWV5M': {
    slot: 454386650,
    version: 'legacy',
    legs: [[pumpSwap, 'SOL', 3_766_820, '2BVf', 25_034_542, 3_763_064]],
    fee: 15_000,
    owners: ['5BwfcY'],
    accounts: ['c62e1552b4d9e870', 26],
  },
  '2WCbtfv7': {
    slot: 454386895,
    version: 0,
    legs: [
      ['Deriverse', 'USDC', 2_000_000, 'USDT', 2_000_598],
      ['Orca Whirlpool', 'USDT', 1_708_710, 'SOL', 14_689_582],
      ['Raydium CLMM', 'USDT', 291_888, 'SOL', 2_509_507],
      [pumpSwap, 'SOL', 17_199_089, 'HXqx', 6_747_899_014, 17_194_836],
    ],
    fee: 12_984,
    // The first is the router's authority, which is also a tip account.
    owners: ['6U91aK', 'B7bRyp'],
    accounts: ['c2ab1c46684d5b2f', 17],
  },
  '2MESm4Qx': {
    slot: 454480958,
    version: 0,
    legs: [
      ['GoonFi v2', 'SOL', 46_633_041, 'USDC', 5_375_442],
      ['ZeroFi', 'USDC', 5_375_442, 'SPCX', 32_109],
      [pumpSwap, 'SPCX', 32_109, '3xrw', 7_680_359_546, 31_775],
    ],
    fee: 56_427,
    otherPayments: [['6Gfahmxq', 'SOL', 234_336]],
    owners: ['7Q2i2g'],
    accounts: ['c62e1552b4d9e870', 26],
  },
  '56RbkzmA': {
    slot: 356503799,
    version: 0,
    legs: [
      ['Orca Whirlpool', 'USDT', 176_151_906, 'SOL', 963_427_853],
      [pumpSwap, 'SOL', 963_427_853, '5UUH', 5_544_465_819, 962_467_305],
    ],
    fee: 10_416,
    tips: [['JITO', 10_271]],
    // What the first owner forwards to the order's receiver.
    otherPayments: [['9ZPsRWGk', '5UUH', 5_544_465_819]],
    owners: ['6ZaWyb', '6TYDxG'],
  },
  '8QTg427x': {
    slot: 356561623,
    version: 0,
    legs: [
      ['Raydium CPMM', '3cC1', 14_005_980_000, 'SOL', 9_064_561],
      ['Raydium LaunchLab', 'SOL', 9_064_561, '9gQh', 280_637_649_999],
    ],
    fee: 23_061,
    otherPayments: [['9nnLbotN', '3cC1', 14_020_000]],
    owners: ['Cf1VsH'],
  },
};

const symbols = new Map([
  [wrappedSolMint, 'SOL'],
  [usdcMint, 'USDC'],
  [usdtMint, 'USDT'],
]);
const symbolOf = (mint: string) => symbols.get(mint) ?? mint.slice(0, 4);

const legsOf = ({ legs }: ArbitrageRecord) =>
  legs.map((leg): TruthLeg => {
    const { inputMint, inputAmount, outputMint, outputAmount, poolReceived, poolSent } = leg;
    assert.equal(poolSent, outputAmount);
    const read = [
      knownProgramName(leg.program) ?? leg.program,
      symbolOf(inputMint),
      Number(inputAmount),
      symbolOf(outputMint),
      Number(outputAmount),
    ] as const;
    return poolReceived === inputAmount ? read : [...read, Number(poolReceived)];
  });

const folder = sharedData('data', 'recent');
if (folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

  describe('For recent transactions, the decoder', () => {
    it('is tested with each of them', () => {
      const read = files.map((name) => name.slice(0, 8)).sort();
      assert.deepEqual(read, Object.keys(truths).sort());
    });

    for (const [start, truth] of Object.entries(truths)) {
      it(`agrees with the manual reading: ${start}`, async () => {
        const name = files.find((file) => file.startsWith(start)) ?? '';
        const file = await readChainEntry(join(folder, name));
        assert.equal(file.kind, 'transaction');
        const { slot, blockTime = null, version = null } = file.transaction;
        const position = { slot, index: 0, blockTimeSeconds: blockTime, version };
        const decoded = decodeBlockTransaction(file.transaction, position, true);
        const { record } = decoded;
        assert.ok(record);
        assert.equal(record.signature, name.replace('.json', ''));
        assert.equal(record.slot, truth.slot);
        assert.equal(record.version, truth.version);
        assert.equal(record.type, truth.grossGains ? 'arbitrage' : 'other');
        assert.deepEqual(legsOf(record), truth.legs);
        assert.equal(decoded.observations.length, truth.legs.length);
        assert.equal(Number(record.feeLamports), truth.fee);
        assert.deepEqual(
          record.tips.map(({ provider, mint, amount }) => {
            assert.equal(mint, wrappedSolMint);
            return [provider, Number(amount)];
          }),
          truth.tips ?? [],
        );
        assert.deepEqual(record.botFees, []);
        assert.deepEqual(
          record.otherPayments.map(({ to, mint, amount }) => {
            return [to.slice(0, 8), symbolOf(mint), Number(amount)];
          }),
          truth.otherPayments ?? [],
        );
        assert.deepEqual(
          record.grossGains.map(({ mint, amount }) => [symbolOf(mint), Number(amount)]),
          truth.grossGains ?? [],
        );
        assert.deepEqual(
          record.gainOwners.map((owner) => owner.slice(0, 6)),
          truth.owners,
        );
        assert.deepEqual(record.closingDifferences, [], 'the sum closes');
        if (truth.accounts) {
          const swap = decoded.swapInstructionReaders.at(-1)?.();
          assert.deepEqual([swap?.discriminator, swap?.accounts.length], truth.accounts);
        }
      });
    }
  });
}
