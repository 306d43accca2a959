import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ArbitrageEvent } from '../../../../src/api/arbscope/arbitrages.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type {
  BackendState,
  RequestOptions,
} from '../../../../src/extension/backend/backendClient.ts';
import { createChannelArbscopeService } from '../../../../src/extension/backend/channelArbscopeService.ts';
import { Listeners } from '../../../../src/extension/base/disposable.ts';
import { arbitrageOf } from '../../../arbscopeDouble.ts';

/** One request for the stream; the test sends its events. */
interface Watching {
  readonly parameters: { readonly cursor?: string; readonly tokens?: readonly string[] };
  readonly signal: AbortSignal | undefined;
  readonly send: (event: Partial<ArbitrageEvent> & Pick<ArbitrageEvent, 'newest'>) => void;
  readonly fail: (error: Error) => void;
}

class BackendDouble {
  readonly watchings: Watching[] = [];
  readonly #states = new Listeners<BackendState>();
  state: BackendState = { kind: 'ready' };
  #wake = Promise.withResolvers<void>();

  readonly request = (
    method: string,
    request: object,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<unknown> => {
    assert.equal(method, 'watchArbitrages');
    const { promise, reject } = Promise.withResolvers<unknown>();
    signal?.addEventListener('abort', () => reject(new MarketError('cancelled', 'Cancelled')));
    this.watchings.push({
      parameters: (request as Watching).parameters,
      signal,
      send: (event) =>
        onProgress?.({ kind: 'arbitrages', event: { arbitrages: [], skipped: 0, ...event } }),
      fail: reject,
    });
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
    return promise;
  };

  onState(listener: (state: BackendState) => void) {
    return this.#states.add(listener);
  }

  become(state: BackendState): void {
    this.state = state;
    this.#states.fire(state);
  }

  async watching(index: number): Promise<Watching> {
    for (;;) {
      const found = this.watchings[index];
      if (found !== undefined) return found;
      await this.#wake.promise;
    }
  }
}

const ended = () => new MarketError('unreachable', 'The backend stopped before it responded.');
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('A stream of arbitrages in a window', { timeout: 60_000 }, () => {
  let backend: BackendDouble;
  let connection: AbortController;
  let got: string[];
  let states: { isLive: boolean; error: MarketError | null }[];

  beforeEach(() => {
    backend = new BackendDouble();
    connection = new AbortController();
    got = [];
    states = [];
  });

  const watch = (parameters: { cursor?: string } = {}) =>
    createChannelArbscopeService({
      request: backend.request,
      backend,
      connectionEnded: () => connection.signal,
      delaysMilliseconds: [0],
    }).watchArbitrages(parameters, {
      onEvent: (event) => got.push(...event.arbitrages.map(({ signature }) => signature)),
      onState: (state) => states.push(state),
    });
  const newState = () => states.at(-1);

  it('is live once open, and reports arbitrages', async () => {
    watch();
    const stream = await backend.watching(0);
    stream.send({ newest: 'c1' });
    assert.deepEqual([got, newState()], [[], { isLive: true, error: null }]);
    stream.send({ newest: 'c2', arbitrages: [arbitrageOf('one')] });
    assert.deepEqual(got, ['one']);
  });

  it('resumes at its cursor with the same filter after the backend is killed', async () => {
    const filter = { tokens: ['So11111111111111111111111111111111111111112'] };
    watch(filter as object);
    const first = await backend.watching(0);
    first.send({ newest: 'c1' });
    first.send({ newest: 'c2', arbitrages: [arbitrageOf('one')] });
    backend.become({ kind: 'recovering', attempt: 1 });
    first.fail(ended());
    await settled();
    assert.deepEqual(newState(), { isLive: false, error: null });
    assert.equal(backend.watchings.length, 1);
    backend.become({ kind: 'ready' });
    const second = await backend.watching(1);
    assert.deepEqual(second.parameters, { ...filter, cursor: 'c2' });
    second.send({ newest: 'c3', arbitrages: [arbitrageOf('two')] });
    assert.deepEqual([got, newState()?.isLive], [['one', 'two'], true]);
  });

  it('resumes where it began if it broke before the first arbitrage', async () => {
    watch();
    const first = await backend.watching(0);
    first.send({ newest: 'c1' });
    first.fail(ended());
    assert.equal((await backend.watching(1)).parameters.cursor, 'c1');
  });

  it('reports an outage with its reason, and retries', async () => {
    watch();
    (await backend.watching(0)).fail(new MarketError('service-failing', 'HTTP 503'));
    const second = await backend.watching(1);
    assert.deepEqual([newState()?.isLive, newState()?.error?.kind], [false, 'service-failing']);
    second.send({ newest: 'c1' });
    assert.deepEqual(newState(), { isLive: true, error: null });
  });

  it('ends with the reason if a retry cannot help', async () => {
    for (const kind of ['not-offered', 'unauthorized', 'bad-parameter'] as const) {
      backend = new BackendDouble();
      watch();
      (await backend.watching(0)).fail(new MarketError(kind, 'Not here'));
      await settled();
      assert.deepEqual([newState()?.isLive, newState()?.error?.kind], [false, kind]);
      // For comparison: an error that is retried after the same delay.
      watch();
      (await backend.watching(1)).fail(new MarketError('service-failing', 'HTTP 503'));
      await backend.watching(2);
      await settled();
      assert.equal(backend.watchings.length, 3);
    }
  });

  it('does not restart a failed backend, and resumes after something else does', async () => {
    watch();
    const first = await backend.watching(0);
    first.send({ newest: 'c1' });
    backend.become({ kind: 'failed', error: ended() });
    first.fail(ended());
    await settled();
    assert.equal(backend.watchings.length, 1);
    assert.equal(newState()?.error?.kind, 'unreachable');
    backend.become({ kind: 'starting' });
    await settled();
    assert.deepEqual(newState(), { isLive: false, error: null });
    backend.become({ kind: 'ready' });
    assert.equal((await backend.watching(1)).parameters.cursor, 'c1');
  });

  it('reports nothing after it is disposed, and cancels its request', async () => {
    const watching = watch();
    const stream = await backend.watching(0);
    stream.send({ newest: 'c1' });
    const before = states.length;
    watching.dispose();
    stream.send({ newest: 'c2', arbitrages: [arbitrageOf('one')] });
    await settled();
    assert.equal(stream.signal?.aborted, true);
    assert.deepEqual([got, states.length, backend.watchings.length], [[], before, 1]);
  });

  it('reports nothing after the window switches connections', async () => {
    watch();
    const stream = await backend.watching(0);
    connection.abort();
    stream.send({ newest: 'c2', arbitrages: [arbitrageOf('one')] });
    await settled();
    assert.deepEqual([got, states, backend.watchings.length], [[], [], 1]);
  });
});
