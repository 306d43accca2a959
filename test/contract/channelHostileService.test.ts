import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import type { MarketErrorKind } from '../../src/api/marketError.ts';
import type { CallRequest } from '../../src/backend/protocol/callProtocol.ts';
import { systemClock } from '../../src/http/retry.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { unsignedTransaction } from '../fixtures/unsignedTransaction.ts';
import {
  type Behaviour,
  chunk,
  chunkedHead,
  HostileServer,
  httpResponse,
  respondEndlessly,
  respondWith,
} from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ChannelSession } from './channelSession.ts';
import { fees, hostileKey as key, maxResponseBytes, megabyte } from './hostileSession.ts';
import { sampleValue } from './schemaSamples.ts';

/** Enough for a status line on a busy machine, but short for tests that wait for a timeout. */
const shortTimeoutMilliseconds = 400;
/** Long enough that another limit is always reached first, on a busy machine too. */
const longTimeoutMilliseconds = 30_000;
const rate = { requests: 1_000, perSeconds: 1 } as const;
const rates = { feesByComputeUnit: rate, marketCache: rate };

const trickle =
  (head: string, piece: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 5);
    socket.on('close', () => clearInterval(timer));
  };

const bomb = gzipSync(Buffer.alloc(64 * megabyte, 0x20));
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

const behaviours: readonly (readonly [string, Behaviour, ...MarketErrorKind[]])[] = [
  ['never answers', () => undefined, 'unreachable'],
  ['sends headers a letter at a time', trickle('HTTP/1.1 200 OK\r\nx: ', 'x'), 'unreachable'],
  [
    'sends a body a letter at a time',
    trickle(`${chunkedHead}1\r\n[\r\n`, '1\r\n \r\n'),
    'unreachable',
  ],
  [
    'sends a body without end',
    respondEndlessly(chunkedHead, chunk(Buffer.alloc(65_536, 0x20))),
    'unreadable-answer',
  ],
  [
    'sends headers without end',
    respondEndlessly('HTTP/1.1 200 OK\r\n', Buffer.from(`x: ${'x'.repeat(1_000)}\r\n`)),
    'unreadable-answer',
  ],
  [
    'sends a web page',
    respondWith('200 OK', '<html>', { 'content-type': 'text/html' }),
    'unreadable-answer',
  ],
  [
    'fails with a web page',
    respondWith('500 No', '<html>', { 'content-type': 'text/html' }),
    'service-failing',
  ],
  ['cuts its JSON off', respondWith('200 OK', '{"JITO":{'), 'unreadable-answer'],
  ['nests its JSON without end', respondWith('200 OK', deep), 'unreadable-answer'],
  ['sends wrong types', respondWith('200 OK', '{"JITO":[]}'), 'unreadable-answer'],
  ['sends NaN', respondWith('200 OK', fees('NaN')), 'unreadable-answer'],
  [
    'redirects to another origin',
    respondWith('302 F', '', { location: 'https://evil.example/' }),
    'service-failing',
  ],
  ['redirects without end', respondWith('302 F', '', { location: '/x' }), 'service-failing'],
  [
    'sends 1xx without end',
    respondEndlessly('', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n')),
    'unreachable',
    'unreadable-answer',
  ],
  ['sends 204', respondWith('204 Nothing'), 'service-failing'],
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'unreachable'],
  [
    'resets it in mid-body',
    (socket) => {
      socket.write(httpResponse('200 OK', '{', { 'content-length': '100' }), () =>
        socket.resetAndDestroy(),
      );
    },
    'unreachable',
  ],
  [
    'sends a compression bomb',
    respondWith('200 OK', bomb, { 'content-encoding': 'gzip' }),
    'unreadable-answer',
  ],
  ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'unreadable-answer'],
  ['refuses the key', respondWith('403 No', '{}'), 'unauthorized'],
  ['does not implement the operation', respondWith('501 No', '{}'), 'not-offered'],
  ['requires payment', respondWith('402 Pay', '{}'), 'plan-lacks-operation'],
  [
    'requires a wait of a day',
    respondWith('429 No', '', { 'retry-after': '99999' }),
    'rate-limited',
  ],
];

/** For simulations, which share the transport: one for each way in which a request ends. */
const simulatedBehaviours: readonly string[] = [
  'sends a body without end',
  'fails with a web page',
  'redirects to another origin',
  'resets the connection',
  'refuses the key',
  'requires a wait of a day',
];

