import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import type { HistorySeries, SampledAmounts } from '../../api/arbscope/history.ts';
import { knownNetGains } from '../../api/netGains.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import type {
  ListedArbitrage,
  MarketFigures,
  MarketPoint,
  Sampled,
} from '../../webview/messages/market.ts';
import { tokenLabel } from './scopeChoices.ts';

const toSampled = ({ number, p50, p75, p95 }: SampledAmounts): Sampled => ({
  sample: number,
  values: [p50, p75, p95],
});

export const toFigures = (figures: HistorySeries['total']): MarketFigures => ({
  transactions: figures.transactions,
  failures: figures.failures,
  revenuesUsd: figures.revenues_usd,
  netGainsUsd: figures.net_gains_usd,
  volumeUsd: figures.volume_usd,
  tips: toSampled(figures.tips),
  fees: toSampled(figures.fees),
});

export const toPoint = (point: HistorySeries['points'][number]): MarketPoint => ({
  ...toFigures(point),
  coverage: point.coverage,
});

export const toListed = (arbitrage: ArbitrageSummary): ListedArbitrage => ({
  signature: arbitrage.signature,
  atMilliseconds: arbitrage.timestamp === null ? null : Date.parse(arbitrage.timestamp),
  outcome: arbitrage.outcome,
  netGainsUsd: knownNetGains(arbitrage).usd,
  route: arbitrage.mints.slice(0, 100).map(({ mint, symbol }) => tokenLabel(mint, symbol)),
  provider: providerLabel(arbitrage.provider),
});
