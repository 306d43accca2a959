import { t } from '@vscode/l10n';
import { formatCount, formatPercent } from '../../api/format.ts';
import { button, element, setAttributes, svgElement } from '../dom.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import { scrollingTable, table } from '../tables.ts';
import { type UnitRow, unitRows } from './callTree.ts';
import { callDetail } from './labels.ts';

/** Maximum indentation, which still fits a narrow table. */
const maxIndent = 6;

/** A row's name opens its log. */
export function unitTable(
  transaction: SimulatedTransactionContent,
  showLog: (index: number) => void,
): HTMLElement {
  const rows = unitRows(transaction);
  if (rows.length === 0) return element('p', { class: 'dim' }, t('The node returned no log.'));
  const total = transaction.computeUnits;
  const folded = new Set<number>();
  const lines = rows.map((row) => ({ row, line: unitLine(row) }));
  function showLines(): void {
    for (const { row, line } of lines) line.hidden = row.parents.some((each) => folded.has(each));
  }
  function unitLine(row: UnitRow): HTMLElement {
    const { computeUnits, depth, instruction, state } = row;
    const share = computeUnits === null || !total ? null : computeUnits / total;
    return element('tr', { class: `depth-${Math.min(depth, maxIndent)}` }, [
      element('td', { class: 'figure dim' }, instruction === null ? '' : String(instruction)),
      element('td', { class: 'call' }, [
        element('span', { class: `indent indent-${Math.min(depth, maxIndent)}` }, [
          row.hasChildren ? foldButton(row, folded, showLines) : element('span', { class: 'fold' }),
          button(row.program, () => showLog(row.index), {
            class: 'link',
            'aria-label': t('Show the log of {0}', callLabel(row)),
          }),
          element('span', { class: 'dim' }, callDetail(row)),
          state !== 'success' &&
            element(
              'span',
              { class: 'down' },
              state === 'failed' ? t('⊘ failed') : t('unfinished'),
            ),
        ]),
      ]),
      element('td', { class: 'figure' }, formatUnits(computeUnits)),
      element('td', { class: 'figure' }, share === null ? '–' : formatPercent(share)),
      element('td', { class: 'share' }, share === null ? null : shareBar(share, row)),
    ]);
  }
  const caption = t('Nested rows are part of the row above. Select a row for its log.');
  const columns = [
    '#',
    t('Instruction'),
    t('Compute units'),
    t('Share'),
    total === null ? t('Part') : t('of {0}', formatCount(total)),
  ];
  return scrollingTable(
    t('Compute units by instruction'),
    table(
      { class: 'units' },
      caption,
      columns,
      (at) => at !== 1 && at !== 4,
      lines.map(({ line }) => line),
    ),
  );
}

const formatUnits = (units: number | null): string =>
  units === null ? t('not logged') : formatCount(units);

const callLabel = (row: UnitRow): string => [row.program, callDetail(row)].join(' ').trim();

function foldButton(row: UnitRow, folded: Set<number>, showLines: () => void): HTMLElement {
  const name = t('Calls of {0}', callLabel(row));
  const fold = button(
    '▾',
    () => {
      if (!folded.delete(row.index)) folded.add(row.index);
      const isOpen = !folded.has(row.index);
      fold.textContent = isOpen ? '▾' : '▸';
      setAttributes(fold, { 'aria-expanded': String(isOpen) });
      showLines();
    },
    { class: 'fold', 'aria-label': name, 'aria-expanded': 'true' },
  );
  return fold;
}

/** Filled at the top level, lighter at the next one, an outline below. */
const shareBar = (share: number, { depth }: UnitRow): SVGElement =>
  svgElement('svg', { class: `share-bar level-${Math.min(depth, 2)}`, 'aria-hidden': 'true' }, [
    svgElement('rect', {
      x: 0.5,
      y: 0.5,
      width: `${Math.max(0.8, Math.min(100, share * 100)).toFixed(2)}%`,
      height: 9,
    }),
  ]);
