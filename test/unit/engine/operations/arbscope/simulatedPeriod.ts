import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import type { WalletCompetition } from '../../../../../src/api/arbscope/walletCompetition.ts';
import { SimulatedMarket } from '../../../../../src/engine/sandbox/simulatedMarket.ts';
import { SimulatedSource } from '../../../../../src/engine/sandbox/simulatedSource.ts';
import type { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
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
import { serviceOf } from './market.ts';

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** What the generator meant in a period of the Sandbox, and the operations over its blocks. */
export class SimulatedPeriod {
  readonly market: SimulatedMarket;
  readonly #start: number;
  readonly #meant: readonly (readonly Meant[])[];
  readonly #slotOf: ReadonlyMap<string, number>;

  constructor(seed: number, start: number, seconds: number) {
    this.market = new SimulatedMarket(seed);
    this.#start = start;
    this.#meant = Array.from({ length: seconds }, (_, at): Meant[] => {
      const { slot, expectedRecords } = this.market.block(start + at, start + at);
      return expectedRecords.map((record, position) => ({ slot, position, record }));
    });
    const all = this.#meant.flat();
    this.#slotOf = new Map(all.map(({ record, slot }) => [record.signature, slot]));
  }

  /** Without an index, the Sandbox finds single transactions of its last minutes alone. */
  service(store: DuckDbStore): ArbscopeService {
    const { seed } = this.market;
    const nowMilliseconds = (this.#start + this.#meant.length) * 1_000;
    const { slotReader } = new SimulatedSource({ seed, nowMilliseconds });
    slotReader.slotOf = async (signature) => this.#slotOf.get(signature) ?? null;
    return serviceOf(store, { slotReader, source: { now: () => nowMilliseconds } });
  }

  /** Everything but ordinary swaps. */
  own(wallet: string, { from, to }: Window): Meant[] {
    const seconds = this.#meant.slice(from - this.#start, to - this.#start + 1);
    return seconds
      .flat()
      .filter(({ record }) => record.wallet === wallet && record.kind !== 'swap');
  }

  /** Only of a wallet whose program shows nothing but its swaps. */
  truthOf(wallet: string, window: Window) {
    const attempts = this.own(wallet, window);
    const gained = attempts.filter(({ record }) => record.kind === 'arbitrage');
    const tried = attempts.filter((one) => !gained.includes(one) && legsOf(one.record).length > 0);
    const takers = new Map(
      tried.map((one) => {
        const taker = this.#takerOf(one);
        return [typeof taker === 'string' ? taker : taker.record.signature, taker];
      }),
    );
    const others = [...takers.values()].flatMap((taker) =>
      typeof taker === 'string' || taker.record.wallet === wallet ? [] : [taker],
    );
    return {
      clear: gained.length + tried.length,
      won: gained.length,
      lost: others.length,
      nobody: [...takers.values()].filter((taker) => typeof taker === 'string').length,
      gainWon: gainsOf(gained),
      gainLost: gainsOf(others),
    };
  }

  /** Who took what a failed attempt wanted; a text that names what it wanted if nobody did. */
  #takerOf(attempt: Meant): Meant | string {
    const route = legsOf(attempt.record);
    const at = this.#meant.findIndex((block) => block.some(({ slot }) => slot === attempt.slot));
    const near = this.#meant.slice(Math.max(0, at - slots.before), at + slots.after + 1).flat();
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
      const { rivals, ownCopies, laterTakers, earlierTakers } = truthOf(one, near).lists;
      const all = [...rivals, ...ownCopies, ...laterTakers, ...earlierTakers];
      return all.includes(attempt.record.signature);
    });
    if (found !== undefined) return found;
    if (trigger === undefined) return attempt.record.signature;
    const pool = route.findLast((mine) => trigger.record.legs.some((leg) => isAgainst(leg, mine)));
    return `${trigger.record.signature} ${pool?.pool}`;
  }
}

/** The same figures from a response. */
export const shownBy = (found: WalletCompetition): ReturnType<SimulatedPeriod['truthOf']> => ({
  clear: found.attempts - found.attempts_unclear,
  won: found.won.count + found.uncontested.count,
  lost: found.lost.count,
  nobody: found.taken_by_nobody,
  gainWon: {
    sol: rounded(found.won.gain_sol + found.uncontested.gain_sol),
    unknown: found.won.unknown_gains + found.uncontested.unknown_gains,
  },
  gainLost: { sol: rounded(found.lost.gain_sol), unknown: found.lost.unknown_gains },
});

/** Sums of doubles depend on their order. */
export const rounded = (sol: number): number => Math.round(sol * 1e9) / 1e9 + 0;

function gainsOf(winners: readonly Meant[]): { readonly sol: number; readonly unknown: number } {
  const gains = winners.map(gainOf).filter((gain) => gain !== null);
  const sol = gains.reduce((sum, gain) => sum + gain, 0);
  return { sol: rounded(sol), unknown: winners.length - gains.length };
}

/** In SOL, where nothing else has a price; `null`: unknown. */
function gainOf({ record }: Meant): number | null {
  const { baseMint, grossGains, botFee, tip, feeLamports } = record;
  const hasLosses = [...grossGains].some(([mint, amount]) => mint !== baseMint && amount < 0);
  if (baseMint !== wrappedSolMint || hasLosses) return null;
  if (botFee !== null && botFee.mint !== baseMint) return null;
  const costs = feeLamports + (tip?.lamports ?? 0) + (botFee?.amount ?? 0);
  return ((grossGains.get(baseMint) ?? 0) - costs) / 1e9;
}
