import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatSignedUsd, formatUtcDateTime, formatUtcTime } from '../../api/format.ts';
import type { ListedArbitrage } from '../messages/market.ts';
import { type Column, ScrollRegion, Table } from './table.tsx';

interface ArbitrageListProps {
  readonly rows: readonly ListedArbitrage[];
  /** For periods longer than a day. */
  readonly hasDates: boolean;
  readonly onOpen: (signature: string) => void;
}

/** Each row opens its transaction; the list is a single tab stop. */
export function ArbitrageList({ rows, hasDates, onOpen }: ArbitrageListProps) {
  const [focused, setFocused] = useState<string | null>(null);
  if (rows.length === 0) {
    return <p class="dim empty-list">{t('No arbitrages in this range.')}</p>;
  }
  const columns: readonly Column[] = [
    { name: t('Time, UTC') },
    { name: '' },
    { name: t('Net, USD'), isFigure: true },
    { name: t('Route') },
    { name: t('Provider'), room: 'medium' },
  ];
  // The row that Tab reaches.
  const current = rows.find(({ signature }) => signature === focused) ?? rows[0];
  return (
    <ScrollRegion label={t('Arbitrages')}>
      <Table caption={t('Select a row to open the transaction.')} columns={columns}>
        {rows.map((row) => (
          <ArbitrageRow
            key={row.signature}
            row={row}
            hasDates={hasDates}
            isCurrent={row === current}
            onFocus={() => setFocused(row.signature)}
            onOpen={() => onOpen(row.signature)}
          />
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface ArbitrageRowProps {
  readonly row: ListedArbitrage;
  readonly hasDates: boolean;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

function ArbitrageRow({ row, hasDates, isCurrent, onFocus, onOpen }: ArbitrageRowProps) {
  const { signature, atMilliseconds, outcome, netGainsUsd, route, provider } = row;
  const format = hasDates ? formatUtcDateTime : formatUtcTime;
  const time = atMilliseconds === null ? t('unknown') : format(atMilliseconds).replace(' UTC', '');
  const { sign, name, style } = outcomes[outcome];
  return (
    <tr data-signature={signature} onClick={onOpen}>
      <th scope="row">
        {/* No click handler: clicks bubble up to the row. */}
        <button
          type="button"
          class="link"
          aria-label={t('Open the transaction of {0}', time)}
          tabIndex={isCurrent ? 0 : -1}
          onFocus={onFocus}
          onKeyDown={moveFocus}
        >
          {time}
        </button>
      </th>
      <td class={style}>
        <span aria-hidden="true">{sign}</span>
        <span class="spoken">{name()}</span>
      </td>
      <td class={`figure ${style}`}>{formatSignedUsd(netGainsUsd)}</td>
      <td class="route">
        <bdi>{route.length === 0 ? '—' : route.join(' → ')}</bdi>
      </td>
      <td>
        <bdi>{provider}</bdi>
      </td>
    </tr>
  );
}

const outcomes: Readonly<
  Record<ListedArbitrage['outcome'], { sign: string; name: () => string; style: string }>
> = {
  gain: { sign: '▲', name: () => t('Gain'), style: 'up' },
  loss: { sign: '▽', name: () => t('Loss'), style: 'down' },
  unknown: { sign: '?', name: () => t('Unknown'), style: 'dim' },
  failed: { sign: '⊘', name: () => t('Failed'), style: 'down' },
  'no-swap': { sign: '⊖', name: () => t('No swap'), style: 'dim' },
};

/** Arrow keys, Home and End move the focus to another row. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const row = event.currentTarget.closest('tr');
  const moves = new Map([
    ['ArrowDown', row?.nextElementSibling],
    ['ArrowUp', row?.previousElementSibling],
    ['Home', row?.parentElement?.firstElementChild],
    ['End', row?.parentElement?.lastElementChild],
  ]);
  if (!moves.has(event.key)) return;
  event.preventDefault();
  moves.get(event.key)?.querySelector<HTMLElement>('th button')?.focus();
}