const isUnreachable = ([, , ...kinds]: (typeof behaviours)[number]): boolean =>
  kinds.includes('unreachable');

describe('With a misbehaving service, the backend', suiteLimit, () => {
  testBehaviours(
    behaviours.filter((each) => !isUnreachable(each)),
    longTimeoutMilliseconds,
  );
});

describe('With a service that cannot be reached, the backend', suiteLimit, () => {
  testBehaviours(behaviours.filter(isUnreachable), shortTimeoutMilliseconds);
});

function testBehaviours(tried: typeof behaviours, timeoutMilliseconds: number): void {
  let session: ChannelSession;
  let server: HostileServer;
  let window: FakeWindow;
  let connectionId = '';
  let asked = 0;

  before(async () => {
    session = await ChannelSession.open({
      timeoutMilliseconds,
      streamTimeoutMilliseconds: timeoutMilliseconds,
      maxResponseBytes,
      maxStreamBytes: maxResponseBytes,
      clock: { ...systemClock, delay: async () => undefined },
    });
  });
  beforeEach(async () => {
    // A new server and key for each test, because refusals block the budget of a key.
    server = await HostileServer.open();
    window = await session.window();
    asked += 1;
    connectionId = await window.open({
      kind: 'service',
      baseUrl: server.url,
      apiKey: `${key}-${asked}`,
      rates,
    });
  });
  afterEach(async () => {
    window.socket.destroy();
    await server.close();
  });
  after(() => session.end());

  const request = (): CallRequest => ({
    connectionId,
    operation: 'feesByComputeUnit',
    parameters: {},
  });

  const simulate = (): Promise<unknown> =>
    window.request('arbscopeCall', {
      connectionId,
      operation: 'simulate',
      parameters: { transactions: [unsignedTransaction.base64] },
    }).answer;

  async function failure(ask: Promise<unknown>, kinds: readonly MarketErrorKind[]): Promise<void> {
    await assert.rejects(ask, (error) => {
      const data = Reflect.get(Object(error), 'data');
      assert.ok(kinds.includes(data?.kind), `${data?.kind}: ${data?.message}`);
      assert.ok(!JSON.stringify(data).includes(key));
      assert.ok(!JSON.stringify(data).includes(unsignedTransaction.base64));
      return true;
    });
  }

  for (const [what, behaviour, ...kinds] of tried) {
    it(`reports a known error to the window, and continues, when the service ${what}`, async () => {
      server.behaviour = behaviour;
      await failure(window.sendCall(request()), kinds);
      await failure(window.request('loadPools', { connectionId }).answer, [
        ...kinds,
        // The stream of pools ends at the same limits, but may report them with another error.
        'unreadable-answer',
      ]);
      server.behaviour = respondWith('200 OK', fees('9007199254740993'));
      const other = await window.open({
        kind: 'service',
        baseUrl: server.url,
        apiKey: 'another-key-1',
        rates,
      });
      const { result } = await window.sendCall({
        ...request(),
        connectionId: other,
        forceRefresh: true,
      });
      assert.deepEqual(Object.keys(result as object), ['JITO']);
    });
  }

  const simulated = tried.filter(([what]) => simulatedBehaviours.includes(what));
  for (const [what, behaviour, ...kinds] of simulated) {
    it(`reports a known error for a simulation when an Arbscope server ${what}`, async () => {
      server.behaviour = (socket, request) => {
        if (request.startsWith('POST')) behaviour(socket, request);
        else {
          const status = sampleValue(arbscopeOperations.status.response as object);
          socket.write(httpResponse('200 OK', JSON.stringify(status)));
        }
      };
      await failure(simulate(), kinds);
      server.behaviour = respondWith('200 OK', fees('1'));
      assert.deepEqual(Object.keys((await window.sendCall(request())).result as object), ['JITO']);
    });
  }

  it('waits after too many requests even when the service does not say how long', async () => {
    server.behaviour = (socket) => {
      const isFirst = server.requests.length === 1;
      socket.write(isFirst ? httpResponse('429 Slow down') : httpResponse('200 OK', fees('1')));
    };
    await window.sendCall(request());
    assert.equal(server.requests.length, 2);
  });

  it('does not grow without bounds', () => {
    assert.ok(process.memoryUsage.rss() < 1_024 * megabyte);
  });
}
