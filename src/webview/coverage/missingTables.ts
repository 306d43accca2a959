import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { button, element } from '../dom.ts';
import type { BoundsContent, CoverageRequest, ReportContent } from '../messages/coverage.ts';
import { scrollingTable, table } from '../tables.ts';
import {
  formatAddedUsd,
  formatShareOf,
  formatUsdSum,
  nameOrAddress,
  pairName,
  shortAddress,
} from './format.ts';

type Send = (request: CoverageRequest) => void;

interface PoolRow {
  readonly pool: string;
  readonly amm: string;
  readonly amm_name: string;
  readonly mints: readonly string[];
  readonly symbols: readonly string[];
}

const poolCells = (row: PoolRow, at: number, send: Send): HTMLElement[] => [
  element('td', { class: 'figure dim' }, formatCount(at + 1)),
  element('th', { scope: 'row', class: 'row-name' }, element('bdi', {}, pairName(row))),
  element('td', {}, [
    button(
      nameOrAddress(row.amm_name, row.amm),
      () => send({ type: 'show-arbitrages', kind: 'amm', address: row.amm }),
      { class: 'link name', title: t('Show Arbitrages'), 'data-focus': `amm ${row.pool}` },
    ),
  ]),
  element('td', {}, [
    button(shortAddress(row.pool), () => send({ type: 'open-pool', pool: row.pool }), {
      class: 'link mono',
      title: t('Open {0}', row.pool),
      'data-focus': `pool ${row.pool}`,
    }),
  ]),
];

/** Best first, the chosen ones marked. Each figure is in addition to the rows above. */
export function missingPoolsTable(
  { missing_pools: missing, total }: Pick<ReportContent, 'missing_pools' | 'total'>,
  {
    caption,
    chosen,
    most,
    send,
  }: {
    readonly caption: string;
    readonly chosen: number;
    readonly most: number;
    readonly send: Send;
  },
): HTMLElement {
  const rows = missing
    .slice(0, most)
    .map((row, at) =>
      element('tr', { class: at < chosen ? 'chosen' : null }, [
        ...poolCells(row, at, send),
        element('td', { class: 'figure' }, formatCount(row.adds.transactions)),
        element('td', { class: 'figure' }, formatAddedUsd(row.adds.net_gains_usd)),
        element('td', { class: 'figure' }, formatShareOf(row.covers_usd, total.net_gains_usd)),
      ]),
    );
  const columns = ['#', t('Pool'), t('AMM'), t('Address'), t('Tx'), t('Adds net')];
  return scrollingTable(
    caption,
    table(
      { class: 'rows pool-table' },
      caption,
      [...columns, t('Then covers')],
      (at) => at === 0 || at > 3,
      rows,
    ),
  );
}

/** Pools of a service's rollups that the file lacks, each with its upper bound alone. */
export function possiblePoolsTable(
  { missing_pools: missing }: BoundsContent,
  { caption, most, send }: { readonly caption: string; readonly most: number; readonly send: Send },
): HTMLElement {
  const rows = missing
    .slice(0, most)
    .map((row, at) =>
      element('tr', {}, [
        ...poolCells(row, at, send),
        element('td', { class: 'figure' }, formatCount(row.adds.transactions)),
        element('td', { class: 'figure' }, formatAddedUsd(row.adds.net_gains_usd)),
      ]),
    );
  const columns = ['#', t('Pool'), t('AMM'), t('Address'), t('Tx at most'), t('Adds at most')];
  return scrollingTable(
    caption,
    table({ class: 'rows pool-table' }, caption, columns, (at) => at === 0 || at > 3, rows),
  );
}

export function missedTokensTable(
  { missed_tokens: tokens, total, covered }: ReportContent,
  { caption, most, send }: { readonly caption: string; readonly most: number; readonly send: Send },
): HTMLElement {
  const missed = total.net_gains_usd - covered.net_gains_usd;
  const rows = tokens.slice(0, most).map(({ mint, symbol, ...figures }) =>
    element('tr', {}, [
      element('th', { scope: 'row', class: 'row-name' }, [
        button(nameOrAddress(symbol, mint), () => send({ type: 'open-token', mint }), {
          class: 'link name',
          title: t('Open {0}', sanitizeText(mint, 64)),
          'data-focus': `token ${mint}`,
        }),
      ]),
      element('td', { class: 'figure' }, formatCount(figures.transactions)),
      element('td', { class: 'figure' }, formatUsdSum(figures.net_gains_usd)),
      element('td', { class: 'figure' }, formatShareOf(figures.net_gains_usd, missed)),
    ]),
  );
  const columns = [
    t('Token'),
    t('Tx missed'),
    t('Net gain missed'),
    t('of {0}', formatUsdSum(missed)),
  ];
  return scrollingTable(
    caption,
    table({ class: 'rows' }, caption, columns, (at) => at > 0, rows),
  );
}
