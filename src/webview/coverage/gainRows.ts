import type { CoveredPool } from '../../api/arbscope/coverage.ts';
import type {
  BoundsContent,
  ConfigGroup,
  CoverageContent,
  GroupFigures,
  ReplayedRow,
  ReportContent,
} from '../messages/coverage.ts';
import { nameOrAddress } from './format.ts';

export const gainSubjects = ['entry', 'pool', 'token', 'amm'] as const;
export type GainSubject = (typeof gainSubjects)[number];

export interface GainRow {
  /** An address, or the key of a group. */
  readonly key: string;
  readonly label: string;
  /** Index of the group; null: not in this config. */
  readonly group: number | null;
  /** Null: not a group. */
  readonly poolCount: number | null;
  /** Covered by this config; null: it has no such entry. */
  readonly transactions: number | null;
  readonly marketUsd: number | null;
  /** Net gain covered by this config and by the compared one; null: not in that config. */
  readonly coveredUsd: number | null;
  readonly comparedUsd: number | null;
  readonly newest: string | null;
  /** No arbitrage in the window. */
  readonly isDead: boolean;
}

const byGain = (a: GainRow, b: GainRow): number =>
  (b.coveredUsd ?? 0) - (a.coveredUsd ?? 0) || Number(a.isDead) - Number(b.isDead);

/** Groups of the config, best first, those without an arbitrage last; then those only in B. */
export function entryRows(content: CoverageContent): GainRow[] {
  const { config, coverage, replay, compared } = content;
  const own: readonly GroupFigures[] =
    replay?.configs[0]?.groups ?? (coverage?.kind === 'report' ? coverage.groups : []);
  const others = new Map(
    (compared?.groups ?? []).map((group, at) => [group.key, { group, at }] as const),
  );
  const otherFigures = replay?.configs[1]?.groups ?? [];
  const isCompared = replay !== null && replay.configs.length > 1;
  const rows = config.groups.flatMap(({ key, label, poolCount }: ConfigGroup, at): GainRow[] => {
    const figures = own[at];
    if (figures === undefined) return [];
    const other = others.get(key);
    others.delete(key);
    return [
      {
        key,
        label,
        group: at,
        poolCount,
        transactions: figures.transactions,
        marketUsd: null,
        coveredUsd: figures.net_gains_usd,
        comparedUsd:
          isCompared && other !== undefined
            ? (otherFigures[other.at]?.net_gains_usd ?? null)
            : null,
        newest: figures.newest,
        isDead: figures.transactions === 0,
      },
    ];
  });
  const removed = !isCompared
    ? []
    : [...others.values()].map(
        ({ group, at }): GainRow => ({
          key: group.key,
          label: group.label,
          group: null,
          poolCount: null,
          transactions: null,
          marketUsd: null,
          coveredUsd: null,
          comparedUsd: otherFigures[at]?.net_gains_usd ?? null,
          newest: null,
          isDead: false,
        }),
      );
  return [...rows.sort(byGain), ...removed];
}

/** Sorted by gains; pools without an arbitrage are last. */
export const poolRows = ({ kind, pools }: ReportContent | BoundsContent): GainRow[] =>
  pools
    .map(
      (pool: Omit<CoveredPool, 'newest'> & { readonly newest?: string | null }): GainRow => ({
        key: pool.address,
        label: nameOrAddress('', pool.address),
        group: null,
        poolCount: null,
        transactions: pool.transactions,
        marketUsd: pool.net_gains_usd,
        coveredUsd: null,
        comparedUsd: null,
        newest: pool.newest ?? null,
        // A service ranks only some tokens, so a pool without a ranked token is not dead.
        isDead: kind === 'report' && pool.transactions === 0,
      }),
    )
    .sort((a, b) => (b.marketUsd ?? 0) - (a.marketUsd ?? 0) || byGain(a, b));

export const replayedRows = (rows: readonly ReplayedRow[]): GainRow[] =>
  rows.map(({ key, name, market, configs }) => ({
    key,
    label: nameOrAddress(name, key),
    group: null,
    poolCount: null,
    transactions: configs[0]?.transactions ?? null,
    marketUsd: market.net_gains_usd,
    coveredUsd: configs[0]?.net_gains_usd ?? null,
    comparedUsd: configs[1]?.net_gains_usd ?? null,
    newest: null,
    isDead: false,
  }));
