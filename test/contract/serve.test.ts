import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { Engine } from '../../src/engine/engine.ts';
import { RecordedSource } from '../../src/engine/sources/recorded.ts';
import { MarketError } from '../../src/interface/marketError.ts';
import { parameterEncodings } from '../../src/interface/parameterEncoding.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/knownMints.ts';
import { MarketProcess } from './marketProcess.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';

const key = 'contract-key-0123456789';
const environment = { ARBSCOPE_API_KEY: key };
const finderParameters = {
  tokensMint: [wrappedSolMint, usdcMint],
  tokensMax: 50,
  tokensTimeRange: 86_400,
  tokensAMMS: ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8,3'],
  percentilesFees: 'p90',
};

describe('The served engine', { timeout: 60_000 }, () => {
  let directory = '';
  let recorded: MarketProcess;
  let reference: Engine;
  let signature = '';
  let url = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-serve-'));
    const blocks = await writeRecordedBlocks(directory);
    signature = blocks.arbitrages[0] ?? '';
    const args = ['serve', '--source', 'recorded', '--path', directory, '--port', '0'];
    recorded = new MarketProcess(args, environment);
    url = await recorded.url();
    reference = await Engine.open({
      source: new RecordedSource([directory]),
      storePath: ':memory:',
    });
  });
  after(async () => {
    await recorded?.kill();
    await reference?.close();
    await rm(directory, { recursive: true, force: true });
  });

  for (const encoding of parameterEncodings) {
    it(`answers as the engine itself does, parameters as ${encoding}`, async () => {
      const client = new HttpMarketClient({ baseUrl: url, apiKey: key, encoding });
      try {
        const { service } = client;
        const finder = await service.finder(finderParameters);
        assert.ok(finder.tokens.length > 0);
        assert.deepEqual(finder, await reference.service.finder(finderParameters));
        assert.deepEqual(
          await service.transaction({ signature }),
          await reference.service.transaction({ signature }),
        );
        assert.deepEqual(
          await service.tokenInfo({ token: usdcMint }),
          await reference.service.tokenInfo({ token: usdcMint }),
        );
      } finally {
        await client.close();
      }
    });
  }

  it('tells a client which parameter is wrong, which key, and what it does not know', async () => {
    const client = new HttpMarketClient({ baseUrl: url, apiKey: key });
    const stranger = new HttpMarketClient({ baseUrl: url, apiKey: 'wrong' });
    try {
      const unknown = '5'.repeat(86);
      const token = '11111111111111111111111111111112';
      await assert.rejects(stranger.service.transaction({ signature }), { kind: 'unauthorized' });
      await assert.rejects(client.service.tokenInfo({ token }), { kind: 'not-found' });
      await assert.rejects(client.service.transaction({ signature: unknown }), (error) =>
        MarketError.is(error),
      );
    } finally {
      await client.close();
      await stranger.close();
    }
  });

  interface Answer {
    readonly statusCode: number;
    readonly headers: NodeJS.Dict<string | string[]>;
    readonly body: string;
  }

  function ask(path: string, headers: Record<string, string>, method = 'GET', body?: string) {
    return new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const asked = request({ hostname, port, path, method, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: text });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  const withKey = { 'x-api-key': key };
  const goodPath = `/tokens/infos?token=${usdcMint}`;

  it('names a parameter that is out of range, too long or not known', async () => {
    const wallets = Array.from({ length: 6 }, () => usdcMint).join(',');
    for (const [path, parameter] of [
      [`/finder?tokensMint=${usdcMint}&tokensMax=51`, 'tokensMax'],
      [`/finder?tokensMint=${usdcMint}&tokensTimeRange=86401`, 'tokensTimeRange'],
      [`/finder?tokensMint=${usdcMint}&tokensMaxx=5`, 'tokensMaxx'],
      [`/finder?tokensMint=${usdcMint}&tokensAMMS=${usdcMint},11`, 'tokensAMMS'],
      ['/finder', 'tokensMint'],
      [`/wallets/overview?wallets=${wallets}`, 'wallets'],
      [`/finder?tokensMint=%27%3B%20DROP%20TABLE%20transactions--`, 'tokensMint'],
      [`/finder?tokensMint=${usdcMint}&__proto__=1`, '__proto__'],
    ] as const) {
      const { statusCode, body } = await ask(path, withKey);
      const error = JSON.parse(body);
      assert.equal(statusCode, 400, path);
      assert.deepEqual(Object.keys(error), ['statusCode', 'error', 'message']);
      assert.ok(error.message.includes(parameter), error.message);
    }
  });

  it('refuses a missing, wrong, partial or misplaced key in the same words', async () => {
    const answers = await Promise.all([
      ask(goodPath, {}),
      ask(goodPath, { 'x-api-key': 'wrong' }),
      ask(goodPath, { 'x-api-key': key.slice(0, -1) }),
      ask(`${goodPath}&x-api-key=${key}`, {}),
      ask(goodPath, { cookie: `x-api-key=${key}` }),
      ask('/no/such/path', {}),
    ]);
    for (const { statusCode, body } of answers) {
      assert.equal(statusCode, 401);
      assert.equal(body, answers[0]?.body);
    }
  });

  it('answers nobody who asks for another host', async () => {
    const { port } = new URL(url);
    for (const host of [
      `attacker.example:${port}`,
      `127.0.0.1.nip.io:${port}`,
      `localhost.attacker.example:${port}`,
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      '127.0.0.1:1',
    ]) {
      const { statusCode } = await ask(goodPath, { ...withKey, host });
      assert.equal(statusCode, 403, host);
    }
    assert.equal((await ask(goodPath, { ...withKey, host: `localhost:${port}` })).statusCode, 200);
    // Node's own client does not send these.
    const raw = async (hosts: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`GET ${goodPath} HTTP/1.1\r\n${hosts}x-api-key: ${key}\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += chunk;
      return text.split('\r\n', 1)[0];
    };
    assert.match((await raw('Host:\r\n')) ?? '', / 403 /);
    const twice = `Host: 127.0.0.1:${port}\r\nHost: attacker.example\r\n`;
    assert.match((await raw(twice)) ?? '', / 40[03] /);
    assert.match((await raw('')) ?? '', / 40[03] /);
    const absolute = await ask(`http://attacker.example${goodPath}`, withKey);
    assert.equal(absolute.statusCode, 403);
  });

  it('answers no page of another origin, and invites none', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      for (const method of ['GET', 'OPTIONS']) {
        const { statusCode, headers } = await ask(goodPath, { ...withKey, origin }, method);
        assert.equal(statusCode, 403, origin);
        assert.deepEqual(
          Object.keys(headers).filter((name) => name.startsWith('access-control')),
          [],
        );
      }
    }
  });

  it('serves operations only, whatever the path', async () => {
    for (const path of ['/../etc/passwd', '/%2e%2e/finder', '//finder', '/finder%00', '/nothing']) {
      assert.equal((await ask(path, withKey)).statusCode, 404, path);
    }
  });

  it('reads no body but JSON, none too large and none too deep', async () => {
    const post = (type: string, body: string) =>
      ask('/transactions', { ...withKey, 'content-type': type }, 'POST', body);
    assert.equal((await post('text/plain', '{}')).statusCode, 415);
    assert.equal((await post('application/json', '{"a":')).statusCode, 400);
    assert.equal((await post('application/json', '['.repeat(100_000))).statusCode, 400);
    assert.equal((await post('application/json', ' '.repeat(300_000))).statusCode, 413);
  });

  it('shows what it offers at /openapi.json', async () => {
    const { statusCode, body } = await ask('/openapi.json', {});
    assert.equal(statusCode, 200);
    assert.ok(JSON.parse(body).paths['/finder'].get);
  });

  it('is not there on other addresses', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    for (const address of [...addresses, '::1']) {
      const socket = connect(Number(new URL(url).port), address);
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'connected'),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.destroy();
      assert.equal(outcome, 'refused', address);
    }
  });

  it('says what to do when the port is in use', async () => {
    const { port } = new URL(url);
    const second = new MarketProcess(['serve', '--port', port], environment);
    assert.equal(await second.ended, 1);
    assert.match(second.errors.join('\n'), new RegExp(`port ${port} is in use.*--port`));
    assert.deepEqual(second.output, []);
  });

  it('says which path holds nothing to serve', async () => {
    const path = join(directory, 'nothing');
    const second = new MarketProcess(
      ['serve', '--source', 'recorded', '--path', path, '--port', '0'],
      environment,
    );
    assert.equal(await second.ended, 1);
    assert.ok(second.errors.join('\n').includes(path));
  });

  it('never writes the key that it was given', () => {
    assert.ok(![...recorded.output, ...recorded.errors].join('\n').includes(key));
  });
});

