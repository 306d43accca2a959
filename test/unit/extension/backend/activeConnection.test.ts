import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { ChannelProgress } from '../../../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../../../src/backend/protocol/connectionProtocol.ts';
import { ActiveConnection } from '../../../../src/extension/backend/activeConnection.ts';
import type {
  BackendState,
  RequestOptions,
} from '../../../../src/extension/backend/backendClient.ts';
import { UnknownConnectionError } from '../../../../src/extension/backend/channelMessages.ts';
import { getConnectionPhase } from '../../../../src/extension/backend/connectionPhase.ts';
import { ConnectionSecrets } from '../../../../src/extension/backend/connectionSecrets.ts';
import {
  type Connection,
  isSameName,
  type ServiceConnection,
  sandboxConnection,
  sourceLabel,
} from '../../../../src/extension/base/connections.ts';
import { Listeners } from '../../../../src/extension/base/disposable.ts';
import { SecretsDouble } from '../connections/secretsDouble.ts';

const prod: ServiceConnection = {
  kind: 'service',
  name: 'Prod',
  baseUrl: 'https://api.example.com',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
};
const token = { token: 'So11111111111111111111111111111111111111112' };
const statusOf = (connectionId: string, change: Partial<ConnectionStatus> = {}) => ({
  connectionId,
  kind: 'service' as const,
  origin: 'https://api.example.com',
  state: 'ready' as const,
  message: '',
  error: null,
  latencyMilliseconds: 80,
  engine: null,
  budgets: [],
  ...change,
});

class MarketDouble {
  readonly asked: { readonly method: string; readonly request: Record<string, unknown> }[] = [];
  readonly states = new Listeners<BackendState>();
  readonly statuses = new Listeners<ConnectionStatus>();
  state: BackendState = { kind: 'ready' };
  /** Number of the process, which does not know ids of earlier ones. */
  life = 1;

  async request(method: string, request: object, _options?: RequestOptions): Promise<unknown> {
    this.asked.push({ method, request: request as Record<string, unknown> });
    if (method === 'open') {
      const settings = JSON.stringify((request as { settings?: unknown }).settings);
      return { connectionId: `${this.life}:${settings.length}` };
    }
    const { connectionId } = request as { connectionId?: string };
    if (connectionId?.startsWith(`${this.life}:`) !== true) throw new UnknownConnectionError('?');
    return { result: { connectionId } };
  }

  onState(listener: (state: BackendState) => void) {
    return this.states.add(listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void) {
    return this.statuses.add(listener);
  }

  become(state: BackendState): void {
    this.state = state;
    this.states.fire(state);
  }

  get methods(): string[] {
    return this.asked.map(({ method }) => method);
  }
}

describe('The connection of a window', () => {
  let backend: MarketDouble;
  let storage: SecretsDouble;
  let secrets: ConnectionSecrets;
  let all: Connection[];
  let chosen: string | null;
  let isTrusted: boolean;
  let proxy: string;
  const changes = new Listeners<void>();

  beforeEach(() => {
    backend = new MarketDouble();
    storage = new SecretsDouble();
    secrets = new ConnectionSecrets(storage);
    all = [sandboxConnection, prod];
    chosen = null;
    isTrusted = true;
    proxy = '';
  });

  const window = () =>
    new ActiveConnection({
      backend,
      secrets,
      store: {
        find: (name) => all.find((one) => isSameName(one.name, name)),
        onChange: (listener) => changes.add(listener),
      },
      selected: {
        get name() {
          return chosen;
        },
        select: async (name) => {
          chosen = name;
        },
      },
      network: () => ({
        proxy: proxy === '' ? null : { url: proxy, setting: 'http.proxy', except: [] },
        strictProxyCertificates: true,
        systemCertificates: true,
      }),
      isTrusted: () => isTrusted,
    });

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is the Sandbox by default, opened only by the first call', async () => {
    const active = window();
    assert.equal(active.current.name, 'Sandbox');
    assert.equal(backend.asked.length, 0);
    await Promise.all([active.service.tokenInfo(token), active.service.tokenInfo(token)]);
    await active.service.tokenInfo(token);
    assert.deepEqual(backend.methods, ['open', 'call', 'call', 'call']);
    assert.deepEqual(backend.asked[0]?.request, { settings: { kind: 'sandbox' } });
  });

  it('is the chosen one, or the Sandbox when that no longer exists', async () => {
    chosen = 'Prod';
    assert.equal(window().current.name, 'Prod');
    all = [sandboxConnection];
    assert.equal(window().current.name, 'Sandbox');
  });

