import type { AmmRollup, PoolRollup, TokenRanking } from '../../api/finder.ts';
import { maxFinderPoolsPerAmm } from '../../api/limits.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import { usdValue } from '../priceTracker.ts';
import { maxAccountsPerRequest } from '../sources/rpc/rpcMethods.ts';
import { throwIfCancelled } from '../store/duckdb/query.ts';
import { WhereClause } from '../store/duckdb/whereClause.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken } from '../store/rows.ts';
import type { FinderRequest } from './finderParameters.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';

interface Totals {
  revenues: number;
  profits: number;
  transactions: number;
  volume: number;
}

interface TokenTotals extends Totals {
  readonly token: number;
  readonly rows: number[];
}

/** Sums of the rows of one `place_credit`. */
interface Credit extends Totals {
  readonly routeStop: number;
  readonly flags: number;
}

const emptyTotals = (): Totals => ({ revenues: 0, profits: 0, transactions: 0, volume: 0 });

/** Tokens whose supplies are read together: those of one request to a node. */
const tokensPerRead = maxAccountsPerRequest;
/** Longest wait for a node's supplies, milliseconds; later ones are there for the next ranking. */
const supplyPatience = 2_000;

export interface RankedTokens {
  readonly tokens: TokenRanking[];
  /** Tokens among them whose market cap is not known. */
  readonly unknownMarketCaps: number;
}

/**
 * The tokens that pass every filter, by gross revenues, with their AMMs and pools. A market cap that
 * is not known passes its bounds: it may lie within them.
 */
export async function rankTokens(
  context: OperationContext,
  request: FinderRequest,
  { signal }: MarketCallOptions,
): Promise<RankedTokens> {
  const { store } = context;
  const conditions = new WhereClause(store.names)
    .within('time', windowUntilNow(context, request.tokensTimeRange))
    .isAnyOf('base', request.tokensMint)
    .isAnyOf('wallet', request.wallets);
  const [codes = [], revenues = [], profits = [], transactions = [], volumes = []] =
    await store.query(
      `SELECT place_credit, sum(revenues_usd)::DOUBLE, sum(profits_usd)::DOUBLE,
              count(*)::UINTEGER, sum(volume_usd)::DOUBLE
       FROM credits WHERE ${conditions.sql} GROUP BY place_credit`,
      conditions.values,
      { signal },
    );
  // There are tens of thousands of sums, and most belong to tokens that are not answered.
  const creditOf = (row: number): Credit => {
    const code = Number(codes[row]);
    return {
      routeStop: Math.floor(code / creditFlagFactor),
      flags: code % creditFlagFactor,
      revenues: Number(revenues[row]),
      profits: Number(profits[row]),
      transactions: Number(transactions[row]),
      volume: Number(volumes[row]),
    };
  };
  const tokens = new Map<number, TokenTotals>();
  for (let row = 0; row < codes.length; row++) {
    const code = Number(codes[row]);
    const { token } = store.routeStops.routeStopOf(Math.floor(code / creditFlagFactor));
    let totals = tokens.get(token);
    if (totals === undefined) {
      totals = { token, rows: [], ...emptyTotals() };
      tokens.set(token, totals);
    }
    totals.rows.push(row);
    if (((code % creditFlagFactor) & firstOfToken) !== 0) addTo(totals, creditOf(row));
  }
  const passes = await tokenFilter(context, request, signal);
  const ranked = [...tokens.values()].filter(passes);
  ranked.sort((first, second) => second.revenues - first.revenues || first.token - second.token);
  const rankings: TokenRanking[] = [];
  let unknownMarketCaps = 0;
  const marketCapsOf = createMarketCapReader(context, signal);
  for (let from = 0; from < ranked.length && rankings.length < request.tokensMax; ) {
    const batch = ranked.slice(from, from + tokensPerRead);
    from += batch.length;
    const marketCaps = await marketCapsOf(batch.map(({ token }) => store.names.nameOf(token)));
    for (const totals of batch) {
      if (rankings.length === request.tokensMax) break;
      const mint = store.names.nameOf(totals.token);
      const marketCap = marketCaps.get(mint) ?? null;
      const { tokensMinMarketCap, tokensMaxMarketCap } = request;
      if (marketCap !== null && !isWithin(marketCap, tokensMinMarketCap, tokensMaxMarketCap)) {
        continue;
      }
      const amms = rollUpAmms(context, request, totals.rows.map(creditOf));
      if (amms.length === 0 && (request.tokensMinPool ?? 0) > 0) continue;
      if (marketCap === null) unknownMarketCaps += 1;
      rankings.push({
        mint,
        profits: totals.profits,
        revenues: totals.revenues,
        transactions: totals.transactions,
        volume: totals.volume,
        marketCap: marketCap ?? 0,
        liquidity: store.pools.liquidityUsd(mint, store.prices),
        AMMs: amms,
      });
    }
  }
  return { tokens: rankings, unknownMarketCaps };
}

