import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

const tokenPath = `/tokens/infos?token=${usdcMint}`;
const finderPath = `/finder?tokensMint=${wrappedSolMint}&tokensTimeRange=86400`;

describe('The operator of a team server', suiteLimit, () => {
  let blocks = '';
  let cleanUps: (() => unknown)[] = [];

  before(async () => {
    blocks = await mkdtemp(join(tmpdir(), 'arbscope-health-'));
    await writeRecordedBlocks(blocks);
  });
  after(() => rm(blocks, { recursive: true, force: true }));
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
    cleanUps = [];
  });

  async function serve(...args: readonly string[]): Promise<ServeProcess> {
    const served = await ServeProcess.open(['--source', 'recorded', '--path', blocks, ...args]);
    cleanUps.push(() => served.stop());
    return served;
  }

  it('checks its health and readiness without a key, by any host name but not from a page', async () => {
    const served = await serve();
    for (const path of ['/healthz', '/readyz']) {
      assert.equal((await served.request(path, {})).statusCode, 200, path);
      assert.equal((await served.request(path, { host: '10.1.2.3:8080' })).statusCode, 200, path);
      const fromPage = await served.request(path, { origin: 'https://evil.example' });
      assert.equal(fromPage.statusCode, 403, path);
      assert.equal((await served.request(path, withKey, 'POST')).statusCode, 405, path);
    }
  });

  it('sees that it is healthy but not ready while it builds its index', async () => {
    const node = createServer(() => undefined);
    node.listen(0, '127.0.0.1');
    await once(node, 'listening');
    cleanUps.push(() => end(node));
    const { port: nodePort } = node.address() as AddressInfo;
    const port = await freePort();
    const run = new BackendProcess(
      ['serve', '--port', String(port), '--source', 'rpc', '--log', 'json'],
      { ARBSCOPE_API_KEY: contractKey, ARBSCOPE_RPC_URL: `http://127.0.0.1:${nodePort}` },
    );
    cleanUps.push(() => run.kill());
    await once(node, 'request');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { message } = (await ready.json()) as { message: string };
    assert.deepEqual([ready.status, message], [503, 'The engine is starting']);
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: withKey });
    assert.match(await metrics.text(), /^arbscope_ready 0$/m);
    assert.equal(await run.kill('SIGTERM'), 0);
  });

  it('reads metrics with a key, as a header or as Prometheus’ bearer token', async () => {
    const served = await serve();
    assert.equal((await served.request(finderPath)).statusCode, 200);
    assert.equal((await served.request(tokenPath, {})).statusCode, 401);
    assert.equal((await served.request('/metrics', {})).statusCode, 401);
    const bearer = { authorization: `Bearer ${contractKey}` };
    assert.equal((await served.request(tokenPath, bearer)).statusCode, 401);
    const { statusCode, headers, body } = await served.request('/metrics', bearer);
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    for (const line of [
      /^arbscope_ready 1$/m,
      /^arbscope_coverage_ratio 1$/m,
      /^arbscope_newest_slot \d+$/m,
      /^arbscope_newest_block_timestamp_seconds \d+$/m,
      /^arbscope_blocks [1-9]\d*$/m,
      /^arbscope_arbitrages [1-9]\d*$/m,
      /^arbscope_rows [1-9]\d*$/m,
      /^arbscope_store_bytes [1-9]\d*$/m,
      /^arbscope_requests_total\{operation="finder",status="200",key="default"\} 1$/m,
      /^arbscope_requests_total\{operation="tokenInfo",status="401",key=""\} 2$/m,
      /^arbscope_request_duration_seconds_bucket\{le="0.5",operation="finder"\} [01]$/m,
      /^arbscope_request_duration_seconds_count\{operation="finder"\} 1$/m,
      /^arbscope_requests_in_flight 1$/m,
      /^arbscope_stream_subscribers 0$/m,
      /^process_resident_memory_bytes \d+$/m,
    ]) {
      assert.match(body, line);
    }
    assert.doesNotMatch(body, /^arbscope_lag_slots /m, 'a recording is not behind anything');
    assert.doesNotMatch(body, /^arbscope_seconds_since_block /m, 'a recording does not grow');
    assert.equal((await served.request('/metrics')).statusCode, 200);
  });

  it('sees metrics of open streams and rate-limited requests', async () => {
    const served = await serve('--tier', 'low');
    const stream = await openRaw(served, arbitrageStream.path);
    cleanUps.push(() => stream.destroy());
    await once(stream, 'data');
    const path = `/wallets/overview?wallets=${wrappedSolMint}`;
    for (const status of [200, 429]) {
      assert.equal((await served.request(path)).statusCode, status);
    }
    const { body } = await served.request('/metrics');
    assert.match(body, /^arbscope_stream_subscribers 1$/m);
    const refused =
      /^arbscope_rate_limited_requests_total\{operation="walletOverview",key="default"\} 1$/m;
    assert.match(body, refused);
  });

  it('gets a log of requests as JSON lines, without their parameters or keys', async () => {
    const served = await serve('--log', 'json');
    await served.request(tokenPath);
    await served.request(`${tokenPath}&api-key=${contractKey}`);
    await served.request('/nowhere', {});
    await served.process.line(/"unknown"/);
    assert.equal(await served.process.kill('SIGTERM'), 0);
    const lines = served.process.errors.map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = lines.map(({ event }) => event);
    assert.deepEqual(
      events.filter((event) => event !== 'request'),
      ['start', 'ready', 'stopping', 'stopped'],
    );
    const requests = lines.filter(({ event }) => event === 'request');
    assert.deepEqual(
      requests.map(({ operation, status, key }) => [operation, status, key]),
      [
        ['tokenInfo', 200, 'default'],
        ['tokenInfo', 400, 'default'],
        ['unknown', 401, null],
      ],
    );
    for (const { time, level, milliseconds } of requests) {
      assert.ok(!Number.isNaN(Date.parse(String(time))));
      assert.deepEqual([level, typeof milliseconds], ['info', 'number']);
    }
    const text = served.process.errors.join('\n');
    assert.ok(!text.includes(contractKey) && !text.includes(usdcMint));
  });

  it('gets the same log as text, and only warnings and errors without --log', async () => {
    const served = await serve('--log', 'text');
    await served.request(tokenPath);
    await served.process.line(/^\S+Z info request operation=tokenInfo status=200 .* key=default$/);
    const quiet = await serve();
    await quiet.request(tokenPath);
    assert.equal(await quiet.process.kill('SIGTERM'), 0);
    assert.deepEqual(quiet.process.errors, []);
    const wrong = new BackendProcess(['serve', '--log', 'xml']);
    assert.equal(await wrong.ended, 2);
    assert.match(wrong.errors.join('\n'), /--log must be text or json/);
  });

  it('stops it without losing requests in flight, and it accepts no more', async () => {
    const served = await serve('--log', 'json');
    // The rest of this body arrives after the signal to stop.
    const body = JSON.stringify({ groups: [[usdcMint]] });
    const slow = await openRaw(
      served,
      '/arbscope/coverage',
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
      'POST',
    );
    slow.write(body.slice(0, 5));
    const early = await openRaw(served, null);
    early.write('GET /readyz HTTP/1.1\r\n');
    const stream = await openRaw(served, arbitrageStream.path);
    const first = once(stream, 'data');
    const streamed = textOf(stream);
    await first;
    // This response shows that the server has received the three earlier connections.
    await served.request(tokenPath);
    served.process.child.kill('SIGTERM');
    await served.process.line(/"event":"stopping"/);
    early.write(`host: 127.0.0.1:${served.port}\r\n\r\n`);
    assert.match(await textOf(early), /^HTTP\/1\.1 503 /);
    assert.match(await streamed, /0\r\n\r\n$/);
    const refused = connect(served.port, '127.0.0.1');
    await assert.rejects(once(refused, 'connect'), { code: 'ECONNREFUSED' });
    assert.ok(!served.process.errors.some((line) => line.includes('"stopped"')));
    slow.write(body.slice(5));
    assert.match(await textOf(slow), /^HTTP\/1\.1 200 .*connection: close.*"covered"/is);
    assert.equal(await served.process.ended, 0);
  });

  it('reaches it under the given host names, and no others', async () => {
    const served = await serve('--host-name', 'arbscope.team.example', '--host-name', 'server-1');
    for (const [host, status] of [
      ['arbscope.team.example', 200],
      ['Arbscope.Team.Example:443', 200],
      [`server-1:${served.port}`, 200],
      ['evil.arbscope.team.example', 403],
      ['arbscope.team.example:443@evil.example', 403],
    ] as const) {
      const response = await served.request(tokenPath, { ...withKey, host });
      assert.equal(response.statusCode, status, host);
    }
    const own = { ...withKey, host: 'server-1', origin: 'https://arbscope.team.example' };
    assert.equal((await served.request(tokenPath, own)).statusCode, 200);
    const foreign = { ...own, origin: 'https://evil.example' };
    assert.equal((await served.request(tokenPath, foreign)).statusCode, 403);
    const wrong = new BackendProcess(['serve', '--address', 'localhost']);
    assert.equal(await wrong.ended, 2);
    assert.match(wrong.errors.join('\n'), /--address must be an IP address/);
  });
});

/** Opens a connection and sends the head of a request, or nothing if `path` is null. */
async function openRaw(
  served: ServeProcess,
  path: string | null,
  headers = '',
  method = 'GET',
): Promise<Socket> {
  const socket = connect(served.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (path === null) return socket;
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${served.port}\r\n` +
      `x-api-key: ${contractKey}\r\n${headers}\r\n`,
  );
  return socket;
}

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await end(server);
  return port;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
