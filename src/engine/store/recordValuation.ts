import { lamportsToSol } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { ArbitrageRecord, MintAmount } from '../decode/arbitrageRecord.ts';
import { type PriceLookup, payableUsd, usdValue } from '../prices/priceTracker.ts';
import { isStorableSol, isStorableUsd } from './money.ts';

/** Name of the provider of a transaction without a tip to a known account. */
export const noProvider = 'NO_PROVIDER';

/** A record's figures in USD and SOL, at the prices of its block; null if a price is unknown. */
interface RecordFigures<Figure> {
  /** Gross gain: the output of the cycle less its input. Null if the net gain is. */
  readonly revenuesUsd: Figure;
  /** Net gain: gross gain less residual losses, the bot's fee, the transaction fee and tips. */
  readonly profitsUsd: Figure;
  readonly netGainsSol: Figure;
  /** Input of the cycle. */
  readonly volumeUsd: Figure;
  readonly volumeSol: Figure;
}

export interface RecordValuation extends RecordFigures<number | null> {
  readonly provider: string;
  readonly tipLamports: bigint;
}

/**
 * Unknown figures as 0, so that they add nothing to sums; stored columns and the interface are not
 * nullable. An arbitrage's known gross gain is above 0, so 0 shows that its gains are unknown.
 */
export const storedFigures = (figures: RecordFigures<number | null>): RecordFigures<number> => ({
  revenuesUsd: figures.revenuesUsd ?? 0,
  profitsUsd: figures.profitsUsd ?? 0,
  netGainsSol: figures.netGainsSol ?? 0,
  volumeUsd: figures.volumeUsd ?? 0,
  volumeSol: figures.volumeSol ?? 0,
});

/**
 * The prices at which a record's amounts count: mints have none of which the record moves more than
 * their deepest pool could pay for.
 */
export function payablePrices(record: ArbitrageRecord, prices: PriceLookup): PriceLookup {
  const amounts = [record.grossGains, record.tips, record.botFees, record.otherPayments].flat();
  const unpayable = new Set(
    amounts.flatMap(({ mint, amount }) =>
      payableUsd(prices, mint, amount) === null && prices.priceOf(mint) !== null ? mint : [],
    ),
  );
  if (unpayable.size === 0) return prices;
  return {
    priceOf: (mint) => (unpayable.has(mint) ? null : prices.priceOf(mint)),
    decimalsOf: (mint) => prices.decimalsOf(mint),
    depthUsdOf: (mint) => prices.depthUsdOf(mint),
  };
}

/**
 * The gross gain counts only the base mint, or all mints if that gained nothing. Otherwise gains in
 * other mints appear only in the transaction's details, as their prices are the least certain;
 * losses in other mints reduce the net gain. If any part of the net gain has no known price, the
 * gross gain is unknown, too: sums of both then have the same arbitrages. A volume of more than the
 * mint's deepest pool could pay for is unknown, and so is a figure that the stores cannot hold.
 */
export function computeValuation(record: ArbitrageRecord, known: PriceLookup): RecordValuation {
  const prices = payablePrices(record, known);
  const tips = record.isSuccess ? record.tips : [];
  const botFees = record.isSuccess ? record.botFees : [];
  const gains = record.isSuccess ? gainsToCount(record) : [];
  const fee: MintAmount = { mint: wrappedSolMint, amount: record.feeLamports };
  const costs = [...botFees, ...tips, fee];
  const losses = record.isSuccess ? residualLosses(record, gains) : [];
  const net = [...gains, ...losses];
  const [netUsd, costsUsd] = [sumUsd(net, prices), sumUsd(costs, prices)];
  const profitsUsd = netUsd === null || costsUsd === null ? null : storableUsd(netUsd - costsUsd);
  const isPayable =
    record.baseMint === null || payableUsd(prices, record.baseMint, record.baseInput) !== null;
  const volume: readonly MintAmount[] =
    record.baseMint === null ? [] : [{ mint: record.baseMint, amount: record.baseInput }];
  const revenuesUsd = profitsUsd === null ? null : storableUsd(sumUsd(gains, prices));
  return {
    provider: providerOf(record, prices),
    tipLamports: tips.reduce(
      (sum, tip) => (tip.mint === wrappedSolMint ? sum + tip.amount : sum),
      0n,
    ),
    revenuesUsd,
    profitsUsd: revenuesUsd === null ? null : profitsUsd,
    netGainsSol: storableSol(sumSol([...net, ...costs.map(negated)], prices)),
    volumeUsd: isPayable ? storableUsd(sumUsd(volume, prices)) : null,
    volumeSol: isPayable ? storableSol(sumSol(volume, prices)) : null,
  };
}

const storableUsd = (usd: number | null): number | null =>
  usd !== null && isStorableUsd(usd) ? usd : null;
const storableSol = (sol: number | null): number | null =>
  sol !== null && isStorableSol(sol) ? sol : null;

export function gainsToCount(record: ArbitrageRecord): readonly MintAmount[] {
  const ofBase = record.grossGains.filter((gain) => gain.mint === record.baseMint);
  return ofBase.length > 0 ? ofBase : record.grossGains;
}

const residualLosses = (record: ArbitrageRecord, counted: readonly MintAmount[]) =>
  record.grossGains.filter((gain) => gain.amount < 0n && !counted.includes(gain));

/** Provider of the largest tip by value; tips without a known price rank last. */
function providerOf(record: ArbitrageRecord, prices: PriceLookup): string {
  const [first, ...others] = record.tips;
  if (first === undefined) return noProvider;
  if (others.length === 0) return first.provider;
  const worth = (tip: MintAmount): number =>
    sumSol([tip], prices) ?? Number(tip.amount) * Number.MIN_VALUE;
  let best = first;
  for (const tip of others) if (worth(tip) > worth(best)) best = tip;
  return best.provider;
}

/** In USD; null if a price is unknown. */
export function sumUsd(amounts: readonly MintAmount[], prices: PriceLookup): number | null {
  let sum = 0;
  for (const { mint, amount } of amounts) {
    if (amount === 0n) continue;
    const usd = usdValue(prices, mint, amount);
    if (usd === null) return null;
    sum += usd;
  }
  return sum;
}

const negated = ({ mint, amount }: MintAmount): MintAmount => ({ mint, amount: -amount });

/**
 * In SOL; null if a price is unknown. Lamports are added as integers and need no price, so that a
 * sum of them has no more than nine decimals.
 */
export function sumSol(amounts: readonly MintAmount[], prices: PriceLookup): number | null {
  const solPrice = prices.priceOf(wrappedSolMint)?.priceUsd;
  let lamports = 0n;
  let others = 0;
  for (const { mint, amount } of amounts) {
    if (mint === wrappedSolMint) {
      lamports += amount;
      continue;
    }
    if (amount === 0n) continue;
    const usd = usdValue(prices, mint, amount);
    if (usd === null || solPrice === undefined) return null;
    others += usd / solPrice;
  }
  return lamportsToSol(lamports) + others;
}
