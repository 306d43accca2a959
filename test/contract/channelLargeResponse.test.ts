import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import type { CallRequest } from '../../src/backend/protocol/callProtocol.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { HostileServer, respondWith } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ChannelSession } from './channelSession.ts';
import { hostileKey as apiKey, fees } from './hostileSession.ts';

const million = 1_000_000;

describe('A window whose service sends 12 MB of unknown members', suiteLimit, () => {
  let session: ChannelSession;
  let server: HostileServer;
  let window: FakeWindow;
  let connectionId = '';

  before(async () => {
    session = await ChannelSession.open();
  });
  beforeEach(async () => {
    server = await HostileServer.open();
    window = await session.window();
    connectionId = await window.open({ kind: 'service', baseUrl: server.url, apiKey });
  });
  afterEach(async () => {
    mock.restoreAll();
    window.socket.destroy();
    await server.close();
  });
  after(() => session.end());

  const request = (): CallRequest => ({
    connectionId,
    operation: 'feesByComputeUnit',
    parameters: {},
  });

  it('gets an error for a million different members, which are not parsed', async () => {
    const members = Array.from({ length: million }, (_, index) => `"u${index}":1`).join(',');
    server.behaviour = respondWith('200 OK', fees('1', `,${members}`));
    const parse = mock.method(JSON, 'parse');
    await assert.rejects(window.sendCall(request()), (error) => {
      const data = Reflect.get(Object(error), 'data');
      assert.equal(data.kind, 'unreadable-answer');
      assert.match(data.message, /too many different member names/);
      return true;
    });
    const longest = Math.max(...parse.mock.calls.map((call) => String(call.arguments[0]).length));
    assert.ok(longest < million, `${longest} characters were parsed`);
  });

  it('yields between the long steps when a million members have the same ten names', async () => {
    const entry = `{${Array.from({ length: 10 }, (_, index) => `"unknown${index}":1`).join(',')}}`;
    const entries = Array.from({ length: million / 10 }, () => entry).join(',');
    server.behaviour = respondWith('200 OK', fees('1', `,"unknown":[${entries}]`));
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    /** The turns of the event loop in which over 1 MB of JSON was parsed or serialized. */
    const turns: number[] = [];
    for (const name of ['parse', 'stringify'] as const) {
      const original = JSON[name] as (...given: unknown[]) => unknown;
      mock.method(JSON, name, (...given: unknown[]) => {
        const made = original.apply(JSON, given);
        const text = name === 'parse' ? given[0] : made;
        if (typeof text === 'string' && text.length > million) turns.push(turn);
        return made;
      });
    }
    const { result } = await window.sendCall(request());
    isOver = true;
    assert.deepEqual(Object.keys(result as object), ['JITO']);
    // Parsed, serialized for the cache, serialized for the window, and parsed there.
    assert.equal(turns.length, 4);
    assert.equal(new Set(turns).size, 4, `in turns ${turns.join(', ')}`);
  });
});
