import { t } from '@vscode/l10n';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import { compileMessage } from '../base/messageTemplate.ts';
import type { PoolPair } from './poolPairs.ts';
import type { TokenGrowths } from './tokenGrowth.ts';

export interface FinderResponse {
  readonly result: FinderResult;
  readonly request: FinderParameters;
  readonly source: DataSource;
  readonly answeredAtMilliseconds: number;
  /** Time of the figures, if the service reports it. */
  readonly dataTimeMilliseconds?: number | undefined;
  /** Filters applied locally: tokens that fail them were removed from the response. */
  readonly localFilters?: Readonly<Record<string, string>>;
  /**
   * Fees and tips at other percentiles of the same source, with the same filters. Rejects if the
   * window has switched to another connection.
   */
  readonly percentilesAt?: (
    percents: Readonly<Record<'fees' | 'tips', number>>,
  ) => Promise<Pick<FinderResult, 'fees' | 'tips'>>;
  /** Only when the tokens are sorted by growth. */
  readonly growths?: TokenGrowths;
  /** The two tokens of each pool, if known; complete once `loaded` has settled. */
  readonly pairs?: {
    readonly loaded: Promise<void>;
    readonly get: (pool: string) => PoolPair | undefined;
  };
}

/** Time of a response's figures, otherwise of the response: Unix milliseconds. */
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
