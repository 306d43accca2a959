import { t } from '@vscode/l10n';
import { formatCount, formatTimeAgo } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { button, element, svgElement } from '../dom.ts';
import type { BoundsContent, ConfigGroup, CoverageRequest } from '../messages/coverage.ts';
import { scrollingTable, table } from '../tables.ts';
import { formatAddedUsd, formatUsdSum, poolsText } from './format.ts';
import type { GainRow, GainSubject } from './gainRows.ts';

type Send = (request: CoverageRequest) => void;

interface GainTableOptions {
  readonly caption: string;
  readonly subject: GainSubject;
  /** Label of the compared config; null: none. */
  readonly comparedLabel: string | null;
  /** `24 h`. */
  readonly window: string;
  readonly nowMilliseconds: number;
  readonly most: number;
  readonly send: Send;
}

const heads = (): Readonly<Record<GainSubject, string>> => ({
  entry: t('Entry'),
  pool: t('Pool'),
  token: t('Token'),
  amm: t('AMM'),
});

export function gainTable(rows: readonly GainRow[], options: GainTableOptions): HTMLElement {
  const { caption, subject, comparedLabel, most } = options;
  const hasMarket = subject !== 'entry';
  const isCovered = subject !== 'pool';
  const hasNewest = subject === 'entry' || subject === 'pool';
  const isCompared = comparedLabel !== null && isCovered;
  const columns = [
    heads()[subject],
    isCovered ? t('Tx of A') : t('Tx through it'),
    ...(hasMarket ? [isCovered ? t('Market') : t('Net gain')] : []),
    ...(isCovered ? [t('A: now')] : []),
    ...(isCompared ? [`B: ${comparedLabel}`, 'A − B'] : []),
    ...(hasNewest ? [t('Last')] : []),
  ];
  const figure = (text: string) => element('td', { class: 'figure' }, text);
  const money = (usd: number | null) => figure(usd === null ? '–' : formatUsdSum(usd));
  const lines = rows
    .slice(0, most)
    .map((row) =>
      element('tr', {}, [
        element('th', { scope: 'row', class: 'row-name' }, [
          row.isDead && warningSign(),
          rowName(row, options),
        ]),
        figure(row.transactions === null ? '–' : formatCount(row.transactions)),
        ...(hasMarket ? [money(row.marketUsd)] : []),
        ...(isCovered ? [money(row.coveredUsd)] : []),
        ...(isCompared ? [money(row.comparedUsd), difference(row)] : []),
        ...(hasNewest
          ? [element('td', { class: 'figure dim' }, element('span', {}, newestText(row, options)))]
          : []),
      ]),
    );
  return scrollingTable(
    caption,
    table({ class: 'rows' }, caption, columns, (at) => at > 0, lines),
  );
}

const difference = ({ coveredUsd, comparedUsd }: GainRow): HTMLElement => {
  const by = (coveredUsd ?? 0) - (comparedUsd ?? 0);
  return element(
    'td',
    { class: `figure ${by > 0 ? 'up' : by < 0 ? 'down' : ''}` },
    formatAddedUsd(by),
  );
};

function rowName(
  { key, label, group, poolCount, isDead }: GainRow,
  { subject, send }: GainTableOptions,
): Node {
  // Dead entries show how many unused pools they contain.
  const text =
    isDead && poolCount !== null
      ? joinList([sanitizeText(label, 64), poolsText(poolCount)])
      : label;
  const link = (title: string, request: CoverageRequest) =>
    button(text, () => send(request), {
      class: subject === 'pool' ? 'link mono' : 'link name',
      title,
      'data-focus': `${subject} ${key}`,
    });
  if (subject === 'entry') {
    return group === null
      ? element('bdi', { class: 'dim' }, text)
      : link(t('Show in the file'), { type: 'reveal-group', index: group });
  }
  if (subject === 'pool') return link(t('Open {0}', key), { type: 'open-pool', pool: key });
  if (subject === 'token') return link(t('Open {0}', key), { type: 'open-token', mint: key });
  return link(t('Show Arbitrages'), { type: 'show-arbitrages', kind: 'amm', address: key });
}

function newestText(
  { newest, isDead, transactions }: GainRow,
  { window, nowMilliseconds }: GainTableOptions,
): string {
  if (isDead) return t('none in {0}', window);
  if (newest === null) return transactions === null ? '–' : t('unknown');
  return formatTimeAgo(Date.parse(newest), nowMilliseconds);
}

/** Lower and upper bounds of each entry from a service's rollups. */
export function boundsTable(
  groups: readonly ConfigGroup[],
  { groups: bounds }: BoundsContent,
  { caption, most, send }: Pick<GainTableOptions, 'caption' | 'most' | 'send'>,
): HTMLElement {
  const rows = groups
    .flatMap(({ key, label }, at) => {
      const bounded = bounds[at];
      return bounded === undefined ? [] : [{ key, label, at, ...bounded }];
    })
    .sort((a, b) => b.upper.net_gains_usd - a.upper.net_gains_usd)
    .slice(0, most)
    .map(({ key, label, at, lower, upper }) =>
      element('tr', {}, [
        element('th', { scope: 'row', class: 'row-name' }, [
          button(label, () => send({ type: 'reveal-group', index: at }), {
            class: 'link name',
            title: t('Show in the file'),
            'data-focus': `entry ${key}`,
          }),
        ]),
        element('td', { class: 'figure' }, formatCount(upper.transactions)),
        element('td', { class: 'figure' }, formatUsdSum(lower.net_gains_usd)),
        element('td', { class: 'figure' }, formatUsdSum(upper.net_gains_usd)),
      ]),
    );
  const columns = [t('Entry'), t('Tx at most'), t('Net gain at least'), t('Net gain at most')];
  return scrollingTable(
    caption,
    table({ class: 'rows' }, caption, columns, (at) => at > 0, rows),
  );
}

const warningSign = (): SVGElement =>
  svgElement('svg', { class: 'warning-sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, [
    svgElement('path', { d: 'M8 2.2l6.3 11.3H1.7zM8 6.2v4M8 11.4v.8' }),
  ]);
