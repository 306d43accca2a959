import { withExportTitle } from '../charts/withExportTitle.tsx';
import type { ChartFormat } from '../components/pageTools.tsx';
import { sourceText } from '../components/sourceBadge.tsx';
import type { WalletContent } from '../messages/wallet.ts';
import type { SaveMessage } from '../messages.ts';
import { type StackedPicture, stackPictures } from '../stackPictures.ts';
import { renderPngOf, serializeSvg } from '../svgExport.ts';
import { walletCompetitionCsv } from './walletCompetitionCsv.ts';
import { walletCsv } from './walletCsv.ts';

export type WalletTab = 'overview' | 'competition';

/** The figures or the drawings of the tab that is shown; null: it has none. */
export async function saveWallet(
  format: ChartFormat,
  tab: WalletTab,
  content: WalletContent,
  page: HTMLElement | null,
): Promise<SaveMessage | null> {
  const address = content.wallets[0]?.address ?? '';
  const name = tab === 'overview' ? `wallet ${address}` : `competition ${address}`;
  if (format === 'csv') {
    const data = tab === 'overview' ? walletCsv(content) : competitionCsvOf(content);
    return data === null ? null : { type: 'save', format, name, data };
  }
  const shown = page?.querySelectorAll<SVGSVGElement>('[role=tabpanel]:not([hidden]) svg.picture');
  const drawings = [...(shown ?? [])];
  if (drawings.length === 0) return null;
  const pictures: StackedPicture[] = [];
  for (const drawing of drawings) {
    const lines = [drawing.ariaLabel ?? '', sourceText(content)];
    pictures.push(
      await withExportTitle(drawing, lines, (titled) => {
        const { width, height } = titled.viewBox.baseVal;
        return { text: serializeSvg(titled), width, height };
      }),
    );
  }
  const picture = stackPictures(pictures);
  const data = format === 'svg' ? picture.text : await renderPngOf(picture);
  return { type: 'save', format, name, data };
}

const competitionCsvOf = ({ competition }: WalletContent): string | null =>
  competition?.kind === 'loaded' ? walletCompetitionCsv(competition) : null;
