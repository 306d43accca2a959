import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import type { TipBox } from '../charts/tipBox.ts';
import { element } from '../dom.ts';
import type { WalletContent } from '../messages/wallet.ts';
import { scrollingTable, table } from '../tables.ts';
import type { TipsRow } from './tipsModel.ts';

export function tipsTable(
  rows: readonly TipsRow[],
  { wallets }: Pick<WalletContent, 'wallets'>,
  caption: string,
): HTMLElement {
  const columns = [t('Provider'), t('Wallet'), 'n', 'p25', 'p50', 'p75', 'p95', t('In market')];
  const lines = rows.flatMap(({ provider, market, marketSample, wallets: own }) => [
    ...own.flatMap((tips, at) =>
      tips === null
        ? []
        : tipsLine(provider, wallets[at]?.label ?? '', { ...tips, isMarket: false }),
    ),
    tipsLine(provider, t('Market'), {
      sample: marketSample,
      box: market,
      inMarket: null,
      isMarket: true,
    }),
  ]);
  return scrollingTable(
    caption,
    table({}, caption, columns, (at) => at > 1, lines),
  );
}

function tipsLine(
  provider: string,
  name: string,
  {
    sample,
    box,
    inMarket,
    isMarket,
  }: {
    readonly sample: number;
    readonly box: TipBox | null;
    readonly inMarket: number | null;
    readonly isMarket: boolean;
  },
): HTMLElement {
  const amounts = box === null ? [] : [box.p25, box.p50, box.p75, box.p95];
  return element('tr', {}, [
    element('th', { scope: 'row' }, provider),
    element('td', { class: isMarket ? 'dim' : null }, element('bdi', {}, name)),
    element('td', { class: 'figure' }, formatCount(sample)),
    ...(box === null
      ? [element('td', { class: 'figure dim', colspan: 4 }, t('few'))]
      : amounts.map((amount) => element('td', { class: 'figure' }, formatCount(amount)))),
    element('td', { class: 'figure' }, inMarket === null ? '–' : formatPercentile(inMarket)),
  ]);
}
