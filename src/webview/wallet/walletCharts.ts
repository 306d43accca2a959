import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import type { ChartRow, TimeChartData } from '../charts/timeChartData.ts';
import type { PanelWallet, WalletContent, WalletPoint } from '../messages/wallet.ts';
import { sampleText, windowText } from './format.ts';
import { walletStyle } from './walletStyle.ts';

const gainsHeight = 150;
/** Pixels, for a single wallet and for each of several. */
const activityHeights = { alone: 150, beside: 80 } as const;

export const hasHistory = ({ wallets }: WalletContent): boolean =>
  wallets.some(({ history }) => history.length > 0);

/** Cumulative gains of the wallets since the window's start. */
export const gainsChart = (content: WalletContent): TimeChartData => ({
  ...timeFrame(content),
  label: t('Net gains over time, {0}', windowText(content)),
  rows: [
    {
      title: t('Net gains since the start, USD'),
      height: gainsHeight,
      scale: 'linear',
      format: formatUsd,
      series: content.wallets.map(({ label, history }, at) => ({
        label: shortLabel(label),
        kind: 'line',
        ...walletStyle(at),
        values: cumulative(history),
      })),
    },
  ],
});

/** Failures are stacked on successes, which also shows the success rate. */
export const activityChart = (content: WalletContent): TimeChartData => ({
  ...timeFrame(content),
  label: t('Active hours, {0}', windowText(content)),
  rows: content.wallets.map((wallet, at) => activityRow(wallet, at, content)),
});

function activityRow(
  { label, history }: PanelWallet,
  at: number,
  { wallets }: WalletContent,
): ChartRow {
  const valuesOf = (figure: (point: WalletPoint) => number) =>
    history.map((point) => (point.isKnown ? figure(point) : null));
  return {
    title: joinLabel(shortLabel(label), t('transactions')),
    height: wallets.length === 1 ? activityHeights.alone : activityHeights.beside,
    scale: 'linear',
    format: formatCount,
    series: [
      {
        label: t('succeeded'),
        kind: 'bars',
        color: walletStyle(at).color,
        values: valuesOf(({ success }) => success),
      },
      {
        label: t('failed'),
        kind: 'bars',
        color: walletStyle(at).color,
        isHollow: true,
        isStacked: true,
        values: valuesOf(({ failed }) => failed),
      },
    ],
  };
}

/** Unknown if the interval is unknown. */
export function cumulative(history: readonly WalletPoint[]): (number | null)[] {
  let sum = 0;
  return history.map(({ isKnown, netGainsUsd }) => {
    if (!isKnown) return null;
    sum += netGainsUsd;
    return sum;
  });
}

function timeFrame({ wallets, intervalSeconds, windowSeconds, nowMilliseconds }: WalletContent) {
  const [first] = wallets.map(({ history }) => history).filter(({ length }) => length > 0);
  return {
    fromMilliseconds: first?.[0]?.atMilliseconds ?? 0,
    intervalMilliseconds: intervalSeconds * 1_000,
    period: {
      fromMilliseconds: nowMilliseconds - windowSeconds * 1_000,
      toMilliseconds: nowMilliseconds + 1_000,
    },
    isUnknown: (first ?? []).map(({ isKnown }) => !isKnown),
  };
}

/** Samples of the histories. */
export const historySamples = ({ wallets }: WalletContent): string =>
  sampleText(
    wallets.map(({ history }) =>
      history.reduce((sum, { success, failed }) => sum + success + failed, 0),
    ),
  );

const maxLabelLength = 8;
/** Short label for the end of a line; the start of an address is enough to distinguish it. */
const shortLabel = (label: string): string =>
  label.length <= maxLabelLength
    ? label
    : `${label.slice(0, label.indexOf('…') === 4 ? 4 : maxLabelLength - 1)}…`;
