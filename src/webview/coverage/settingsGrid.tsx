import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatCount } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import type { ExportSettings, SettingsContent, SettingsOutcomeRow } from '../messages/coverage.ts';
import {
  bestOutcome,
  cellText,
  isSameSettings,
  type SettingsSlice,
  settingsKey,
} from './exportSettings.ts';
import { formatShareOf } from './format.ts';

interface SettingsGridProps {
  readonly settings: SettingsContent;
  readonly slice: SettingsSlice;
  readonly selected: ExportSettings | null;
  readonly caption: string;
  readonly onSelect: (settings: ExportSettings) => void;
}

const maxShade = 8;

/** Grid of tokens by transactions: percentage that an export with these settings covers. */
export function SettingsGrid({ settings, slice, selected, caption, onSelect }: SettingsGridProps) {
  const { axes, outcomes, total, current } = settings;
  const [reached, setReached] = useState<ExportSettings | null>(null);
  const best = bestOutcome(outcomes ?? []);
  const shade = shadeOf(outcomes ?? [], total?.net_gains_usd ?? 0);
  const rows = axes.min_transactions.map((min_transactions) => ({
    min_transactions,
    cells: axes.tokens_max.map((tokens_max) => ({ tokens_max, min_transactions, ...slice })),
  }));
  const all = rows.flatMap(({ cells }) => cells);
  const isIn = (wanted: ExportSettings | null) => (cell: ExportSettings) =>
    wanted !== null && isSameSettings(cell, wanted);
  // The cell that Tab reaches.
  const stop = all.find(isIn(reached)) ?? all.find(isIn(selected)) ?? all[0] ?? null;
  return (
    <div class="grid-place">
      <div class="table-place">
        <table
          class="heat"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are selected.
          role="grid"
          aria-label={caption}
        >
          <GridHead tokens={axes.tokens_max} />
          <tbody onKeyDown={moveFocus}>
            {rows.map(({ min_transactions, cells }) => (
              <tr key={min_transactions}>
                <th scope="row" class="figure">
                  {formatCount(min_transactions)}
                </th>
                {cells.map((cell) => {
                  const outcome = outcomes?.find(isIn(cell)) ?? null;
                  return (
                    <GridCell
                      key={settingsKey(cell)}
                      settings={cell}
                      percent={
                        outcome === null || total === null
                          ? null
                          : formatShareOf(outcome.net_gains_usd, total.net_gains_usd)
                      }
                      shade={outcome === null ? undefined : shade(outcome)}
                      isBest={isIn(best)(cell)}
                      isNow={isIn(current)(cell)}
                      isSelected={isIn(selected)(cell)}
                      isStop={isIn(stop)(cell)}
                      onReach={() => setReached(cell)}
                      onSelect={() => onSelect(cell)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const GridHead = ({ tokens }: { readonly tokens: readonly number[] }) => (
  <thead>
    <tr>
      <th class="figure" scope="col" rowSpan={2}>
        {t('Min transactions ↓')}
      </th>
      <th class="axis-name" colSpan={tokens.length} scope="colgroup">
        {t('Max tokens →')}
      </th>
    </tr>
    <tr>
      {tokens.map((each) => (
        <th key={each} scope="col" class="value">
          {formatCount(each)}
        </th>
      ))}
    </tr>
  </thead>
);

interface GridCellProps {
  readonly settings: ExportSettings;
  /** Null: not tested. */
  readonly percent: string | null;
  readonly shade: number | undefined;
  readonly isBest: boolean;
  readonly isNow: boolean;
  readonly isSelected: boolean;
  /** Whether Tab reaches it. */
  readonly isStop: boolean;
  readonly onReach: () => void;
  readonly onSelect: () => void;
}

function GridCell({ settings, percent, shade, onReach, onSelect, ...is }: GridCellProps) {
  const { isBest, isNow, isSelected, isStop } = is;
  const signs = `${isBest ? ' ★' : ''}${isNow ? ' ●' : ''}`;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a click or key selects it.
      role="gridcell"
      tabIndex={isStop ? 0 : -1}
      aria-label={joinLabel(
        cellText(settings),
        joinList([percent ?? t('not tested'), isBest ? t('best') : '', isNow ? t('now') : '']),
      )}
      aria-selected={isSelected}
      data-shade={shade}
      class={isBest ? 'best' : undefined}
      onClick={onSelect}
      onFocus={onReach}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onSelect();
      }}
    >
      {`${percent === null ? '…' : percent.replace('%', '')}${signs}`}
    </td>
  );
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLTableSectionElement }) {
  const rows = [...event.currentTarget.querySelectorAll('tr')];
  const cells = rows.map((each) => [...each.querySelectorAll('td')]);
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null;
  if (cell === null) return;
  const row = cells.findIndex((each) => each.includes(cell));
  const column = cells[row]?.indexOf(cell) ?? 0;
  const to = new Map<string, readonly [row: number, column: number]>([
    ['ArrowLeft', [row, column - 1]],
    ['ArrowRight', [row, column + 1]],
    ['ArrowUp', [row - 1, column]],
    ['ArrowDown', [row + 1, column]],
    ['Home', [row, 0]],
    ['End', [row, (cells[row]?.length ?? 1) - 1]],
  ]).get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  cells[to[0]]?.[to[1]]?.focus();
}

function shadeOf(
  outcomes: readonly SettingsOutcomeRow[],
  totalUsd: number,
): (outcome: SettingsOutcomeRow) => number {
  const gains = outcomes.map(({ net_gains_usd: usd }) => usd);
  const least = Math.min(totalUsd, ...gains);
  const most = Math.max(0, ...gains);
  return ({ net_gains_usd: usd }) =>
    most > least ? Math.round(((usd - least) / (most - least)) * maxShade) : maxShade;
}
