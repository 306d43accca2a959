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
      urls: ['http://db.example:8123'],
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

test('an encrypted connection has another default port', () => {
  assert.deepEqual(parseClickHouseUrl('clickhouse://db?secure=true').urls, ['https://db:8443']);
});

test('the servers of a cluster are several hosts with optional ports', () => {
  const { urls, user, password, database, label } = parseClickHouseUrl(
    'clickhouse://me:p,@a.example,b.example:9000,[::1]/team?cluster=main',
  );
  assert.deepEqual(
    { urls, user, password, database, label },
    {
      urls: ['http://a.example:8123', 'http://b.example:9000', 'http://[::1]:8123'],
      user: 'me',
      password: 'p,',
      database: 'team',
      label: 'clickhouse://a.example:8123,b.example:9000,[::1]:8123/team',
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
  'clickhouse://me:hidden-word@db/a?days=0',
  'clickhouse://me:hidden-word@db:port/a',
  'clickhouse://me:%E0hidden-word@db/a',
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
