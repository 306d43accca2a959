import { t } from '@vscode/l10n';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { formatUtcTime } from '../../api/format.ts';

/** What the rows of an answer are made from, and are read by. */
export interface FinderResponse {
  readonly result: FinderResult;
  readonly request: FinderParameters;
  /** Name of the connection that answered. */
  readonly source: string;
  readonly answeredAtMilliseconds: number;
  /** Filters that were applied to the answer here: tokens that fail them are not in it. */
  readonly localFilters?: Readonly<Record<string, string>>;
}

/** Name of the connection whose data is simulated. */
export const sandboxSourceName = 'Sandbox';

/** A connection's name; simulated data is called what it is. */
export const sourceLabel = (source: string): string =>
  source === sandboxSourceName ? t('{0}: simulated data', source) : source;

/** The facts at the end of every tooltip. */
export const sourceFacts = ({ source, answeredAtMilliseconds }: FinderResponse) =>
  [
    [t('Source'), sourceLabel(source)],
    [t('As of'), formatUtcTime(answeredAtMilliseconds)],
  ] as const;
