import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { Random } from '../../../../../src/engine/sandbox/random.ts';
import { SimulatedMarket } from '../../../../../src/engine/sandbox/simulatedMarket.ts';
import { SimulatedSource } from '../../../../../src/engine/sandbox/simulatedSource.ts';
import { secondAtSlot } from '../../../../../src/engine/sandbox/simulatedTime.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import {
  isAgainst,
  isBefore,
  isSame,
  legsOf,
  type Meant,
  slots,
  truthOf,
} from '../../competition/simulatedTruth.ts';
import { bruteForceWallet, type Tried } from './bruteForceWallet.ts';
import { serviceOf } from './market.ts';

const seed = 2026;
/** The market of half an hour; the wallets' windows begin and end within it. */
const start = 1_790_000_040;
const seconds = 1_800;
const market = new SimulatedMarket(seed);
const meant = Array.from({ length: seconds }, (_, at): Meant[] => {
  const { slot, expectedRecords } = market.block(start + at, start + at);
  return expectedRecords.map((record, position) => ({ slot, position, record }));
});
const slotOf = new Map(meant.flat().map(({ record, slot }) => [record.signature, slot]));
const own = (wallet: string, from: number, to: number): Meant[] =>
  meant
    .slice(from - start, to - start + 1)
    .flat()
    .filter(({ record }) => record.wallet === wallet && record.kind !== 'swap');
