import { t } from '@vscode/l10n';
import { formatCount, formatPercent } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { button, type Child, element } from '../dom.ts';
import {
  type BoundsContent,
  type CoverageContent,
  deadPools,
  type ReportContent,
} from '../messages/coverage.ts';
import { smallSampleSize } from '../messages/percentiles.ts';
import { scrollingTable, table } from '../tables.ts';
import {
  arbitragesText,
  entriesText,
  formatShareOf,
  formatUsdSum,
  formatWindow,
  poolsText,
  sourceText,
} from './format.ts';
import { sampleOf } from './gainShares.ts';

export const badges = (content: CoverageContent): HTMLElement[] => {
  const { form, entryCount, poolCount } = content.config;
  return [
    badge([form, entriesText(entryCount), poolsText(poolCount)].filter(Boolean).join(' · ')),
    badge(sourceText(content)),
  ];
};

const badge = (text: string): HTMLElement =>
  element('span', { class: 'badge' }, element('bdi', {}, text));

/** `base SOL, USDC`. */
export const baseText = ({ baseTokens }: CoverageContent['config']): string =>
  baseTokens.length === 0 ? t('any base token') : t('base {0}', joinList(baseTokens));

export function aboutWindow({ coverage }: CoverageContent): string {
  if (coverage === null) return '';
  const { from, to, coverage: indexed } = coverage.window;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const sample = coverage.kind === 'report' ? sampleOf(coverage) : coverage.total?.transactions;
  return [
    Number.isNaN(start) || Number.isNaN(end) ? '' : formatTimeRange(start, end),
    sample === undefined ? '' : joinLabel('n', arbitragesText(sample)),
    indexed !== null
      ? t('{0} indexed', formatPercent(indexed))
      : coverage.kind === 'report'
        ? t('not indexed')
        : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export function headline(content: CoverageContent): HTMLElement {
  const { coverage } = content;
  const figures =
    coverage === null
      ? []
      : coverage.kind === 'report'
        ? reportFigures(coverage, content)
        : boundsFigures(coverage);
  return element(
    'dl',
    { class: 'headline' },
    figures.map(([name, ...parts]) =>
      element('div', {}, [element('dt', {}, name), element('dd', {}, parts)]),
    ),
  );
}

type Figure = readonly [name: string, ...parts: Child[]];
const strong = (text: string) => element('b', {}, text);
const dim = (text: string) => element('span', { class: 'dim' }, text);

function reportFigures(report: ReportContent, content: CoverageContent): Figure[] {
  const { window, total, covered } = report;
  if (window.coverage === null) {
    return [[t('Could have taken, at most'), strong(t('unknown'))]];
  }
  const sample = sampleOf(report);
  const missed = total.net_gains_usd - covered.net_gains_usd;
  return [
    [
      t('Could have taken, at most'),
      strong(formatUsdSum(covered.net_gains_usd)),
      ` ${t('net')} `,
      dim(ofWhole(covered.net_gains_usd, total.net_gains_usd, formatUsdSum)),
    ],
    [
      t('Gross gain'),
      `${formatUsdSum(covered.revenues_usd)} `,
      dim(ofWhole(covered.revenues_usd, total.revenues_usd, formatUsdSum)),
    ],
    [
      t('Arbitrages'),
      `${formatCount(covered.transactions)} `,
      dim(ofWhole(covered.transactions, sample, formatCount)),
    ],
    [t('Missed'), formatUsdSum(missed), ` ${t('net')}`],
    withoutArbitrage(
      report.groups.filter(({ transactions }) => transactions === 0).length,
      report.groups.length,
      content,
    ),
  ];
}

function boundsFigures({ covered, total }: BoundsContent): Figure[] {
  const { lower, upper } = covered;
  const range = (format: (value: number) => string, of: (figures: typeof lower) => number) =>
    `${format(of(lower))} – ${format(of(upper))}`;
  return [
    [
      t('Could have taken, between'),
      strong(range(formatUsdSum, (each) => each.net_gains_usd)),
      ` ${t('net')} `,
      total !== null && dim(t('of {0}', formatUsdSum(total.net_gains_usd))),
    ],
    [t('Gross gain'), range(formatUsdSum, (each) => each.revenues_usd)],
    [
      t('Arbitrages'),
      `${range(formatCount, (each) => each.transactions)} `,
      total !== null && dim(t('of {0}', formatCount(total.transactions))),
    ],
  ];
}

const ofWhole = (part: number, whole: number, format: (value: number) => string): string =>
  t('of {0} ({1})', format(whole), formatShareOf(part, whole));

const withoutArbitrage = (
  dead: number,
  groups: number,
  { coverage, state }: CoverageContent,
): Figure => {
  const pools = coverage?.pools ?? [];
  return [
    t('Without arbitrage in {0}', formatWindow(state.windowSeconds)),
    `${t('{0} of {1} entries', formatCount(dead), formatCount(groups))} `,
    dim(t('{0} of {1} pools', formatCount(deadPools(pools).length), formatCount(pools.length))),
  ];
};

export function assumptions(
  { coverage, state, source }: CoverageContent,
  openDefinitions: () => void,
): Child[] {
  if (coverage === null) return [];
  const { percentile } = state;
  const isBounds = coverage.kind === 'bounds';
  const texts = isBounds
    ? [
        t(
          'Bounds: {0} provides only rollups by token, AMM and pool, not single arbitrages.',
          source,
        ),
      ]
    : [
        t('Upper bound: other bots would have competed for the same arbitrages.'),
        percentile === null
          ? t('Tips and fees as paid.')
          : t('Tips at {0} of each provider, fees at {0}, in this window.', percentile),
      ];
  const link = button(t('Definitions'), openDefinitions, {
    class: 'link',
    'data-focus': 'definitions',
  });
  return [
    element('p', { class: isBounds ? 'note-line' : 'dim small' }, [`${texts.join(' ')} `, link]),
    !isBounds && coverage.assumed.length > 0 && assumedTable(coverage),
    coverage.kind === 'report' &&
      coverage.window.coverage !== null &&
      sampleOf(coverage) === 0 &&
      element('p', { class: 'note-line' }, t('No arbitrage in this window.')),
    coverage.window.coverage === null &&
      !isBounds &&
      element(
        'p',
        { class: 'note-line' },
        t('No block of this window is indexed: its figures are unknown.'),
      ),
  ];
}

function assumedTable({ assumed }: ReportContent): HTMLElement {
  const title = t('Tips and fees assumed, by provider');
  const columns = [t('Provider'), 'n', t('Tip, lamports'), t('Fee, lamports')];
  const rows = assumed.map(({ provider, number, tips, fees }) =>
    element('tr', {}, [
      element('th', { scope: 'row', class: 'row-name' }, [
        element('bdi', {}, provider === 'NO_PROVIDER' ? t('without a tip') : provider),
        number < smallSampleSize && element('span', { class: 'dim' }, ` ${t('small sample')}`),
      ]),
      ...[number, tips, fees].map((figure) =>
        element('td', { class: 'figure' }, formatCount(figure)),
      ),
    ]),
  );
  return element('details', { class: 'assumed small' }, [
    element('summary', {}, title),
    scrollingTable(
      title,
      table({ class: 'rows' }, title, columns, (at) => at > 0, rows),
    ),
  ]);
}
