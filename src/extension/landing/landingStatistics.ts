import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';

/** Pending submissions are not counted. */
export interface LandingStatistics {
  /** Independent of the language; empty for the total. */
  readonly key: string;
  /** Tipped provider (or none) and protection option. */
  readonly label: string;
  readonly sent: number;
  readonly landed: number;
  /** Failed on chain. */
  readonly failed: number;
  readonly expired: number;
  /** Of those whose time is known; null: of none. */
  readonly medianLandMilliseconds: number | null;
  readonly medianAcceptMilliseconds: number | null;
}

/** The total first, then by provider and protection, most used first. */
export function landingStatistics(entries: readonly LandingEntry[]): LandingStatistics[] {
  const decided = entries.filter(({ state }) =>
    ['landed', 'failed', 'expired', 'seen'].includes(state),
  );
  const parts = [...Map.groupBy(decided, groupKey)].map(([key, list]) =>
    computeStatistics(key, list),
  );
  parts.sort((first, second) => second.sent - first.sent);
  return decided.length === 0 ? [] : [computeStatistics('', decided), ...parts];
}

const joinProviders = ({ tips }: LandingEntry): string =>
  [...new Set(tips.map(({ provider }) => provider))].join(' + ');

const groupKey = (entry: LandingEntry): string =>
  [entry.network, joinProviders(entry), entry.frontRunningProtection].join(' · ');

const groupLabel = (entry: LandingEntry): string =>
  joinList([
    entry.network,
    joinProviders(entry) || t('no tip'),
    entry.frontRunningProtection ? t('protected') : t('unprotected'),
  ]);

function computeStatistics(key: string, entries: readonly LandingEntry[]): LandingStatistics {
  const countOf = (state: LandingEntry['state']) =>
    entries.filter((entry) => entry.state === state).length;
  const [first] = entries;
  return {
    key,
    label: key === '' || first === undefined ? '' : groupLabel(first),
    sent: entries.length,
    landed: countOf('landed') + countOf('seen'),
    failed: countOf('failed'),
    expired: countOf('expired'),
    medianLandMilliseconds: median(entries.flatMap((entry) => entry.landMilliseconds ?? [])),
    medianAcceptMilliseconds: median(entries.flatMap((entry) => entry.acceptMilliseconds ?? [])),
  };
}

/** Nearest-rank median. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}
