import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  entryOf,
  readConnections,
} from '../../../../src/extension/connection/connectionEntries.ts';
import { originsOf } from '../../../../src/extension/connection/connections.ts';

const service = { name: 'Prod', kind: 'service', baseUrl: 'https://api.example.com/v1/' };
const node = { name: 'My node', kind: 'node', origin: 'https://rpc.example.com' };

const faultOf = (entry: unknown): string => {
  const { connections, faults } = readConnections([entry]);
  assert.deepEqual(connections, []);
  assert.equal(faults.length, 1);
  return faults[0] ?? '';
};

describe('The setting of connections', () => {
  it('gives services and nodes with what is left out as it is by default', () => {
    const { connections, faults } = readConnections([service, node]);
    assert.deepEqual(faults, []);
    assert.deepEqual(connections, [
      {
        kind: 'service',
        name: 'Prod',
        baseUrl: 'https://api.example.com/v1',
        landingUrl: null,
        encoding: 'brackets',
        tier: 'low',
        requestsPerMinute: {},
      },
      { kind: 'node', name: 'My node', origin: 'https://rpc.example.com', blockEngineUrl: null },
    ]);
  });

  it('comes back as it was written', () => {
    const whole = {
      ...service,
      baseUrl: 'https://api.example.com/v1',
      landingUrl: 'https://land.example.com',
      parameterEncoding: 'commas',
      tier: 'high',
      requestsPerMinute: { finder: 30 },
    };
    const withEngine = { ...node, blockEngineUrl: 'https://engine.example.com' };
    const { connections } = readConnections([whole, withEngine]);
    assert.deepEqual(connections.map(entryOf), [whole, withEngine]);
  });

  it('holds no connection for anything that is no list', () => {
    for (const value of [undefined, null]) {
      assert.deepEqual(readConnections(value), { connections: [], faults: [] });
    }
    for (const value of [{}, 'x', 7]) assert.equal(readConnections(value).faults.length, 1);
  });

  it('keeps the good ones beside bad ones, and says what is wrong with those', () => {
    const { connections, faults } = readConnections([7, service, { ...service, name: 'prod ' }]);
    assert.deepEqual(
      connections.map(({ name }) => name),
      ['Prod'],
    );
    assert.match(faults[0] ?? '', /Connection 1: it is no object/);
    assert.match(faults[1] ?? '', /Connection 3: There is a connection with the name Prod/);
  });

  it('sends no key over http to another machine, nor to a host behind a user name', () => {
    assert.match(faultOf({ ...service, baseUrl: 'http://api.example.com' }), /https:\/\//);
    assert.match(faultOf({ ...service, baseUrl: 'https://good@evil.example' }), /user name/);
    assert.match(faultOf({ ...service, baseUrl: 'ftp://api.example.com' }), /https:\/\//);
    assert.match(faultOf({ ...service, baseUrl: 'https://a.example/?key=1' }), /query/);
    assert.match(faultOf({ ...service, landingUrl: 'http://land.example.com' }), /landingUrl/);
    assert.match(faultOf({ ...node, origin: 'http://rpc.example.com' }), /https:\/\//);
    assert.deepEqual(
      readConnections([{ ...service, baseUrl: 'http://127.0.0.1:7717' }]).faults,
      [],
    );
    assert.deepEqual(readConnections([{ ...node, origin: 'http://localhost:8899' }]).faults, []);
  });

  it('takes no RPC URL with a path: it would be a key in a settings file', () => {
    assert.match(faultOf({ ...node, origin: 'https://rpc.example.com/v2/secret' }), /as a secret/);
  });

  it('says which choice or rate is none', () => {
    assert.match(faultOf({ ...service, tier: 'gold' }), /tier must be one of low, middle, high/);
    assert.match(faultOf({ ...service, parameterEncoding: 'xml' }), /parameterEncoding must be/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finders: 3 } }), /no operation/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finder: 0 } }), /above 0/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finder: 1.5 } }), /whole number/);
    assert.match(faultOf({ ...service, kind: 'sandbox' }), /"node" or "service"/);
  });

  it('lets nothing else be called Sandbox', () => {
    assert.match(faultOf({ ...service, name: ' sandbox' }), /name of the simulated market/);
  });
});

describe('The origins of a connection', () => {
  const [prod] = readConnections([service]).connections;
  assert.ok(prod?.kind === 'service');

  it('are those that its secret is sent to, each once', () => {
    assert.deepEqual(originsOf(prod), ['https://api.example.com']);
    const landing = { ...prod, landingUrl: 'https://api.example.com/land' };
    assert.deepEqual(originsOf(landing), ['https://api.example.com']);
    const elsewhere = { ...prod, landingUrl: 'https://ams.example.com' };
    assert.deepEqual(originsOf(elsewhere), ['https://api.example.com', 'https://ams.example.com']);
  });

  it('differ by host, port, scheme, look-alike letters and a trailing dot', () => {
    const addresses = [
      'https://api.example.com',
      'https://api.example.com:8443',
      'http://127.0.0.1',
      'https://api.example.com.',
      'https://аpi.example.com',
      'https://example.com',
    ];
    const origins = addresses.map((baseUrl) => originsOf({ ...prod, baseUrl })[0]);
    assert.equal(new Set(origins).size, addresses.length);
    assert.match(origins[4] ?? '', /^https:\/\/xn--/);
  });
});