function addTo(totals: Totals, credit: Totals): void {
  totals.revenues += credit.revenues;
  totals.profits += credit.profits;
  totals.transactions += credit.transactions;
  totals.volume += credit.volume;
}

/** Supply times price, USD; mints of which either is not known are not in the map. */
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

/** All but market caps. `Volume` and `VolumeArbitrage` are what arbitrages put in; `VolumeTrade` is everybody's. */
async function tokenFilter(
  context: OperationContext,
  request: FinderRequest,
  signal: AbortSignal | undefined,
): Promise<(totals: TokenTotals) => boolean> {
  const { store } = context;
  const excluded = new Set(request.tokensExclude);
  const traded = await tradedVolumes(context, request, signal);
  const needsPools =
    request.tokensMinLiquidity !== undefined || request.tokensMaxLiquidity !== undefined;
  return (totals) => {
    const mint = store.names.nameOf(totals.token);
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
      (!needsPools ||
        isWithin(
          store.pools.liquidityUsd(mint, store.prices),
          request.tokensMinLiquidity,
          request.tokensMaxLiquidity,
        ))
    );
  };
}

/** What anybody traded of each mint in the ranking window, USD; `null` when nothing asks for it. */
async function tradedVolumes(
  context: OperationContext,
  request: FinderRequest,
  signal: AbortSignal | undefined,
): Promise<Map<string, number> | null> {
  if (request.tokensMinVolumeTrade === undefined && request.tokensMaxVolumeTrade === undefined) {
    return null;
  }
  const { store } = context;
  const window = windowUntilNow(context, request.tokensTimeRange);
  const conditions = new WhereClause(store.names).within('minute', window);
  const [mints = [], volumes = []] = await store.query(
    `SELECT mint, sum(volume_usd)::DOUBLE FROM trades WHERE ${conditions.sql} GROUP BY mint`,
    conditions.values,
    { signal },
  );
  const totals = new Map(
    mints.map((mint, row) => [store.names.nameOf(Number(mint)), Number(volumes[row])]),
  );
  store.tradedVolumes.addTo(totals, window);
  return totals;
}

function rollUpAmms(
  { store }: OperationContext,
  request: FinderRequest,
  credits: readonly Credit[],
): AmmRollup[] {
  const amms = new Map<number, Totals & { pools: Map<number, Totals> }>();
  for (const credit of credits) {
    const { amm, pool } = store.routeStops.routeStopOf(credit.routeStop);
    let totals = amms.get(amm);
    if (totals === undefined) {
      totals = { ...emptyTotals(), pools: new Map() };
      amms.set(amm, totals);
    }
    if ((credit.flags & firstOfAmm) !== 0) addTo(totals, credit);
    // A leg whose pool could not be told counts for its AMM only.
    if (pool === 0) continue;
    let ofPool = totals.pools.get(pool);
    if (ofPool === undefined) {
      ofPool = emptyTotals();
      totals.pools.set(pool, ofPool);
    }
    addTo(ofPool, credit);
  }
  const byRevenues = (first: { revenues: number }, second: { revenues: number }): number =>
    second.revenues - first.revenues;
  return [...amms]
    .filter(([, { pools }]) => pools.size >= (request.tokensMinPool ?? 0))
    .map(([amm, totals]): AmmRollup => {
      const address = store.names.nameOf(amm);
      const pools = [...totals.pools].map(
        ([pool, { revenues, profits, transactions }]): PoolRollup => {
          const poolAddress = store.names.nameOf(pool);
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
        pools: pools.sort(byRevenues).slice(0, cap),
      };
    })
    .sort(byRevenues);
}
