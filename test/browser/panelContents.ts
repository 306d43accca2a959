import assert from 'node:assert/strict';
import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { sandboxResponses } from '../fixtures/engineResponses.ts';
import { sampleContent } from '../unit/webview/percentiles/sampleContent.ts';
import { sampleToken } from '../unit/webview/token/tokenSample.ts';

/** What each page shows in the tests of all of them, by the name of its bundle. */
export const panelContents: Readonly<Record<string, () => unknown>> = {
  transaction,
  percentiles: () => sampleContent(),
  token: () => sampleToken(),
};

async function transaction(): Promise<unknown> {
  const answers = await sandboxResponses(5);
  const answer = answers.find(({ route_map_details: legs }) => legs.length > 2);
  assert.ok(answer !== undefined);
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return buildTransactionContent(answer, source);
}
