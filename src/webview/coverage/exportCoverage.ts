import { t } from '@vscode/l10n';
import { withExportTitle } from '../charts/withExportTitle.tsx';
import { sourceText } from '../components/sourceBadge.tsx';
import type { CoverageContent } from '../messages/coverage.ts';
import type { ExportFormat } from '../messages.ts';
import { inEnglish } from '../pageLanguage.ts';
import { type StackedPicture, stackPictures } from '../stackPictures.ts';
import { renderPngOf, serializeSvg } from '../svgExport.ts';
import { coverageCsv } from './coverageCsv.ts';
import { sharesOf, shareTexts } from './gainShares.ts';
import { windowText } from './windowText.ts';

/** File names are the same in every language. */
export const exportName = ({ config }: CoverageContent): string =>
  inEnglish(() => `${t('Coverage')} ${config.name}`);

/** The figures, or the drawings of the sections below each other; null: no drawing. */
export async function exportCoverage(
  content: CoverageContent,
  format: ExportFormat,
  sections: Element,
): Promise<string | null> {
  if (format === 'csv') return coverageCsv(content);
  const pictures = await drawnPictures(content, sections);
  if (pictures.length === 0) return null;
  const picture = stackPictures(pictures);
  return format === 'svg' ? picture.text : await renderPngOf(picture);
}

async function drawnPictures(
  content: CoverageContent,
  sections: Element,
): Promise<StackedPicture[]> {
  const about = [content.config.name, sourceText(content), windowText(content)];
  const pictures: StackedPicture[] = [];
  for (const section of sections.querySelectorAll('section.part')) {
    const drawing = section.querySelector<SVGSVGElement>('svg.picture');
    if (drawing === null) continue;
    const title = section.querySelector('h2')?.textContent ?? '';
    // The page shows these texts in the table under the bar.
    const legend = drawing.matches('.shares') ? shareTexts(sharesOf(content)) : [];
    const lines: readonly string[] = [title, ...about, ...legend];
    pictures.push(
      await withExportTitle(drawing, lines, (titled) => {
        const { width, height } = titled.viewBox.baseVal;
        return { text: serializeSvg(titled), width, height };
      }),
    );
  }
  return pictures;
}
