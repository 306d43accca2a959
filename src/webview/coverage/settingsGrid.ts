import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { addListeners, element, replaceContent } from '../dom.ts';
import type {
  ExportSettings,
  SettingsAxes,
  SettingsContent,
  SettingsOutcomeRow,
} from '../messages/coverage.ts';
import { scrollingTable, table } from '../tables.ts';
import {
  bestOutcome,
  cellText,
  isSameSettings,
  rankedOutcomes,
  type SettingsSlice,
} from './exportSettings.ts';
import { formatShareOf, formatUsdSum } from './format.ts';

export interface ShownGrid {
  readonly settings: SettingsContent;
  readonly slice: SettingsSlice;
  readonly selected: ExportSettings | null;
  readonly caption: string;
}

const maxShade = 8;

/** Grid of tokens by transactions: percentage that an export with these settings covers. */
export class SettingsGrid {
  readonly element = element('div', { class: 'grid-place' });
  readonly #select: (settings: ExportSettings) => void;

  constructor(select: (settings: ExportSettings) => void) {
    this.#select = select;
    addListeners(this.element, {
      keydown: (event) => this.#moveFocus(event),
    });
  }

  show(shown: ShownGrid): void {
    const hadFocus = this.element.querySelector('td:focus') !== null;
    replaceContent(this.element, this.#table(shown));
    if (hadFocus) this.element.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  }

  #table({ settings, slice, selected, caption }: ShownGrid): HTMLElement {
    const { axes, outcomes, total, current } = settings;
    const best = bestOutcome(outcomes ?? []);
    const share = rangeOfShares(outcomes ?? [], total?.net_gains_usd ?? 0);
    const cells = axes.min_transactions.map((transactions) =>
      axes.tokens_max.map((tokens) => ({
        tokens_max: tokens,
        min_transactions: transactions,
        ...slice,
      })),
    );
    const all = cells.flat();
    const reached =
      all.find((each) => selected !== null && isSameSettings(each, selected)) ?? all[0];
    const rows = cells.map((row, at) =>
      element('tr', {}, [
        element(
          'th',
          { scope: 'row', class: 'figure' },
          formatCount(axes.min_transactions[at] ?? 0),
        ),
        ...row.map((cell) => {
          const outcome = (outcomes ?? []).find((each) => isSameSettings(each, cell)) ?? null;
          const isBest = best !== null && isSameSettings(best, cell);
          const isNow = current !== null && isSameSettings(current, cell);
          const signs = `${isBest ? ' ★' : ''}${isNow ? ' ●' : ''}`;
          const percent =
            outcome === null || total === null
              ? null
              : formatShareOf(outcome.net_gains_usd, total.net_gains_usd);
          const said = joinLabel(
            cellText(cell),
            joinList([percent ?? t('not tested'), isBest ? t('best') : '', isNow ? t('now') : '']),
          );
          const made = addListeners(
            element(
              'td',
              {
                role: 'gridcell',
                tabindex: cell === reached ? 0 : -1,
                'aria-label': said,
                'aria-selected': String(selected !== null && isSameSettings(selected, cell)),
                'data-shade': outcome === null ? null : share(outcome),
                class: isBest ? 'best' : null,
              },
              `${percent === null ? '…' : percent.replace('%', '')}${signs}`,
            ),
            {
              click: () => this.#select(cell),
              focus: () => {
                for (const each of this.element.querySelectorAll('td[tabindex="0"]'))
                  each.setAttribute('tabindex', '-1');
                made.setAttribute('tabindex', '0');
              },
              keydown: (event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                this.#select(cell);
              },
            },
          );
          return made;
        }),
      ]),
    );
    return element('div', { class: 'table-place' }, [
      element('table', { class: 'heat', role: 'grid', 'aria-label': caption }, [
        element('thead', {}, [
          element('tr', {}, [
            element('th', { class: 'figure', scope: 'col', rowspan: 2 }, t('Min transactions ↓')),
            element(
              'th',
              { class: 'axis-name', colspan: axes.tokens_max.length, scope: 'colgroup' },
              t('Max tokens →'),
            ),
          ]),
          element('tr', {}, [
            ...axes.tokens_max.map((tokens) =>
              element('th', { scope: 'col', class: 'value' }, formatCount(tokens)),
            ),
          ]),
        ]),
        element('tbody', {}, rows),
      ]),
    ]);
  }

  #moveFocus(event: KeyboardEvent): void {
    const cell = event.target;
    if (!(cell instanceof HTMLTableCellElement)) return;
    const rows = [...this.element.querySelectorAll<HTMLTableRowElement>('tbody tr')];
    const cells = rows.map((row) => [...row.querySelectorAll('td')]);
    const row = cells.findIndex((each) => each.includes(cell));
    const column = cells[row]?.indexOf(cell) ?? -1;
    if (column === -1) return;
    const end = (cells[row]?.length ?? 1) - 1;
    const moves: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, end],
    };
    const to = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    cells[to[0]]?.[to[1]]?.focus();
  }
}

function rangeOfShares(
  outcomes: readonly SettingsOutcomeRow[],
  totalUsd: number,
): (outcome: SettingsOutcomeRow) => number {
  const gains = outcomes.map(({ net_gains_usd: usd }) => usd);
  const least = Math.min(totalUsd, ...gains);
  const most = Math.max(0, ...gains);
  return ({ net_gains_usd: usd }) =>
    most > least ? Math.round(((usd - least) / (most - least)) * maxShade) : maxShade;
}

/** Best first. */
export function outcomesTable(
  { outcomes, total, current }: SettingsContent,
  { caption, most }: { readonly caption: string; readonly most: number },
): HTMLElement {
  const ranked = rankedOutcomes(outcomes ?? []);
  const rows = ranked
    .slice(0, most)
    .map((each, at) =>
      element('tr', {}, [
        element('th', { scope: 'row', class: 'row-name' }, [
          joinList([
            at === 0 ? t('★ best') : formatCount(at + 1),
            current !== null && isSameSettings(current, each) ? t('● now') : '',
          ]),
        ]),
        ...[
          formatCount(each.tokens_max),
          formatCount(each.min_transactions),
          formatDuration(each.refresh_seconds),
          formatDuration(each.tokens_time_range),
          formatCount(each.transactions),
          formatUsdSum(each.net_gains_usd),
          formatShareOf(each.net_gains_usd, total?.net_gains_usd ?? 0),
        ].map((text) => element('td', { class: 'figure' }, text)),
      ]),
    );
  const columns = [
    t('Rank'),
    t('Max tokens'),
    t('Min transactions'),
    t('Refresh'),
    t('Ranking window'),
    t('Tx'),
    t('Net gain'),
    t('of {0}', formatUsdSum(total?.net_gains_usd ?? 0)),
  ];
  return scrollingTable(
    caption,
    table({ class: 'rows' }, caption, columns, (at) => at > 0, rows),
  );
}

export const hasGrid = ({ tokens_max: tokens, min_transactions: transactions }: SettingsAxes) =>
  tokens.length > 0 && transactions.length > 0;
