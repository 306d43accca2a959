import assert from 'node:assert/strict';
import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { sandboxResponses } from '../fixtures/engineResponses.ts';
import { sampleCoverage } from '../unit/webview/coverage/sampleCoverage.ts';
import { sampleMarket } from '../unit/webview/market/marketSample.ts';
import { sampleContent } from '../unit/webview/percentiles/sampleContent.ts';
import { samplePool } from '../unit/webview/pool/poolSample.ts';
import { sampleSimulation } from '../unit/webview/simulate/sampleSimulation.ts';
import { sampleToken } from '../unit/webview/token/tokenSample.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import { sampleWalletContent } from '../unit/webview/wallet/sampleWallet.ts';

/** By the name of each page's bundle. */
export const panelContents: Readonly<Record<string, () => unknown>> = {
  transaction,
  percentiles: () => sampleContent(),
  token: () => sampleToken(),
  pool: () => samplePool(),
  wallet: () => sampleWalletContent(2),
  market: () => sampleMarket(),
  simulate: () => sampleSimulation(),
  coverage: () => sampleCoverage(),
};

async function transaction(): Promise<unknown> {
  const answers = await sandboxResponses(5);
  const answer = answers.find(({ route_map_details: legs }) => legs.length > 2);
  assert.ok(answer !== undefined);
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return panelContent(buildTransactionContent(answer, source));
}
