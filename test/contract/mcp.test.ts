import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import manifest from '../../package.json' with { type: 'json' };
import type { ArbitragePage } from '../../src/api/arbscope/arbitrages.ts';
import type { CoverageReport } from '../../src/api/arbscope/coverage.ts';
import type { Replay } from '../../src/api/arbscope/replay.ts';
import type { FinderResult } from '../../src/api/finder.ts';
import { toolNames } from '../../src/api/operationNames.ts';
import type { WalletTransaction } from '../../src/api/walletTransactions.ts';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import { SimulatedWallets } from '../../src/engine/sandbox/simulatedWallets.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeService } from '../fakeService.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { unsignedTransaction } from '../fixtures/unsignedTransaction.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const program = join(import.meta.dirname, '../../dist/backend.js');

/** A client of the official MCP library that starts the server as its child process. */
const connected = (...args: string[]): Promise<Client> => connectedWith({}, ...args);

async function connectedWith(env: Record<string, string>, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...args], env }),
  );
  return client;
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: args })) as unknown as ToolResult;
  return { text: result.content.map(({ text }) => text).join('\n'), isError: result.isError };
}

describe('The MCP server of the command line', suiteLimit, () => {
  let client: Client;
  before(async () => {
    client = await connected('--backfill-hours', '4');
  });
  after(() => client.close());

  it('offers every tool as read-only, with the schemas of the manifest', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...toolNames],
    );
    for (const { name, annotations, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.equal(annotations?.destructiveHint, false, name);
      const contributed = manifest.contributes.languageModelTools.find(
        (tool) => tool.name === name,
      );
      assert.deepEqual(inputSchema, contributed?.inputSchema, name);
    }
  });

  it('answers from the Sandbox about the Finder, a token, a transaction and pools', async () => {
    const finder = await call(client, 'arbscope_finder', {
      tokensMint: [wrappedSolMint],
      tokensMax: 3,
      tokensTimeRange: 3_600,
    });
    assert.equal(finder.isError, undefined, finder.text);
    assert.match(finder.text, /Sandbox, a simulated market/);
    const mint = /"mint":"(\w+)"/.exec(finder.text)?.[1] ?? '';
    const token = await call(client, 'arbscope_token', { token: mint });
    assert.match(token.text, /"symbol":/);
    const pools = await call(client, 'arbscope_search_pools', { text: mint, limit: 2 });
    assert.match(pools.text, new RegExp(`"rows":\\[.*${mint}`));
    const tips = await call(client, 'arbscope_tips_by_compute_unit', { maxTimeRange: 3_600 });
    assert.match(tips.text, /"JITO"/);
  });
});

describe('The default responses of the MCP server', suiteLimit, () => {
  it('fit in 10,000 tokens and match the output schema of every tool', async (context) => {
    const client = await connected();
    context.after(() => client.close());
    // Once it has listed the tools, the library validates structuredContent.
    const { tools } = await client.listTools();
    for (const { name, outputSchema } of tools) assert.equal(outputSchema?.type, 'object', name);
    const structured = async <Result>(name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError, undefined, JSON.stringify(result));
      const tokens = JSON.stringify(result).length / 3;
      assert.ok(tokens <= 10_000, `${name}: ${Math.round(tokens)} tokens`);
      return result.structuredContent as { readonly result: Result; readonly more?: string };
    };
    const finder = await structured<FinderResult>('arbscope_finder', {
      tokensMint: wrappedSolMint,
    });
    assert.ok(finder.result.tokens.length >= 5);
    assert.match(finder.more ?? '', /maxTokens up to .* tokensMax/);
    const token = finder.result.tokens[0]?.mint ?? '';
    const searchers = new SimulatedWallets(defaultSandboxSeed).searchers;
    const wallets = searchers.slice(0, 5).map(({ address }) => address);
    await structured('arbscope_tips_by_compute_unit', {});
    await structured('arbscope_tips_by_gains', {});
    await structured('arbscope_fees_by_compute_unit', {});
    await structured('arbscope_token', { token });
    await structured('arbscope_wallet_overview', { wallets });
    const { result: transactions } = await structured<readonly WalletTransaction[]>(
      'arbscope_wallet_transactions',
      { wallets },
    );
    assert.ok(transactions.length >= 10);
    await structured('arbscope_transaction', { signature: transactions[0]?.signature });
    await structured('arbscope_status', {});
    const { result: page } = await structured<ArbitragePage>('arbscope_arbitrages', {
      tokens: token,
      limit: 5,
    });
    assert.ok(page.arbitrages.length > 0);
    await structured('arbscope_wallet_ranking', { order: 'gains' });
    await structured('arbscope_history', { tokens: token, interval: '3600' });
    await structured('arbscope_simulate', { transactions: unsignedTransaction.base64 });
    const groups = finder.result.tokens.map(({ AMMs }) =>
      AMMs.flatMap(({ pools }) => pools.map(({ address }) => address)),
    );
    const { result: report } = await structured<CoverageReport>('arbscope_coverage', { groups });
    assert.ok(report.covered.transactions > 0);
    assert.ok(report.missing_pools.length > 0);
    const { result: replayed } = await structured<Replay>('arbscope_replay', {
      configs: [{ groups }, { groups: groups.slice(0, 1) }],
      settings: {
        tokens_max: [5, 20],
        min_transactions: [1],
        refresh_seconds: [300],
        tokens_time_range: [3_600],
      },
    });
    assert.ok(replayed.points.length > 0);
    assert.equal(replayed.settings.length, 2);
    const [all, one] = replayed.configs.map(({ covered }) => covered.net_gains_usd);
    assert.ok((one ?? 0) > 0 && (all ?? 0) > (one ?? 0));
    await structured('arbscope_search_pools', { text: token });
    await structured('arbscope_decode', { text: token });
  });
});

