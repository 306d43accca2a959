import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { slotsToLand } from './landingLabels.ts';

/** Of submissions that the chain could have taken; those that are still on their way left out. */
export interface LandingStatistics {
  /** The same in every language; of all together it is empty. */
  readonly key: string;
  /** Provider that was tipped (or none), and the choice of protection. */
  readonly label: string;
  readonly sent: number;
  readonly landed: number;
  /** On the chain, failed. */
  readonly failed: number;
  readonly expired: number;
  /** Median; `null` where nobody told the slots. */
  readonly medianSlots: number | null;
  readonly medianAcceptMilliseconds: number | null;
}

/** All together first, then by provider and protection, the most used first. */
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
    medianSlots: median(entries.flatMap((entry) => slotsToLand(entry) ?? [])),
    medianAcceptMilliseconds: median(entries.flatMap((entry) => entry.acceptMilliseconds ?? [])),
  };
}

/** Nearest rank. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}
