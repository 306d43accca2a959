import { timeAgo } from '../../interface/figures.ts';
import { MarketError, type MarketErrorKind } from '../../interface/marketError.ts';
import type { SettingId } from '../contributions.ts';
import type { TreeRow } from './treeRow.ts';

/** What the user can do about each kind of failure. */
export const advice: Readonly<Record<MarketErrorKind, string>> = {
  'bad-parameter': 'Correct what was asked for.',
  unauthorized: 'Check the API key of the connection.',
  'plan-lacks-operation': 'Use a connection whose plan has this operation.',
  'not-found': 'Check what was asked for.',
  'rate-limited': 'Refresh again a little later.',
  'service-failing': 'Refresh to try again; the log has the details.',
  unreachable: 'Refresh to try again; the log has the details.',
  'unreadable-answer': 'The log has the details; the service may be newer than this extension.',
  cancelled: 'Refresh to ask again.',
};

export interface ErrorRowOptions {
  /** What could not be done, in a few words. */
  readonly what: string;
  readonly error: MarketError;
  /** Setting that the failure is about, where it is known. */
  readonly setting?: SettingId | undefined;
  /** When the rows below were answered; null without any. */
  readonly lastAnswerAtMilliseconds: number | null;
  readonly nowMilliseconds: number;
}

/** A failure as a row: what went wrong and what to do; a click on it shows the log. */
export function errorRow({
  what,
  error,
  setting,
  lastAnswerAtMilliseconds: last,
  nowMilliseconds: now,
}: ErrorRowOptions): TreeRow {
  const remedy = setting === undefined ? advice[error.kind] : `Correct the setting ${setting}.`;
  const stale = last === null ? '' : ` The rows below were answered ${timeAgo(last, now)}.`;
  return {
    id: 'error',
    label: error.message,
    description: remedy,
    icon: 'error',
    color: 'list.errorForeground',
    context: 'error',
    spoken: `Error. ${what}: ${error.message} ${remedy}${stale}`,
    heading: what,
    facts: () => [
      ['Reason', error.message],
      ['Remedy', remedy],
    ],
    note: `A click shows the log.${stale}`,
  };
}

/** Any failure as one of the kinds that a user can tell apart. */
export const asMarketError = (error: unknown): MarketError =>
  MarketError.is(error)
    ? error
    : new MarketError('service-failing', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