const around = ({ slot }: Meant): Meant[] => {
  const at = meant.findIndex((block) => block.some((one) => one.slot === slot));
  return meant.slice(Math.max(0, at - slots.before), at + slots.after + 1).flat();
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
const near = (one: number, other: number, what: string) =>
  assert.ok(Math.abs(one - other) < 1e-9, `${what}: ${one} is not ${other}`);

/** In SOL, where the wallet's index has no other prices; `null`: unknown. */
function gainOf({ record }: Meant): number | null {
  if (record.baseMint !== wrappedSolMint) return null;
  const gross = record.grossGains.get(wrappedSolMint) ?? 0;
  const others = [...record.grossGains].filter(([mint, amount]) => {
    return mint !== wrappedSolMint && amount < 0;
  });
  if (others.length > 0 || (record.botFee && record.botFee.mint !== wrappedSolMint)) return null;
  const costs = record.feeLamports + (record.tip?.lamports ?? 0) + (record.botFee?.amount ?? 0);
  return (gross - costs) / 1e9;
}

/** Who took what a failed attempt wanted; a text that names what it wanted if nobody did. */
function winnerOf(attempt: Meant): Meant | string {
  const route = legsOf(attempt.record);
  const near = around(attempt);
  const trigger = near.findLast(
    (one) =>
      isBefore(one, attempt) &&
      one.record.wallet !== attempt.record.wallet &&
      one.record.error === null &&
      one.record.legs.some((leg) => route.some((mine) => isAgainst(leg, mine))),
  );
  const takers = near.filter(
    (one) =>
      one.record.kind === 'arbitrage' &&
      (trigger === undefined || isBefore(trigger, one)) &&
      one.record.legs.some((leg) => route.some((mine) => isSame(leg, mine))),
  );
  const ahead = takers.filter((one) => isBefore(one, attempt));
  const behind = takers.filter((one) => isBefore(attempt, one));
  const inOrder = [...(trigger === undefined ? ahead.reverse() : ahead), ...behind];
  const found = inOrder.find((one) => {
    const { rivals, ownCopies, laterTakers, earlierTakers } = truthOf(one, near);
    const all = [...rivals, ...ownCopies, ...laterTakers, ...earlierTakers];
    return all.includes(attempt.record.signature);
  });
  if (found !== undefined) return found;
  const pool = route.findLast((mine) => trigger?.record.legs.some((leg) => isAgainst(leg, mine)));
  return trigger === undefined
    ? attempt.record.signature
    : `${trigger.record.signature} ${pool?.pool}`;
}

describe('In the Sandbox, the competition of a wallet', () => {
  let store: DuckDbStore;
  let service: ArbscopeService;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
    const nowMilliseconds = (start + seconds) * 1_000;
    const { slotReader } = new SimulatedSource({ seed, nowMilliseconds });
    // Without an index, it finds transactions of the last minutes alone.
    slotReader.slotOf = async (signature) => slotOf.get(signature) ?? null;
    service = serviceOf(store, { slotReader });
  });
  after(() => store.close());

  // Programs of bots show more than their swaps; those of Jupiter show nothing else.
  const users = market.wallets.searchers.filter(({ executor }) => executor.kind === 'jupiter');
  const window = { from: start + 10, to: start + seconds - 10 };

  it('is what the generator meant', async () => {
    const seen = { won: 0, lost: 0, nobody: 0 };
    for (const { address: wallet } of users) {
      const found = await service.walletCompetition({ wallet, ...window, limit: 500 });
      const attempts = own(wallet, window.from, window.to);
      const gained = attempts.filter(({ record }) => record.kind === 'arbitrage');
      const tried = attempts.filter(
        (one) => !gained.includes(one) && legsOf(one.record).length > 0,
      );
      const takers = new Map(
        tried.map((one) => {
          const taker = winnerOf(one);
          return [typeof taker === 'string' ? taker : taker.record.signature, taker];
        }),
      );
      const others = [...takers.values()].flatMap((taker) =>
        typeof taker === 'string' || taker.record.wallet === wallet ? [] : [taker],
      );
      const nobody = [...takers.values()].filter((taker) => typeof taker === 'string');
      assert.equal(found.attempts - found.attempts_unclear, gained.length + tried.length, wallet);
      assert.equal(found.won.count + found.uncontested.count, gained.length, wallet);
      assert.equal(found.lost.count, others.length, wallet);
      assert.equal(found.taken_by_nobody, nobody.length, wallet);
      const gains = gained.map(gainOf).filter((gain) => gain !== null);
      near(found.won.gain_sol + found.uncontested.gain_sol, sumOf(gains), 'gain won');
      const lostGains = others.map(gainOf).filter((gain) => gain !== null);
      near(found.lost.gain_sol, sumOf(lostGains), 'gain lost');
      assert.equal(found.lost.unknown_gains, others.length - lostGains.length);
      seen.won += gained.length;
      seen.lost += others.length;
      seen.nobody += nobody.length;
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 2, `${count} ${what}`);
  });

  it('is what the competitions for its attempts add up to, in windows at random', async () => {
    const random = new Random(7, 'windows');
    let attempts = 0;
    for (let round = 0; round < 8; round++) {
      const { address: wallet } = market.wallets.pickSearcher(random);
      const from = start + 10 + random.below(500);
      const to = from + 300 + random.below(900);
      const limit = random.pick([5, 40, 500]);
      const found = await service.walletCompetition({ wallet, from, to, limit });
      const asked = { wallet, from, to, limit };
      const expected = bruteForceWallet(wallet, await eachCompetition(service, asked));
      assert.deepEqual(rounded({ ...found, ...expected }), rounded(found));
      attempts += found.attempts;
    }
    assert.ok(attempts > 50, `${attempts}`);
  });
});

/** Sums of doubles depend on their order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => {
      if (typeof one === 'bigint') return String(one);
      return typeof one === 'number' ? Number(one.toFixed(9)) + 0 : one;
    }),
  );

interface Asked {
  readonly wallet: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The competition for each attempt, newest first. */
async function eachCompetition(
  service: ArbscopeService,
  { wallet, from, to, limit }: Asked,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { record, slot } of own(wallet, from, to).reverse()) {
    if (tried.length === limit) break;
    const paid = record.feeLamports + (record.error === null ? (record.tip?.lamports ?? 0) : 0);
    try {
      const found = await service.competition({ signature: record.signature });
      tried.push({ found, timeSeconds: secondAtSlot(slot), paidSol: paid / 1e9 });
    } catch (error) {
      if (!MarketError.is(error, 'not-found')) throw error;
    }
  }
  return tried;
}
