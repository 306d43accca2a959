import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { longRoute } from '../fixtures/hostileResponses.ts';
import { sampleContent } from '../unit/webview/percentiles/sampleContent.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import type { Bench } from './benchResult.ts';
import { firstPaint } from './firstPaint.ts';

/** Pages of panels: a route of 16 legs, and 12 percentiles of 12 providers with a day's history. */
export const bench: Bench = async () => {
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return [
    ...(await firstPaint({
      name: 'panel.route',
      bundle: 'transaction',
      content: panelContent(buildTransactionContent(longRoute(16, 9), source)),
      shown: 'tr[data-leg="16"]',
    })),
    ...(await firstPaint({
      name: 'panel.percentiles',
      bundle: 'percentiles',
      content: sampleContent(),
      shown: '.picture .point',
    })),
  ];
};
