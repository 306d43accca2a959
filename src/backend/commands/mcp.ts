import process from 'node:process';
import { addAbortSignal } from 'node:stream';
import { errorMessage } from '../../api/errorMessage.ts';
import { connectEditorTools } from '../mcp/editorTools.ts';
import {
  defaultTimeLimitSeconds,
  McpServer,
  type McpServerOptions,
  type ToolBackend,
} from '../mcp/mcpServer.ts';
import { readLines } from '../mcp/readLines.ts';
import { StandaloneTools } from '../mcp/standaloneTools.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  parseArguments,
  parseInteger,
} from './commandLine.ts';
import { parseMarketSource, serviceKeyVariable, skippedReporter } from './marketSource.ts';

/** Many times the longest input of a tool. */
const maxLineBytes = 1024 * 1024;

const timeoutBounds = { minimum: 1, maximum: 3_600, otherwise: defaultTimeLimitSeconds };

export const mcpCommand = (version: string): Command => ({
  usage:
    'mcp [--source sandbox|recorded|rpc|geyser] [--path FILE|DIR ...] [--rpc-url URL]\n' +
    '          [--geyser-url URL] [--commitment confirmed|finalized] [--backfill-hours N]\n' +
    '          [--store FILE|:memory:] [--seed N] [--service-url URL] [--trust-loopback]\n' +
    '          [--timeout-seconds N]',
  summary: `Serve read-only MCP tools over stdio. The service's API key is read from ${serviceKeyVariable}.`,
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, {
      source: { type: 'string' },
      path: { type: 'string', multiple: true },
      'rpc-url': { type: 'string' },
      'geyser-url': { type: 'string' },
      commitment: { type: 'string' },
      'backfill-hours': { type: 'string' },
      store: { type: 'string' },
      seed: { type: 'string' },
      'service-url': { type: 'string' },
      'trust-loopback': { type: 'boolean' },
      'timeout-seconds': { type: 'string' },
      socket: { type: 'string' },
      'secret-file': { type: 'string' },
      connection: { type: 'string' },
    });
    const timeout = values['timeout-seconds'];
    const timeLimitSeconds = parseInteger('--timeout-seconds', timeout, timeoutBounds);
    const { socket, 'secret-file': secretFile, connection } = values;
    if (socket !== undefined && secretFile !== undefined && connection !== undefined) {
      const tools = await connectToEditor(socket, secretFile, connection, version);
      return await serve({ version, tools, timeLimitSeconds }, terminal);
    }
    const options = { ...values, path: [...(values.path ?? []), ...positionals] };
    const tools = new StandaloneTools(
      await parseMarketSource(options, terminal),
      skippedReporter(terminal),
    );
    return await serve({ version, tools, timeLimitSeconds }, terminal);
  },
});

async function connectToEditor(
  socketPath: string,
  secretFile: string,
  connectionId: string,
  version: string,
): Promise<ToolBackend> {
  try {
    return await connectEditorTools({ socketPath, secretFile, connectionId, version });
  } catch (error) {
    throw new CommandError(`Cannot connect to the editor's backend: ${errorMessage(error)}`);
  }
}

async function serve(
  options: Omit<McpServerOptions, 'write'>,
  { stdout, signal }: CommandContext,
): Promise<number> {
  const server = new McpServer({ ...options, write: (line) => stdout.write(`${line}\n`) });
  try {
    for await (const line of readLines(addAbortSignal(signal, process.stdin), maxLineBytes)) {
      void server.receive(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  server.close();
  await options.tools.close();
  return 0;
}
