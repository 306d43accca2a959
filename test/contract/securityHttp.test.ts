import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { operations } from '../../src/api/operations.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, type RawHttpResponse, ServeProcess, withKey } from './serveProcess.ts';

const goodPath = `/tokens/infos?token=${usdcMint}`;
const finderPath = `/finder?tokensMint=${wrappedSolMint}&tokensTimeRange=86400`;

describe('An attacker of the local service', suiteLimit, () => {
  let directory = '';
  let served: ServeProcess;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-attack-'));
    await writeRecordedBlocks(directory);
    served = await ServeProcess.open(['--source', 'recorded', '--path', directory]);
  });
  after(async () => {
    await served?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** A raw GET request with the key that closes its connection. */
  const lines = (target: string, ...headers: string[]) =>
    [
      `GET ${target} HTTP/1.1`,
      ...headers,
      `x-api-key: ${contractKey}`,
      'connection: close',
      '\r\n',
    ].join('\r\n');
  const ownHost = () => `Host: 127.0.0.1:${served.port}`;

  const invitesNobody = ({ headers }: RawHttpResponse) =>
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );

  it('reaches nothing from another machine or over IPv6', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address, family, scopeid }) =>
        family === 'IPv6' && scopeid ? `${address}%${scopeid}` : address,
      );
    // `::1` is not served on purpose: with one address, there is one valid Host.
    for (const address of [...addresses, '::1', '127.0.0.2']) {
      const socket = connect(served.port, address);
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'connected'),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.destroy();
      assert.equal(outcome, 'refused', address);
    }
  });

  it('is refused when a foreign host name points at this machine', async () => {
    const host = `attacker.example:${served.port}`;
    for (const path of [goodPath, '/openapi.json', '/nothing', '/%zz']) {
      assert.equal((await served.request(path, { ...withKey, host })).statusCode, 403, path);
    }
  });

  it('is refused with any Host but the two valid ones', async () => {
    const { port } = served;
    for (const host of [
      `127.0.0.1.nip.io:${port}`,
      `localhost.attacker.example:${port}`,
      `localhost.:${port}`,
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      `[::1]:${port}`,
      `2130706433:${port}`,
      `127.1:${port}`,
      '127.0.0.1',
      'localhost',
      '127.0.0.1:1',
      `127.0.0.1:0${port}`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port}, attacker.example`,
      '',
    ]) {
      assert.equal(await served.sendRawForStatus(lines(goodPath, `Host: ${host}`)), 403, host);
    }
    for (const host of ['127.0.0.1', 'localhost', 'LocalHost']) {
      assert.equal(
        await served.sendRawForStatus(lines(goodPath, `Host: ${host}:${port}`)),
        200,
        host,
      );
    }
  });

  it('is refused with no Host, two, or one inside the request target', async () => {
    const other = 'Host: attacker.example';
    for (const text of [
      lines(goodPath),
      lines(goodPath).replace('HTTP/1.1', 'HTTP/1.0'),
      lines(goodPath, ownHost(), other),
      lines(goodPath, other, ownHost()),
      lines(goodPath, ownHost(), ownHost()),
      lines(`http://attacker.example${goodPath}`, ownHost()),
      lines(`http://127.0.0.1:${served.port}${goodPath}`, ownHost()),
      lines('*', ownHost()).replace('GET', 'OPTIONS'),
    ]) {
      const status = await served.sendRawForStatus(text);
      assert.ok(status === 400 || status === 403, `${status} for ${text}`);
    }
  });

  it('is refused from a page of another origin, without CORS headers', async () => {
    const { port } = served;
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'http://localhost:1',
      'http://localhost',
      `https://localhost:${port}`,
      `http://localhost:${port}.evil.example`,
      `http://user@localhost:${port}`,
      `vscode-webview://localhost:${port}`,
    ]) {
      for (const [path, headers, method] of [
        [goodPath, withKey, 'GET'],
        [goodPath, {}, 'GET'],
        ['/nothing', withKey, 'GET'],
        ['/openapi.json', {}, 'GET'],
        ['/transactions', withKey, 'POST'],
        [goodPath, { 'access-control-request-method': 'GET' }, 'OPTIONS'],
        ['/%zz', withKey, 'GET'],
      ] as const) {
        const answer = await served.request(path, { ...headers, origin }, method);
        assert.equal(answer.statusCode, 403, `${method} ${path} from ${origin}`);
        invitesNobody(answer);
      }
    }
    invitesNobody(await served.request(goodPath, {}));
    invitesNobody(await served.request('/nothing'));
    invitesNobody(await served.request(goodPath, withKey, 'OPTIONS'));
    const own = { ...withKey, origin: `http://localhost:${port}` };
    assert.equal((await served.request(goodPath, own)).statusCode, 200);
  });

  it('gets the same response without the key, with part of it, or with a misplaced key', async () => {
    const asked: [string, Record<string, string | string[]>, string?][] = [
      [goodPath, {}],
      [goodPath, { 'x-api-key': '' }],
      [goodPath, { 'x-api-key': 'wrong' }],
      [goodPath, { 'x-api-key': contractKey.slice(0, -1) }],
      [goodPath, { 'x-api-key': `${contractKey}0` }],
      [goodPath, { 'x-api-key': contractKey.toUpperCase() }],
      [goodPath, { 'x-api-key': [contractKey, 'wrong'] }],
      [goodPath, { 'x-api-key': ['wrong', contractKey] }],
      [goodPath, { authorization: `Bearer ${contractKey}` }],
      [goodPath, { cookie: `x-api-key=${contractKey}` }],
      [`${goodPath}&x-api-key=${contractKey}`, {}],
      [finderPath, {}],
      ['/no/such/path', {}],
      ['/%zz', {}],
      ['/transactions', {}, 'POST'],
      ['/transactions', {}, 'DELETE'],
    ];
    const seen = new Set<string>();
    for (const [path, headers, method] of asked) {
      const { statusCode, headers: answered, body } = await served.request(path, headers, method);
      assert.equal(statusCode, 401, `${method ?? 'GET'} ${path}`);
      const { date: _, ...rest } = answered;
      seen.add(JSON.stringify([rest, body]));
    }
    assert.equal(seen.size, 1);
    assert.ok(![...seen].join().includes(contractKey));
  });

  it('cannot land a transaction with a plain form of another page', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":["AA=="]}';
    for (const type of [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const post = (headers: Record<string, string>) =>
        served.request('/transactions', { ...headers, 'content-type': type }, 'POST', body);
      assert.equal((await post({})).statusCode, 401, type);
      assert.equal((await post(withKey)).statusCode, 415, type);
    }
  });

  it('reaches nothing but operations by path traversal', async () => {
    for (const path of [
      '/',
      '/../etc/passwd',
      '/../../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/%2e%2e/finder',
      '/finder/../finder',
      '/.',
      '//finder',
      '//etc/passwd',
      '/finder//',
      '/finder%00',
      '/finder\\..\\..',
      '/etc/passwd',
      '/dist/backend.js',
      '/Finder',
    ]) {
      assert.equal(await served.sendRawForStatus(lines(path, ownHost())), 404, path);
    }
    // Paths that are invalid in a URL are rejected as such.
    for (const path of ['/finder\0', '/%zz', '/%']) {
      assert.equal(await served.sendRawForStatus(lines(path, ownHost())), 400, path);
    }
  });

  it('changes nothing with SQL in a parameter or its name', async () => {
    const untouched = await served.request(finderPath);
    assert.equal(untouched.statusCode, 200);
    assert.ok(JSON.parse(untouched.body).tokens.length > 0);
    const attempts = [
      "'; DROP TABLE transactions; --",
      "' OR '1'='1",
      "1; ATTACH '/etc/passwd' AS x; --",
      `${wrappedSolMint}' UNION SELECT * FROM names --`,
      '$p0',
      '?',
      "\"; COPY transactions TO '/tmp/x'; --",
      "JITO') OR 1=1 --",
    ];
    for (const { path, method, parameters } of Object.values(operations)) {
      if (method !== 'GET') continue;
      for (const name of Object.keys(parameters.properties)) {
        for (const attempt of attempts) {
          const value = encodeURIComponent(attempt);
          const { statusCode, body } = await served.request(`${path}?${name}=${value}`);
          assert.equal(statusCode, 400, `${path} ${name} ${attempt}`);
          assert.doesNotMatch(body, /duckdb|syntax error|parser error/i);
        }
      }
      const name = encodeURIComponent("tokensMint'; DROP TABLE transactions; --");
      assert.equal((await served.request(`${path}?${name}=1`)).statusCode, 400);
    }
    assert.equal((await served.request(finderPath)).body, untouched.body);
  });
});
