import { t } from '@vscode/l10n';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import { compileMessage } from '../base/messageTemplate.ts';
import type { PoolPair } from './poolPairs.ts';

/** What the rows of a response are made from, and are read by. */
export interface FinderResponse {
  readonly result: FinderResult;
  readonly request: FinderParameters;
  readonly source: DataSource;
  readonly answeredAtMilliseconds: number;
  /** When its figures are of, where the service says. */
  readonly dataTimeMilliseconds?: number | undefined;
  /** Filters that were applied to the response here: tokens that fail them are not in it. */
  readonly localFilters?: Readonly<Record<string, string>>;
  /** The two tokens of each pool, where they are known; complete when `loaded` has settled. */
  readonly pairs?: {
    readonly loaded: Promise<void>;
    readonly get: (pool: string) => PoolPair | undefined;
  };
}

/** When the figures of a response are of, as far as that is known: Unix milliseconds. */
export const asOfMilliseconds = (response: FinderResponse): number =>
  response.dataTimeMilliseconds ?? response.answeredAtMilliseconds;

/** The facts at the end of every tooltip. */
export const sourceFacts = (response: FinderResponse) =>
  [
    [t('Source'), sourceLabel(response.source)],
    [t('As of'), formatUtcTime(asOfMilliseconds(response))],
  ] as const;

const transactionsTemplate = compileMessage(t('{0} transactions'));

export const formatTransactions = (count: number): string =>
  count === 1 ? t('1 transaction') : transactionsTemplate(formatCount(count));
