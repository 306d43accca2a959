import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError, type MarketErrorKind } from '../../../../src/api/marketError.ts';
import type { Unlanded } from '../../../../src/backend/protocol/callProtocol.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import {
  CompetitionLoader,
  type CompetitionLoaderOptions,
} from '../../../../src/extension/transaction/competitionLoader.ts';
import { sampleCompetition, subject } from '../../webview/competition/sampleCompetition.ts';

const service: Connection = {
  kind: 'service',
  name: 'Paid',
  baseUrl: 'https://service.test',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
};
const node: Connection = {
  kind: 'node',
  name: 'My node',
  origin: 'https://node.test',
  blockEngineUrl: null,
};

const unlanded = new Map<string, Unlanded>();

type Ask = CompetitionLoaderOptions['active']['arbscope']['competition'];
const failing =
  (kind: MarketErrorKind): Ask =>
  async () => {
    throw new MarketError(kind, 'Not here.');
  };

function loaderOf(current: Connection, all: readonly Connection[], ask: Ask, ofNode = ask) {
  const requests: unknown[] = [];
  const reports: string[] = [];
  const recentResponses = new RecentResponses();
  const loader = new CompetitionLoader({
    recentResponses,
    tracked: { addresses: [], labelOf: (address) => address },
    unlanded: async (signature) => unlanded.get(signature) ?? null,
    active: {
      current,
      arbscope: { competition: ask } as CompetitionLoaderOptions['active']['arbscope'],
      settingsOf: async ({ name }) => ({ kind: 'node', rpcUrl: `https://secret.test/${name}` }),
    },
    store: { all },
    backend: {
      request: async (method, request) => {
        requests.push([method, request]);
        return { result: await ofNode({ signature: subject.signature }) };
      },
    },
  });
  const options = {
    signal: new AbortController().signal,
    report: (words: string) => reports.push(words),
    warn: () => undefined,
  };
  const load = () => loader.load(subject.signature, 3, options);
  return { load, requests, reports, recentResponses };
}

const known: Ask = async (_parameters, options) => {
  options?.onBlocks?.(1, 13);
  return sampleCompetition();
};

describe('The competition for a transaction', () => {
  test('is the connection’s, with progress, and gives hovers the place of each attempt', async () => {
    const { load, requests, reports, recentResponses } = loaderOf(service, [service, node], known);
    assert.equal(recentResponses.competitionPlace(subject.signature), null);
    const content = await load();
    assert.ok(content.kind === 'loaded');
    assert.equal(content.source, 'Paid');
    assert.equal(content.slotsAfter, 3);
    assert.equal(
      content.competition.attempts.find(({ is_subject }) => is_subject)?.price,
      '211000',
      'no bigint is in a message',
    );
    assert.deepEqual(requests, []);
    assert.deepEqual(reports, [
      'Reading the blocks around the transaction…',
      'Reading the blocks around the transaction: 1 of 13…',
    ]);
    assert.equal(recentResponses.competitionPlace(subject.signature), '4th of 8');
    recentResponses.clear();
    assert.equal(recentResponses.competitionPlace(subject.signature), null);
  });

  test('is not offered by another service without a node, and the page says so', async () => {
    const { load, requests } = loaderOf(service, [service], failing('not-offered'));
    assert.deepEqual(await load(), { kind: 'not-offered', source: 'Paid' });
    assert.deepEqual(requests, []);
  });

  test('is read through the user’s node beside a service that does not have it', async () => {
    for (const kind of ['not-offered', 'not-found'] as const) {
      const parts = loaderOf(service, [service, node], failing(kind), known);
      const content = await parts.load();
      assert.ok(content.kind === 'loaded');
      assert.equal(content.source, 'My node');
      assert.match(
        content.note,
        /^Paid has no competition for it\. Read from blocks of .* My node/,
      );
      assert.match(parts.reports.join(), /Reading blocks of My node…/);
      assert.deepEqual(parts.requests, [
        [
          'readCompetition',
          {
            settings: { kind: 'node', rpcUrl: 'https://secret.test/My node' },
            parameters: { signature: subject.signature, after: 3 },
          },
        ],
      ]);
      assert.equal(JSON.stringify(content).includes('secret.test'), false);
    }
  });

  test('of a landing that expired is asked for with its bytes, of the node beside a service', async () => {
    const bytes = { transaction: 'AAAA', slot: 400 };
    unlanded.set(subject.signature, bytes);
    const asked: unknown[] = [];
    const parts = loaderOf(
      service,
      [service, node],
      (parameters) => {
        asked.push(parameters);
        return failing('not-offered')(parameters);
      },
      known,
    );
    await parts.load();
    unlanded.clear();
    const parameters = { signature: subject.signature, after: 3, ...bytes };
    assert.deepEqual(asked, [parameters]);
    assert.partialDeepStrictEqual(parts.requests, [['readCompetition', { parameters }]]);
  });

  test('of a node that fails names the node in the error', async () => {
    const { load } = loaderOf(
      service,
      [service, node],
      failing('not-offered'),
      failing('unreachable'),
    );
    await assert.rejects(load(), {
      kind: 'unreachable',
      message: 'Competition from My node: Not here.',
    });
  });

  test('is requested from no node after another failure, or by the Sandbox', async () => {
    for (const [current, kind] of [
      [service, 'unauthorized'],
      [{ kind: 'sandbox', name: 'Sandbox' }, 'not-found'],
    ] as const) {
      const { load, requests } = loaderOf(current, [service, node], failing(kind), known);
      await assert.rejects(load(), { kind });
      assert.deepEqual(requests, []);
    }
  });
});
