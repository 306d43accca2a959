import { formatCsv } from '../../api/sanitizeText.ts';
import { sourceCell } from '../components/sourceBadge.tsx';
import type { Bounded, CoverageContent, Figures, ReplayContent } from '../messages/coverage.ts';
import { settingNames } from './exportSettings.ts';

type Cell = string | number | null;
/** Subject of a figure: section of the page, entry, and the entry's name. */
type Subject = readonly [part: string, entry: string, name: string];

/** Unrounded, one figure per row; unknown ones are empty. */
export function coverageCsv(content: CoverageContent): string {
  const { config, coverage, replay, settings, state, compared } = content;
  const header = [
    ...['part', 'entry', 'name', 'measure', 'value'],
    ...['from', 'to', 'indexed', 'percentile', 'config', 'source'],
  ];
  const window = coverage?.window ?? replay?.window ?? null;
  const about = [
    window?.from ?? null,
    window?.to ?? null,
    window?.coverage ?? null,
    state.percentile ?? 'paid',
    config.name,
    sourceCell(content),
  ];
  const rows = [
    ...coverageFigures(content),
    ...(replay === null ? [] : replayFigures(replay, compared?.label ?? '')),
    ...(settings?.outcomes ?? []).flatMap((outcome, at) =>
      figures(['settings', String(at + 1), ''], {
        ...Object.fromEntries(settingNames.map((name) => [name, outcome[name]])),
        ...measures(outcome),
      }),
    ),
  ];
  return formatCsv([header, ...rows.map((row) => [...row, ...about])]);
}

function coverageFigures({ config, coverage }: CoverageContent): Cell[][] {
  if (coverage === null) return [];
  const groupSubject = (at: number): Subject => [
    'entry',
    config.groups[at]?.key ?? String(at + 1),
    config.groups[at]?.label ?? '',
  ];
  const pools = coverage.pools.flatMap((pool) =>
    figures(['pool', pool.address, ''], measures(pool)),
  );
  const missing = coverage.missing_pools.flatMap(({ pool, amm, symbols, adds, ...rest }) =>
    figures(['missing_pool', pool, symbols.join('-')], {
      amm,
      ...prefixed('adds', adds),
      ...('covers_usd' in rest ? { covers_usd: rest.covers_usd } : {}),
    }),
  );
  if (coverage.kind === 'bounds') {
    return [
      ...(coverage.total === null ? [] : figures(['market', '', ''], measures(coverage.total))),
      ...figures(['covered', '', ''], boundedMeasures(coverage.covered)),
      ...coverage.groups.flatMap((group, at) => figures(groupSubject(at), boundedMeasures(group))),
      ...pools,
      ...missing,
    ];
  }
  return [
    ...figures(['market', '', ''], measures(coverage.total)),
    ...figures(['covered', '', ''], measures(coverage.covered)),
    ...coverage.causes.flatMap((cause) => figures(['cause', cause.cause, ''], measures(cause))),
    ...coverage.assumed.flatMap(({ provider, number, tips, fees }) =>
      figures(['assumed', provider, ''], {
        transactions: number,
        tips_lamports: tips,
        fees_lamports: fees,
      }),
    ),
    ...coverage.groups.flatMap((group, at) =>
      figures(groupSubject(at), { ...measures(group), newest: group.newest }),
    ),
    ...pools,
    ...missing,
    ...coverage.missed_tokens.flatMap(({ mint, symbol, ...token }) =>
      figures(['missed_token', mint, symbol], measures(token)),
    ),
  ];
}

function replayFigures({ points, tokens, amms }: ReplayContent, comparedLabel: string): Cell[][] {
  const beside = (market: Figures, configs: readonly Figures[]) => ({
    ...prefixed('market', market),
    ...(configs[0] === undefined ? {} : prefixed('a', configs[0])),
    ...(configs[1] === undefined ? {} : prefixed('b', configs[1])),
  });
  const rollups = (part: string, rows: ReplayContent['tokens']) =>
    rows.flatMap(({ key, name, market, configs }) =>
      figures([part, key, name], beside(market, configs)),
    );
  return [
    ...(comparedLabel === '' ? [] : figures(['b', '', comparedLabel], { label: comparedLabel })),
    ...points.flatMap(({ time, market, configs }) =>
      figures(['replay', time, ''], beside(market, configs)),
    ),
    ...rollups('token', tokens),
    ...rollups('amm', amms),
  ];
}

const measures = ({ transactions, revenues_usd, net_gains_usd }: Figures) => ({
  transactions,
  revenues_usd,
  net_gains_usd,
});

const prefixed = (prefix: string, of: Figures): Readonly<Record<string, Cell>> =>
  Object.fromEntries(
    Object.entries(measures(of)).map(([name, value]) => [`${prefix}_${name}`, value]),
  );

const boundedMeasures = ({ lower, upper }: Bounded) => ({
  ...prefixed('at_least', lower),
  ...prefixed('at_most', upper),
});

const figures = (subject: Subject, of: Readonly<Record<string, Cell>>): Cell[][] =>
  Object.entries(of).map(([measure, value]) => [...subject, measure, value]);
