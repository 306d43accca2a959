import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import { MarketError, type MarketErrorKind } from '../../src/api/marketError.ts';
import type { OperationName } from '../../src/api/operations.ts';
import {
  HttpMarketClient,
  type HttpMarketClientOptions,
} from '../../src/client/httpMarketClient.ts';
import { systemClock } from '../../src/http/retry.ts';
import { type Behaviour, HostileServer } from '../hostileServer.ts';
import { sampleParameters } from './schemaSamples.ts';

/** Must not appear in any error of a client. */
export const hostileKey = 'canary-key-8b1f0c';
export const megabyte = 1024 * 1024;
export const maxResponseBytes = 256 * 1024;

export const percentileTable = `{${[
  '00',
  '10',
  '20',
  '30',
  '40',
  '50',
  '60',
  '70',
  '80',
  '90',
  '95',
  '99',
]
  .map((percentile) => `"p${percentile}":1`)
  .join(',')}}`;
/** JSON of a fees response; `number` and `more` are inserted as raw JSON text. */
export const fees = (number: string, more = '') =>
  `{"JITO":{"number":${number},"percentiles":${percentileTable}${more}}}`;

/** Registers hooks that give each test of the calling suite a new hostile server and a client. */
export function hostileSession() {
  let server: HostileServer;
  let client: HttpMarketClient;
  let pauses: number[] = [];

  const clientWith = (more: Partial<HttpMarketClientOptions>) =>
    new HttpMarketClient({
      baseUrl: server.url,
      landingUrl: server.url,
      apiKey: hostileKey,
      isTrustedLoopback: () => true,
      maxResponseBytes,
      maxStreamBytes: maxResponseBytes,
      clock: {
        ...systemClock,
        delay: async (milliseconds) => {
          pauses.push(milliseconds);
        },
        random: () => 0.5,
      },
      ...more,
    });

  beforeEach(async () => {
    pauses = [];
    server = await HostileServer.open();
    client = clientWith({});
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const call = (name: OperationName): Promise<unknown> => {
    const method = client.service[name] as (parameters: unknown) => Promise<unknown>;
    return method(sampleParameters[name]);
  };

  async function entries(): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const part of client.streamMarketCache({})) found.push(...part);
    return found;
  }

  async function failure(run: () => Promise<unknown>): Promise<MarketError> {
    try {
      await run();
    } catch (error) {
      assert.ok(MarketError.is(error), String(error));
      const all = `${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`;
      assert.ok(!all.includes(hostileKey), 'the key must not be told');
      assert.ok(error.message.length < 800);
      return error;
    }
    assert.fail('The call should have failed');
  }

  return {
    get server() {
      return server;
    },
    get client() {
      return client;
    },
    get pauses() {
      return pauses;
    },
    call,
    entries,
    failure,
    /** Expects the same kind of failure from a small request, a landing and a stream. */
    async everywhere(behaviour: Behaviour, kind: MarketErrorKind) {
      server.behaviour = behaviour;
      const errors = [
        await failure(() => call('feesByComputeUnit')),
        await failure(() => call('landTransaction')),
        await failure(entries),
      ];
      for (const error of errors) assert.equal(error.kind, kind, error.message);
      return errors;
    },
    async impatient(milliseconds = 60) {
      await client.close();
      client = clientWith({
        timeoutMilliseconds: milliseconds,
        streamTimeoutMilliseconds: milliseconds,
      });
    },
  };
}
