import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ActiveConnection } from '../../../../src/extension/connection/activeConnection.ts';
import { phaseOf } from '../../../../src/extension/connection/connectionPhase.ts';
import { ConnectionSecrets } from '../../../../src/extension/connection/connectionSecrets.ts';
import {
  type Connection,
  isSameName,
  type ServiceConnection,
  sandbox,
} from '../../../../src/extension/connection/connections.ts';
import type { ConnectionState } from '../../../../src/extension/connection/marketConnection.ts';
import { UnknownConnectionError } from '../../../../src/extension/connection/readMessages.ts';
import { Listeners } from '../../../../src/extension/disposable.ts';
import { MarketError } from '../../../../src/interface/marketError.ts';
import type { ConnectionStatus } from '../../../../src/market/connectionProtocol.ts';
import { SecretsDouble } from './secretsDouble.ts';

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

/** A market process as a window sees it: what was asked of it is kept. */
class MarketDouble {
  readonly asked: { readonly method: string; readonly request: Record<string, unknown> }[] = [];
  readonly states = new Listeners<ConnectionState>();
  readonly statuses = new Listeners<ConnectionStatus>();
  state: ConnectionState = { kind: 'ready' };
  /** Of this process; ids of a former one are unknown to it. */
  life = 1;

  async request(method: string, request: object): Promise<unknown> {
    this.asked.push({ method, request: request as Record<string, unknown> });
    if (method === 'open') {
      const settings = JSON.stringify((request as { settings?: unknown }).settings);
      return { connectionId: `${this.life}:${settings.length}` };
    }
    const { connectionId } = request as { connectionId?: string };
    if (connectionId?.startsWith(`${this.life}:`) !== true) throw new UnknownConnectionError('?');
    return { result: { connectionId } };
  }

  onState(listener: (state: ConnectionState) => void) {
    return this.states.add(listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void) {
    return this.statuses.add(listener);
  }

  become(state: ConnectionState): void {
    this.state = state;
    this.states.tell(state);
  }

  get methods(): string[] {
    return this.asked.map(({ method }) => method);
  }
}

describe('The connection of a window', () => {
  let market: MarketDouble;
  let storage: SecretsDouble;
  let secrets: ConnectionSecrets;
  let all: Connection[];
  let chosen: string | null;
  let isTrusted: boolean;
  let proxy: string;
  const changes = new Listeners<void>();

  beforeEach(() => {
    market = new MarketDouble();
    storage = new SecretsDouble();
    secrets = new ConnectionSecrets(storage);
    all = [sandbox, prod];
    chosen = null;
    isTrusted = true;
    proxy = '';
  });

  const window = () =>
    new ActiveConnection({
      market,
      secrets,
      store: {
        find: (name) => all.find((one) => isSameName(one.name, name)),
        onChange: (listener) => changes.add(listener),
      },
      chosen: {
        get name() {
          return chosen;
        },
        choose: async (name) => {
          chosen = name;
        },
      },
      network: () => ({
        proxy: proxy === '' ? null : { url: proxy, except: [] },
        strictProxyCertificates: true,
        systemCertificates: true,
      }),
      isTrusted: () => isTrusted,
    });

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is the Sandbox at first, opened by the first call and by no other', async () => {
    const active = window();
    assert.equal(active.current.name, 'Sandbox');
    assert.equal(market.asked.length, 0);
    await Promise.all([active.service.tokenInfo(token), active.service.tokenInfo(token)]);
    await active.service.tokenInfo(token);
    assert.deepEqual(market.methods, ['open', 'call', 'call', 'call']);
    assert.deepEqual(market.asked[0]?.request, { settings: { kind: 'sandbox' } });
  });

  it('is the chosen one, and the Sandbox where that is there no more', async () => {
    chosen = 'Prod';
    assert.equal(window().current.name, 'Prod');
    all = [sandbox];
    assert.equal(window().current.name, 'Sandbox');
  });

  it('names the secret in the opening alone', async () => {
    await secrets.store(prod, 'canary');
    chosen = 'Prod';
    const active = window();
    await active.service.tokenInfo(token);
    const [open, ...others] = market.asked;
    assert.match(JSON.stringify(open), /"apiKey":"canary"/);
    assert.doesNotMatch(JSON.stringify([others, active.overview]), /canary/);
  });

  it('asks nothing without its secret, says which is missing, and goes on once it is there', async () => {
    chosen = 'Prod';
    const active = window();
    await assert.rejects(active.service.tokenInfo(token), (error) =>
      MarketError.is(error, 'unauthorized'),
    );
    await settled();
    assert.equal(phaseOf(active.overview), 'needs-secret');
    assert.deepEqual(market.asked, []);
    await secrets.store(prod, 'key-1');
    await active.reopen();
    assert.equal(active.overview.hold, null);
    await active.service.tokenInfo(token);
    assert.deepEqual(market.methods, ['open', 'call']);
  });

