import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatCount, formatPercent } from '../../api/format.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import { type UnitRow, unitRows } from './callTree.ts';
import { callDetail } from './labels.ts';

/** Maximum indentation, which still fits a narrow table. */
const maxIndent = 6;

interface UnitTableProps {
  readonly transaction: SimulatedTransactionContent;
  readonly showLog: (index: number) => void;
}

/** A row's name opens its log. */
export function UnitTable({ transaction, showLog }: UnitTableProps) {
  /** Indexes of the rows whose calls are hidden. */
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = unitRows(transaction);
  if (rows.length === 0) return <p class="dim">{t('The node returned no log.')}</p>;
  const total = transaction.computeUnits;
  const fold = (index: number) =>
    setFolded((now) => {
      const next = new Set(now);
      if (!next.delete(index)) next.add(index);
      return next;
    });
  const columns: readonly Column[] = [
    { name: '#', isFigure: true, room: 'medium' },
    { name: t('Instruction') },
    { name: t('Compute units'), isFigure: true },
    { name: t('Share'), isFigure: true },
    { name: total === null ? t('Part') : t('of {0}', formatCount(total)), room: 'medium' },
  ];
  return (
    <ScrollRegion label={t('Compute units by instruction')}>
      <Table
        class="units"
        caption={t('Nested rows are part of the row above. Select a row for its log.')}
        columns={columns}
      >
        {rows.map((row) => (
          <UnitLine
            key={`${row.kind} ${row.index}`}
            row={row}
            total={total}
            isHidden={row.parents.some((each) => folded.has(each))}
            isOpen={!folded.has(row.index)}
            fold={() => fold(row.index)}
            showLog={() => showLog(row.index)}
          />
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface UnitLineProps extends FoldButtonProps {
  /** Null: unknown. */
  readonly total: number | null;
  readonly isHidden: boolean;
  readonly showLog: () => void;
}

function UnitLine({ row, total, isHidden, isOpen, fold, showLog }: UnitLineProps) {
  const { computeUnits, instruction, state } = row;
  const depth = Math.min(row.depth, maxIndent);
  const share = computeUnits === null || !total ? null : computeUnits / total;
  return (
    <tr class={`depth-${depth}`} hidden={isHidden}>
      <td class="figure dim">{instruction}</td>
      <td class="call">
        <span class={`indent indent-${depth}`}>
          {row.hasChildren ? (
            <FoldButton row={row} isOpen={isOpen} fold={fold} />
          ) : (
            <span class="fold" />
          )}
          <button
            type="button"
            class="link"
            aria-label={t('Show the log of {0}', callLabel(row))}
            onClick={showLog}
          >
            {row.program}
          </button>
          <span class="dim">{callDetail(row)}</span>
          {state !== 'success' && (
            <span class="down">{state === 'failed' ? t('⊘ failed') : t('unfinished')}</span>
          )}
        </span>
      </td>
      <td class="figure">{computeUnits === null ? t('not logged') : formatCount(computeUnits)}</td>
      <td class="figure">{share === null ? '–' : formatPercent(share)}</td>
      <td class="share">{share !== null && <ShareBar share={share} level={depth} />}</td>
    </tr>
  );
}

const callLabel = (row: UnitRow): string => [row.program, callDetail(row)].join(' ').trim();

interface FoldButtonProps {
  readonly row: UnitRow;
  readonly isOpen: boolean;
  readonly fold: () => void;
}

const FoldButton = ({ row, isOpen, fold }: FoldButtonProps) => (
  <button
    type="button"
    class="fold"
    aria-label={t('Calls of {0}', callLabel(row))}
    aria-expanded={isOpen}
    onClick={fold}
  >
    {isOpen ? '▾' : '▸'}
  </button>
);

/** Filled at the top level, lighter at the next one, an outline below. */
const ShareBar = ({ share, level }: { readonly share: number; readonly level: number }) => (
  <svg class={`share-bar level-${Math.min(level, 2)}`} aria-hidden="true">
    <rect
      x={0.5}
      y={0.5}
      width={`${Math.max(0.8, Math.min(100, share * 100)).toFixed(2)}%`}
      height={9}
    />
  </svg>
);
