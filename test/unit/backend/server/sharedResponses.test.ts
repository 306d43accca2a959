import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  type DataVersion,
  maxReuseMilliseconds,
  SharedResponses,
} from '../../../../src/backend/server/sharedResponses.ts';

const forever = new AbortController().signal;

describe('Identical requests of several callers', () => {
  let version: DataVersion | null;
  let shared: string[];
  let computed: AbortSignal[];
  let milliseconds: number;
  let responses: SharedResponses;

  beforeEach(() => {
    version = { revision: '0', moment: '1' };
    shared = [];
    computed = [];
    milliseconds = 0;
    responses = new SharedResponses({
      dataVersion: () => version,
      now: () => 7,
      onShared: (operation) => shared.push(operation),
      clock: () => milliseconds,
    });
  });

  const finder = { name: 'finder', isAggregate: true };

  async function ask(name: string, parameters: object, takes = 0): Promise<string> {
    const { body, now } = await responses.respond(
      { name, isAggregate: name === 'finder' },
      parameters,
      forever,
      async (signal) => {
        computed.push(signal);
        milliseconds += takes;
        return { computation: computed.length };
      },
    );
    assert.equal(now, 7);
    return String(body);
  }

  it('share the response while concurrent and until the next block, in any order of parameters', async () => {
    const first = await Promise.all([
      ask('transaction', { a: 1, b: [2n] }),
      ask('transaction', { b: [2n], a: 1 }),
    ]);
    assert.deepEqual(first, ['{"computation":1}', '{"computation":1}']);
    await ask('transaction', { a: 1, b: [2n] });
    assert.deepEqual([computed.length, shared.length], [1, 2]);
    version = { revision: '0', moment: '2' };
    assert.equal(await ask('transaction', { a: 1, b: [2n] }), '{"computation":2}');
  });

  it('do not share it with other parameters or operations', async () => {
    await ask('tokenInfo', { token: 'a' });
    await ask('tokenInfo', { token: 'b' });
    await ask('transaction', { token: 'a' });
    await ask('coverage', { groups: ['x'.repeat(10_000)] });
    await ask('coverage', { groups: [`${'x'.repeat(9_999)}y`] });
    assert.deepEqual([computed.length, shared], [5, []]);
  });

  it('share slow aggregates for some more seconds, but not across a fork', async () => {
    const bodies = [await ask('finder', {}, 40)];
    const later = async (moment: string, after: number) => {
      version = { revision: '0', moment };
      milliseconds += after;
      bodies.push(await ask('finder', {}, 1_000));
    };
    await later('2', 999);
    await later('3', 2);
    await later('4', maxReuseMilliseconds - 1);
    await later('5', 2);
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body).computation),
      [1, 1, 2, 2, 3],
    );
    version = { revision: '1', moment: '5' };
    assert.equal(await ask('finder', {}), '{"computation":4}');
  });

  it('share no earlier response without a data version or after a failure', async () => {
    version = null;
    await ask('finder', {});
    await ask('finder', {});
    assert.equal(computed.length, 2);
    version = { revision: '0', moment: '1' };
    const failing = responses.respond(finder, { a: 1 }, forever, () =>
      Promise.reject(new Error('once')),
    );
    await assert.rejects(failing, /once/);
    assert.equal(await ask('finder', { a: 1 }), '{"computation":3}');
  });

  it('abort the computation when the last caller disconnects', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const begun = Promise.withResolvers<AbortSignal>();
    const asking = [one, two].map(({ signal }) =>
      responses.respond(finder, {}, signal, (ends) => {
        begun.resolve(ends);
        return new Promise((_, reject) => {
          ends.addEventListener('abort', () => reject(new Error('ended')));
        });
      }),
    );
    const ends = await begun.promise;
    one.abort();
    await assert.rejects(asking[0] ?? Promise.resolve(), { kind: 'cancelled' });
    assert.equal(ends.aborted, false);
    two.abort();
    await assert.rejects(asking[1] ?? Promise.resolve(), { kind: 'cancelled' });
    assert.equal(ends.aborted, true);
  });
});
