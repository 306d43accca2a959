import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ConnectionSecrets } from '../../../../src/extension/backend/connectionSecrets.ts';
import { toConnectionSettings } from '../../../../src/extension/backend/connectionSettings.ts';
import type { NetworkSettings } from '../../../../src/extension/backend/networkSettings.ts';
import type {
  NodeConnection,
  ServiceConnection,
} from '../../../../src/extension/base/connections.ts';
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
const node: NodeConnection = {
  kind: 'node',
  name: 'Prod node',
  origin: 'https://rpc.example.com',
  blockEngineUrl: null,
};
const network: NetworkSettings = {
  proxy: null,
  strictProxyCertificates: true,
  systemCertificates: true,
};
const rpcUrl = 'https://rpc.example.com/v2/canary';

describe('A connection’s secret', () => {
  let storage: SecretsDouble;
  let secrets: ConnectionSecrets;
  beforeEach(() => {
    storage = new SecretsDouble();
    secrets = new ConnectionSecrets(storage);
  });

  it('is available only for the connection and origin that it was entered for', async () => {
    await secrets.store(prod, 'key-1');
    assert.deepEqual(await secrets.read(prod), {
      secret: 'key-1',
      origins: ['https://api.example.com'],
      trustedLoopbackOrigins: [],
    });
  });

  it('is sent to an unauthenticated local service only after the user confirms it', async () => {
    const origin = 'http://localhost:8080';
    const local = { ...prod, baseUrl: `${origin}/v1` };
    const trusted = async (connection: ServiceConnection) => {
      const secret = await secrets.read(connection);
      return toConnectionSettings({ connection, secret, network });
    };
    for (const connection of [local, { ...local, baseUrl: 'http://localhost:8081' }, prod]) {
      await secrets.store(connection, 'key-1');
    }
    await secrets.store({ ...local, name: 'Other' }, 'key-1');
    assert.ok(!('trustedLoopbackOrigins' in (await trusted(local))));
    await secrets.trustLoopback(local, origin);
    const settings = await trusted(local);
    assert.deepEqual(Reflect.get(settings, 'trustedLoopbackOrigins'), [origin]);
    for (const other of [
      { ...local, baseUrl: 'http://localhost:8081' },
      { ...local, name: 'Other' },
      prod,
    ]) {
      assert.ok(!('trustedLoopbackOrigins' in (await trusted(other))), JSON.stringify(other));
    }
    await secrets.rename(local.name, 'Renamed');
    assert.ok('trustedLoopbackOrigins' in (await trusted({ ...local, name: 'Renamed' })));
    await secrets.remove('Renamed');
    assert.ok(![...storage.kept.keys()].some((id) => id.includes('renamed')));
  });

  it('is not available for another origin, and is available again for the old one', async () => {
    await secrets.store(prod, 'key-1');
    for (const baseUrl of [
      'https://api.example.com:8443',
      'https://api.example.com.',
      'https://api.example.org',
      'https://evil.api.example.com',
      'http://127.0.0.1',
      'https://аpi.example.com',
    ]) {
      assert.equal(await secrets.read({ ...prod, baseUrl }), null, baseUrl);
    }
    assert.ok((await secrets.read({ ...prod, baseUrl: 'https://api.example.com/v2' })) !== null);
    assert.ok((await secrets.read(prod)) !== null);
  });

  it('of a node is not available for another origin either', async () => {
    await secrets.store(node, rpcUrl);
    for (const origin of [
      'https://rpc.example.com:8443',
      'https://rpc.example.com.',
      'https://evil.rpc.example.com',
      'http://127.0.0.1',
      new URL('https://rрc.example.com').origin,
    ]) {
      assert.equal(await secrets.read({ ...node, origin }), null, origin);
    }
    assert.equal((await secrets.read(node))?.secret, rpcUrl);
  });

  it('is not available for another connection, nor for another kind of the same name', async () => {
    await secrets.store(prod, 'key-1');
    assert.equal(await secrets.read({ ...prod, name: 'Staging' }), null);
    assert.equal(await secrets.read({ ...node, name: 'Prod', origin: prod.baseUrl }), null);
  });

  it('is sent to a landing host only if it was entered for that host too', async () => {
    await secrets.store(prod, 'key-1');
    const landing = { ...prod, landingUrl: 'https://land.example.com' };
    const read = async () =>
      toConnectionSettings({ connection: landing, secret: await secrets.read(landing), network });
    assert.ok(!('landingApiKey' in (await read())));
    await secrets.store(landing, 'key-1');
    const request = await read();
    assert.ok(request.kind === 'service');
    assert.equal(request.landingUrl, 'https://land.example.com');
    assert.equal(request.landingApiKey, 'key-1');
    // A new key for only the base URL does not reach the landing host.
    await secrets.store(prod, 'key-2');
    assert.ok(!('landingApiKey' in (await read())));
  });

  it('moves when its connection is renamed, for every origin', async () => {
    const elsewhere = { ...prod, baseUrl: 'https://api.example.org' };
    await secrets.store(prod, 'key-1');
    await secrets.store(elsewhere, 'key-2');
    await secrets.rename('prod', 'Live');
    assert.equal(await secrets.read(prod), null);
    assert.equal((await secrets.read({ ...prod, name: 'Live' }))?.secret, 'key-1');
    assert.equal((await secrets.read({ ...elsewhere, name: 'Live' }))?.secret, 'key-2');
  });

  it('is deleted with its connection, for every origin, without affecting others', async () => {
    await secrets.store(prod, 'key-1');
    await secrets.store({ ...prod, baseUrl: 'https://api.example.org' }, 'key-2');
    await secrets.store({ ...prod, name: 'Prod 2' }, 'key-3');
    await secrets.remove('PROD');
    assert.deepEqual([...storage.kept.values()], ['key-3']);
  });

  it('that cannot be read gives an error without text from the storage', async () => {
    storage.isLocked = true;
    for (const act of [
      () => secrets.read(prod),
      () => secrets.store(prod, 'key-1'),
      () => secrets.remove('Prod'),
      () => secrets.rename('Prod', 'Live'),
    ]) {
      await assert.rejects(act(), (error) => {
        assert.ok(MarketError.is(error, 'unauthorized'));
        assert.match(error.message, /Cannot use the secret storage/);
        assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /canary/);
        return true;
      });
    }
  });
});

