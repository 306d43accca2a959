import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import type { HistorySeries } from '../../api/arbscope/history.ts';
import type { RankedWallet } from '../../api/arbscope/walletRanking.ts';
import type { FinderResult } from '../../api/finder.ts';
import { knownNetGains } from '../../api/netGains.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { PercentileSeries } from '../../webview/messages/percentiles.ts';
import {
  type ProviderTips,
  type WalletFigures,
  type WalletPanelTransaction,
  type WalletPoint,
  type WalletRollup,
  walletOutcomes,
} from '../../webview/messages/wallet.ts';
import { programLabel } from '../shared/poolLabels.ts';

/** Maximum length of names, which come from the chain and are sanitized. */

const maxNameLength = 40;
const maxRollups = 12;

export const figuresOfRanking = (entry: RankedWallet): WalletFigures => ({
  rank: entry.rank,
  share: entry.share,
  netGainsUsd: entry.net_gains_usd,
  netGainsSol: entry.net_gains_sol,
  grossGainsUsd: entry.revenues_usd,
  success: entry.transactions.success,
  failed: entry.transactions.fail,
  tips: String(entry.tips),
  fees: String(entry.fees),
  bot: entry.bot === null ? null : sanitizeText(entry.bot, maxNameLength),
});

export const figuresOfOverview = ({ gains, transactions }: WalletTotals): WalletFigures => ({
  rank: null,
  share: null,
  netGainsUsd: gains.USD.total,
  netGainsSol: gains.SOL.total,
  grossGainsUsd: null,
  success: transactions.success,
  failed: transactions.fail,
  tips: null,
  fees: null,
  bot: null,
});

export const toPoints = ({ points }: HistorySeries): WalletPoint[] =>
  points.map((point) => ({
    atMilliseconds: Date.parse(point.time),
    isKnown: point.coverage !== null,
    success: point.transactions,
    failed: point.failures,
    netGainsUsd: point.net_gains_usd,
  }));

export const toProviderTips = (series: readonly PercentileSeries[]): ProviderTips[] =>
  series.map(({ provider, sample, values }) => ({ provider, sample, values }));

export interface WalletRollups {
  readonly tokens: readonly WalletRollup[];
  readonly amms: readonly WalletRollup[];
}

/** An AMM's figures are summed over its tokens. */
export function toRollups(
  { tokens }: Pick<FinderResult, 'tokens'>,
  symbolOf: (mint: string) => string | null,
): WalletRollups {
  const amms = new Map<string, WalletRollup>();
  for (const { address, transactions, revenues, profits } of tokens.flatMap(({ AMMs }) => AMMs)) {
    const known = amms.get(address);
    amms.set(address, {
      address,
      name: programLabel(address),
      transactions: transactions + (known?.transactions ?? 0),
      grossGainsUsd: revenues + (known?.grossGainsUsd ?? 0),
      netGainsUsd: profits + (known?.netGainsUsd ?? 0),
    });
  }
  return {
    tokens: sortedByGains(
      tokens.map(({ mint, transactions, revenues, profits }) => ({
        address: mint,
        name: knownMints.get(mint)?.symbol ?? mintName(symbolOf(mint) ?? '', mint),
        transactions,
        grossGainsUsd: revenues,
        netGainsUsd: profits,
      })),
    ),
    amms: sortedByGains([...amms.values()]),
  };
}

const sortedByGains = (rollups: readonly WalletRollup[]): WalletRollup[] =>
  [...rollups].sort((a, b) => b.netGainsUsd - a.netGainsUsd).slice(0, maxRollups);

const mintName = (symbol: string, mint: string): string =>
  sanitizeText(symbol, maxNameLength) || shortAddress(mint);

export function toTransaction(
  transaction: ArbitrageSummary | WalletTransaction,
): WalletPanelTransaction {
  const { signature, wallet, timestamp } = transaction;
  const { usd, sol } = knownNetGains(transaction);
  const at = Date.parse(timestamp ?? '');
  const common = {
    signature,
    wallet,
    atMilliseconds: Number.isFinite(at) ? at : null,
    netGainsUsd: usd,
    netGainsSol: sol,
  };
  const byGains = usd === null ? 'unknown' : usd > 0 ? 'gain' : 'loss';
  if ('outcome' in transaction) {
    const { mints, provider, tips, compute_unit: computeUnits } = transaction;
    return {
      ...common,
      // Newer servers may report further outcomes.
      outcome: walletOutcomes.find((each) => each === transaction.outcome) ?? byGains,
      route: mints.map(({ mint, symbol }) => mintName(symbol, mint)).join(' → '),
      provider: sanitizeText(provider, maxNameLength),
      tips: String(tips),
      computeUnits,
    };
  }
  return {
    ...common,
    outcome: transaction.isSuccess ? byGains : 'failed',
    route: '',
    provider: '',
    tips: null,
    computeUnits: null,
  };
}
