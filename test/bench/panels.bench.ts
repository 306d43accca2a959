import { transactionContent } from '../../src/extension/panels/transactionContent.ts';
import { longRoute } from '../fixtures/hostileAnswers.ts';
import { busyContent } from '../unit/webview/percentiles/content.ts';
import type { Bench } from './benchResult.ts';
import { firstPaint } from './firstPaint.ts';

/** The panels' pages: a route of 16 legs, and 12 percentiles of 12 providers with a day's history. */
export const bench: Bench = async () => {
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return [
    await firstPaint({
      name: 'panel.route',
      bundle: 'routeMap',
      content: transactionContent(longRoute(16, 9), source, 0),
      shown: 'tr[data-leg="16"]',
    }),
    await firstPaint({
      name: 'panel.percentiles',
      bundle: 'percentiles',
      content: busyContent(),
      shown: '.picture .point',
    }),
  ];
};
