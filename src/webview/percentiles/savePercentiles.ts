import { withExportTitle } from '../charts/withExportTitle.tsx';
import type { ChartFormat } from '../components/pageTools.tsx';
import { sourceCell, sourceText } from '../components/sourceBadge.tsx';
import type { PercentileContent, ResponseHistory } from '../messages/percentiles.ts';
import type { SaveMessage } from '../messages.ts';
import { inEnglish } from '../pageLanguage.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import type { ChartModel } from './chartModel.ts';
import { methodLabel, statisticLabel } from './labels.ts';
import { withMarket } from './marketSeries.ts';
import { percentilesCsv } from './percentilesCsv.ts';

export interface ShownFigures {
  readonly content: PercentileContent;
  readonly model: ChartModel;
  /** Responses over time, if these are shown; null: the figures by percentile. */
  readonly history: ResponseHistory | null;
  /** Null: no line is drawn. */
  readonly picture: SVGSVGElement | null;
}

/** A file of what is shown; null if there is nothing to save. */
export async function savePercentiles(
  format: ChartFormat,
  { content, model, history, picture }: ShownFigures,
): Promise<SaveMessage | null> {
  const { query, responses, isNearestRank } = content;
  // File names and contents are the same in every language.
  const [name, method] = inEnglish(() => [
    `${statisticLabel(query.statistic)} ${history === null ? '' : 'over time'}`,
    methodLabel(isNearestRank),
  ]);
  if (format === 'csv') {
    const drawn = new Set(model.legend.flatMap(({ key, isDrawn }) => (isDrawn ? key : [])));
    const all = history === null ? withMarket(query, responses) : history.flat();
    const data = percentilesCsv(all, (key) => drawn.has(key), query, sourceCell(content), method);
    return { type: 'save', format, name, data };
  }
  if (picture === null) return null;
  const read = format === 'svg' ? serializeSvg : renderPngBase64;
  const data = await withExportTitle(picture, [sourceText(content)], read);
  return { type: 'save', format, name, data };
}
