import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../../..');

/** The code of a snippet once its first place is filled in as it is. */
function snippet(language: string): string {
  const text = readFileSync(join(root, 'media/snippets', `${language}.json`), 'utf8');
  const { body } = JSON.parse(text)['Land a Transaction'] as { readonly body: readonly string[] };
  return body
    .join('\n')
    .replace(/(?<!\\)\$\{1:([^}]*)\}/g, '$1')
    .replace(/(?<!\\)\$0/g, '')
    .replace(/\\([$\\}])/g, '$1');
}

interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Runs a client against a landing service on this machine; what the service heard. */
async function heardFrom(run: (url: string) => Promise<unknown>): Promise<[Heard, unknown]> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    heard.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    const result = { signature: 'S', uuid: 'U' };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [only, ...more] = heard;
    assert.ok(only !== undefined && more.length === 0);
    return [only, answer];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function assertLanded([heard, answer]: readonly [Heard, unknown]): void {
  assert.equal(heard.url, '/transactions');
  assert.equal(heard.headers['x-api-key'], 'key');
  assert.match(heard.headers['content-type'] ?? '', /^application\/json/);
  assert.deepEqual(heard.body, {
    jsonrpc: '2.0',
    id: 1,
    method: 'sendTransaction',
    params: ['AQ==', { frontRunningProtection: true }],
  });
  assert.deepEqual(answer, { signature: 'S', uuid: 'U' });
}

/** Runs a program with the service's address and a key in its environment; its output as JSON. */
async function output(command: string, args: readonly string[], url: string): Promise<unknown> {
  const env = { ...process.env, LANDING_URL: url, API_KEY: 'key' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  await once(child, 'close');
  return JSON.parse(text);
}

describe('The snippet that lands a transaction', () => {
  test('in TypeScript sends what the interface says, and reads the answer', async () => {
    const { outputText, diagnostics } = ts.transpileModule(snippet('typescript'), {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    });
    assert.deepEqual(diagnostics, []);
    const call = `console.log(JSON.stringify(await landTransaction('AQ==', { frontRunningProtection: true })));`;
    const args = ['--input-type=module', '-e', outputText + call];
    assertLanded(await heardFrom((url) => output(process.execPath, args, url)));
  });

  test('in Python does the same', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('no Python here');
    const call = '\nimport json\nprint(json.dumps(land_transaction("AQ==", True)))\n';
    const args = ['-c', snippet('python') + call];
    assertLanded(await heardFrom((url) => output('python3', args, url)));
  });

  test('in Rust names the method, the header and the option, and closes what it opens', () => {
    const code = snippet('rust');
    for (const part of ['"sendTransaction"', '"x-api-key"', '"frontRunningProtection"']) {
      assert.ok(code.includes(part));
    }
    for (const [open, close] of ['{}', '()', '[]'].map((pair) => [...pair])) {
      assert.equal(code.split(open ?? '').length, code.split(close ?? '').length);
    }
  });
});
