import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { checkConnection } from '../../src/backend/connections/connectionCheck.ts';
import { clientOptions } from '../../src/backend/connections/networkOptions.ts';
import type { ServiceSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import { BudgetJournal } from '../../src/backend/service/budgetJournal.ts';
import { RequestBudgets } from '../../src/backend/service/requestBudgets.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { FakeService } from '../fakeService.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { FakeLandingService, testBlockhash } from './fakeLandingServers.ts';

describe('A transaction for a landing service', suiteLimit, () => {
  let service: FakeLandingService;
  let bytes: Uint8Array;
  let signature: string;

  before(async () => {
    const payer = await wallet(1);
    bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, payer.address, 1n)],
      blockhash: testBlockhash,
    });
    signature = encodeBase58(bytes.slice(1, 65));
  });
  beforeEach(async () => {
    service = new FakeLandingService();
    await service.listen();
  });
  afterEach(() => service.close());

  async function land(landingUrl = service.settings.landingUrl ?? '') {
    const client = new HttpMarketClient({ ...service.settings, landingUrl });
    try {
      return await client.service.landTransaction({
        jsonrpc: '2.0',
        id: 7,
        method: 'sendTransaction',
        params: [Buffer.from(bytes).toString('base64'), { frontRunningProtection: false }],
      });
    } finally {
      await client.close();
    }
  }
  const refusal = async (): Promise<MarketError> => {
    try {
      await land();
    } catch (error) {
      assert.ok(MarketError.is(error), String(error));
      return error;
    }
    assert.fail('The landing should have failed');
  };

  for (const [path, sentTo] of [
    ['', '/transactions'],
    ['/', '/transactions'],
    ['/v1/', '/v1/transactions'],
    ['/transactions', '/transactions'],
    ['/v1/transactions/', '/v1/transactions/'],
    ['/transactions/no-failure/my-bot', '/transactions/no-failure/my-bot'],
    ['/no-failure/transactions', '/no-failure/transactions'],
    ['/transactions/other', '/transactions/other/transactions'],
  ] as const) {
    it(`goes to ${sentTo} for a landing URL that ends in “${path}”`, async () => {
      service.answer = (_body, response) => response.end(JSON.stringify({ result: signature }));
      await land(`${service.settings.landingUrl}${path}`);
      assert.deepEqual(service.requests, [`POST ${sentTo}`]);
    });
  }

  for (const [form, wrap] of [
    ['a result that is the signature', (own) => ({ jsonrpc: '2.0', id: 7, result: own })],
    ['result.signature', (own) => ({ result: { signature: own, uuid: 'u-1' } })],
    ['result.transactionSignature', (own) => ({ result: { transactionSignature: own } })],
    ['result.data.signature', (own) => ({ result: { data: { signature: own } } })],
    ['a signature at the top', (own) => ({ signature: own, status: 'ok' })],
  ] as readonly (readonly [string, (own: string) => object])[]) {
    for (const status of [200, 201]) {
      it(`is accepted after HTTP ${status} with ${form}`, async () => {
        service.answer = (_body, response) =>
          response.writeHead(status).end(JSON.stringify(wrap(signature)));
        const { result, id, jsonrpc } = await land();
        assert.equal(result.signature, signature);
        assert.equal(typeof result.uuid, 'string');
        assert.deepEqual([id, jsonrpc], [7, '2.0']);
      });
    }
  }

  for (const status of [201, 202, 204]) {
    it(`is accepted after HTTP ${status} without content, with its own signature`, async () => {
      service.answer = (_body, response) => response.writeHead(status).end();
      assert.deepEqual((await land()).result, { signature, uuid: '' });
    });
  }

  const answerWith = (status: number, value: unknown) => (_body: unknown, to: ServerResponse) =>
    to.writeHead(status).end(typeof value === 'string' ? value : JSON.stringify(value));
  for (const [what, status, value, kind, words] of [
    [
      'the code -32429',
      200,
      { error: { code: -32429, message: 'slow down' } },
      'rate-limited',
      /Too many requests \(code -32429\): slow down/,
    ],
    [
      'Jito’s limit with HTTP 200',
      200,
      { error: { code: -32097, message: 'Network congested. Endpoint is globally rate limited.' } },
      'rate-limited',
      /Too many requests \(code -32097\): Network congested\. Endpoint is globally rate limited\.$/,
    ],
    [
      'a refusal without a result or an error',
      200,
      { code: 403, message: 'Invalid API key' },
      'unauthorized',
      /API key refused \(code 403\): Invalid API key/,
    ],
    [
      'HTTP 400 with a reason',
      400,
      { code: 3, reason: 'tip below the minimum' },
      'bad-parameter',
      /Request refused \(HTTP 400\): tip below the minimum/,
    ],
    [
      'HTTP 403 about its limit',
      403,
      { error: { message: 'Rate limit exceeded' } },
      'rate-limited',
      /Too many requests \(HTTP 403\): Rate limit exceeded/,
    ],
    [
      'plain words with HTTP 200',
      200,
      'tip below the minimum',
      'unreadable-answer',
      /no valid signature: tip below the minimum\. .*Look up its signature/,
    ],
    ['an error as a string', 200, { error: 'tip too low' }, 'service-failing', /: tip too low$/],
    [
      'HTTP 403 about the plan',
      403,
      { error: 'Your plan does not include this operation' },
      'plan-lacks-operation',
      /Not in your plan \(HTTP 403\): Your plan does not include this operation/,
    ],
    [
      'the code 403 about the plan',
      200,
      { error: { code: 403, message: 'plan does not include landing' } },
      'plan-lacks-operation',
      /Not in your plan \(code 403\)/,
    ],
    ['HTTP 403 about the key', 403, { message: 'Forbidden' }, 'unauthorized', /API key refused/],
  ] as const) {
    it(`is reported as ${kind} after ${what}`, async () => {
      service.answer = answerWith(status, value);
      const error = await refusal();
      assert.equal(error.kind, kind);
      assert.match(error.message, words);
      assert.equal(service.requests.length, 1);
    });
  }
});

describe('A landing host', suiteLimit, () => {
  const landing = new FakeLandingService();
  let data: FakeService;

  before(async () => {
    await landing.listen();
    data = new FakeService(landing.settings.apiKey);
    await data.listen();
  });
  after(async () => {
    await landing.close();
    await data.close();
  });

  it('gets no market data request from a connection test', async () => {
    const settings: ServiceSettings = {
      ...landing.settings,
      baseUrl: data.url,
      landingUrl: `${landing.settings.landingUrl}/transactions/no-failure/my-bot`,
      landingApiKey: landing.settings.apiKey,
    };
    const options = {
      signal: new AbortController().signal,
      window: {},
      priority: 'interactive',
      onProgress: () => undefined,
    } as const;
    const budgets = new RequestBudgets(() => new BudgetJournal('', 'secret'));
    const report = await checkConnection(settings, options, { budgets, more: undefined });
    assert.equal(report.isWorking, true);
    assert.deepEqual(landing.requests, []);
    assert.ok(data.requests.length > 0);
  });

  for (const path of ['/transactions', '/v1/transactions/no-failure/my-bot/']) {
    it(`is refused as the base URL of a connection when it ends in ${path}`, () => {
      const baseUrl = `${landing.settings.baseUrl}${path}`;
      assert.throws(
        () => clientOptions({ ...landing.settings, baseUrl }),
        (error) => MarketError.is(error, 'bad-parameter') && /landing URL/.test(error.message),
      );
    });
  }
});