describe('The connection settings sent to the backend', () => {
  const bound = {
    secret: 'key-1',
    origins: ['https://api.example.com'],
    trustedLoopbackOrigins: [],
  };

  it('are empty for the Sandbox', () => {
    const connection = { kind: 'sandbox', name: 'Sandbox' } as const;
    assert.deepEqual(toConnectionSettings({ connection, secret: null, network }), {
      kind: 'sandbox',
    });
  });

  it('are a service’s settings with its key, rates and network', () => {
    const connection = { ...prod, tier: 'high', requestsPerMinute: { finder: 30 } } as const;
    const proxy = { url: 'http://proxy:3128', setting: 'http.proxy', except: ['*.local'] };
    assert.deepEqual(
      toConnectionSettings({ connection, secret: bound, network: { ...network, proxy } }),
      {
        kind: 'service',
        baseUrl: 'https://api.example.com',
        apiKey: 'key-1',
        encoding: 'brackets',
        tier: 'high',
        rates: { finder: { requests: 30, perSeconds: 60 } },
        systemCertificates: true,
        proxy: { ...proxy, strictCertificates: true },
      },
    );
  });

  it('are a node’s RPC URL, which must match the origin it is stored under', () => {
    const request = (secret: string) =>
      toConnectionSettings({
        connection: node,
        secret: { secret, origins: [node.origin], trustedLoopbackOrigins: [] },
        network,
      });
    assert.equal((request(rpcUrl) as { rpcUrl?: string }).rpcUrl, rpcUrl);
    for (const other of ['https://evil.example/canary', 'no URL']) {
      assert.throws(
        () => request(other),
        (error) =>
          MarketError.is(error, 'unauthorized') && !/canary|no URL|evil/.test(error.message),
      );
    }
  });

  it('name a node’s Geyser server, with the token if there is one', () => {
    const geyserUrl = 'https://grpc.example.com';
    const bound = { secret: rpcUrl, origins: [node.origin], trustedLoopbackOrigins: [] };
    const geyserOf = (secret: typeof bound & { geyserToken?: string }, connection = node) => {
      const settings = toConnectionSettings({ connection, secret, network });
      assert.ok(settings.kind === 'node');
      return [settings.geyserUrl, settings.geyserToken];
    };
    const withGeyser = { ...node, geyserUrl };
    assert.deepEqual(geyserOf(bound, withGeyser), [geyserUrl, undefined]);
    assert.deepEqual(geyserOf({ ...bound, geyserToken: 't' }, withGeyser), [geyserUrl, 't']);
    assert.deepEqual(geyserOf({ ...bound, geyserToken: 't' }), [undefined, undefined]);
  });

  it('are rejected if the secret is missing, and the error names it', () => {
    for (const [connection, words] of [
      [prod, /Prod needs an API key\./],
      [node, /Prod node needs an RPC URL\./],
    ] as const) {
      assert.throws(
        () => toConnectionSettings({ connection, secret: null, network }),
        (error) => MarketError.is(error, 'unauthorized') && words.test(error.message),
      );
    }
  });
});
