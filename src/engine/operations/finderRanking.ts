import { quickselect } from 'd3-array';
import { throwIfCancelled } from '../../api/cancellation.ts';
import type { AmmRollup, PoolRollup, TokenRanking } from '../../api/finder.ts';
import { maxFinderPoolsPerAmm } from '../../api/limits.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import { usdValue } from '../prices/priceTracker.ts';
import { maxAccountsPerRequest } from '../rpc/rpcMethods.ts';
import type { CreditSums } from '../store/reads/creditSums.ts';
import { isNoName, type NameId } from '../store/reads/nameId.ts';
import type { FinderRequest } from './finderParameters.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';

interface Totals {
  revenues: number;
  profits: number;
  transactions: number;
  volume: number;
}

interface TokenTotals extends Totals {
  readonly mint: string;
  readonly firstRow: number;
  lastRow: number;
}

const emptyTotals = (): Totals => ({ revenues: 0, profits: 0, transactions: 0, volume: 0 });

/** The supplies of a batch need one request to a node. */
const tokensPerRead = maxAccountsPerRequest;
/** Timeout for a node's supplies, milliseconds; later ones are available to the next ranking. */
const supplyPatience = 2_000;

export interface RankedTokens {
  readonly tokens: TokenRanking[];
  readonly unknownMarketCaps: number;
  readonly unknownLiquidities: number;
}

/** By gross revenues. An unknown market cap passes its bounds. */
export async function rankTokens(
  context: OperationContext,
  request: FinderRequest,
  { signal }: MarketCallOptions,
): Promise<RankedTokens> {
  const { store } = context;
  const sums = await store.creditSums(
    {
      window: windowUntilNow(context, request.tokensTimeRange),
      baseMints: request.tokensMint,
      wallets: request.wallets,
    },
    { signal },
  );
  const tokens = new Map<NameId, TokenTotals>();
  // Linked rows by token (index of the next row, 0 at the end): of tens of thousands of rows, most
  // belong to tokens that are not returned, so lists per token would be wasteful.
  const nextRows = new Uint32Array(sums.rowCount);
  for (let row = 0; row < sums.rowCount; row++) {
    const { token } = sums.stopOf(row);
    let totals = tokens.get(token);
    if (totals === undefined) {
      totals = { mint: sums.nameOf(token), firstRow: row, lastRow: row, ...emptyTotals() };
      tokens.set(token, totals);
    } else {
      nextRows[totals.lastRow] = row;
      totals.lastRow = row;
    }
    if (sums.isFirstOfToken(row)) addRow(totals, sums, row);
  }
  const passes = await tokenFilter(context, request, signal);
  const passing = [...tokens.values()].filter(passes);
  const rankings: TokenRanking[] = [];
  let unknownMarketCaps = 0;
  let unknownLiquidities = 0;
  const marketCapsOf = createMarketCapReader(context, signal);
  for (const batch of fallingRevenues(passing)) {
    const marketCaps = await marketCapsOf(batch.map(({ mint }) => mint));
    for (const totals of batch) {
      if (rankings.length === request.tokensMax) break;
      const { mint } = totals;
      const marketCap = marketCaps.get(mint) ?? null;
      const { tokensMinMarketCap, tokensMaxMarketCap } = request;
      if (marketCap !== null && !isWithin(marketCap, tokensMinMarketCap, tokensMaxMarketCap)) {
        continue;
      }
      const amms = rollUpAmms(context, request, sums, rowsFrom(totals.firstRow, nextRows));
      if (amms.length === 0 && (request.tokensMinPool ?? 0) > 0) continue;
      const liquidity = store.pools.liquidityUsd(mint, store.prices);
      if (marketCap === null) unknownMarketCaps += 1;
      if (liquidity === null) unknownLiquidities += 1;
      rankings.push({
        mint,
        profits: totals.profits,
        revenues: totals.revenues,
        transactions: totals.transactions,
        volume: totals.volume,
        marketCap: marketCap ?? 0,
        liquidity: liquidity ?? 0,
        AMMs: amms,
      });
    }
    if (rankings.length === request.tokensMax) break;
  }
  return { tokens: rankings, unknownMarketCaps, unknownLiquidities };
}

function rowsFrom(firstRow: number, nextRows: Uint32Array): number[] {
  const rows = [firstRow];
  for (let row = nextRows[firstRow] ?? 0; row !== 0; row = nextRows[row] ?? 0) rows.push(row);
  return rows;
}

function addRow(totals: Totals, sums: CreditSums, row: number): void {
  totals.revenues += sums.revenuesUsd[row] ?? 0;
  totals.profits += sums.profitsUsd[row] ?? 0;
  totals.transactions += sums.transactions[row] ?? 0;
  totals.volume += sums.volumeUsd[row] ?? 0;
}

/**
 * Descending; ties by address, so that every store returns the same order. Compares instead of
 * subtracting because V8 would allocate each difference on the heap.
 */
const byRevenues =
  <Item extends { readonly revenues: number }>(addressOf: (item: Item) => string) =>
  (first: Item, second: Item): number => {
    if (first.revenues > second.revenues) return -1;
    if (first.revenues < second.revenues) return 1;
    return addressOf(first) < addressOf(second) ? -1 : 1;
  };

/** In batches. Sorts only as many as the caller consumes. */
function* fallingRevenues(
  tokens: readonly TokenTotals[],
): Generator<readonly TokenTotals[], undefined> {
  const inOrder = byRevenues(({ mint }: TokenTotals) => mint);
  let left = tokens;
  for (let size = tokensPerRead; left.length > size; size *= 4) {
    const figures = new Float64Array(left.length);
    for (const [at, { revenues }] of left.entries()) figures[at] = revenues;
    const place = left.length - size;
    const least = quickselect(figures, place)[place] ?? 0;
    yield* batchesOf(left.filter(({ revenues }) => revenues >= least).sort(inOrder));
    left = left.filter(({ revenues }) => revenues < least);
  }
  yield* batchesOf(left.toSorted(inOrder));
}

