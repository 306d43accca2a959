import { t } from '@vscode/l10n';
import { svgElement } from '../dom.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { transactionTypeLabel } from './routeLabels.ts';
import { shortSafeAddress } from './routeModel.ts';

const gap = 24;
const titleHeight = 34;

/**
 * The route map and the waterfall as one drawing with a title that says what it is and, where it
 * is so, that it is simulated: a picture travels without its page. Put into the page unseen, so
 * that its looks can be read.
 */
export function composeExportDrawing(
  content: TransactionContent,
  drawings: readonly SVGSVGElement[],
): SVGSVGElement {
  let x = 0;
  let height = 0;
  const parts = drawings.map((drawing) => {
    const { width, height: own } = drawing.viewBox.baseVal;
    const part = drawing.cloneNode(true) as SVGSVGElement;
    for (const [name, value] of Object.entries({ x, y: titleHeight, width, height: own })) {
      part.setAttribute(name, String(value));
    }
    x += width + gap;
    height = Math.max(height, own);
    return part;
  });
  const note = content.isSimulated ? ` · ${t('Sandbox: simulated data')}` : '';
  return svgElement(
    'svg',
    { class: 'export', viewBox: `0 0 ${x - gap} ${height + titleHeight + gap / 2}` },
    [
      svgElement(
        'text',
        { class: 'export-title', x: 14, y: 24 },
        `${transactionTypeLabel(content.type)} ${shortSafeAddress(content.signature)}${content.isSuccess ? '' : ` · ${t('failed')}`}${note}`,
      ),
      ...parts,
    ],
  );
}
