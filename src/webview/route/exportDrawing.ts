import { t } from '@vscode/l10n';
import { element, setAttributes, svgElement } from '../dom.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { transactionTypeLabel } from './routeLabels.ts';
import { shortSafeAddress } from './routeModel.ts';

const gap = 24;
const titleHeight = 34;

export const exportTitle = ({
  type,
  signature,
  isSuccess,
  isSimulated,
}: TransactionContent): string =>
  [
    `${transactionTypeLabel(type)} ${shortSafeAddress(signature)}`,
    ...(isSuccess ? [] : [t('failed')]),
    ...(isSimulated ? [t('Sandbox: simulated data')] : []),
  ].join(' · ');

/** The drawing is on the page while `read` runs. */
export function withExportDrawing<Result>(
  title: string,
  drawings: readonly SVGSVGElement[],
  read: (drawing: SVGSVGElement) => Result,
): Result {
  let x = 0;
  let height = 0;
  for (const drawing of drawings) {
    const own = drawing.viewBox.baseVal;
    setAttributes(drawing, { x, y: titleHeight, width: own.width, height: own.height });
    x += own.width + gap;
    height = Math.max(height, own.height);
  }
  const drawing = svgElement(
    'svg',
    { class: 'export', viewBox: `0 0 ${x - gap} ${height + titleHeight + gap / 2}` },
    [svgElement('text', { class: 'export-title', x: 14, y: 24 }, title), ...drawings],
  );
  const place = element('div', { class: 'unseen', 'aria-hidden': 'true' }, drawing);
  document.body.append(place);
  try {
    return read(drawing);
  } finally {
    place.remove();
  }
}