function* batchesOf(tokens: readonly TokenTotals[]): Generator<readonly TokenTotals[], undefined> {
  for (let from = 0; from < tokens.length; from += tokensPerRead) {
    yield tokens.slice(from, from + tokensPerRead);
  }
}

/** USD; mints without a known supply or price are missing. */
function createMarketCapReader(
  { store, tokens, accountReader }: OperationContext,
  signal: AbortSignal | undefined,
): (mints: readonly string[]) => Promise<ReadonlyMap<string, number>> {
  const patience = AbortSignal.timeout(supplyPatience);
  const ending = signal === undefined ? patience : AbortSignal.any([signal, patience]);
  return async (mints) => {
    const unread = mints.filter((mint) => !tokens.has(mint) && store.prices.priceOf(mint) !== null);
    const isRead = accountReader !== undefined && unread.length > 0 && !patience.aborted;
    const supplies = isRead ? await accountReader.getSupplies(unread, ending) : null;
    throwIfCancelled(signal);
    const marketCaps = new Map<string, number>();
    for (const mint of mints) {
      const supply = tokens.get(mint)?.supply ?? supplies?.get(mint);
      const marketCap = supply === undefined ? null : usdValue(store.prices, mint, supply);
      if (marketCap !== null) marketCaps.set(mint, marketCap);
    }
    return marketCaps;
  };
}

const isWithin = (value: number, least: number | undefined, most: number | undefined): boolean =>
  (least === undefined || value >= least) && (most === undefined || value <= most);

/** All bounds except market cap. `VolumeTrade` is all traded volume, others arbitrage inputs. */
async function tokenFilter(
  context: OperationContext,
  request: FinderRequest,
  signal: AbortSignal | undefined,
): Promise<(totals: TokenTotals) => boolean> {
  const { store } = context;
  const excluded = new Set(request.tokensExclude);
  const isTradeAsked =
    request.tokensMinVolumeTrade !== undefined || request.tokensMaxVolumeTrade !== undefined;
  const window = windowUntilNow(context, request.tokensTimeRange);
  const traded = isTradeAsked ? await store.tradedVolumesUsd(window, { signal }) : null;
  const needsPools =
    request.tokensMinLiquidity !== undefined || request.tokensMaxLiquidity !== undefined;
  const isLiquid = (mint: string) => {
    const liquidity = store.pools.liquidityUsd(mint, store.prices);
    const { tokensMinLiquidity, tokensMaxLiquidity } = request;
    return liquidity === null || isWithin(liquidity, tokensMinLiquidity, tokensMaxLiquidity);
  };
  return (totals) => {
    const { mint } = totals;
    return (
      !excluded.has(mint) &&
      isWithin(totals.transactions, request.tokensMinTransactions, request.tokensMaxTransactions) &&
      isWithin(totals.revenues, request.tokensMinRevenues, request.tokensMaxRevenues) &&
      isWithin(totals.profits, request.tokensMinProfits, request.tokensMaxProfits) &&
      isWithin(totals.volume, request.tokensMinVolume, request.tokensMaxVolume) &&
      isWithin(totals.volume, request.tokensMinVolumeArbitrage, request.tokensMaxVolumeArbitrage) &&
      (traded === null ||
        isWithin(
          traded.get(mint) ?? 0,
          request.tokensMinVolumeTrade,
          request.tokensMaxVolumeTrade,
        )) &&
      (!needsPools || isLiquid(mint))
    );
  };
}

function rollUpAmms(
  { store }: OperationContext,
  request: FinderRequest,
  sums: CreditSums,
  rows: readonly number[],
): AmmRollup[] {
  const amms = new Map<NameId, Totals & { pools: Map<NameId, Totals> }>();
  for (const row of rows) {
    const { amm, pool } = sums.stopOf(row);
    let totals = amms.get(amm);
    if (totals === undefined) {
      totals = { ...emptyTotals(), pools: new Map() };
      amms.set(amm, totals);
    }
    if (sums.isFirstOfAmm(row)) addRow(totals, sums, row);
    // A leg with an unknown pool counts only for its AMM.
    if (isNoName(pool)) continue;
    let ofPool = totals.pools.get(pool);
    if (ofPool === undefined) {
      ofPool = emptyTotals();
      totals.pools.set(pool, ofPool);
    }
    addRow(ofPool, sums, row);
  }
  const inOrder = byRevenues(({ address }: AmmRollup | PoolRollup) => address);
  return [...amms]
    .filter(([, { pools }]) => pools.size >= (request.tokensMinPool ?? 0))
    .map(([amm, totals]): AmmRollup => {
      const address = sums.nameOf(amm);
      const pools = [...totals.pools].map(
        ([pool, { revenues, profits, transactions }]): PoolRollup => {
          const poolAddress = sums.nameOf(pool);
          return {
            address: poolAddress,
            profits,
            revenues,
            transactions,
            lookupTable: store.pools.find(poolAddress)?.lookupTable ?? '',
          };
        },
      );
      const cap = request.poolCaps.get(address) ?? maxFinderPoolsPerAmm;
      return {
        address,
        profits: totals.profits,
        revenues: totals.revenues,
        transactions: totals.transactions,
        pools: pools.sort(inOrder).slice(0, cap),
      };
    })
    .sort(inOrder);
}