describe('The served sandbox', { timeout: 60_000 }, () => {
  it('has a market, makes a key and shows it once, and ends when told to', async () => {
    const sandbox = new MarketProcess(['serve', '--port', '0', '--seed', '3']);
    try {
      const keyLine = await sandbox.line(/API key of this run/);
      const apiKey = keyLine.slice(keyLine.lastIndexOf(' ') + 1);
      const baseUrl = await sandbox.url();
      const client = new HttpMarketClient({ baseUrl, landingUrl: baseUrl, apiKey });
      const finder = await client.service.finder({ tokensMint: [wrappedSolMint] });
      assert.ok(finder.tokens.length > 0);
      assert.equal(sandbox.output.filter((line) => line.includes(apiKey)).length, 1);
      const landing = client.service.landTransaction({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: ['AA=='],
      });
      await assert.rejects(landing, { kind: 'plan-lacks-operation' });
      await client.close();
      assert.equal(await sandbox.kill('SIGTERM'), 0);
    } finally {
      await sandbox.kill();
    }
  });

  it('says that it starts until it answers', async () => {
    // A port of one's own, to ask before the process says that it is ready.
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    probe.close();
    await once(probe, 'close');
    const sandbox = new MarketProcess(['serve', '--port', String(port)], environment);
    try {
      const outcomes = new Set<number>();
      let isReady = false;
      void sandbox.url().then(() => {
        isReady = true;
      });
      while (!isReady || !outcomes.has(200)) {
        const response = await fetch(`http://127.0.0.1:${port}/tokens/infos?token=${usdcMint}`, {
          headers: { 'x-api-key': key },
        }).catch(() => null);
        if (response === null) continue;
        outcomes.add(response.status);
        if (response.status === 503) assert.ok(response.headers.get('retry-after'));
        await response.text();
      }
      assert.deepEqual([...outcomes], [503, 200]);
    } finally {
      await sandbox.kill();
    }
  });
});