  it('is labelled as simulated while its server says so, which is no setting of it', async () => {
    await secrets.store(prod, 'canary');
    chosen = 'Prod';
    const active = window();
    await active.service.tokenInfo(token);
    const id = await active.openedId();
    backend.statuses.fire(statusOf(id, { isSimulated: true }));
    assert.equal(sourceLabel(active.current), 'Prod: simulated data');
    // Says nothing, as a server of another make.
    backend.statuses.fire(statusOf(id));
    assert.equal(sourceLabel(active.current), 'Prod: simulated data');
    await active.reopen();
    backend.statuses.fire(statusOf(id, { isSimulated: false }));
    assert.equal(sourceLabel(active.current), 'Prod');
    assert.equal(backend.methods.filter((method) => method === 'open').length, 1);
  });

  it('sends its secret only in the open request', async () => {
    await secrets.store(prod, 'canary');
    chosen = 'Prod';
    const active = window();
    await active.service.tokenInfo(token);
    const [open, ...others] = backend.asked;
    assert.match(JSON.stringify(open), /"apiKey":"canary"/);
    assert.doesNotMatch(JSON.stringify([others, active.overview]), /canary/);
  });

  it('makes no request until its secret is entered, and says which is missing', async () => {
    chosen = 'Prod';
    const active = window();
    await assert.rejects(active.service.tokenInfo(token), (error) =>
      MarketError.is(error, 'unauthorized'),
    );
    await settled();
    assert.equal(getConnectionPhase(active.overview), 'needs-secret');
    assert.deepEqual(backend.asked, []);
    await secrets.store(prod, 'key-1');
    await active.reopen();
    assert.equal(active.overview.blockedReason, null);
    await active.service.tokenInfo(token);
    assert.deepEqual(backend.methods, ['open', 'call']);
  });

  it('makes no request while the secret storage is locked or empty', async () => {
    await secrets.store(prod, 'key-1');
    const [id = ''] = storage.kept.keys();
    chosen = 'Prod';
    storage.isLocked = true;
    const active = window();
    await assert.rejects(active.service.tokenInfo(token), /Unlock the system keychain/);
    storage.isLocked = false;
    storage.kept.set(id, '');
    await assert.rejects(active.service.tokenInfo(token), /needs an API key/);
    assert.deepEqual(backend.asked, []);
    storage.kept.set(id, 'key-1');
    await active.service.tokenInfo(token);
    assert.deepEqual(backend.methods, ['open', 'call']);
  });

  it('reads no key and makes no request until the workspace is trusted', async () => {
    await secrets.store(prod, 'key-1');
    let reads = 0;
    storage.get = async (id) => {
      reads += 1;
      return storage.kept.get(id);
    };
    chosen = 'Prod';
    isTrusted = false;
    const active = window();
    await assert.rejects(active.service.tokenInfo(token), /not trusted/);
    assert.equal(reads, 0);
    assert.equal(getConnectionPhase(active.overview), 'restricted');
    await active.switchTo('Sandbox');
    await active.service.tokenInfo(token);
    assert.deepEqual(backend.asked[0]?.request, { settings: { kind: 'sandbox' } });
    await active.switchTo('Prod');
    isTrusted = true;
    await active.reopen();
    await active.service.tokenInfo(token);
    assert.match(JSON.stringify(backend.asked.at(-2)), /key-1/);
  });

  it('never sends the key of one origin to another', async () => {
    await secrets.store(prod, 'canary');
    chosen = 'Prod';
    const active = window();
    await active.service.tokenInfo(token);
    all = [sandboxConnection, { ...prod, baseUrl: 'https://evil.example' }];
    changes.fire();
    await settled();
    backend.asked.length = 0;
    await assert.rejects(active.service.tokenInfo(token), /needs an API key/);
    assert.deepEqual(backend.asked, []);
  });

  it('is closed when another is chosen, which handles later requests', async () => {
    await secrets.store(prod, 'key-1');
    const active = window();
    const names: string[] = [];
    active.onSwitch(({ name }) => names.push(name));
    await active.service.tokenInfo(token);
    await active.switchTo('prod');
    await active.service.tokenInfo(token);
    assert.deepEqual(backend.methods, ['open', 'call', 'close', 'open', 'call']);
    assert.deepEqual(names, ['Prod']);
    assert.equal(chosen, 'Prod');
  });

  it('stays open if nothing about it changed', async () => {
    await secrets.store(prod, 'key-1');
    chosen = 'Prod';
    const active = window();
    await settled();
    let switches = 0;
    active.onSwitch(() => {
      switches += 1;
    });
    await active.service.tokenInfo(token);
    all = [...all, { ...prod, name: 'Other' }];
    changes.fire();
    await active.reopen();
    assert.equal(switches, 0);
    proxy = 'http://proxy:3128';
    await active.reopen();
    assert.equal(switches, 1);
    await active.service.tokenInfo(token);
    assert.match(JSON.stringify(backend.asked.at(-2)), /proxy:3128/);
  });

