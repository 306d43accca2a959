// Only in test:all: it tries every wrong member of every response.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { type OperationName, operations } from '../../src/api/operations.ts';
import { isRawAmount, type SchemaNode } from '../../src/api/schema.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { HostileServer, respondWith } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  formatPath,
  responseSchema,
  sampleParameters,
  sampleValue,
  valuePaths,
  withTextAt,
} from './schemaSamples.ts';

const key = 'canary-key-8b1f0c';
/** JSON of each type, and numbers outside the range of a double or a u64. */
const wrongTexts = [
  'null',
  'true',
  '"text"',
  '{}',
  '[]',
  '1.5',
  '-1',
  '9007199254740993',
  '18446744073709551616',
  '1e400',
  '{"__proto__":{"number":1}}',
  '"\\u0000\\u202e<script>"',
];

/** Whether the schema accepts JSON of this type: never, always, or depending on the value. */
function mayBe(schema: SchemaNode, text: string): boolean | 'depends' {
  const value: unknown = JSON.parse(text);
  if (isRawAmount(schema)) return typeof value === 'number' ? 'depends' : false;
  if (schema.anyOf) return schema.anyOf.some((form) => mayBe(form, text) !== false) && 'depends';
  if (schema.type === undefined) return schema.const === undefined ? true : 'depends';
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (schema.type === 'integer' || schema.type === 'number') {
    return type === 'number' ? 'depends' : false;
  }
  return type === schema.type ? 'depends' : false;
}

describe('A response with one wrong member', suiteLimit, () => {
  let server: HostileServer;
  let client: HttpMarketClient;

  before(async () => {
    server = await HostileServer.open();
    client = new HttpMarketClient({
      baseUrl: server.url,
      landingUrl: server.url,
      apiKey: key,
      isTrustedLoopback: () => true,
    });
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  const names = Object.keys(operations) as OperationName[];
  for (const name of names.filter((each) => each !== 'landTransaction')) {
    const schema = responseSchema(name);
    const { summary } = operations[name];
    const whole = sampleValue(schema);

    it(`to “${summary}” is reported with the member’s name`, async () => {
      const method = (parameters: unknown) =>
        (client.service[name] as (parameters: unknown) => Promise<unknown>)(parameters);
      let refused = 0;
      for (const [path, here] of valuePaths(schema, whole)) {
        for (const text of wrongTexts) {
          server.behaviour = respondWith('200 OK', withTextAt(whole, path, text));
          const may = mayBe(here, text);
          try {
            await method(sampleParameters[name]);
            assert.notEqual(may, false, `${formatPath(path)} may not be ${text}`);
          } catch (error) {
            assert.ok(MarketError.is(error, 'unreadable-answer'), String(error));
            assert.notEqual(may, true, `${formatPath(path)} may be ${text}`);
            assert.ok(error.message.startsWith(summary));
            assert.ok(error.message.includes(formatPath(path)), `${error.message}: ${text}`);
            refused += 1;
          }
        }
      }
      assert.ok(refused > 0);
    });

    it(`to “${summary}” keeps its other members`, async () => {
      const read = (client.callPartial as (name: string, given: unknown) => Promise<Parts>).bind(
        client,
      );
      for (const [path, here] of valuePaths(schema, whole)) {
        if (path.length === 0) continue;
        const [text] = wrongTexts.filter((each) => mayBe(here, each) === false);
        if (text === undefined) continue;
        server.behaviour = respondWith('200 OK', withTextAt(whole, path, text));
        let answer: Parts;
        try {
          answer = await read(name, sampleParameters[name]);
        } catch (error) {
          assert.ok(MarketError.is(error, 'unreadable-answer'), String(error));
          // Fails only if the response has no other member.
          assert.ok(Object.keys(whole as object).length === 1, formatPath(path));
          continue;
        }
        assert.equal(answer.errors.length, 1);
        const [fault] = answer.errors;
        assert.equal(fault?.kind, 'unreadable-answer');
        assert.ok(fault.message.includes(formatPath(path)), fault.message);
        for (const other of Object.keys(whole as object)) {
          if (other !== path[0]) assert.ok(Object.hasOwn(answer.response as object, other), other);
        }
      }
    });
  }

  it('with a fractional tip loses no token', async () => {
    const whole = sampleValue(responseSchema('finder'));
    server.behaviour = respondWith('200 OK', withTextAt(whole, ['tips', 'amount'], '1447905.5'));
    const { response, errors } = await client.callPartial('finder', sampleParameters.finder);
    assert.equal(response.tokens?.length, 1);
    assert.equal(response.tips, undefined);
    assert.equal(response.fees?.amount, 1n);
    assert.deepEqual(
      errors.map(({ message }) => message),
      [
        'Find trending tokens: tips.amount must be a whole number from 0 to ' +
          '18446744073709551615, but is 1447905.5; omitted',
      ],
    );
    await assert.rejects(client.service.finder(sampleParameters.finder), /tips\.amount/);
  });

  it('loses no other entry of a list, and many faults are summarized', async () => {
    const entry = sampleValue(responseSchema('walletTransactions').items ?? {});
    const bad = { ...(entry as object), fees: 'none' };
    const list = [entry, ...Array.from({ length: 30 }, () => bad), entry];
    server.behaviour = respondWith('200 OK', JSON.stringify(list));
    const { response, errors } = await client.callPartial('walletTransactions', { wallets: [] });
    assert.equal(response.length, 2);
    assert.equal(errors.length, 21);
    assert.match(errors[20]?.message ?? '', /10 more/);
  });

  describe('from a landing service', () => {
    const signature = '4'.repeat(87);
    const land = () => client.service.landTransaction(sampleParameters.landTransaction);
    for (const result of [
      { signature, uuid: 'u' },
      signature,
      [signature, 'more'],
      { txid: signature },
      { txHash: signature, uuid: 3 },
    ]) {
      it(`still yields the signature of ${JSON.stringify(result).replaceAll(signature, '…')}`, async () => {
        server.behaviour = respondWith('200 OK', JSON.stringify({ jsonrpc: '2.0', id: 7, result }));
        const answer = await land();
        assert.equal(answer.result.signature, signature);
        assert.equal(typeof answer.result.uuid, 'string');
        assert.equal(answer.id, 7);
      });
    }
    for (const text of ['{}', '[]', 'null', '{"result":null}', '{"result":{"signature":"x"}}']) {
      it(`of ${text} is reported as a transaction that may have been accepted`, async () => {
        server.behaviour = respondWith('200 OK', text);
        await assert.rejects(land, (error) => {
          assert.ok(MarketError.is(error, 'unreadable-answer'));
          return /no valid signature.*Look up its signature/.test(error.message);
        });
      });
    }
    for (const [code, kind] of [
      [-32602, 'bad-parameter'],
      [-32002, 'bad-parameter'],
      [-32003, 'bad-parameter'],
      [-32005, 'rate-limited'],
      [-32601, 'plan-lacks-operation'],
      [401, 'unauthorized'],
      [-1, 'service-failing'],
      ['odd', 'service-failing'],
    ] as const) {
      it(`with the error code ${code} is reported as that error`, async () => {
        const error = { code, message: 'the reason' };
        server.behaviour = respondWith('200 OK', JSON.stringify({ jsonrpc: '2.0', id: 7, error }));
        await assert.rejects(
          land,
          (found) => MarketError.is(found, kind) && /the reason/.test(found.message),
        );
      });
    }
  });
});

interface Parts {
  readonly response: unknown;
  readonly errors: readonly MarketError[];
}