describe('The MCP server with an endless line', suiteLimit, () => {
  it('reports it, buffers little of it and continues with the next line', async () => {
    const child = spawn(process.execPath, [program, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    // Exceeds the maximum length of a string.
    for (let megabytes = 0; megabytes < 600; megabytes += 1) {
      if (!child.stdin.write(piece)) await once(child.stdin, 'drain');
    }
    child.stdin.write(`\n${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })}\n`);
    const [refused, answered] = [await lines.next(), await lines.next()];
    assert.match(String(refused.value), /"code":-32600,"message":"The message is too long"/);
    assert.match(String(answered.value), /"id":7,"result":\{\}/);
    child.stdin.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
  });
});

describe('The MCP server over a service', suiteLimit, () => {
  const variable = 'ARBSCOPE_API_KEY';
  let served: ServeProcess;
  before(async () => {
    served = await ServeProcess.openSandbox();
  });
  after(() => served.stop());

  const overService = async (context: TestContext, key: string): Promise<Client> => {
    const client = await connectedWith({ [variable]: key }, '--service-url', served.url);
    context.after(() => client.close());
    return client;
  };

  it('names the service as its source, and loads its pools', async (context) => {
    const client = await overService(context, contractKey);
    const asked = { tokensMint: [wrappedSolMint], tokensMax: 3, tokensTimeRange: 3_600 };
    const finder = await call(client, 'arbscope_finder', asked);
    assert.equal(finder.isError, undefined, finder.text);
    assert.ok(finder.text.includes(`Source: ${served.url}.`), finder.text);
    const pool = /"pools":\[\{"address":"(\w+)"/.exec(finder.text)?.[1] ?? 'no pool';
    // Searched by address, because a service's entries may lack mints.
    const pools = await call(client, 'arbscope_search_pools', { text: pool, limit: 2 });
    assert.match(pools.text, new RegExp(`"rows":\\[.*${pool}`));
  });

  it('reports a refused key without repeating it', async (context) => {
    const key = 'refused-key-0123456789';
    const client = await overService(context, key);
    const answer = await call(client, 'arbscope_finder', { tokensMint: [wrappedSolMint] });
    assert.equal(answer.isError, true);
    assert.match(answer.text, /key/i);
    assert.ok(!answer.text.includes(key));
  });

  it('sends its key to an unproven service only with --trust-loopback', async (context) => {
    const service = new FakeService(contractKey);
    service.isUnproven = true;
    await service.listen();
    context.after(() => service.close());
    const ask = async (...args: string[]) => {
      const key = { [variable]: contractKey };
      const client = await connectedWith(key, '--service-url', service.url, ...args);
      context.after(() => client.close());
      return await call(client, 'arbscope_token', { token: wrappedSolMint });
    };
    assert.match((await ask()).text, /use --trust-loopback/);
    assert.ok(service.requests.every(({ key }) => key === undefined));
    assert.equal((await ask('--trust-loopback')).isError, undefined);
    assert.equal(service.requests.at(-1)?.key, contractKey);
  });

  it('shows progress of a slow service, and responds before the client times out', async (context) => {
    const service = new FakeService(contractKey);
    await service.listen();
    context.after(() => service.close());
    const { asked, answer } = service.hold('finder');
    context.after(answer);
    const args = ['--service-url', service.url, '--timeout-seconds', '2'];
    const client = await connectedWith({ [variable]: contractKey }, ...args);
    context.after(() => client.close());
    const progress: Progress[] = [];
    const input = { name: 'arbscope_finder', arguments: { tokensMint: [wrappedSolMint] } };
    const onprogress = (step: Progress) => progress.push(step);
    const late = (await client.callTool(input, undefined, { onprogress })) as unknown as ToolResult;
    await asked;
    assert.equal(late.isError, true);
    assert.match(
      late.content[0]?.text ?? '',
      /No response within 2 s\. Last known: Waiting for http/,
    );
    assert.ok(progress.length > 0);
    for (const { total, message } of progress) {
      assert.equal(total, 2);
      assert.match(message ?? '', /^(Opening|Waiting for) http/);
    }
    answer();
    const again = (await client.callTool(input)) as unknown as ToolResult;
    assert.equal(again.isError, undefined, JSON.stringify(again));
    assert.equal(service.requests.filter(({ operation }) => operation === 'finder').length, 1);
  });

  it('cancels its request to the service when the client cancels', async (context) => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const service = createServer((_request, response) => {
      response.on('close', closed.resolve);
      asked.resolve();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    context.after(() => service.closeAllConnections());
    context.after(() => service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const args = ['--service-url', url, '--trust-loopback'];
    const client = await connectedWith({ [variable]: contractKey }, ...args);
    context.after(() => client.close());
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const input = { name: 'arbscope_finder', arguments: { tokensMint: [wrappedSolMint] } };
    const cancelled = assert.rejects(client.callTool(input, undefined, { signal }));
    await asked.promise;
    cancelling.abort();
    await cancelled;
    await closed.promise;
  });

  it('does not start without the key of the service, or with a second source', () => {
    const start = (key: string, ...args: string[]) =>
      spawnSync(process.execPath, [program, 'mcp', '--service-url', served.url, ...args], {
        env: { ...process.env, [variable]: key },
        encoding: 'utf8',
      });
    const withoutKey = start('');
    assert.notEqual(withoutKey.status, 0);
    assert.match(withoutKey.stderr, new RegExp(variable));
    const withSource = start(contractKey, '--source', 'sandbox');
    assert.notEqual(withSource.status, 0);
    assert.match(withSource.stderr, /--source/);
  });
});

describe('The MCP server that the editor starts', suiteLimit, () => {
  const secret = randomBytes(32).toString('hex');
  let folder = '';
  let market: BackendProcess;
  let window: FakeWindow;
  let place: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-mcp-'));
    const socket = join(folder, 'run', 'mcp.sock');
    const secretFile = join(folder, 'channel.secret');
    await writeFile(secretFile, secret, { mode: 0o600 });
    place = ['--socket', socket, '--secret-file', secretFile];
    market = new BackendProcess(['channel', ...place]);
    await market.line(new RegExp(channelStatusLines.ready));
    window = await FakeWindow.open(socket, secret);
  });
  after(async () => {
    window.socket.destroy();
    await market.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('uses the window’s connection in the shared backend', async () => {
    const id = await window.open({ kind: 'sandbox' });
    const client = await connected(...place, '--connection', id);
    const answer = await call(client, 'arbscope_finder', { tokensMint: [wrappedSolMint] });
    await client.close();
    assert.equal(answer.isError, undefined, answer.text);
    assert.match(answer.text, /"tokens":\[\{"mint"/);
    // The window sees the connection become ready, so the MCP server used it.
    await window.status(({ connectionId, state }) => connectionId === id && state === 'ready');
  });

  it('responds in time when the window’s service is slow, and with data on a later call', async (context) => {
    const service = new FakeService(contractKey);
    await service.listen();
    context.after(() => service.close());
    const { answer } = service.hold('tokenInfo');
    context.after(answer);
    const settings = { kind: 'service', baseUrl: service.url, apiKey: contractKey } as const;
    const id = await window.open(settings);
    const client = await connected(...place, '--connection', id, '--timeout-seconds', '2');
    context.after(() => client.close());
    const input = { name: 'arbscope_token', arguments: { token: wrappedSolMint } };
    const progress: Progress[] = [];
    const onprogress = (step: Progress) => progress.push(step);
    const late = (await client.callTool(input, undefined, { onprogress })) as unknown as ToolResult;
    assert.match(late.content[0]?.text ?? '', /No response within 2 s\. Last known: Waiting for/);
    assert.match(progress[0]?.message ?? '', /^Waiting for the connection of the editor/);
    answer();
    await client.listTools();
    const result = await client.callTool(input);
    assert.equal(result.isError, undefined, JSON.stringify(result));
    assert.ok(JSON.stringify(result.structuredContent).includes('"symbol"'));
  });

  it('cannot use a connection that no window has open', async () => {
    await assert.rejects(connected(...place, '--connection', '0'.repeat(64)));
  });
});