  it('applies a change of several parts at once', async () => {
    await secrets.store(prod, 'key-1');
    chosen = 'Prod';
    const active = window();
    const names: string[] = [];
    active.onSwitch(({ name }) => names.push(name));
    await active.batchChanges(async () => {
      await secrets.rename('Prod', 'Live');
      all = [sandboxConnection, { ...prod, name: 'Live' }];
      changes.fire();
      await active.reopen();
      await active.select('Live');
    });
    assert.deepEqual(names, ['Live']);
    assert.equal(active.current.name, 'Live');
  });

  it('is reopened automatically after the process died', async () => {
    const active = window();
    await active.service.tokenInfo(token);
    backend.life = 2;
    backend.become({ kind: 'recovering', attempt: 1 });
    assert.equal(active.overview.status, null);
    backend.become({ kind: 'ready' });
    await settled();
    assert.deepEqual(backend.methods, ['open', 'call', 'open']);
    assert.deepEqual(await active.service.tokenInfo(token), { connectionId: '2:18' });
  });

  it('is reopened when the process no longer knows it', async () => {
    const active = window();
    await active.service.tokenInfo(token);
    backend.life = 2;
    assert.deepEqual(await active.service.tokenInfo(token), { connectionId: '2:18' });
  });

  it('reports only its own status, including one that arrives before its id', async () => {
    const active = window();
    const phases: string[] = [];
    active.onOverview((overview) => phases.push(getConnectionPhase(overview)));
    const ask = backend.request.bind(backend);
    backend.request = async (method, request) => {
      const answer = await ask(method, request);
      if (method === 'open') {
        const { connectionId } = answer as { connectionId: string };
        backend.statuses.fire(statusOf(connectionId, { state: 'starting', message: '40 %' }));
        backend.statuses.fire(statusOf('another'));
      }
      return answer;
    };
    await active.service.tokenInfo(token);
    assert.equal(active.overview.status?.message, '40 %');
    assert.equal(phases.at(-1), 'starting');
    const id = active.overview.status?.connectionId ?? '';
    backend.statuses.fire(statusOf('another', { state: 'failed' }));
    assert.equal(getConnectionPhase(active.overview), 'starting');
    backend.statuses.fire(statusOf(id));
    assert.equal(getConnectionPhase(active.overview), 'ready');
  });

  it('ends its streams when replaced, and resumes them after a process restart', async () => {
    const active = window();
    const watched: { request: Record<string, unknown>; signal: AbortSignal | undefined }[] = [];
    const answer = backend.request.bind(backend);
    let onProgress: (progress: ChannelProgress) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    backend.request = async (method: string, request: object, options: RequestOptions = {}) => {
      if (method !== 'watchArbitrages') return await answer(method, request);
      await answer('touch', request);
      watched.push({ request: request as Record<string, unknown>, signal: options.signal });
      onProgress = options.onProgress ?? onProgress;
      return await new Promise((_, reject) => {
        fail = reject;
      });
    };
    const cursors: string[] = [];
    active.arbscope.watchArbitrages(
      {},
      { onEvent: ({ newest }) => cursors.push(newest), onState: () => undefined },
    );
    const told = (newest: string) =>
      onProgress({ kind: 'arbitrages', event: { arbitrages: [], newest, skipped: 1 } });
    await settled();
    told('c1');
    backend.become({ kind: 'recovering', attempt: 1 });
    fail(new MarketError('unreachable', 'The backend stopped before it responded.'));
    await settled();
    backend.life = 2;
    backend.become({ kind: 'ready' });
    await settled();
    assert.deepEqual(watched[1]?.request['parameters'], { cursor: 'c1' });
    assert.match(String(watched[1]?.request['connectionId']), /^2:/);

    await active.switchTo('Prod');
    assert.equal(watched[1]?.signal?.aborted, true);
    told('c2');
    await settled();
    assert.deepEqual([cursors, watched.length], [['c1'], 2]);
  });

  it('passes call options on, and reports call events', async () => {
    const active = window();
    const heard: unknown[] = [];
    backend.request = async (method, request) =>
      method === 'open'
        ? { connectionId: 'x' }
        : { result: request, cachedAtMilliseconds: 7, faults: [] };
    const sent = await active.service.tokenInfo(token, {
      priority: 'background',
      forceRefresh: true,
      onResponse: (answer) => heard.push(answer),
    });
    assert.deepEqual(sent, {
      operation: 'tokenInfo',
      parameters: token,
      priority: 'background',
      forceRefresh: true,
      connectionId: 'x',
    });
    assert.deepEqual(heard, [{ cachedAtMilliseconds: 7, faults: [] }]);
  });
});
