import type { Competition } from '../../api/arbscope/competition.ts';
import { certainAttempts, placeOf } from '../../api/arbscope/competitionOrder.ts';
import type { FinderResult, TokenRanking } from '../../api/finder.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { MintInfo, TransactionDetail } from '../../api/transaction.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { type Disposable, Listeners } from '../base/disposable.ts';

export interface RecentPool {
  readonly kind: 'pool';
  readonly amm: string;
  /** The token under which the Finder lists the pool. */
  readonly mint: string;
  readonly lookupTable: string;
  /** Gains attributed to the pool in the ranking's window, in USD. */
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

export interface RecentToken {
  readonly kind: 'token';
  readonly figures: TokenRanking;
  /** Rank from 1, and the number of ranked tokens. */
  readonly rank: number;
  readonly ranked: number;
}

export type RecentEntry =
  | RecentPool
  | RecentToken
  /** `pools`: those seen in transactions that load the table. */
  | { readonly kind: 'lookup-table'; readonly pools: readonly string[] }
  | { readonly kind: 'amm' };

export interface RecentMint {
  readonly symbol: string;
  readonly decimals: number;
  readonly priceUsd: number | null;
  /** ISO 8601 UTC; empty if there is no price. */
  readonly pricedAt: string;
}

export interface RecentPrice {
  readonly usd: number;
  readonly atMilliseconds: number | null;
}

/** Mints and places kept from responses; a window shows a few hundred at most. */
const maxEntries = 2_000;

/**
 * Responses that views have shown, for hovers and look-ups without a request. A view that shows a
 * response adds it. Keeps one Finder response.
 */
export class RecentResponses {
  #entries: ReadonlyMap<string, RecentEntry> = new Map();
  readonly #mints = new Map<string, RecentMint>();
  #walletNames: ReadonlyMap<string, string> = new Map();
  #walletTransactions: readonly WalletTransaction[] = [];
  readonly #competitionPlaces = new Map<string, string>();
  #solPrice: RecentPrice | null = null;
  readonly #changes = new Listeners<void>();
  /** Window, displayed source, and time of the Finder's newest response. */
  windowSeconds = 0;
  source = '';
  answeredAtMilliseconds = 0;

  /** Of the connection's newest swaps; null if it reports none. */
  setSolPrice(price: RecentPrice | null): void {
    this.#solPrice = price;
  }

  /** Called after a new Finder response, and when the tracked wallets or the connection change. */
  onChange(listener: () => void): Disposable {
    return this.#changes.add(listener);
  }

  entry(address: string): RecentEntry | null {
    return this.#entries.get(address) ?? null;
  }

  mint(address: string): RecentMint | null {
    return this.#mints.get(address) ?? null;
  }

  /** The engine's price of SOL; otherwise the latest in responses about a mint, or null. */
  price(address: string): RecentPrice | null {
    if (address === wrappedSolMint && this.#solPrice !== null) return this.#solPrice;
    const { priceUsd = null, pricedAt = '' } = this.mint(address) ?? {};
    if (priceUsd === null || !Number.isFinite(priceUsd)) return null;
    const at = Date.parse(pricedAt);
    return { usd: priceUsd, atMilliseconds: Number.isFinite(at) ? at : null };
  }

  /** Empty without a name; null for an address that is not tracked. */
  walletName(address: string): string | null {
    return this.#walletNames.get(address) ?? null;
  }

  walletNames(): ReadonlyMap<string, string> {
    return this.#walletNames;
  }

  /** The wallets survive a change of the connection. */
  setWallets(wallets: Iterable<{ readonly address: string; readonly name: string }>): void {
    this.#walletNames = new Map(Array.from(wallets, ({ address, name }) => [address, name]));
    this.#changes.fire();
  }

  entries(): ReadonlyMap<string, RecentEntry> {
    return this.#entries;
  }

  mints(): ReadonlyMap<string, RecentMint> {
    return this.#mints;
  }

  clear(): void {
    this.#entries = new Map();
    this.#mints.clear();
    this.#solPrice = null;
    this.#competitionPlaces.clear();
    this.#walletTransactions = [];
    this.#changes.fire();
  }

  /** The last transactions of wallets; replaces earlier ones of the same wallets. */
  addWalletTransactions(
    wallets: readonly string[],
    transactions: readonly WalletTransaction[],
  ): void {
    const others = this.#walletTransactions.filter(({ wallet }) => !wallets.includes(wallet));
    this.#walletTransactions = [...transactions, ...others];
  }

  /** Newest first. */
  walletTransactions(wallets: readonly string[]): readonly WalletTransaction[] {
    return this.#walletTransactions
      .filter(({ wallet }) => wallets.includes(wallet))
      .sort((first, second) => second.block_number - first.block_number);
  }

  addFinderResult({ tokens }: FinderResult, windowSeconds: number, source: string): void {
    const seen = new Map<string, RecentEntry>();
    const tables = new Map<string, string[]>();
    for (const [index, token] of tokens.entries()) {
      for (const amm of token.AMMs) {
        seen.set(amm.address, { kind: 'amm' });
        for (const pool of amm.pools) {
          const { address, lookupTable } = pool;
          // A pool of two ranked tokens is listed under both; the higher-ranked one comes first.
          if (!seen.has(address)) {
            seen.set(address, { ...pool, kind: 'pool', amm: amm.address, mint: token.mint });
          }
          if (lookupTable === '') continue;
          const pools = tables.get(lookupTable) ?? [];
          if (!pools.includes(address)) pools.push(address);
          tables.set(lookupTable, pools);
        }
      }
      seen.set(token.mint, {
        kind: 'token',
        figures: token,
        rank: index + 1,
        ranked: tokens.length,
      });
    }
    for (const [address, pools] of tables) {
      if (!seen.has(address)) seen.set(address, { kind: 'lookup-table', pools });
    }
    this.#entries = seen;
    this.windowSeconds = windowSeconds;
    this.source = source;
    this.answeredAtMilliseconds = Date.now();
    this.#changes.fire();
  }

  /** `2nd of 7` in the competition for an arbitrage; null if none of this session has it. */
  competitionPlace(signature: string): string | null {
    return this.#competitionPlaces.get(signature) ?? null;
  }

  addCompetition(competition: Pick<Competition, 'attempts'>): void {
    const attempts = certainAttempts(competition.attempts);
    for (const [at, { signature }] of attempts.entries()) {
      setLimited(this.#competitionPlaces, signature, placeOf(at + 1, attempts.length));
    }
  }

  addTransaction(detail: TransactionDetail): void {
    for (const step of detail.route_map_details) {
      this.#addMint(step.input_mint, step.input_mint_info);
      this.#addMint(step.output_mint, step.output_mint_info);
    }
    for (const gain of detail.gains_details) this.#addMint(gain.mint, gain);
  }

  addTokenInfo(mint: string, info: TokenInfo): void {
    const { symbol, decimals, price = null, price_timestamp: pricedAt = null } = info;
    const known = this.#mints.get(mint);
    const isNewer = price !== null && (pricedAt ?? '') >= (known?.pricedAt ?? '');
    this.#setMint(mint, {
      symbol,
      decimals,
      priceUsd: isNewer ? price : (known?.priceUsd ?? null),
      pricedAt: isNewer ? (pricedAt ?? '') : (known?.pricedAt ?? ''),
    });
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
    setLimited(this.#mints, mint, seen);
  }
}

function setLimited<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  // Re-insert, so that the oldest entries are evicted first.
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= maxEntries) return;
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
