import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parseConnectionEntries,
  toConnectionEntry,
} from '../../../../src/extension/backend/connectionEntries.ts';
import { secretOrigins } from '../../../../src/extension/base/connections.ts';

const service = { name: 'Prod', kind: 'service', baseUrl: 'https://api.example.com/v1/' };
const node = { name: 'My node', kind: 'node', origin: 'https://rpc.example.com' };

const faultOf = (entry: unknown): string => {
  const { connections, errors } = parseConnectionEntries([entry]);
  assert.deepEqual(connections, []);
  assert.equal(errors.length, 1);
  return errors[0] ?? '';
};

describe('The connections setting', () => {
  it('yields services and nodes, with defaults for missing fields', () => {
    const { connections, errors } = parseConnectionEntries([service, node]);
    assert.deepEqual(errors, []);
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

  it('round-trips saved connections', () => {
    const whole = {
      ...service,
      baseUrl: 'https://api.example.com/v1',
      landingUrl: 'https://land.example.com',
      parameterEncoding: 'commas',
      tier: 'high',
      requestsPerMinute: { finder: 30 },
    };
    const withEngine = { ...node, blockEngineUrl: 'https://engine.example.com' };
    const withGeyser = {
      ...{ ...node, name: 'N', geyserUrl: 'https://grpc.example.com:10000' },
      keepTotalsDays: 30,
    };
    const { connections } = parseConnectionEntries([whole, withEngine, withGeyser]);
    assert.deepEqual(connections.map(toConnectionEntry), [whole, withEngine, withGeyser]);
  });

  it('yields no connection for anything but a list', () => {
    for (const value of [undefined, null]) {
      assert.deepEqual(parseConnectionEntries(value), { connections: [], errors: [] });
    }
    for (const value of [{}, 'x', 7]) assert.equal(parseConnectionEntries(value).errors.length, 1);
  });

  it('keeps valid entries, and reports invalid ones', () => {
    const { connections, errors } = parseConnectionEntries([
      7,
      service,
      { ...service, name: 'prod ' },
    ]);
    assert.deepEqual(
      connections.map(({ name }) => name),
      ['Prod'],
    );
    assert.match(errors[0] ?? '', /Connection 1: Not an object/);
    assert.match(errors[1] ?? '', /Connection 3: A connection named Prod already exists/);
  });

  it('rejects http to another machine, and hosts after a user name', () => {
    assert.match(faultOf({ ...service, baseUrl: 'http://api.example.com' }), /https:\/\//);
    assert.match(faultOf({ ...service, baseUrl: 'https://good@evil.example' }), /user name/);
    assert.match(faultOf({ ...service, baseUrl: 'ftp://api.example.com' }), /https:\/\//);
    assert.match(faultOf({ ...service, baseUrl: 'https://a.example/?key=1' }), /query/);
    assert.match(faultOf({ ...service, landingUrl: 'http://land.example.com' }), /landingUrl/);
    assert.match(faultOf({ ...node, origin: 'http://rpc.example.com' }), /https:\/\//);
    assert.deepEqual(
      parseConnectionEntries([{ ...service, baseUrl: 'http://127.0.0.1:7717' }]).errors,
      [],
    );
    assert.deepEqual(
      parseConnectionEntries([{ ...node, origin: 'http://localhost:8899' }]).errors,
      [],
    );
  });

  it('rejects an RPC URL with a path, which could be a key in a settings file', () => {
    assert.match(faultOf({ ...node, origin: 'https://rpc.example.com/v2/secret' }), /as a secret/);
  });

  it('accepts only an origin for a Geyser server, since a path could be a token', () => {
    const geyserUrl = 'https://grpc.example.com/secret';
    assert.match(faultOf({ ...node, geyserUrl }), /no path\. Enter its token separately\.$/);
    assert.doesNotMatch(faultOf({ ...node, geyserUrl }), /secret/);
    assert.match(faultOf({ ...node, geyserUrl: 'http://grpc.example.com' }), /https:\/\//);
    for (const keepTotalsDays of [0, 3_661, 1.5, '9']) {
      assert.match(faultOf({ ...node, keepTotalsDays }), /whole number from 1 to 3,?660/);
    }
  });

  it('names the invalid choice or rate', () => {
    assert.match(faultOf({ ...service, tier: 'gold' }), /tier must be one of low, middle, high/);
    assert.match(faultOf({ ...service, parameterEncoding: 'xml' }), /parameterEncoding must be/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finders: 3 } }), /unknown operation/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finder: 0 } }), /above 0/);
    assert.match(faultOf({ ...service, requestsPerMinute: { finder: 1.5 } }), /whole number/);
    assert.match(faultOf({ ...service, kind: 'sandbox' }), /"node" or "service"/);
  });

  it('reserves the name Sandbox', () => {
    assert.match(faultOf({ ...service, name: ' sandbox' }), /reserved for the simulated market/);
  });
});

describe('The origins of a connection', () => {
  const [prod] = parseConnectionEntries([service]).connections;
  assert.ok(prod?.kind === 'service');

  it('are those that its secret is sent to, without duplicates', () => {
    assert.deepEqual(secretOrigins(prod), ['https://api.example.com']);
    const landing = { ...prod, landingUrl: 'https://api.example.com/land' };
    assert.deepEqual(secretOrigins(landing), ['https://api.example.com']);
    const elsewhere = { ...prod, landingUrl: 'https://ams.example.com' };
    assert.deepEqual(secretOrigins(elsewhere), [
      'https://api.example.com',
      'https://ams.example.com',
    ]);
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
    const origins = addresses.map((baseUrl) => secretOrigins({ ...prod, baseUrl })[0]);
    assert.equal(new Set(origins).size, addresses.length);
    assert.match(origins[4] ?? '', /^https:\/\/xn--/);
  });
});
