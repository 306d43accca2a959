import { t } from '@vscode/l10n';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { formatUtcTime } from '../../api/format.ts';
import { type DataSource, sourceLabel } from '../connections/connections.ts';

/** What the rows of an answer are made from, and are read by. */
export interface FinderResponse {
  readonly result: FinderResult;
  readonly request: FinderParameters;
  /** The connection that answered. */
  readonly source: DataSource;
  readonly answeredAtMilliseconds: number;
  /** Filters that were applied to the answer here: tokens that fail them are not in it. */
  readonly localFilters?: Readonly<Record<string, string>>;
}

/** The facts at the end of every tooltip. */
export const sourceFacts = ({ source, answeredAtMilliseconds }: FinderResponse) =>
  [
    [t('Source'), sourceLabel(source)],
    [t('As of'), formatUtcTime(answeredAtMilliseconds)],
  ] as const;
