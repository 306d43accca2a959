import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { McpServer } from '../../../../src/backend/mcp/mcpServer.ts';
import { readLines } from '../../../../src/backend/mcp/readLines.ts';

describe('A client of the MCP server', () => {
  it('is told that a line is too long, and the next one is answered', async () => {
    const sent: { id: unknown; error?: { code: number } }[] = [];
    const server = new McpServer({
      version: '0.0.0',
      tools: { call: async () => '', close: () => undefined },
      write: (line) => sent.push(JSON.parse(line)),
    });
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    const input = Readable.from([
      Buffer.from(`${ping(1)}\n`),
      ...Array.from({ length: 64 }, () => Buffer.alloc(1_000, 'x')),
      Buffer.from(`x\n${ping(2)}\n${'é'.repeat(600)}\n${ping(3)}`),
    ]);
    for await (const line of readLines(input, 1_000)) await server.receive(line);
    assert.deepEqual(
      sent.map(({ id, error }) => error?.code ?? id),
      [1, -32_600, 2, -32_600, 3],
    );
  });

  it('is read across the pieces in which its bytes come', async () => {
    const bytes = Buffer.from('a\n\nbé\r\nlast');
    const pieces = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
    const lines: (string | null)[] = [];
    for await (const line of readLines(pieces, 100)) lines.push(line);
    assert.deepEqual(lines, ['a', '', 'bé\r', 'last']);
  });
});
