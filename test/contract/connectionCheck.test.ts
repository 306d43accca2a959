import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type ParameterEncoding, parameterEncodings } from '../../src/api/parameterEncoding.ts';
import {
  type ChannelProgress,
  channelMethods,
} from '../../src/backend/protocol/channelProtocol.ts';
import type {
  ConnectionCheckReport,
  ConnectionSettings,
  ServiceSettings,
} from '../../src/backend/protocol/connectionProtocol.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeGeyserServer } from '../fakeGeyserServer.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { type Behaviour, HostileServer, httpResponse } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { ChannelSession } from './channelSession.ts';
import { hostileKey as key } from './hostileSession.ts';

const mints = [wrappedSolMint, usdcMint];
const token = JSON.stringify({
  name: 'Wrapped SOL',
  symbol: 'SOL',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});

/** Reads the mints from a request, as a service of each encoding does. */
const readMints: Readonly<
  Record<ParameterEncoding, (query: URLSearchParams, body: string) => string[]>
> = {
  brackets: (query) => query.getAll('tokensMint[]'),
  repeated: (query) => query.getAll('tokensMint'),
  commas: (query) => (query.get('tokensMint') ?? '').split(','),
  body: (_query, body) => (body === '' ? [] : JSON.parse(body).tokensMint),
};

function service(
  understands: ParameterEncoding,
  onMissing: 'refuse' | 'echo' = 'refuse',
): Behaviour {
  return (socket, request) => {
    const [head = '', body = ''] = request.split('\r\n\r\n');
    const url = new URL(head.split(' ')[1] ?? '', 'http://x');
    if (url.pathname === '/tokens/infos') {
      const isRead = understands !== 'body' || body !== '';
      socket.write(
        isRead ? httpResponse('200 OK', token) : httpResponse('400 Bad', '{"message":"token?"}'),
      );
      return;
    }
    const tokensMint = readMints[understands](url.searchParams, body);
    const isRead = mints.every((mint) => tokensMint.includes(mint));
    if (!isRead && onMissing === 'refuse') {
      socket.write(httpResponse('400 Bad', '{"message":"tokensMint?"}'));
      return;
    }
    const figure = {
      percentile: 'p50',
      percentileInt: 50,
      amount: 1,
      transactions: 1,
      timeRange: 1,
    };
    const threshold = {
      isArbitrageRecommended: true,
      thresholdProfits: 0,
      profits: 0,
      thresholdRevenues: 0,
      revenues: 0,
      thresholdTransactions: 0,
      transactions: 0,
      timeRange: 1,
      thresholdProvider: 'ALL',
      thresholdBot: 'ALL',
    };
    const result = { tokens: [], threshold, fees: figure, tips: figure, filters: { tokensMint } };
    socket.write(httpResponse('200 OK', JSON.stringify(result)));
  };
}

