import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarketError } from '../../../../../../src/api/marketError.ts';
import {
  isClickHouseUrl,
  parseClickHouseUrl,
} from '../../../../../../src/engine/store/clickhouse/database/clickHouseUrl.ts';

test('an address with only a host has the default port, user and database', () => {
  const { urls, user, password, database, cluster, rowDays } =
    parseClickHouseUrl('clickhouse://db.example');
  assert.deepEqual(
    { urls, user, password, database, cluster, rowDays },
    {
      urls: ['https://db.example:8443'],
      user: 'default',
      password: '',
      database: 'arbscope',
      cluster: null,
      rowDays: undefined,
    },
  );
});

test('an address can contain user, password, database, cluster, encryption and retention', () => {
  const target = parseClickHouseUrl(
    'clickhouse://me:p%40ss@db.example:9443/team?secure=true&cluster=main&days=14&rollup_days=forever',
  );
  assert.deepEqual(target, {
    urls: ['https://db.example:9443'],
    user: 'me',
    isExposed: false,
    password: 'p@ss',
    database: 'team',
    cluster: 'main',
    rowDays: 14,
    rollupDays: null,
    label: 'clickhouse://db.example:9443/team',
  });
});

test('the password from the environment applies if the address has none', () => {
  assert.equal(parseClickHouseUrl('clickhouse://me@db', 'from-outside').password, 'from-outside');
  assert.equal(parseClickHouseUrl('clickhouse://me:own@db', 'from-outside').password, 'own');
});

test('a password goes to another machine over https, unless secure=false accepts the risk', () => {
  for (const [hosts, url, isExposed] of [
    ['db.example', 'https://db.example:8443', false],
    ['db.example/?secure=true', 'https://db.example:8443', false],
    ['db.example/?secure=false', 'http://db.example:8123', true],
    ['127.0.0.1', 'http://127.0.0.1:8123', false],
    ['localhost', 'http://localhost:8123', false],
    ['localhost/?secure=false', 'http://localhost:8123', false],
    ['localhost/?secure=true', 'https://localhost:8443', false],
    ['localhost,db.example/?cluster=main', 'https://localhost:8443', false],
    ['localhost,db.example/?cluster=main&secure=false', 'http://localhost:8123', true],
  ] as const) {
    const target = parseClickHouseUrl(`clickhouse://${hosts}`);
    assert.deepEqual([target.urls[0], target.isExposed], [url, isExposed], hosts);
  }
});

for (const secure of ['secure', 'secure=', 'secure=1', 'secure=yes', 'secure=True', 'secure=0']) {
  test(`${secure} is rejected, because it does not clearly ask for https or http`, () => {
    assert.throws(
      () => parseClickHouseUrl(`clickhouse://db/?${secure}`),
      /secure is true \(https, the default for other machines\) or false \(http\)/,
    );
  });
}

test('the servers of a cluster are several hosts with optional ports', () => {
  const { urls, user, password, database, label } = parseClickHouseUrl(
    'clickhouse://me:p,@a.example,b.example:9000,[::1]/team?cluster=main',
  );
  assert.deepEqual(
    { urls, user, password, database, label },
    {
      urls: ['https://a.example:8443', 'https://b.example:9000', 'https://[::1]:8443'],
      user: 'me',
      password: 'p,',
      database: 'team',
      label: 'clickhouse://a.example:8443,b.example:9000,[::1]:8443/team',
    },
  );
});

for (const text of [
  'clickhouse://',
  'clickhouse://me:hidden-word@db,other/team',
  'clickhouse://me:hidden-word@db,/team?cluster=main',
  'clickhouse://me:hidden-word@db,other:port/team?cluster=main',
  'clickhouse://me:hidden-word@db/drop%20table',
  'clickhouse://me:hidden-word@db/a?cluster=x`y',
  'clickhouse://me:hidden-word@db/a?day=3',
  'clickhouse://me:hidden-word@db/a?secure=true&secure=false',
  'clickhouse://me:hidden-word@db/a?days=0',
  'clickhouse://me:hidden-word@db:port/a',
  'clickhouse://me:%E0hidden-word@db/a',
  'clickhouse://me#:hidden-word@db/a',
]) {
  test(`${text} is rejected with advice, without the password`, () => {
    assert.throws(
      () => parseClickHouseUrl(text),
      (error) =>
        MarketError.is(error, 'bad-parameter') &&
        error.message.length > 60 &&
        !error.message.includes('hidden-word'),
    );
  });
}

test('file paths are not ClickHouse addresses', () => {
  assert.ok(isClickHouseUrl('clickhouse://db'));
  for (const file of ['arbscope.db', ':memory:', '/data/clickhouse']) {
    assert.ok(!isClickHouseUrl(file));
  }
});
