import { addedTogether } from '../../api/arbscope/addedTogether.ts';
import type {
  CoverageCause,
  CoverageFigures,
  CoveragePercentile,
  CoverageReport,
  MissingPool,
} from '../../api/arbscope/coverage.ts';
import {
  formatCount,
  formatDuration,
  formatLamports,
  formatPercent,
  formatUsd,
  formatUtcDateTime,
} from '../../api/format.ts';
import type { BotConfig, ConfigEntry, ConfigForm } from '../../botConfig/model.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { lineAndColumn } from './lineAndColumn.ts';

export interface CoveredFile {
  /** Path, or `standard input`. */
  readonly name: string;
  readonly text: string;
  readonly config: BotConfig;
  /** Values from which no address could be read, so that the figures lack their pools. */
  readonly unreadable: readonly UnreadableValue[];
}

interface UnreadableValue {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

export interface CoverageResult {
  readonly file: CoveredFile;
  readonly report: CoverageReport;
  /** If undefined, fees and tips count as paid. */
  readonly percentile: CoveragePercentile | undefined;
  /** Required covered share of the net gain, in percent. */
  readonly atLeast: number | undefined;
  /** `sandbox`, `recorded`, or the origin of a node or service. */
  readonly origin: string;
}

/** Rows in the text output; the JSON has all of them. */
export const maxRows = 10;

export const formNames: Readonly<Record<ConfigForm, string>> = {
  'smb-mints': 'SMB, an entry for each mint',
  'smb-markets': 'SMB, flat markets',
  'smb-finder': 'SMB, finder section',
  'smb-v10': 'SMB V10',
  'notarb-json': 'NotArb, JSON',
  'notarb-toml': 'NotArb, TOML',
  'notarb-bot': 'NotArb, bot',
  'lookup-tables': 'lookup tables',
  addresses: 'addresses',
};

/** In the order of the table; causes without a net gain are not part of the sum. */
const causeNames = {
  'missing-pool': 'Pool not in the file',
  'different-groups': 'Pools in different groups',
  'base-mint': 'Base token not allowed',
} as const satisfies Readonly<Partial<Record<CoverageCause, string>>>;

/** 0 to 1; null if no block of the window is indexed or it has no net gain. */
export const coveredShare = ({ window, total, covered }: CoverageReport): number | null =>
  window.coverage === null || !(total.net_gains_usd > 0)
    ? null
    : covered.net_gains_usd / total.net_gains_usd;

/** Entries whose groups cover no arbitrage, or whose pools no arbitrage passes through. */
function deadEntries({ config }: CoveredFile, { groups, pools }: CoverageReport): ConfigEntry[] {
  const passed = new Set(
    pools.flatMap(({ address, transactions }) => (transactions > 0 ? [address] : [])),
  );
  const earning = new Set(
    config.groups.flatMap(({ entries }, at) =>
      (groups[at]?.transactions ?? 0) > 0 ? entries : [],
    ),
  );
  return config.entries.filter(
    (entry, at) =>
      !entry.isNoTrade &&
      (!earning.has(at) || !poolsOf(entry).some((address) => passed.has(address))),
  );
}

const poolsOf = ({ lists }: ConfigEntry): string[] =>
  lists.flatMap(({ pools }) => pools.map(({ address }) => address));

const lineOf = ({ text }: CoveredFile, { headRange }: ConfigEntry): number =>
  lineAndColumn(text, headRange.start).line;

/** Contains nothing of the file except addresses. */
export function coverageDocument({ file, report, percentile, atLeast, origin }: CoverageResult) {
  const { name, config } = file;
  const share = coveredShare(report);
  return {
    config: {
      file: name,
      form: config.form,
      entries: config.entries.length,
      groups: config.groups.length,
      pools: report.pools.length,
      unreadable: file.unreadable,
    },
    source: origin,
    is_simulated: origin === 'sandbox',
    percentile: percentile ?? null,
    /** Other bots would have competed for the arbitrages. */
    is_upper_bound: true,
    covered_percent: share === null ? null : share * 100,
    ...(atLeast === undefined
      ? {}
      : { at_least_percent: atLeast, is_met: share !== null && share * 100 >= atLeast }),
    /** Null: no block of the window is indexed. */
    entries_without_arbitrage:
      report.window.coverage === null
        ? null
        : deadEntries(file, report).map((entry) => ({
            line: lineOf(file, entry),
            mint: entry.mint?.address ?? null,
            pools: poolsOf(entry),
          })),
    report,
  };
}

/** Contains untrusted symbols: escape each line before printing. */
export function coverageLines(result: CoverageResult): string[] {
  const { report, atLeast } = result;
  const { window } = report;
  const isKnown = window.coverage !== null;
  return [
    ...headLines(result),
    '',
    ...(isKnown
      ? figureLines(result)
      : [
          'No block of this window is indexed: the figures are unknown. Choose a --window or a --source with indexed blocks.',
        ]),
    ...(atLeast === undefined ? [] : ['', thresholdText(coveredShare(report), atLeast)]),
  ];
}

function headLines(result: CoverageResult): string[] {
  const { file, report, origin } = result;
  const { config, name } = file;
  const { window, total, pools } = report;
  const groups = plural(config.groups.length, 'group', 'groups');
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
  const length = formatDuration(Math.round((to - from) / 1_000));
  const source = origin === 'sandbox' ? 'Sandbox, simulated data' : origin;
  return [
    `Coverage of ${name} (${formNames[config.form]}; ${groups}, ${plural(pools.length, 'pool', 'pools')})`,
    `Window: ${formatUtcDateTime(from)} to ${formatUtcDateTime(to)} (${length}), ${formatPercent(window.coverage ?? 0)} of its blocks indexed`,
    `Source: ${source}; n = ${plural(total.transactions, 'arbitrage', 'arbitrages')} with a net gain`,
    `Costs: ${costsText(result)}`,
    ...unreadableLines(file),
    ...(config.form === 'smb-markets' && config.groups.length === 1
      ? ['Groups: the mints of the pools are not known, so all pools count as one group']
      : []),
  ];
}

export const unreadableLines = ({ unreadable }: CoveredFile): string[] =>
  unreadable.length === 0
    ? []
    : [
        `Incomplete: without the pools of ${plural(unreadable.length, 'value', 'values')} that could not be read`,
      ];

function figureLines({ file, report }: CoverageResult): string[] {
  const { window, total, covered, missing_pools: missing } = report;
  const dead = deadEntries(file, report);
  const part = (window.coverage ?? 0) < 1 ? ' in the indexed part' : '';
  return [
    `Could have taken, at most: ${formatUsd(covered.net_gains_usd)} net of ${formatUsd(total.net_gains_usd)} (${formatPercent(coveredShare(report))})`,
    'At most, as other bots would have competed for the same arbitrages.',
    '',
    ...table(['', 'Arbitrages', 'Gross gain', 'Net gain', 'Share'], figureRows(report)),
    ...section(
      `Entries without an arbitrage${part}: ${dead.length} of ${file.config.entries.length}`,
      cut(dead.map((entry) => entryText(file, entry))),
    ),
    ...(missing.length === 0
      ? []
      : section(
          'Best missing pools; each row assumes the rows above it',
          table(
            ['Pool', 'AMM', 'Tokens', 'Adds net', 'Then covers'],
            addedTogether(missing)
              .slice(0, maxRows)
              .flatMap((pools) => missingRows(pools, total)),
          ),
        )),
  ];
}

export const plural = (count: number, one: string, more: string): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

function costsText({ report: { assumed }, percentile }: CoverageResult): string {
  if (percentile === undefined) return 'tips and fees as paid';
  const each = assumed.map(({ provider, number, tips, fees }) => {
    const tip = tips === 0 ? 'no tip' : `tip ${formatLamports(BigInt(tips))}`;
    return `${provider} ${tip}, fee ${formatLamports(BigInt(fees))} (n = ${formatCount(number)})`;
  });
  const rest = each.length > 3 ? `; ${each.length - 3} more` : '';
  return `tips and fees at ${percentile} of each provider: ${each.slice(0, 3).join('; ')}${rest}`;
}

function figureRows({ total, covered, causes }: CoverageReport): string[][] {
  const figuresOf = (wanted: CoverageCause) => causes.find(({ cause }) => cause === wanted);
  const missed = Object.entries(causeNames).flatMap(([cause, name]) => {
    const figures = figuresOf(cause as CoverageCause);
    return figures === undefined ? [] : [figureRow(name, figures, total)];
  });
  const without = formatCount(figuresOf('no-net-gain')?.transactions ?? 0);
  const unknown = figuresOf('unknown-gain')?.transactions ?? 0;
  return [
    figureRow('Covered', covered, total),
    ...missed,
    figureRow('All with a net gain', total, total),
    ['Without a net gain', without, '', '', ''],
    ...(unknown === 0 ? [] : [['Price unknown', formatCount(unknown), '', '', '']]),
  ];
}

function figureRow(name: string, figures: CoverageFigures, total: CoverageFigures): string[] {
  const { transactions, revenues_usd: gross, net_gains_usd: net } = figures;
  return [name, formatCount(transactions), formatUsd(gross), formatUsd(net), shareOf(net, total)];
}

const shareOf = (usd: number, total: CoverageFigures): string =>
  total.net_gains_usd > 0 ? formatPercent(usd / total.net_gains_usd) : '';

const entryText = (file: CoveredFile, entry: ConfigEntry): string => {
  const pools = plural(poolsOf(entry).length, 'pool', 'pools');
  const line = `line ${lineOf(file, entry)}`;
  return entry.mint === null ? `${line}: ${pools}` : `${line}: ${entry.mint.address}, ${pools}`;
};

/** Pools that only gain together have their figures in the row of the last one. */
function missingRows(pools: readonly MissingPool[], total: CoverageFigures): string[][] {
  return pools.map((row, at) => {
    const { pool, amm_name: amm, mints, symbols, adds, covers_usd: covers } = row;
    const tokens = mints.map((mint, of) => symbols[of] || shortAddress(mint)).join('–');
    return at < pools.length - 1
      ? [pool, amm, tokens, 'with the next', '']
      : [pool, amm, tokens, formatUsd(adds.net_gains_usd), shareOf(covers, total)];
  });
}

export const thresholdText = (share: number | null, atLeast: number): string =>
  share === null
    ? `The covered share of the net gain is unknown, so it does not reach ${atLeast}%.`
    : share * 100 >= atLeast
      ? `At least ${atLeast}% is covered.`
      : `Less than ${atLeast}% is covered.`;

export const section = (title: string, rows: readonly string[]): string[] => [
  '',
  title,
  ...rows.map((row) => `  ${row}`),
];

const cut = (rows: readonly string[]): string[] =>
  rows.length <= maxRows
    ? [...rows]
    : [...rows.slice(0, maxRows), `and ${formatCount(rows.length - maxRows)} more`];

/** Aligns figures to the right and names to the left. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isFigure = head.map((_, at) =>
    rows.every((row) => /^[−$\d<>]|^$|^unknown/.test(row[at] ?? '')),
  );
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) =>
        isFigure[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
