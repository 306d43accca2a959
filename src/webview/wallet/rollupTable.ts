import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import { button, type Child, element, svgElement } from '../dom.ts';
import type { PanelWallet, WalletRequest, WalletRollup } from '../messages/wallet.ts';
import { scrollingTable, table } from '../tables.ts';
import { mergedRollups } from './mergedRollups.ts';
import { swatch } from './swatch.ts';

const bar = { width: 70, height: 9 } as const;

interface RollupTableOptions {
  readonly caption: string;
  readonly head: string;
  readonly rollupsOf: (wallet: PanelWallet) => readonly WalletRollup[];
  /** Request for a click on a row's name; `openTitle` is its tooltip. */
  readonly open: (address: string) => WalletRequest;
  readonly openTitle: (address: string) => string;
  readonly send: (request: WalletRequest) => void;
}

export function rollupTable(
  wallets: readonly PanelWallet[],
  { caption, head, rollupsOf, open, openTitle, send }: RollupTableOptions,
): HTMLElement {
  const rows = mergedRollups(wallets.map(rollupsOf));
  if (rows.length === 0) return element('p', { class: 'dim' }, t('No arbitrages in this window'));
  const most = Math.max(...rows.flatMap(({ own }) => own.map((each) => each?.netGainsUsd ?? 0)), 0);
  const lines = rows.map(({ address, name, own }) =>
    element('tr', {}, [
      element('th', { scope: 'row', class: 'row-name' }, [
        button(name, () => send(open(address)), {
          class: 'link',
          title: openTitle(address),
          'data-focus': `${head} ${address}`,
        }),
      ]),
      ...own.flatMap((each) => [
        element('td', { class: 'figure' }, each === null ? '—' : formatCount(each.transactions)),
        element('td', { class: 'figure' }, each === null ? '—' : formatUsd(each.netGainsUsd)),
        ...(own.length > 1
          ? []
          : [element('td', { class: 'bar-cell' }, gainBar(each?.netGainsUsd ?? 0, most))]),
      ]),
    ]),
  );
  const columns = wallets.flatMap(() => [t('n'), t('Net gains, USD')]);
  const shown = table(
    { class: 'rollups' },
    caption,
    [head, ...columns, ...(wallets.length > 1 ? [] : [''])],
    (at) => at > 0,
    lines,
  );
  if (wallets.length > 1) shown.tHead?.prepend(walletHeads(wallets));
  return scrollingTable(caption, shown);
}

const walletHeads = (wallets: readonly PanelWallet[]): HTMLElement =>
  element('tr', {}, [
    element('td'),
    ...wallets.map(({ label }, at) =>
      element('th', { scope: 'colgroup', colspan: 2, class: 'figure' }, [
        swatch(at),
        ' ',
        element('bdi', {}, label),
      ]),
    ),
  ]);

/** A loss is an outline. */
function gainBar(gain: number, most: number): Child {
  if (gain === 0 || most <= 0) return null;
  const width = Math.max(2, (Math.min(Math.abs(gain), most) / most) * bar.width);
  return svgElement('svg', { class: 'gain-bar series-0', ...bar, 'aria-hidden': 'true' }, [
    svgElement('rect', {
      class: gain > 0 ? 'bar-fill' : 'bar-outline',
      x: 0.5,
      y: 0.5,
      width: width - 1,
      height: bar.height - 1,
    }),
  ]);
}
