import { t } from '@vscode/l10n';
import { type Column, Table } from '../components/table.tsx';
import type { GainBreakdown } from './gainBreakdown.ts';
import { formatItemAmount, formatPricedUsd, pricesNote } from './routeLabels.ts';
import type { RouteView } from './routeView.ts';
import { Waterfall } from './waterfall.tsx';

/** The steps from gross to net, also as a table. */
export const GainSteps = ({ view: { breakdown, route } }: { readonly view: RouteView }) => (
  <figure class="steps">
    <Waterfall breakdown={breakdown} />
    <figcaption>{pricesNote(breakdown, route)}</figcaption>
    <details>
      <summary>{t('As a table')}</summary>
      <BreakdownTable breakdown={breakdown} />
    </details>
  </figure>
);

function BreakdownTable({ breakdown: { items, base } }: { readonly breakdown: GainBreakdown }) {
  const columns: readonly Column[] = [
    { name: t('Part') },
    { name: t('In {0}', base.fullLabel), isFigure: true },
    { name: 'USD', isFigure: true },
  ];
  return (
    <Table class="statement" caption={t('From gross to net')} columns={columns}>
      {items.map((item, at) => (
        <tr key={at} class={item.kind}>
          <th scope="row">{item.label}</th>
          <td class="figure">{formatItemAmount(item, base)}</td>
          <td class="figure">{formatPricedUsd(item.usd)}</td>
        </tr>
      ))}
    </Table>
  );
}
