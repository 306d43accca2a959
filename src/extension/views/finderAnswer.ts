import { t } from '@vscode/l10n';
import { clock } from '../../interface/figures.ts';
import type { FinderParameters, FinderResult } from '../../interface/finder.ts';

/** What the rows of an answer are made from, and are read by. */
export interface FinderAnswer {
  readonly result: FinderResult;
  readonly request: FinderParameters;
  /** Name of the connection that answered. */
  readonly source: string;
  readonly answeredAtMilliseconds: number;
  /** Filters that were applied to the answer here: tokens that fail them are not in it. */
  readonly localFilters?: Readonly<Record<string, string>>;
}

/** Name of the connection whose data is simulated. */
export const simulatedSource = 'Sandbox';

/** A connection's name; simulated data is called what it is. */
export const sourceWords = (source: string): string =>
  source === simulatedSource ? t('{0}: simulated data', source) : source;

/** The facts at the end of every tooltip. */
export const sourceFacts = ({ source, answeredAtMilliseconds }: FinderAnswer) =>
  [
    [t('Source'), sourceWords(source)],
    [t('As of'), clock(answeredAtMilliseconds)],
  ] as const;
