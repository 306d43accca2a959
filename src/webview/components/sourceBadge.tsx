import { t } from '@vscode/l10n';
import { formatUtcTime } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { inEnglish } from '../pageLanguage.ts';

interface Source {
  /** Name of the connection. */
  readonly source: string;
  readonly isSimulated: boolean;
}

/** Simulated figures always say so, whatever the name of the connection. */
export const sourceText = ({ source, isSimulated }: Source): string =>
  isSimulated ? joinLabel(source, t('simulated data')) : source;

/** For the cells of files, which are the same in every language. */
export const sourceCell = (content: Source): string => inEnglish(() => sourceText(content));

interface SourceBadgeProps {
  readonly content: Source;
  /** When the figures arrived, if ages on the page count from there. */
  readonly atMilliseconds?: number;
}

/** Stands once in the head of each page, for all of its figures. */
export const SourceBadge = ({ content, atMilliseconds }: SourceBadgeProps) => (
  <span class="badge source">
    <bdi>{sourceText(content)}</bdi>
    {atMilliseconds !== undefined && ` · ${formatUtcTime(atMilliseconds)}`}
  </span>
);
