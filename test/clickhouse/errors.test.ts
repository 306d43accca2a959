import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { inspect } from 'node:util';
import { MarketError, type MarketErrorKind } from '../../src/api/marketError.ts';
import { ClickHouseWriter } from '../../src/engine/store/clickhouse/clickHouseWriter.ts';
import { parseClickHouseUrl } from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';
import { sandboxSource } from './chdb.ts';

const password = 'a-long-password-0123456789';

/** Fails if the store opens. */
async function failureAt(answer: RequestListener | null): Promise<MarketError> {
  const server = createServer(answer ?? (() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const end = (): void => {
    server.close();
    server.closeAllConnections();
  };
  if (answer === null) {
    end();
    await once(server, 'close');
  }
  try {
    const target = parseClickHouseUrl(`clickhouse://someone:${password}@127.0.0.1:${port}/team`);
    await ClickHouseWriter.open(target, sandboxSource);
    throw new Error('the store was opened');
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return error;
  } finally {
    if (answer !== null) end();
  }
}

const exception = (code: number, text: string): RequestListener => {
  return (request, response) => {
    request.resume();
    response.writeHead(code === 516 ? 403 : 500, { 'x-clickhouse-exception-code': `${code}` });
    response.end(`Code: ${code}. DB::Exception: ${text}. (NAME) (version 25.8.1.1)`);
  };
};

const cases: readonly {
  readonly name: string;
  readonly answer: RequestListener | null;
  readonly kind: MarketErrorKind;
  readonly advice: RegExp;
}[] = [
  { name: 'that is not there', answer: null, kind: 'unreachable', advice: /Check the address/ },
  {
    name: 'that rejects the password',
    answer: exception(516, `someone: Authentication failed: password ${password} is incorrect`),
    kind: 'unauthorized',
    advice: /rejected the user or the password\. Check both/,
  },
  {
    name: 'whose user may make no tables',
    answer: exception(497, 'someone: Not enough privileges. Grant CREATE DATABASE ON team.*'),
    kind: 'unauthorized',
    advice: /Grant/,
  },
  {
    name: 'whose disk is full',
    answer: exception(243, 'Cannot reserve 1.00 MiB, not enough space'),
    kind: 'service-failing',
    advice: /not enough space/,
  },
  {
    name: 'that is another service, which repeats the request',
    answer: (request, response) => {
      request.resume();
      const sent = request.headers.authorization ?? '';
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end(`<html>no page for ${sent} ${password}</html>`);
    },
    kind: 'service-failing',
    advice: /127\.0\.0\.1:\d+\/team/,
  },
];

for (const { name, answer, kind, advice } of cases) {
  it(`A ClickHouse store ${name} is reported with advice, without the password`, async () => {
    const failure = await failureAt(answer);
    assert.equal(failure.kind, kind, failure.message);
    assert.match(failure.message, advice);
    assert.match(failure.message, /127\.0\.0\.1/);
    const all = inspect(failure, { depth: 10, showHidden: true });
    assert.ok(!all.includes(password), all);
    assert.ok(!all.includes(Buffer.from(`someone:${password}`).toString('base64')), all);
  });
}
