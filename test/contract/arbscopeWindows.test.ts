import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import type { ArbitrageStreamParameters } from '../../src/api/arbscope/arbitrages.ts';
import type { MarketError } from '../../src/api/marketError.ts';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import { BackendClient } from '../../src/extension/backend/backendClient.ts';
import {
  type ChannelArbscopeService,
  createChannelArbscopeService,
} from '../../src/extension/backend/channelArbscopeService.ts';
import { connectChannel } from '../../src/extension/backend/connectChannel.ts';
import { FakeService } from '../fakeService.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const secret = randomBytes(32).toString('hex');
const sandbox: ConnectionSettings = { kind: 'sandbox' };
const quiet = () => undefined;
const log = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet };

/** Like a view. */
class Listener {
  readonly signatures: string[] = [];
  readonly states: { readonly isLive: boolean; readonly error: MarketError | null }[] = [];
  newest = '';
  #wake = Promise.withResolvers<void>();

  constructor(arbscope: ChannelArbscopeService, parameters: ArbitrageStreamParameters) {
    arbscope.watchArbitrages(parameters, {
      onEvent: ({ arbitrages, newest, skipped }) => {
        assert.equal(skipped, 0);
        this.signatures.push(...arbitrages.map(({ signature }) => signature).reverse());
        this.newest = newest;
        this.#fire();
      },
      onState: (state) => {
        this.states.push(state);
        this.#fire();
      },
    });
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#wake.promise;
  }

  get isLive(): boolean {
    return this.states.at(-1)?.isLive === true;
  }

  assertNothingTwice(): void {
    assert.equal(new Set(this.signatures).size, this.signatures.length);
  }

  #fire(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

describe('Windows that watch arbitrages', suiteLimit, () => {
  let folder = '';
  let cleanUps: (() => unknown)[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-watching-'));
    await writeFile(join(folder, 'channel.secret'), secret, { mode: 0o600 });
    cleanUps = [() => rm(folder, { recursive: true, force: true })];
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  const socketPath = () => join(folder, 'run', 'test.sock');

  async function startBackend(): Promise<BackendProcess> {
    const socket = ['--socket', socketPath(), '--secret-file', join(folder, 'channel.secret')];
    const started = new BackendProcess(['channel', ...socket]);
    cleanUps.push(() => started.kill());
    await started.line(new RegExp(channelStatusLines.ready));
    return started;
  }
  async function startServer(...args: readonly string[]): Promise<ServeProcess> {
    const started = await ServeProcess.openSandbox(...args);
    cleanUps.push(() => started.stop());
    return started;
  }

  function window(settings: ConnectionSettings): ChannelArbscopeService {
    const backend = new BackendClient({
      open: (listeners) =>
        connectChannel({
          socketPath: socketPath(),
          secret,
          version: manifest.version,
          ...listeners,
        }),
      log,
      // Keeps retrying until the test has started another process.
      restartDelaysMilliseconds: Array.from({ length: 1_000 }, () => 100),
    });
    cleanUps.push(() => backend.close());
    return createChannelArbscopeService({
      request: async (method, request, options) => {
        const opened = await backend.request('open', { settings });
        const { connectionId } = opened as { readonly connectionId: string };
        return await backend.request(method, { ...request, connectionId }, options);
      },
      backend,
      connectionEnded: () => new AbortController().signal,
      delaysMilliseconds: [100],
    });
  }
  const serviceOf = (baseUrl: string): ConnectionSettings => ({
    kind: 'service',
    baseUrl,
    apiKey: contractKey,
  });

  it('continue after their backend was killed, without duplicates', async () => {
    const first = await startBackend();
    const [one, two] = [window(sandbox), window(sandbox)];
    const { newest: cursor } = await one.arbitrages({ limit: 1 });
    const listeners = [new Listener(one, { cursor }), new Listener(two, {})];
    for (const listener of listeners) await listener.until(() => listener.signatures.length > 0);
    await first.kill('SIGKILL');
    for (const listener of listeners) await listener.until(() => !listener.isLive);
    assert.deepEqual(
      listeners.map(({ states }) => states.at(-1)?.error),
      [null, null],
    );
    await startBackend();
    const before = listeners.map(({ signatures }) => signatures.length);
    for (const [index, listener] of listeners.entries()) {
      await listener.until(() => listener.isLive);
      await listener.until(() => listener.signatures.length > (before[index] ?? 0));
      listener.assertNothingTwice();
    }
  });

  it('continue after their server was killed, without missing an arbitrage', async () => {
    const store = ['--store', join(folder, 'store.duckdb')];
    const first = await startServer(...store);
    // Started last: it exits if no window connects for a while.
    await startBackend();
    const arbscope = window(serviceOf(first.url));
    const { newest: cursor } = await arbscope.arbitrages({ limit: 1 });
    const listener = new Listener(arbscope, { cursor });
    await listener.until(() => listener.signatures.length > 0);
    await first.process.kill('SIGKILL');
    await listener.until(() => !listener.isLive && listener.states.at(-1)?.error !== null);
    await startServer(...store, '--port', String(first.port));
    await listener.until(() => listener.isLive);
    const count = listener.signatures.length;
    await listener.until(() => listener.signatures.length > count);
    listener.assertNothingTwice();
    const page = await arbscope.arbitrages({ limit: 200 });
    const listed = page.arbitrages.map(({ signature }) => signature);
    // Between the listener's newest and oldest arbitrage, the pages list nothing that it missed.
    const [oldest = ''] = listener.signatures;
    const from = listed.findIndex((signature) => listener.signatures.includes(signature));
    const expected = listed.slice(from, listed.indexOf(oldest) + 1);
    for (const signature of expected) assert.ok(listener.signatures.includes(signature), signature);
  });

  it('report once that a service is not an Arbscope server, and send no more requests', async () => {
    await startBackend();
    const service = new FakeService(contractKey);
    cleanUps.push(() => service.close());
    const arbscope = window(serviceOf(await service.listen()));
    await assert.rejects(arbscope.history({}), { name: 'MarketError', kind: 'not-offered' });
    await assert.rejects(arbscope.walletRanking({}), { kind: 'not-offered' });
    const listener = new Listener(arbscope, {});
    await listener.until(() => listener.states.length > 0);
    assert.deepEqual(
      listener.states.map(({ isLive, error }) => [isLive, error?.kind]),
      [[false, 'not-offered']],
    );
    assert.deepEqual(
      service.requests.map(({ url }) => url),
      ['/arbscope/status'],
    );
  });

  it('report that a service refused the key, without repeating the key', async () => {
    await startBackend();
    const service = new FakeService('another-key-0123456789');
    service.proofKey = contractKey;
    cleanUps.push(() => service.close());
    const listener = new Listener(window(serviceOf(await service.listen())), {});
    await listener.until(() => listener.states.length > 0);
    const error = listener.states.at(-1)?.error;
    assert.equal(error?.kind, 'unauthorized');
    assert.ok(!error.message.includes(contractKey), error.message);
  });
});
