import type { Outcome } from '../../../api/arbscope/arbitrageFilter.ts';
import type { ArbitrageSummary } from '../../../api/arbscope/arbitrages.ts';
import type { ArbitrageRow } from '../../store/reads/arbitrageReads.ts';
import { type OperationContext, symbolOf } from '../operationContext.ts';

export function toArbitrageSummary(
  context: OperationContext,
  { slot, timeSeconds, legs, ...row }: ArbitrageRow,
): ArbitrageSummary {
  return {
    signature: row.signature,
    block_number: slot,
    timestamp: timeSeconds === null ? null : new Date(timeSeconds * 1_000).toISOString(),
    type: row.type,
    outcome: outcomeOf(row),
    wallet: row.wallet,
    provider: row.provider,
    bot: row.bot,
    compute_unit: row.computeUnits,
    fees: row.feeLamports,
    tips: row.tipLamports,
    base: row.baseMint,
    revenues_usd: row.revenuesUsd,
    net_gains_usd: row.profitsUsd,
    net_gains_sol: row.netGainsSol,
    volume_usd: row.volumeUsd,
    mints: mintsOfRoute(row.baseMint, legs).map((mint) => ({
      mint,
      symbol: symbolOf(context, mint),
    })),
    pools: legs.map(({ pool, program }) => ({ pool, amm: program })),
  };
}

/** The same rule as the store's outcome filter. */
function outcomeOf({
  type,
  revenuesUsd,
  profitsUsd,
}: Pick<ArbitrageRow, 'type' | 'revenuesUsd' | 'profitsUsd'>): Outcome {
  if (type === 'arbitrage') {
    if (revenuesUsd === 0) return 'unknown';
    return profitsUsd > 0 ? 'gain' : 'loss';
  }
  if (type === 'failed') return 'failed';
  return type === 'bot-no-profit' ? 'no-swap' : 'loss';
}

/** Mints in route order; parallel legs add their mint once. */
function mintsOfRoute(baseMint: string, legs: ArbitrageRow['legs']): string[] {
  const [first] = legs;
  if (first === undefined) return [];
  const start = baseMint === '' ? first.inputMint : baseMint;
  const mints = [start];
  for (const { inputMint, outputMint } of legs) {
    if (inputMint !== start && !mints.includes(inputMint)) mints.push(inputMint);
    if (outputMint !== mints.at(-1)) mints.push(outputMint);
  }
  if (mints.at(-1) !== start) mints.push(start);
  return mints;
}
