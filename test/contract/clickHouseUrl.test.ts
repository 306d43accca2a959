import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';

const password = 'never-shown-0123456789';

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

describe('arbscope with a ClickHouse store', suiteLimit, () => {
  const run = async (...args: string[]) => {
    const started = new BackendProcess(args, { ARBSCOPE_CLICKHOUSE_PASSWORD: password });
    const code = await started.ended;
    const errors = started.errors.join('\n');
    assert.ok(!errors.includes(password), 'the password is printed');
    return { code, errors };
  };

  it('reports an unreachable database by its address, never with its password', async () => {
    const store = `clickhouse://arbscope@127.0.0.1:${await closedPort()}/market`;
    const label = store.replace('arbscope@', '');
    for (const args of [
      ['serve', '--port', '0', '--store', store],
      ['ingest', '--source', 'sandbox', '--store', store],
      ['ingest', '--source', 'sandbox', '--store', store.replace('@', `:${password}@`)],
    ]) {
      const { code, errors } = await run(...args);
      assert.equal(code, 1, errors);
      assert.ok(errors.includes(label), errors);
    }
  });

  it('refuses options of ingesters, and invalid addresses', async () => {
    const store = 'clickhouse://127.0.0.1/market';
    for (const [args, words] of [
      [['serve', '--store', store, '--source', 'sandbox'], /sandbox goes with arbscope ingest/],
      [['serve', '--store', store, '--rpc-url', 'http://a'], /--rpc-url requires --source rpc/],
      [['serve', '--store', store, '--source', 'rpc'], /--source rpc requires --rpc-url/],
      [['serve', '--store', store, '--keep-hours', '4'], /--keep-hours goes with arbscope ingest/],
      [
        ['ingest', '--source', 'sandbox', '--store', store, '--keep-totals-days', '4'],
        /--keep-totals-days goes with a FILE; a clickhouse:\/\/ URL has \?rollup_days=N/,
      ],
      [['serve', '--store', store, 'blocks/'], /--path goes with arbscope ingest/],
      [['ingest', '--store', store], /ingest needs --source/],
      [
        ['ingest', '--source', 'sandbox', '--store', store, '--keep-hours', '4'],
        /--keep-hours goes with a FILE/,
      ],
    ] as const) {
      const { code, errors } = await run(...args);
      assert.equal(code, 2, errors);
      assert.match(errors, words);
    }
    const { code, errors } = await run('serve', '--store', `${store}?nothing=1`);
    assert.equal(code, 1, errors);
    assert.match(errors, /Unknown parameter nothing/);
  });
});
