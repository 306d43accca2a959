import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { describe, test } from 'node:test';
import {
  makeRecordedExamples,
  recordedExamplesFile,
} from '../../../../scripts/generate/recordedExamples.ts';
import { validateResponse } from '../../../../src/api/validation.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import {
  recordedExamples,
  recordedSource,
} from '../../../../src/extension/transaction/recordedExamples.ts';
import { TransactionLoader } from '../../../../src/extension/transaction/transactionLoader.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';

const block = sharedData('data', 'blocks', '254170887.json.gz');

const loader = new TransactionLoader({
  idls: { isEmpty: true, mayName: () => true },
  errorSources: { find: () => assert.fail('A search was started') },
  recentResponses: new RecentResponses(),
  active: {
    current: { kind: 'sandbox', name: 'Sandbox' },
    service: { transaction: () => assert.fail('A request was sent') } as never,
    settingsOf: () => assert.fail('A connection was opened'),
    request: () => assert.fail('A request was sent'),
  },
  backend: { request: () => assert.fail('A request was sent') },
  store: { all: [] },
});
const options = {
  signal: new AbortController().signal,
  report: () => undefined,
  warn: () => undefined,
};

describe('The recorded transactions', () => {
  test('are an arbitrage of two legs, one with a split route and one of six legs', () => {
    const routes = recordedExamples.map(({ title, detail: { route_map_details: steps } }) => [
      title,
      steps
        .map((step) => [step.input_mint_info, step.output_mint_info].map(({ symbol }) => symbol))
        .join(' '),
    ]);
    assert.deepEqual(routes, [
      ['Two legs', 'USDT,SOL SOL,USDT'],
      ['Split route', 'SOL,JUP JUP,USDC USDC,SOL JUP,SOL'],
      ['Six legs', 'USDC,JUP JUP, ,WEN WEN,SOL SOL,WETH_S WETH_S,USDC'],
    ]);
  });

  test('are complete responses of the transaction operation', () => {
    for (const { detail } of recordedExamples) {
      assert.deepEqual(validateResponse('transaction', detail), detail);
      assert.equal(detail.type, 'arbitrage');
      assert.deepEqual(detail.closing_differences_details, []);
    }
  });

  test('are shown without a request, with their date and at the prices of that time', async () => {
    for (const { detail } of recordedExamples) {
      const content = await loader.load(detail.signature, options);
      assert.equal(content.source, 'Recorded mainnet transaction of 14 March 2024');
      assert.equal(content.isSimulated, false);
      assert.equal(
        new Date(content.timeMilliseconds ?? 0).toISOString().slice(0, 10),
        '2024-03-14',
      );
      const priced = content.mints.filter(({ priceUsd }) => priceUsd !== null);
      assert.ok(priced.length > 1);
      for (const mint of priced)
        assert.ok((mint.priceTimeMilliseconds ?? 0) <= (content.timeMilliseconds ?? 0));
      assert.equal(JSON.parse(content.json).fees, Number(detail.fees));
    }
    assert.match(recordedSource.note, /No request was sent/);
  });

  test('take less than 10 kB in the extension', async () => {
    const json = JSON.stringify(JSON.parse(await readFile(recordedExamplesFile, 'utf8')));
    assert.ok(json.length < 10_000, `${json.length} B`);
    assert.ok((await stat(recordedExamplesFile)).size < 15_000);
  });

  test('equal what our decoder makes of the block', { skip: skipWithout(block) }, async () => {
    assert.equal(await readFile(recordedExamplesFile, 'utf8'), makeRecordedExamples(block ?? ''));
  });
});
