import { sanitizeText } from '../../api/sanitizeText.ts';
import { knownProgramName } from '../../solana/knownAddresses.ts';
import { knownMints } from '../../solana/knownMints.ts';
import {
  type SimulatedAmount,
  type SimulatedOutcome,
  type SimulatedTrade,
  type SimulatedValue,
  symbolOrAddress,
} from '../../solana/landing/simulatedOutcome.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ArbitrageRecord, MintAmount } from '../decode/arbitrageRecord.ts';
import { decodeSimulation, type SimulatedTransactionInput } from '../decode/decodeSimulation.ts';
import type { SimulatedRun } from '../decode/simulatedRun.ts';
import { sumByMint } from '../decode/sumByMint.ts';
import { type PriceLookup, PriceTracker, withFallback } from '../prices/priceTracker.ts';
import {
  computeValuation,
  gainsToCount,
  payablePrices,
  sumSol,
  sumUsd,
} from '../store/recordValuation.ts';

export interface MintKnowledge {
  readonly prices: PriceLookup;
  /** Empty if unknown. */
  readonly symbol: (mint: string) => string;
}

const maxSymbolCharacters = 20;

/** Prices come from the transaction's own swaps, otherwise from the known prices. Never throws. */
export function decodeOutcome(
  input: Omit<SimulatedTransactionInput, 'run'> & { readonly run: SimulatedRun | null },
  known: MintKnowledge | null,
  isTrade: boolean,
): SimulatedOutcome {
  const { run } = input;
  if (run === null) return isTrade ? { kind: 'unknown', missing: [] } : { kind: 'other' };
  const decoded = decodeSimulation({ ...input, run });
  const { record } = decoded;
  if (record === null && isTrade) return { kind: 'unknown', missing: run.missing };
  if (record === null || record.type === 'other') return { kind: 'other' };
  const ownPrices = new PriceTracker();
  // It is in no block; the time is not displayed.
  ownPrices.observe(decoded, 0);
  const prices = withFallback(ownPrices, known?.prices ?? null);
  return toSimulatedOutcome(record, { prices, symbol: known?.symbol ?? noSymbol }, run.missing);
}

const noSymbol = (): string => '';

export function toSimulatedOutcome(
  record: ArbitrageRecord,
  { prices: known, symbol }: MintKnowledge,
  missing: readonly string[] = [],
): SimulatedTrade {
  const prices = payablePrices(record, known);
  const symbolOf = (mint: string): string => {
    const known = symbol(mint) || (knownMints.get(mint)?.symbol ?? '');
    return symbolOrAddress(sanitizeText(known, maxSymbolCharacters), mint);
  };
  const describe = ({ mint, amount }: MintAmount): SimulatedAmount => ({
    mint,
    symbol: symbolOf(mint),
    decimals: prices.decimalsOf(mint),
    amount,
  });
  const gains = gainsToCount(record);
  const figures = computeValuation(record, prices);
  const gross = sumValue(gains, prices);
  const tips = sumValue(record.tips, prices);
  return {
    kind: 'trade',
    type: record.type,
    bot: record.bot?.family ?? null,
    route: record.legs.map(({ inputMint, outputMint, program }) => ({
      inputSymbol: symbolOf(inputMint),
      outputSymbol: symbolOf(outputMint),
      amm: knownProgramName(program) ?? shortAddress(program),
    })),
    input:
      record.baseMint === null
        ? null
        : describe({ mint: record.baseMint, amount: record.baseInput }),
    gains: gains.map(describe),
    tips: sumByMint(record.tips).map(describe),
    botFees: sumByMint(record.botFees).map(describe),
    otherPayments: sumByMint(record.otherPayments).map(describe),
    feeLamports: record.feeLamports,
    gross,
    net: { sol: figures.netGainsSol, usd: figures.profitsUsd },
    tipShare: ratio(tips.sol, gross.sol) ?? ratio(tips.usd, gross.usd),
    missing,
  };
}

const sumValue = (amounts: readonly MintAmount[], prices: PriceLookup): SimulatedValue => ({
  sol: sumSol(amounts, prices),
  usd: sumUsd(amounts, prices),
});

const ratio = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : part / whole;
