// Only in test:all: it floods servers.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

const goodPath = `/tokens/infos?token=${usdcMint}`;

describe('An attacker who overloads the local service', suiteLimit, () => {
  let directory = '';
  let served: ServeProcess;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-load-'));
    await writeRecordedBlocks(directory);
    served = await ServeProcess.open(['--source', 'recorded', '--path', directory]);
  });
  after(async () => {
    await served?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const stillAnswers = async () => assert.equal((await served.request(goodPath)).statusCode, 200);
  const post = (body: string) => served.requestWithBody('/transactions', body, 'POST');
  const get = (body: string) => served.requestWithBody('/finder', body);
  const messageOf = ({ body }: { readonly body: string }): string => JSON.parse(body).message;

  it('is cut off when a body exceeds the limit', async () => {
    assert.equal((await post(' '.repeat(300_000))).statusCode, 413);
    assert.equal((await get(' '.repeat(300_000))).statusCode, 413);
    // A chunked body does not declare its length.
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const status = await served.sendRawForStatus(
      `POST /transactions HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n` +
        `x-api-key: ${contractKey}\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
    );
    assert.equal(status, 413);
    const long = await served.request(`${goodPath}&x=${'x'.repeat(70_000)}`);
    assert.equal(long.statusCode, 431);
    await stillAnswers();
  });

  it('gets an error for JSON nested as deep as it fits', async () => {
    const depth = 100_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    for (const body of [
      '['.repeat(depth),
      nested,
      `{"tokensMint":${nested}}`,
      `{"unknown":${nested}}`,
      `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
      `{"tokensMint":[${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}]}`,
      // Large numbers are parsed on another path.
      `{"tokensMax":12345678901234567890,"x":${nested}}`,
    ]) {
      assert.equal((await get(body)).statusCode, 400, body.slice(0, 40));
      const landing = await post(body);
      // Like a landing, parseable JSON is refused by a JSON-RPC error with status 200.
      if (landing.statusCode !== 400) {
        assert.equal(landing.statusCode, 200, body.slice(0, 40));
        const { error } = JSON.parse(landing.body) as { error: { code: number } };
        assert.ok([-32_600, -32_602].includes(error.code), JSON.stringify(error).slice(0, 500));
      }
    }
    await stillAnswers();
  });

  it('changes no prototype with a parameter name', async () => {
    const mint = `"tokensMint":["${wrappedSolMint}"]`;
    const untouched = await get(`{${mint}}`);
    assert.equal(untouched.statusCode, 200);
    for (const [body, name] of [
      [`{${mint},"constructor":{"prototype":{"tokensMax":1}}}`, 'constructor'],
      [`{${mint},"toString":"x"}`, 'toString'],
      [`{${mint},"hasOwnProperty":1}`, 'hasOwnProperty'],
    ] as const) {
      const answer = await get(body);
      assert.equal(answer.statusCode, 400);
      assert.match(messageOf(answer), new RegExp(`^${name} `));
    }
    for (const name of ['__proto__', '__proto__[tokensMax]', 'constructor.prototype.tokensMax']) {
      const query = `tokensMint=${wrappedSolMint}&${encodeURIComponent(name)}=1`;
      const answer = await served.request(`/finder?${query}`);
      assert.equal(answer.statusCode, 400);
      assert.ok(messageOf(answer).startsWith(`${name} is unknown`), messageOf(answer));
    }
    // `__proto__` in JSON is ignored silently.
    const polluted = await get(`{${mint},"__proto__":{"tokensMax":1,"polluted":true}}`);
    assert.equal(polluted.body, untouched.body);
  });

  it('loses thousands of silent connections while others get responses', async () => {
    const count = 2_000;
    const sockets: Socket[] = [];
    const closings: Promise<unknown>[] = [];
    while (sockets.length < count) {
      // More at once would overflow the accept queue, and the server would never see the rest.
      const batch = Array.from({ length: 100 }, () => connect(served.port, '127.0.0.1'));
      sockets.push(...batch);
      for (const [index, socket] of batch.entries()) {
        socket.on('error', () => undefined);
        socket.resume();
        // A connection may also end with a reset.
        closings.push(new Promise((resolve) => socket.once('close', resolve)));
        // Half of them start a request but never complete it.
        if (index % 2 !== 0) continue;
        socket.write(`GET ${goodPath} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nx-slow: `);
      }
      await Promise.all(batch.map(connectedOrClosed));
    }
    // The server closes all of them at its time limits.
    await Promise.all(closings);
    assert.equal(sockets.filter(({ destroyed }) => !destroyed).length, 0);
    await stillAnswers();
  });

  it('is cut off within seconds when headers trickle in', async () => {
    const socket = connect(served.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${goodPath} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n`);
    const trickle = setInterval(() => socket.write('x-a: b\r\n'), 200);
    const started = performance.now();
    let text = '';
    for await (const chunk of socket) text += chunk;
    clearInterval(trickle);
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.ok(performance.now() - started < 15_000);
    await stillAnswers();
  });

  it('affects only its own recorded file with a compression bomb', async () => {
    // Concatenated gzip members: 640 MB from a file of less than 1 MB.
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const bomb = join(directory, '999999999.json.gz');
    await writeFile(bomb, Buffer.concat(Array.from({ length: 40 }, () => member)));
    try {
      const decoding = new BackendProcess(['decode', bomb]);
      assert.equal(await decoding.ended, 1);
      assert.match(decoding.errors.join('\n'), /unpacks to more than|gzip/);
      assert.ok(decoding.errors.join('\n').includes(bomb));
      const beside = await ServeProcess.open(['--source', 'recorded', '--path', directory]);
      assert.equal((await beside.request(goodPath)).statusCode, 200);
      assert.ok(beside.process.errors.some((line) => line.includes(bomb)));
      await beside.stop();
    } finally {
      await rm(bomb);
    }
  });

  it('gets the time to wait after exceeding the rate of the plan', async () => {
    const limited = await ServeProcess.open([
      '--source',
      'recorded',
      '--path',
      directory,
      '--tier',
      'low',
    ]);
    const client = new HttpMarketClient({ baseUrl: limited.url, apiKey: contractKey });
    try {
      const path = `/wallets/overview?wallets=${wrappedSolMint}`;
      // Requests without a key do not count.
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await limited.request(path, {})).statusCode, 401);
      }
      assert.equal((await limited.request(path)).statusCode, 200);
      const refused = await limited.request(path);
      assert.equal(refused.statusCode, 429);
      const error = JSON.parse(refused.body);
      assert.deepEqual(Object.keys(error), ['statusCode', 'error', 'message']);
      assert.equal(error.error, 'Too Many Requests');
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60, `${seconds}`);
      // Requests with errors count too; each operation has a separate limit.
      const overview = client.service.walletOverview({ wallets: [wrappedSolMint] });
      await assert.rejects(overview, { kind: 'rate-limited', retryAfterSeconds: seconds });
      const wrong = await limited.request('/wallets/transactions');
      const next = await limited.request(`/wallets/transactions?wallets=${wrappedSolMint}`);
      assert.deepEqual([wrong.statusCode, next.statusCode], [400, 429]);
      const finder = `/finder?tokensMint=${wrappedSolMint}`;
      const statuses: number[] = [];
      for (let time = 0; time < 13; time += 1) {
        statuses.push((await limited.request(finder)).statusCode);
      }
      assert.deepEqual(statuses, [...Array<number>(12).fill(200), 429]);
      assert.equal((await limited.request('/openapi.json', {})).statusCode, 200);
    } finally {
      await client.close();
      await limited.stop();
    }
  });

  it('gets the valid plans after giving an unknown one', async () => {
    for (const tier of ['0', '4', 'gold']) {
      const run = new BackendProcess(['serve', '--tier', tier]);
      assert.equal(await run.ended, 2);
      assert.match(run.errors.join('\n'), /--tier must be 1 or low, 2 or middle, 3 or high/);
    }
    assert.equal((await served.request(goodPath, withKey)).statusCode, 200);
  });
});

const connectedOrClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