  it('reads no key and asks nothing in a workspace that is not trusted, until it is', async () => {
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
    assert.equal(phaseOf(active.overview), 'restricted');
    await active.use('Sandbox');
    await active.service.tokenInfo(token);
    assert.deepEqual(market.asked[0]?.request, { settings: { kind: 'sandbox' } });
    await active.use('Prod');
    isTrusted = true;
    await active.reopen();
    await active.service.tokenInfo(token);
    assert.match(JSON.stringify(market.asked.at(-2)), /key-1/);
  });

  it('never sends the key of one origin to another', async () => {
    await secrets.store(prod, 'canary');
    chosen = 'Prod';
    const active = window();
    await active.service.tokenInfo(token);
    all = [sandbox, { ...prod, baseUrl: 'https://evil.example' }];
    changes.tell();
    await settled();
    market.asked.length = 0;
    await assert.rejects(active.service.tokenInfo(token), /No API key was entered/);
    assert.deepEqual(market.asked, []);
  });

  it('is let go when another is switched to, whose answers come from then on', async () => {
    await secrets.store(prod, 'key-1');
    const active = window();
    const names: string[] = [];
    active.onSwitch(({ name }) => names.push(name));
    await active.service.tokenInfo(token);
    await active.use('prod');
    await active.service.tokenInfo(token);
    assert.deepEqual(market.methods, ['open', 'call', 'close', 'open', 'call']);
    assert.deepEqual(names, ['Prod']);
    assert.equal(chosen, 'Prod');
  });

  it('stays open where nothing of it has changed', async () => {
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
    changes.tell();
    await active.reopen();
    assert.equal(switches, 0);
    proxy = 'http://proxy:3128';
    await active.reopen();
    assert.equal(switches, 1);
    await active.service.tokenInfo(token);
    assert.match(JSON.stringify(market.asked.at(-2)), /proxy:3128/);
  });

  it('takes a change of several parts up as one, without another one in between', async () => {
    await secrets.store(prod, 'key-1');
    chosen = 'Prod';
    const active = window();
    const names: string[] = [];
    active.onSwitch(({ name }) => names.push(name));
    await active.change(async () => {
      await secrets.rename('Prod', 'Live');
      all = [sandbox, { ...prod, name: 'Live' }];
      changes.tell();
      await active.reopen();
      await active.choose('Live');
    });
    assert.deepEqual(names, ['Live']);
    assert.equal(active.current.name, 'Live');
  });

  it('is opened again by itself in the process that comes after one that died', async () => {
    const active = window();
    await active.service.tokenInfo(token);
    market.life = 2;
    market.become({ kind: 'recovering', attempt: 1 });
    assert.equal(active.overview.status, null);
    market.become({ kind: 'ready' });
    await settled();
    assert.deepEqual(market.methods, ['open', 'call', 'open']);
    assert.deepEqual(await active.service.tokenInfo(token), { connectionId: '2:18' });
  });

  it('is opened again when the process does not know it any more', async () => {
    const active = window();
    await active.service.tokenInfo(token);
    market.life = 2;
    assert.deepEqual(await active.service.tokenInfo(token), { connectionId: '2:18' });
  });

  it('tells its own status, also one that came before it was known to be its own', async () => {
    const active = window();
    const phases: string[] = [];
    active.onOverview((overview) => phases.push(phaseOf(overview)));
    const ask = market.request.bind(market);
    market.request = async (method, request) => {
      const answer = await ask(method, request);
      if (method === 'open') {
        const { connectionId } = answer as { connectionId: string };
        market.statuses.tell(statusOf(connectionId, { state: 'starting', message: '40 %' }));
        market.statuses.tell(statusOf('another'));
      }
      return answer;
    };
    await active.service.tokenInfo(token);
    assert.equal(active.overview.status?.message, '40 %');
    assert.equal(phases.at(-1), 'starting');
    const id = active.overview.status?.connectionId ?? '';
    market.statuses.tell(statusOf('another', { state: 'failed' }));
    assert.equal(phaseOf(active.overview), 'starting');
    market.statuses.tell(statusOf(id));
    assert.equal(phaseOf(active.overview), 'ready');
  });

  it('hands over what a view says of a call, and hears', async () => {
    const active = window();
    const heard: unknown[] = [];
    market.request = async (method, request) =>
      method === 'open'
        ? { connectionId: 'x' }
        : { result: request, cachedAtMilliseconds: 7, faults: [] };
    const sent = await active.service.tokenInfo(token, {
      priority: 'background',
      isFresh: true,
      onAnswer: (answer) => heard.push(answer),
    });
    assert.deepEqual(sent, {
      operation: 'tokenInfo',
      parameters: token,
      priority: 'background',
      isFresh: true,
      connectionId: 'x',
    });
    assert.deepEqual(heard, [{ cachedAtMilliseconds: 7, faults: [] }]);
  });
});
