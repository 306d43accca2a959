import { t } from '@vscode/l10n';
import type { Outcome } from '../../api/arbscope/arbitrageFilter.ts';
import { formatCount, formatLamports, formatUtcDateTime } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { formatNetGains, knownNetGains } from '../../api/netGains.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { sourceLabel } from '../base/connections.ts';
import { mintLabel } from '../ui/addressLabels.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import { formatAgeStep } from './ageSteps.ts';
import { type ArbitrageRowsOptions, outcomeIcons, padGains } from './arbitrageRows.ts';
import { outcomeLabels } from './liveFilter.ts';

/** Rows of wallets' transactions, for services without data on the whole market. */
export function walletTransactionRows(
  transactions: readonly WalletTransaction[],
  options: ArbitrageRowsOptions,
): TreeRow[] {
  const gains = padGains(transactions.map((each) => knownNetGains(each).usd));
  return transactions.map((each, index) => transactionRow(each, gains[index] ?? '', options));
}

function transactionRow(
  transaction: WalletTransaction,
  gain: string,
  { source, nowMilliseconds, walletLabel }: ArbitrageRowsOptions,
): TreeRow {
  const { signature, wallet, mint, timestamp, fees, block_number: slot } = transaction;
  const at = timestamp === null ? null : Date.parse(timestamp);
  const age = formatAgeStep(at, nowMilliseconds);
  const outcome = outcomeOf(transaction);
  const base = mint === '' ? '' : mintLabel(mint);
  const open = t('Open Transaction');
  return {
    id: `arbitrage:${signature}`,
    label: gain,
    description: [walletLabel(wallet), base, age].filter(Boolean).join(' · '),
    ...outcomeIcons[outcome],
    context: 'arbitrage',
    ...(outcome === 'failed' ? { state: 'lost' } : {}),
    address: signature,
    accessibilityLabel: joinLabel(
      outcomeLabels[outcome],
      joinList([t('{0} net', gain.trim()), walletLabel(wallet), base, age]),
    ),
    heading: joinLabel(outcomeLabels[outcome], walletLabel(wallet)),
    facts: () => [
      [t('Net gains'), formatNetGains(transaction)],
      [t('Fee'), formatLamports(fees)],
      [t('Base token'), base || t('unknown')],
      [t('Slot'), formatCount(slot)],
      [t('Time'), at === null ? t('unknown') : formatUtcDateTime(at)],
      [t('Wallet'), wallet],
      [t('Signature'), signature],
      [t('Source'), sourceLabel(source)],
    ],
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.lookUpTransaction', arguments: [signature] },
  };
}

function outcomeOf(transaction: WalletTransaction): Outcome {
  const { usd } = knownNetGains(transaction);
  if (!transaction.isSuccess) return 'failed';
  if (usd === null) return 'unknown';
  return usd > 0 ? 'gain' : 'loss';
}
