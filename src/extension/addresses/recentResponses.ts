import type { FinderResult, TokenRanking } from '../../api/finder.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { MintInfo, TransactionDetail } from '../../api/transaction.ts';
import type { CompletedCall } from '../backend/channelMarketService.ts';
import { type Disposable, Listeners } from '../disposable.ts';

/** Gains that an AMM or a pool was credited with in the ranking's window. */
export interface GainFigures {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

export interface RecentPool extends GainFigures {
  readonly kind: 'pool';
  readonly address: string;
  readonly amm: string;
  /** The token that the finder ranks it under. */
  readonly mint: string;
  readonly lookupTable: string;
}

export interface RecentToken {
  readonly kind: 'token';
  readonly figures: TokenRanking;
  /** Place in the ranking, from 1. */
  readonly rank: number;
}

export interface RecentLookupTable {
  readonly kind: 'lookup-table';
  readonly address: string;
  /** Pools that were seen to be loaded through it. */
  readonly pools: readonly string[];
}

export interface RecentAmm {
  readonly kind: 'amm';
  readonly address: string;
}

export type RecentEntry = RecentPool | RecentToken | RecentLookupTable | RecentAmm;

export interface RecentMint {
  readonly symbol: string;
  readonly decimals: number;
  readonly priceUsd: number | null;
  /** ISO 8601 UTC; empty where there is no price. */
  readonly pricedAt: string;
}

const defaultWindowSeconds = 3_600;
/** Mints of transactions that are kept; a window shows a few hundred at most. */
const maxMints = 2_000;

/**
 * What the last answers told of addresses, whoever asked: the first place to look, for it costs
 * nothing. Of the finder, only the newest answer counts.
 */
export class RecentResponses {
  #entries: ReadonlyMap<string, RecentEntry> = new Map();
  readonly #mints = new Map<string, RecentMint>();
  #walletNames: ReadonlyMap<string, string> = new Map();
  readonly #changes = new Listeners<void>();
  /** Of the finder's newest response: its window, who gave it, in words, and when. */
  windowSeconds = 0;
  source = '';
  answeredAtMilliseconds = 0;

  /** The finder answered anew, or another market is behind the windows. */
  onChange(listener: () => void): Disposable {
    return this.#changes.add(listener);
  }

  entry(address: string): RecentEntry | null {
    return this.#entries.get(address) ?? null;
  }

  mint(address: string): RecentMint | null {
    return this.#mints.get(address) ?? null;
  }

  /** What the last transactions told of a mint's price; null: nothing. */
  price(address: string): { readonly usd: number; readonly atMilliseconds: number | null } | null {
    const { priceUsd = null, pricedAt = '' } = this.mint(address) ?? {};
    if (priceUsd === null || !Number.isFinite(priceUsd)) return null;
    const at = Date.parse(pricedAt);
    return { usd: priceUsd, atMilliseconds: Number.isFinite(at) ? at : null };
  }

  /** The name of a tracked wallet, empty where it has none; `null` for any other address. */
  walletName(address: string): string | null {
    return this.#walletNames.get(address) ?? null;
  }

  walletNames(): ReadonlyMap<string, string> {
    return this.#walletNames;
  }

  /** From now on these are the tracked wallets; they stay when another market is chosen. */
  setWallets(wallets: Iterable<{ readonly address: string; readonly name: string }>): void {
    this.#walletNames = new Map(Array.from(wallets, ({ address, name }) => [address, name]));
    this.#changes.fire();
  }

  /** Everything of the finder's newest answer. */
  entries(): ReadonlyMap<string, RecentEntry> {
    return this.#entries;
  }

  mints(): ReadonlyMap<string, RecentMint> {
    return this.#mints;
  }

  /** Another market is behind the windows from now on. */
  clear(): void {
    this.#entries = new Map();
    this.#mints.clear();
    this.#changes.fire();
  }

  /** Learns from an answer of the service, as `source` gave it. */
  addCall({ operation, parameters, result }: CompletedCall, source: string): void {
    if (operation === 'finder') {
      this.addFinderResult(result, parameters.tokensTimeRange ?? defaultWindowSeconds, source);
    } else if (operation === 'transaction') {
      this.addTransaction(result);
    } else if (operation === 'tokenInfo') {
      this.addTokenInfo(parameters.token, result);
    }
  }

  addFinderResult({ tokens }: FinderResult, windowSeconds: number, source: string): void {
    const seen = new Map<string, RecentEntry>();
    const tables = new Map<string, string[]>();
    for (const [index, token] of tokens.entries()) {
      for (const amm of token.AMMs) {
        seen.set(amm.address, { kind: 'amm', address: amm.address });
        for (const pool of amm.pools) {
          const { address, lookupTable } = pool;
          // A pool of two ranked tokens stands under both; the better ranked one comes first.
          if (!seen.has(address)) {
            seen.set(address, { ...pool, kind: 'pool', amm: amm.address, mint: token.mint });
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
    this.#entries = seen;
    this.windowSeconds = windowSeconds;
    this.source = source;
    this.answeredAtMilliseconds = Date.now();
    this.#changes.fire();
  }

  addTransaction(detail: TransactionDetail): void {
    for (const step of detail.route_map_details) {
      this.#addMint(step.input_mint, step.input_mint_info);
      this.#addMint(step.output_mint, step.output_mint_info);
    }
    for (const gain of detail.gains_details) this.#addMint(gain.mint, gain);
  }

  addTokenInfo(mint: string, { symbol, decimals }: TokenInfo): void {
    const { priceUsd = null, pricedAt = '' } = this.#mints.get(mint) ?? {};
    this.#setMint(mint, { symbol, decimals, priceUsd, pricedAt });
  }

  #addMint(mint: string, { symbol, digits, price, price_timestamp }: MintInfo): void {
    const known = this.#mints.get(mint);
    const pricedAt = price_timestamp ?? '';
    if (known !== undefined && known.pricedAt > pricedAt) return;
    this.#setMint(mint, {
      symbol: symbol || (known?.symbol ?? ''),
      decimals: digits,
      priceUsd: price,
      pricedAt,
    });
  }

  #setMint(mint: string, seen: RecentMint): void {
    // The oldest go first.
    this.#mints.delete(mint);
    this.#mints.set(mint, seen);
    if (this.#mints.size <= maxMints) return;
    const [oldest] = this.#mints.keys();
    if (oldest !== undefined) this.#mints.delete(oldest);
  }
}
