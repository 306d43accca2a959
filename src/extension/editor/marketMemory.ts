import type { FinderResult, TokenRanking } from '../../interface/finder.ts';
import type { TokenInfo } from '../../interface/tokenInfo.ts';
import type { MintInfo, TransactionDetail } from '../../interface/transaction.ts';
import type { WindowService } from '../connection/channelService.ts';
import { type Disposable, Listeners } from '../disposable.ts';

/** Gains that an AMM or a pool was credited with in the ranking's window. */
export interface GainFigures {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

export interface SeenPool extends GainFigures {
  readonly kind: 'pool';
  readonly address: string;
  readonly amm: string;
  /** The token that the finder ranks it under. */
  readonly mint: string;
  readonly lookupTable: string;
}

export interface SeenToken {
  readonly kind: 'token';
  readonly figures: TokenRanking;
  /** Place in the ranking, from 1. */
  readonly rank: number;
}

export interface SeenTable {
  readonly kind: 'lookup-table';
  readonly address: string;
  /** Pools that were seen to be loaded through it. */
  readonly pools: readonly string[];
}

export interface SeenAmm {
  readonly kind: 'amm';
  readonly address: string;
}

export type Seen = SeenPool | SeenToken | SeenTable | SeenAmm;

/** A mint's name and price, as an answer told them. */
export interface SeenMint {
  readonly symbol: string;
  readonly decimals: number;
  readonly priceUsd: number | null;
  /** ISO 8601 UTC; empty where there is no price. */
  readonly pricedAt: string;
}

/** Mints of transactions that are kept; a window shows a few hundred at most. */
const mintsKept = 2_000;

/**
 * What the last answers told of addresses, whoever asked: the first place to look, for it costs
 * nothing. Of the finder, only the newest answer counts.
 */
export class MarketMemory {
  #seen: ReadonlyMap<string, Seen> = new Map();
  readonly #mints = new Map<string, SeenMint>();
  #wallets: ReadonlyMap<string, string> = new Map();
  readonly #changes = new Listeners<void>();
  #windowSeconds = 0;
  #source = '';
  #answeredAtMilliseconds = 0;

  get windowSeconds(): number {
    return this.#windowSeconds;
  }

  /** Who answered, in words. */
  get source(): string {
    return this.#source;
  }

  get answeredAtMilliseconds(): number {
    return this.#answeredAtMilliseconds;
  }

  /** The finder answered anew, or another market is behind the windows. */
  onChange(listener: () => void): Disposable {
    return this.#changes.add(listener);
  }

  seen(address: string): Seen | null {
    return this.#seen.get(address) ?? null;
  }

  mint(address: string): SeenMint | null {
    return this.#mints.get(address) ?? null;
  }

  /** The name of a tracked wallet, empty where it has none; `null` for any other address. */
  wallet(address: string): string | null {
    return this.#wallets.get(address) ?? null;
  }

  /** The tracked wallets with their names. */
  wallets(): ReadonlyMap<string, string> {
    return this.#wallets;
  }

  /** From now on these are the tracked wallets; they stay when another market is chosen. */
  rememberWallets(wallets: Iterable<{ readonly address: string; readonly name: string }>): void {
    this.#wallets = new Map(Array.from(wallets, ({ address, name }) => [address, name]));
    this.#changes.tell();
  }

  /** Everything of the finder's newest answer. */
  all(): ReadonlyMap<string, Seen> {
    return this.#seen;
  }

  mints(): ReadonlyMap<string, SeenMint> {
    return this.#mints;
  }

  /** Another market is behind the windows from now on. */
  clear(): void {
    this.#seen = new Map();
    this.#mints.clear();
    this.#changes.tell();
  }

  rememberFinder({ tokens }: FinderResult, windowSeconds: number, source: string): void {
    const seen = new Map<string, Seen>();
    const tables = new Map<string, string[]>();
    for (const [index, token] of tokens.entries()) {
      for (const amm of token.AMMs) {
        seen.set(amm.address, { kind: 'amm', address: amm.address });
        for (const pool of amm.pools) {
          const { address, revenues, profits, transactions, lookupTable } = pool;
          // A pool of two ranked tokens stands under both; the better ranked one comes first.
          if (!seen.has(address)) {
            seen.set(address, {
              kind: 'pool',
              address,
              amm: amm.address,
              mint: token.mint,
              revenues,
              profits,
              transactions,
              lookupTable,
            });
          }
          if (lookupTable === '') continue;
          const pools = tables.get(lookupTable) ?? [];
          if (!pools.includes(address)) pools.push(address);
          tables.set(lookupTable, pools);
        }
      }
      seen.set(token.mint, { kind: 'token', figures: token, rank: index + 1 });
    }
    for (const [address, pools] of tables) {
      if (!seen.has(address)) seen.set(address, { kind: 'lookup-table', address, pools });
    }
    this.#seen = seen;
    this.#windowSeconds = windowSeconds;
    this.#source = source;
    this.#answeredAtMilliseconds = Date.now();
    this.#changes.tell();
  }

  rememberTransaction(detail: TransactionDetail): void {
    for (const step of detail.route_map_details) {
      this.#rememberMint(step.input_mint, step.input_mint_info);
      this.#rememberMint(step.output_mint, step.output_mint_info);
    }
    for (const gain of detail.gains_details) this.#rememberMint(gain.mint, gain);
  }

  rememberToken(mint: string, { symbol, decimals }: TokenInfo): void {
    const { priceUsd = null, pricedAt = '' } = this.#mints.get(mint) ?? {};
    this.#keep(mint, { symbol, decimals, priceUsd, pricedAt });
  }

  #rememberMint(mint: string, { symbol, digits, price, price_timestamp }: MintInfo): void {
    const known = this.#mints.get(mint);
    const pricedAt = price_timestamp ?? '';
    if (known !== undefined && known.pricedAt > pricedAt) return;
    this.#keep(mint, {
      symbol: symbol || (known?.symbol ?? ''),
      decimals: digits,
      priceUsd: price,
      pricedAt,
    });
  }

  #keep(mint: string, seen: SeenMint): void {
    // The oldest go first.
    this.#mints.delete(mint);
    this.#mints.set(mint, seen);
    if (this.#mints.size <= mintsKept) return;
    const [oldest] = this.#mints.keys();
    if (oldest !== undefined) this.#mints.delete(oldest);
  }
}

const defaultWindowSeconds = 3_600;

/** The same service, from whose answers the memory learns. */
export function remembering(
  service: WindowService,
  memory: MarketMemory,
  source: () => string,
): WindowService {
  return {
    ...service,
    finder: async (parameters, options) => {
      const result = await service.finder(parameters, options);
      memory.rememberFinder(result, parameters.tokensTimeRange ?? defaultWindowSeconds, source());
      return result;
    },
    transaction: async (parameters, options) => {
      const detail = await service.transaction(parameters, options);
      memory.rememberTransaction(detail);
      return detail;
    },
    tokenInfo: async (parameters, options) => {
      const info = await service.tokenInfo(parameters, options);
      memory.rememberToken(parameters.token, info);
      return info;
    },
  };
}
