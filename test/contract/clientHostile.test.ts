// Only in test:all: channelHostileService is the suite of hostile services in npm test.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import { failureEvent } from '../../src/api/arbscope/eventStream.ts';
import { maxAttempts } from '../../src/http/retry.ts';
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
import { fees, hostileSession, hostileKey as key, megabyte } from './hostileSession.ts';
import { sampleValue } from './schemaSamples.ts';

describe('With a misbehaving service, the client', suiteLimit, () => {
  const session = hostileSession();
  const { call, entries, failure, everywhere, impatient } = session;

  it('gives up on headers that never arrive', async () => {
    await impatient();
    await everywhere(() => undefined, 'unreachable');
  });

  it('gives up on headers that arrive one letter at a time', async () => {
    await impatient();
    const behaviour: Behaviour = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    await everywhere(behaviour, 'unreachable');
  });

  it('gives up on a body that stops', async () => {
    // Time for the headers to arrive, even on a busy machine.
    await impatient(1_000);
    const behaviour: Behaviour = (socket) => {
      socket.write(httpResponse('200 OK', '[', { 'content-length': '100' }));
    };
    const [get, landing] = await everywhere(behaviour, 'unreachable');
    assert.match(get?.message ?? '', /in time/);
    assert.match(landing?.message ?? '', /may have accepted the transaction/);
  });

  it('gives up on a body that arrives one letter at a time', async () => {
    await impatient();
    const behaviour: Behaviour = (socket) => {
      socket.write(`${chunkedHead}1\r\n[\r\n`);
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    await everywhere(behaviour, 'unreachable');
  });

  it('reports a failure whose message never ends', async () => {
    // Time for the status to arrive, even on a busy machine.
    await impatient(1_000);
    await everywhere((socket) => {
      socket.write(httpResponse('500 No', 'because', { 'content-length': '100' }));
    }, 'service-failing');
  });

  const pieces: readonly (readonly [string, string])[] = [
    ['spaces', ' '],
    ['brackets', '['],
    ['letters', 'x'],
    ['text', '"'],
  ];
  for (const [what, letter] of pieces) {
    it(`stops reading an endless body of ${what} at the limit`, async () => {
      const piece = chunk(Buffer.alloc(64 * 1024, letter));
      await everywhere(respondEndlessly(chunkedHead, piece), 'unreadable-answer');
      assert.ok(
        session.server.sentBytes < 16 * megabyte,
        `${session.server.sentBytes} bytes were taken`,
      );
    });
  }

  it('stops reading an endless error and an endless redirect', async () => {
    const piece = chunk(Buffer.alloc(64 * 1024, 'x'));
    const head = chunkedHead.replace('200 OK', '400 No');
    await everywhere(respondEndlessly(head, piece), 'bad-parameter');
    const redirect = chunkedHead.replace('200 OK', '302 Go\r\nlocation: http://evil.example/');
    await everywhere(respondEndlessly(redirect, piece), 'service-failing');
  });

  it('stops reading endless headers', async () => {
    const piece = Buffer.from(`x: ${'x'.repeat(1_000)}\r\n`);
    await everywhere(respondEndlessly('HTTP/1.1 200 OK\r\n', piece), 'unreadable-answer');
    assert.ok(session.server.sentBytes < 16 * megabyte);
  });

  it('follows no redirect to another origin, and never resends a landing', async () => {
    const other = await HostileServer.open(respondWith('200 OK', fees('1')));
    try {
      for (const status of ['301 A', '302 B', '303 C', '307 D', '308 E']) {
        const before = session.server.requests.length;
        const location = `${other.url}/market/fees/by/computeUnit`;
        const errors = await everywhere(respondWith(status, '', { location }), 'service-failing');
        for (const { message } of errors) assert.ok(message.includes(other.url));
        assert.equal(session.server.requests.length - before, 3);
        await everywhere(respondWith(status, '', { location: '/again' }), 'service-failing');
        const landings = session.server.requests
          .slice(before)
          .filter((text) => text.startsWith('POST'));
        assert.equal(landings.length, 2);
      }
      assert.equal(other.connections, 0);
    } finally {
      await other.close();
    }
  });

  for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'http://[', '//', '']) {
    it(`does not follow a redirect to ${JSON.stringify(location)}`, async () => {
      await everywhere(respondWith('302 Go', '', { location }), 'service-failing');
    });
  }

  it('shows no key that a service repeats in parts or encoded', async () => {
    const bytes = Buffer.from(`user:${key}`);
    const forms = [
      key.slice(3, 13),
      ...(['base64', 'base64url', 'hex'] as const).map((encoding) => bytes.toString(encoding)),
    ];
    for (const form of [...forms, bytes.toString('hex').toUpperCase()]) {
      const errors = await everywhere(respondWith('400 No', `bad key ${form}`), 'bad-parameter');
      for (const { message } of errors) {
        assert.match(message, /bad key \S{0,10}<key>/);
        assert.ok(!message.includes(form));
      }
    }
  });

  it('shows no key that a service repeats in a redirect or a message', async () => {
    await everywhere(
      respondWith('302 Go', '', { location: `https://${key}.example/` }),
      'service-failing',
    );
    await everywhere(
      respondWith('400 No', JSON.stringify({ error: { message: key } })),
      'bad-parameter',
    );
    session.server.behaviour = respondWith('200 OK', fees(JSON.stringify(key)));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /<key>/);
  });

  it('shows no key that a service repeats in Arbscope operations or in their stream', async () => {
    const { arbscope } = session.client;
    let repeated = '';
    session.server.behaviour = (socket, request) => {
      const isStatus = request.startsWith('GET /arbscope/status');
      const type = request.includes('/stream') ? 'text/event-stream' : 'application/json';
      const body = isStatus
        ? JSON.stringify(sampleValue(arbscopeOperations.status.response))
        : repeated;
      socket.write(httpResponse('200 OK', body, { 'content-type': type }));
    };
    repeated = JSON.stringify({ arbitrages: key });
    await failure(() => arbscope.arbitrages({}));
    repeated = `event: ${failureEvent}\ndata: ${JSON.stringify({ statusCode: 500, message: key })}\n\n`;
    const told = await failure(async () => {
      for await (const _ of arbscope.streamArbitrages({}));
    });
    assert.match(told.message, /<key>/);
  });

  describe('simulating a transaction', () => {
    const { base64 } = unsignedTransaction;
    const simulate = () => session.client.arbscope.simulate({ transactions: [base64] });
    const result = () =>
      JSON.stringify(sampleValue(arbscopeOperations.simulate.response as object));
    const simulations = () => session.server.requests.filter((text) => text.startsWith('POST'));
    /** Responds as Arbscope does, except to simulations. */
    const misbehave = (behaviour: Behaviour) => {
      session.server.behaviour = (socket, request) => {
        if (request.startsWith('POST')) behaviour(socket, request);
        else {
          const status = JSON.stringify(sampleValue(arbscopeOperations.status.response));
          socket.write(httpResponse('200 OK', status));
        }
      };
    };

    it('retries as for any read, and does not mention a landing', async () => {
      for (const [behaviour, kind] of [
        [(socket) => socket.resetAndDestroy(), 'unreachable'],
        [respondWith('503 Busy'), 'service-failing'],
      ] as const satisfies readonly (readonly [Behaviour, string])[]) {
        misbehave(behaviour);
        const before = simulations().length;
        const error = await failure(simulate);
        assert.equal(error.kind, kind);
        assert.doesNotMatch(error.message, /accepted the transaction|not sent/);
        assert.equal(simulations().length - before, maxAttempts);
      }
      misbehave(respondWith('500 No', '{}'));
      const before = simulations().length;
      assert.equal((await failure(simulate)).kind, 'service-failing');
      assert.equal(simulations().length - before, 1);

      let failures = 1;
      misbehave((socket) => {
        failures -= 1;
        socket.write(failures === 0 ? httpResponse('503 Busy') : httpResponse('200 OK', result()));
      });
      assert.equal((await simulate()).slot, 1);
    });

    it('follows a redirect only on the same origin, with the same body', async () => {
      misbehave((socket, request) => {
        const isFirst = !request.startsWith('POST /again');
        const location = { location: '/again' };
        socket.write(
          isFirst ? httpResponse('308 There', '', location) : httpResponse('200 OK', result()),
        );
      });
      assert.equal((await simulate()).slot, 1);
      assert.ok(simulations().every((text) => text.includes(base64)));
      misbehave(respondWith('308 There', '', { location: 'https://evil.example/' }));
      const before = simulations().length;
      assert.equal((await failure(simulate)).kind, 'service-failing');
      assert.equal(simulations().length - before, 1);
    });

    it('accepts only a complete response in the form of a simulation', async () => {
      for (const [behaviour, kind] of [
        [respondWith('202 Accepted', '{}'), 'service-failing'],
        [respondWith('204 No Content'), 'service-failing'],
        [respondWith('200 OK', '{"slot":1}'), 'unreadable-answer'],
        [respondWith('200 OK', result().slice(0, -1)), 'unreadable-answer'],
        [respondWith('200 OK', JSON.stringify({ slot: key })), 'unreadable-answer'],
        [respondWith('413 Large', '{}'), 'bad-parameter'],
        [respondEndlessly(chunkedHead, chunk(Buffer.alloc(65_536, 0x20))), 'unreadable-answer'],
      ] as const) {
        misbehave(behaviour);
        const error = await failure(simulate);
        assert.equal(error.kind, kind, error.message);
        assert.ok(!error.message.includes(base64));
      }
    });
  });

  it('ignores 102 and 103, and fails on an unexpected 100', async () => {
    const interim = ['102 Processing', '103 Early Hints\r\nlink: </x>'];
    session.server.behaviour = (socket) => {
      for (const status of interim) socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
      socket.write(httpResponse('200 OK', fees('1')));
    };
    await call('feesByComputeUnit');
    await everywhere((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }, 'unreachable');
  });

  it('fails on 101 and on endless 1xx', async () => {
    await impatient();
    await everywhere((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    }, 'unreachable');
    const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100));
    session.server.behaviour = respondEndlessly('', interim);
    for (const run of [() => call('feesByComputeUnit'), entries]) {
      assert.ok(['unreachable', 'unreadable-answer'].includes((await failure(run)).kind));
    }
  });

  for (const status of ['205 Reset', '206 Partial', '304 Same']) {
    it(`fails on the status ${status}`, async () => {
      await everywhere(respondWith(status), 'service-failing');
    });
  }
  // These report success only for a landing.
  for (const status of ['201 Made', '202 Accepted', '204 No Content']) {
    it(`fails on the status ${status} if it requested data`, async () => {
      session.server.behaviour = respondWith(status);
      for (const run of [() => call('feesByComputeUnit'), entries]) {
        assert.equal((await failure(run)).kind, 'service-failing');
      }
    });
  }

  it('reports a rate limit, with and without the time to wait', async () => {
    for (const { retryAfterSeconds } of await everywhere(respondWith('429 Slow'), 'rate-limited')) {
      assert.equal(retryAfterSeconds, undefined);
    }
    const told = respondWith('429 Slow', '{}', { 'retry-after': '14' });
    for (const error of await everywhere(told, 'rate-limited')) {
      assert.equal(error.retryAfterSeconds, 14);
      assert.match(error.message, /14 s/);
    }
    await everywhere(respondWith('429 Slow', '', { 'retry-after': 'soon' }), 'rate-limited');
    assert.deepEqual(session.pauses, []);
  });

  it('retries after a reset connection, but sends a landing once', async () => {
    const behaviours: Behaviour[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) => {
        socket.write(httpResponse('200 OK', '[{"a"', { 'content-length': '100' }), () =>
          socket.resetAndDestroy(),
        );
      },
    ];
    for (const behaviour of behaviours) {
      const before = session.server.requests.length;
      const [, landing] = await everywhere(behaviour, 'unreachable');
      assert.match(landing?.message ?? '', /Look up its signature/);
      const landings = session.server.requests
        .slice(before)
        .filter((text) => text.startsWith('POST'));
      assert.equal(landings.length, 1);
    }
  });

  for (const bytes of [
    Buffer.from('HTTP/9 x\r\n\r\n'),
    Buffer.alloc(100, 0xff),
    Buffer.from('SSH-2.0\r\n'),
  ]) {
    it(`reports that ${JSON.stringify(bytes.toString('latin1', 0, 8))} is not HTTP`, async () => {
      await everywhere((socket) => {
        socket.write(bytes);
      }, 'unreadable-answer');
    });
  }
});