describe('A connection test', suiteLimit, () => {
  let session: ChannelSession;
  let server: HostileServer;
  let window: FakeWindow;

  beforeEach(async () => {
    session = await ChannelSession.open();
    server = await HostileServer.open();
    window = await session.window();
  });
  afterEach(async () => {
    await session.end();
    await server.close();
  });

  const settings = (more: Partial<ServiceSettings> = {}): ServiceSettings => ({
    kind: 'service',
    baseUrl: server.url,
    apiKey: key,
    ...more,
  });
  const test = async (
    of: ConnectionSettings,
    onProgress?: (progress: ChannelProgress) => void,
  ): Promise<ConnectionCheckReport> => {
    const { answer: told } = window.request<ConnectionCheckReport>(
      channelMethods.checkConnection,
      { settings: of },
      onProgress,
    );
    const report = await told;
    assert.ok(!JSON.stringify(report).includes(key), 'the key must not be told');
    return report;
  };

  for (const understood of parameterEncodings) {
    for (const onMissing of ['refuse', 'echo'] as const) {
      it(`finds ${understood} when the service would ${onMissing} parameters that it cannot read`, async () => {
        server.behaviour = service(understood, onMissing);
        const report = await test(
          settings({ encoding: understood === 'commas' ? 'body' : 'commas' }),
        );
        assert.equal(report.encoding, understood, JSON.stringify(report.trials));
        assert.equal(report.isWorking, true);
        assert.equal(report.key, 'accepted');
        assert.equal(report.origin, server.url);
        assert.ok(report.latencyMilliseconds !== null);
      });
    }
  }

  it('takes two requests on success, and reports each response', async () => {
    server.behaviour = service('brackets');
    const { trials, encoding } = await test(settings());
    assert.equal(encoding, 'brackets');
    assert.deepEqual(
      trials.map(({ request, encoding: of, error }) => [request, of, error]),
      [
        ['tokenInfo', 'brackets', null],
        ['finder', 'brackets', null],
      ],
    );
    assert.equal(server.requests.length, 2);
  });

  it('reports a refused key, and makes no further request', async () => {
    server.behaviour = (socket) => socket.write(httpResponse('401 Unauthorized', '{}'));
    const report = await test(settings());
    assert.equal(report.key, 'refused');
    assert.equal(report.isWorking, false);
    assert.equal(report.encoding, null);
    assert.equal(server.requests.length, 1);
  });

  it('reports that the plan does not include the Finder, without trying other encodings', async () => {
    server.behaviour = (socket, request) => {
      const isToken = request.includes('/tokens/infos');
      socket.write(isToken ? httpResponse('200 OK', token) : httpResponse('402 Pay', '{}'));
    };
    const report = await test(settings());
    assert.equal(report.key, 'accepted');
    assert.equal(report.isWorking, false);
    assert.deepEqual(
      report.trials.map(({ error }) => error?.kind ?? null),
      [null, 'plan-lacks-operation'],
    );
  });

  it('reports that the service is unreachable', async () => {
    const { url: baseUrl } = server;
    const gone = await HostileServer.open();
    await gone.close();
    const report = await test(settings({ baseUrl: gone.url }));
    assert.equal(report.trials[0]?.error?.kind, 'unreachable');
    assert.equal(report.key, 'unknown');
    assert.notEqual(gone.url, baseUrl);
  });

  it('stays within the limits that the windows share', async () => {
    server.behaviour = service('brackets');
    const rates = { tokenInfo: { requests: 1, perSeconds: 60 } };
    await test(settings({ rates }));
    const waiting = Promise.withResolvers<ChannelProgress>();
    const asking = window.request<ConnectionCheckReport>(
      channelMethods.checkConnection,
      { settings: settings({ rates }) },
      waiting.resolve,
    );
    assert.equal((await waiting.promise).kind, 'waiting');
    asking.cancel();
    await assert.rejects(asking.answer, /ancelled/);
    assert.equal(server.requests.length, 2);
  });

  it('refuses an address to which no key may be sent', async () => {
    await assert.rejects(test(settings({ baseUrl: 'http://arb.example' })), (error) => {
      assert.equal(Reflect.get(Object(error), 'data').kind, 'bad-parameter');
      return true;
    });
  });

  it('reports a node’s newest slot, block and delay, without its URL', async () => {
    const secret = 'rpc-url-secret-0123';
    const double = new FakeRpcNode(`/${secret}`);
    const rpcUrl = await double.listen();
    try {
      const [block] = await sandboxBlocks(1);
      assert.ok(block !== undefined);
      double.add(100, block);
      const report = await test({ kind: 'node', rpcUrl });
      assert.deepEqual(
        report.trials.map(({ request }) => request),
        ['getSlot', 'getBlock'],
      );
      assert.equal(report.isWorking, true, JSON.stringify(report));
      assert.equal(report.origin, new URL(rpcUrl).origin);
      const [, newest] = report.trials;
      assert.match(
        newest?.description ?? '',
        /^slot 100, \d+ transactions; [\d,]+ (?:s|min|h)(?: \d+ s)? old$/,
      );
      // The newest slot has no block.
      double.answers.set('getSlot', () => 102);
      const [, behind] = (await test({ kind: 'node', rpcUrl })).trials;
      assert.match(
        behind?.description ?? '',
        /transactions; 2 slots behind, [\d,]+ (?:s|min|h)(?: \d+ s)? old$/,
      );
      double.isDown = true;
      const down = await test({ kind: 'node', rpcUrl });
      assert.equal(down.isWorking, false);
      assert.ok(!JSON.stringify([report, down]).includes(secret));
    } finally {
      await double.close();
    }
  });

  it('subscribes to a node’s Geyser server until its first block, and never shows the token', async () => {
    const geyserToken = 'geyser-token-0123456789abcdef';
    const node = new FakeRpcNode();
    const server = new FakeGeyserServer();
    server.token = geyserToken;
    try {
      const rpcUrl = await node.listen();
      const geyserUrl = await server.listen();
      const [block] = await sandboxBlocks(1);
      assert.ok(block !== undefined);
      node.add(100, { ...block, transactions: [] });
      server.onSubscribe = (subscription) => {
        const sent = node.chain.get(100);
        if (sent !== undefined) subscription.sendBlock(100, sent);
      };
      const settings = { kind: 'node', rpcUrl, geyserUrl } as const;
      const report = await test({ ...settings, geyserToken });
      assert.equal(report.isWorking, true, JSON.stringify(report));
      const [, , subscribed] = report.trials;
      assert.equal(subscribed?.request, 'Geyser.Subscribe');
      assert.equal(subscribed?.description, 'slot 100, 0 transactions');
      const refused = await test({ ...settings, geyserToken: `${geyserToken}-other` });
      assert.equal(refused.isWorking, false);
      assert.equal(refused.trials[2]?.error?.kind, 'unauthorized');
      assert.ok(!JSON.stringify([report, refused]).includes(geyserToken));
    } finally {
      await node.close();
      server.stop();
    }
  });
});
