import { t } from '@vscode/l10n';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import { slotsToLand } from './landingWords.ts';

/** Of submissions that the chain could have taken; those that are still on their way left out. */
export interface LandingStatistics {
  /** The same in every language; of all together it is empty. */
  readonly key: string;
  /** Provider that was tipped (or none), and the choice of protection. */
  readonly group: string;
  readonly sent: number;
  readonly landed: number;
  /** On the chain, failed. */
  readonly failed: number;
  readonly lost: number;
  /** Median; `null` where nobody told the slots. */
  readonly medianSlots: number | null;
  readonly medianAcceptMilliseconds: number | null;
}

/** All together first, then by provider and protection, the most used first. */
export function landingStatistics(entries: readonly LandingEntry[]): LandingStatistics[] {
  const decided = entries.filter(({ state }) =>
    ['landed', 'failed', 'expired', 'seen'].includes(state),
  );
  const groups = new Map<string, LandingEntry[]>();
  for (const entry of decided) {
    const key = keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const parts = [...groups].map(([key, list]) => statisticsOf(key, list));
  parts.sort((first, second) => second.sent - first.sent);
  return decided.length === 0 ? [] : [statisticsOf('', decided), ...parts];
}

const providersOf = ({ tips }: LandingEntry): string =>
  [...new Set(tips.map(({ provider }) => provider))].join(' + ');

const keyOf = (entry: LandingEntry): string =>
  [entry.network, providersOf(entry), entry.frontRunningProtection].join(', ');

function groupWords(entry: LandingEntry): string {
  const option = entry.frontRunningProtection
    ? t('protected')
    : t({ message: 'open', comment: ['Of a landing: without protection'] });
  return [entry.network, providersOf(entry) || t('no tip'), option].join(', ');
}

function statisticsOf(key: string, entries: readonly LandingEntry[]): LandingStatistics {
  const countOf = (state: LandingEntry['state']) =>
    entries.filter((entry) => entry.state === state).length;
  const [first] = entries;
  return {
    key,
    group: key === '' || first === undefined ? '' : groupWords(first),
    sent: entries.length,
    landed: countOf('landed') + countOf('seen'),
    failed: countOf('failed'),
    lost: countOf('expired'),
    medianSlots: median(entries.flatMap((entry) => slotsToLand(entry) ?? [])),
    medianAcceptMilliseconds: median(entries.flatMap((entry) => entry.acceptMilliseconds ?? [])),
  };
}

/** Nearest rank. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}
