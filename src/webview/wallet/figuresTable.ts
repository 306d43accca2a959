import { t } from '@vscode/l10n';
import { formatCount, formatPercent } from '../../api/format.ts';
import { button, element } from '../dom.ts';
import type { PanelWallet, WalletContent, WalletRequest } from '../messages/wallet.ts';
import { scrollingTable, table } from '../tables.ts';
import {
  formatLamportsFigure,
  formatSolFigure,
  formatUsdFigure,
  totalOf,
  windowAndSource,
} from './format.ts';
import { swatch } from './swatch.ts';

/** The swatches are the legend of all charts. */
export function figuresTable(
  content: WalletContent,
  send: (request: WalletRequest) => void,
): HTMLElement {
  const { wallets, walletsTotal } = content;
  const caption = t('Wallets, {0}', windowAndSource(content));
  const columns = [
    t('Wallet'),
    t('Bot'),
    walletsTotal === null ? t('Rank') : t('Rank of {0}', formatCount(walletsTotal)),
    t('Share of net gains'),
    t('Net gains, SOL'),
    t('Net gains, USD'),
    t('Gross gains, USD'),
    t('Tips, SOL'),
    t('Fees, SOL'),
    t('Transactions'),
    t('Success rate'),
  ];
  const rows = wallets.map((wallet, at) => figuresRow(wallet, at, send));
  return scrollingTable(
    caption,
    table({ class: 'figures' }, caption, columns, (at) => at > 1, rows),
  );
}

function figuresRow(
  { address, label, figures }: PanelWallet,
  at: number,
  send: (request: WalletRequest) => void,
): HTMLElement {
  const name = element('th', { scope: 'row' }, [
    swatch(at),
    ' ',
    at === 0
      ? element('bdi', {}, label)
      : button(label, () => send({ type: 'open-wallet', wallet: address }), {
          class: 'link',
          title: t('Open {0}', address),
          'data-focus': `wallet ${address}`,
        }),
  ]);
  if (figures === null) {
    return element('tr', {}, [
      name,
      element('td', { colspan: 10, class: 'dim' }, t('No transactions in this window')),
    ]);
  }
  const total = totalOf(figures);
  const cells = [
    figures.rank === null ? t('unknown') : formatCount(figures.rank),
    figures.share === null ? '—' : formatPercent(figures.share),
    element('b', {}, formatSolFigure(figures.netGainsSol)),
    formatUsdFigure(figures.netGainsUsd),
    formatUsdFigure(figures.grossGainsUsd),
    formatLamportsFigure(figures.tips),
    formatLamportsFigure(figures.fees),
    formatCount(total),
    total === 0 ? '—' : formatPercent(figures.success / total),
  ];
  return element('tr', {}, [
    name,
    element('td', {}, element('bdi', {}, figures.bot ?? '—')),
    ...cells.map((cell) => element('td', { class: 'figure' }, cell)),
  ]);
}
