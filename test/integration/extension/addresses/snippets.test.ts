import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { parser as pythonParser } from '@lezer/python';
import { parser as rustParser } from '@lezer/rust';
import { runSnippet, snippet, typeFaults } from '../../../fixtures/snippets.ts';

interface CapturedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

async function captureRequest(
  run: (url: string) => Promise<unknown>,
): Promise<[CapturedRequest, unknown]> {
  const heard: CapturedRequest[] = [];
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

const call = (landingUrl: string) => ({
  transaction: 'AQ==',
  isProtected: true,
  landingUrl,
  key: 'key',
});

function assertLanded([heard, answer]: readonly [CapturedRequest, unknown]): void {
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

function syntaxErrorLines(parser: Pick<typeof rustParser, 'parse'>, code: string): number[] {
  const lines: number[] = [];
  parser.parse(code).iterate({
    enter: ({ type, from }) => {
      if (type.isError) lines.push(code.slice(0, from).split('\n').length);
    },
  });
  return lines;
}

describe('The snippet that lands a transaction', () => {
  test('in TypeScript sends what the API specifies, and reads the response', async () => {
    assertLanded(await captureRequest((url) => runSnippet('typescript', call(url))));
  });

  test('in TypeScript passes the strict compiler', () => {
    assert.deepEqual(typeFaults(), []);
  });

  test('in Python sends what the API specifies, and reads the response', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('no Python here');
    assertLanded(await captureRequest((url) => runSnippet('python', call(url))));
  });

  test('in Rust names the method, the header and the option', () => {
    const code = snippet('rust');
    for (const part of ['"sendTransaction"', '"x-api-key"', '"frontRunningProtection"']) {
      assert.ok(code.includes(part));
    }
  });

  test('in Python and Rust is syntactically valid', () => {
    for (const [parser, code, word] of [
      [pythonParser, snippet('python'), 'urlopen('],
      [rustParser, snippet('rust'), 'match ('],
    ] as const) {
      assert.deepEqual(syntaxErrorLines(parser, code), []);
      // Counter-check: the parser must detect an error.
      assert.notDeepEqual(syntaxErrorLines(parser, code.replace(word, `${word}(`)), []);
    }
  });
});
