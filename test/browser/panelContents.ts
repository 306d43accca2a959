import assert from 'node:assert/strict';
import { transactionContent } from '../../src/extension/panels/transactionContent.ts';
import { sandboxAnswers } from '../fixtures/engineAnswers.ts';
import { busyContent } from '../unit/webview/percentiles/content.ts';
import { sampleToken } from '../unit/webview/tokenSample.ts';

/** What each page shows in the tests of all of them, by the name of its bundle. */
export const panelContents: Readonly<Record<string, () => unknown>> = {
  routeMap: transaction,
  percentiles: () => busyContent(),
  token: () => sampleToken(),
};

async function transaction(): Promise<unknown> {
  const answers = await sandboxAnswers(5);
  const answer = answers.find(({ route_map_details: legs }) => legs.length > 2);
  assert.ok(answer !== undefined);
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return transactionContent(answer, source, Date.now());
}
