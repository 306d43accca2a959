import { lamportsToSol } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { ArbitrageRecord, MintAmount } from '../decode/arbitrageRecord.ts';
import { type PriceLookup, payableUsd, usdValue } from '../prices/priceTracker.ts';

/** Name of the provider of a transaction without a tip to a known account. */
export const noProvider = 'NO_PROVIDER';

/** A record's figures in USD and SOL, at the prices of its block. */
export interface RecordValuation {
  readonly provider: string;
  readonly tipLamports: bigint;
  /** Gross gain: the output of the cycle less its input. */
  readonly revenuesUsd: number;
  /** Net gain: gross gain less residual losses, the bot's fee, the transaction fee and tips. */
  readonly profitsUsd: number;
  readonly netGainsSol: number;
  /** Input of the cycle. */
  readonly volumeUsd: number;
  readonly volumeSol: number;
}

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
 * losses in other mints reduce the net gain. Amounts without a known price count as 0, as does a
 * volume of more than the mint's deepest pool could pay for.
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
  const revenuesUsd = sumUsd(gains, prices);
  const volume: readonly MintAmount[] =
    record.baseMint === null || payableUsd(prices, record.baseMint, record.baseInput) === null
      ? []
      : [{ mint: record.baseMint, amount: record.baseInput }];
  return {
    provider: providerOf(record, prices),
    tipLamports: tips.reduce(
      (sum, tip) => (tip.mint === wrappedSolMint ? sum + tip.amount : sum),
      0n,
    ),
    revenuesUsd,
    profitsUsd: sumUsd(net, prices) - sumUsd(costs, prices),
    netGainsSol: sumSol([...net, ...costs.map(negated)], prices).value,
    volumeUsd: sumUsd(volume, prices),
    volumeSol: sumSol(volume, prices).value,
  };
}

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
    sumSol([tip], prices).value || Number(tip.amount) * Number.MIN_VALUE;
  let best = first;
  for (const tip of others) if (worth(tip) > worth(best)) best = tip;
  return best.provider;
}

function sumUsd(amounts: readonly MintAmount[], prices: PriceLookup): number {
  return amounts.reduce((sum, { mint, amount }) => sum + (usdValue(prices, mint, amount) ?? 0), 0);
}

const negated = ({ mint, amount }: MintAmount): MintAmount => ({ mint, amount: -amount });

/**
 * In SOL. Lamports are added as integers and need no price, so that a sum of them has no more than
 * nine decimals. Amounts without a known price count as 0 and make the sum incomplete.
 */
export function sumSol(
  amounts: readonly MintAmount[],
  prices: PriceLookup,
): { readonly value: number; readonly isComplete: boolean } {
  const solPrice = prices.priceOf(wrappedSolMint)?.priceUsd;
  let lamports = 0n;
  let others = 0;
  let isComplete = true;
  for (const { mint, amount } of amounts) {
    if (mint === wrappedSolMint) {
      lamports += amount;
      continue;
    }
    const usd = usdValue(prices, mint, amount);
    if (usd === null || solPrice === undefined) isComplete = false;
    else others += usd / solPrice;
  }
  return { value: lamportsToSol(lamports) + others, isComplete };
}
