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
  parseInteger,
  UsageError,
} from './commandLine.ts';
import { formatUsage, parseArguments, wholeNumber } from './commandOptions.ts';
import {
  marketSourceOptions,
  parseMarketSource,
  serviceKeyVariable,
  skippedReporter,
} from './marketSource.ts';

/** Many times the longest input of a tool. */
const maxLineBytes = 1024 * 1024;

const timeoutBounds = { minimum: 1, maximum: 3_600, otherwise: defaultTimeLimitSeconds };

const editorOptions = ['socket', 'secret-file', 'connection'] as const;
const syntax = {
  command: 'mcp',
  options: {
    ...marketSourceOptions,
    'timeout-seconds': wholeNumber(timeoutBounds.minimum, timeoutBounds.maximum),
    socket: { value: 'PATH', isInternal: true, excludes: Object.keys(marketSourceOptions) },
    'secret-file': { value: 'PATH', isInternal: true },
    connection: { value: 'ID', isInternal: true },
  },
} as const;

export const mcpCommand = (version: string): Command => ({
  usage: formatUsage(syntax),
  summary: `Serve read-only MCP tools over stdio. The service's API key is read from ${serviceKeyVariable}.`,
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const timeout = values['timeout-seconds'];
    const timeLimitSeconds = parseInteger('--timeout-seconds', timeout, timeoutBounds);
    const { socket, 'secret-file': secretFile, connection } = values;
    if (socket !== undefined && secretFile !== undefined && connection !== undefined) {
      const tools = await connectToEditor(socket, secretFile, connection, version);
      return await serve({ version, tools, timeLimitSeconds }, terminal);
    }
    const missing = editorOptions.find((name) => values[name] === undefined);
    if (missing !== undefined && editorOptions.some((name) => values[name] !== undefined)) {
      throw new UsageError(`An editor's tools need --${missing}, too`);
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
