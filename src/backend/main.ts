#!/usr/bin/env node
import './localize.ts';
import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { MarketError } from '../api/marketError.ts';
import { channelCommand } from './commands/channel.ts';
import {
  type Command,
  CommandError,
  crashLines,
  UsageError,
  writeLine,
} from './commands/commandLine.ts';
import { coverageCommand } from './commands/coverage.ts';
import { decodeCommand } from './commands/decode.ts';
import { importCommand } from './commands/import.ts';
import { ingestCommand } from './commands/ingest.ts';
import { keysCommand } from './commands/keys.ts';
import { landCommand } from './commands/land.ts';
import { mcpCommand } from './commands/mcp.ts';
import { serveCommand } from './commands/serve.ts';
import { simulateCommand } from './commands/simulate.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['serve', serveCommand(manifest.version)],
  ['ingest', ingestCommand],
  ['keys', keysCommand],
  ['decode', decodeCommand],
  ['import', importCommand],
  ['land', landCommand],
  ['simulate', simulateCommand],
  ['coverage', coverageCommand],
  ['mcp', mcpCommand(manifest.version)],
  ['channel', channelCommand(manifest.version)],
]);

const exitCodes = { success: 0, failure: 1, usage: 2 } as const;
/** What still runs this long after a command's end is cut off. */
const exitTimeoutMilliseconds = 2_000;

function usage(): string[] {
  const lines = [...commands.values()].flatMap((command) => [
    ...`  arbscope ${command.usage}`.split('\n'),
    `      ${command.summary}`,
  ]);
  return [
    'Arbscope',
    '',
    'Usage:',
    ...lines,
    '  arbscope --help | --version',
    '',
    'FILE is the JSON of a getTransaction or getBlock response (or its result), plain or gzip.',
  ];
}

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { stdout, stderr, env } = process;
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || rest.includes('--help')) {
    await writeLine(stdout, ...usage());
    return exitCodes.success;
  }
  if (name === '--version') {
    await writeLine(stdout, manifest.version);
    return exitCodes.success;
  }
  try {
    if (name === undefined) throw new UsageError('A command is missing');
    const command = commands.get(name);
    if (command === undefined) throw new UsageError(`Unknown command "${name}"`);
    return await command.run(rest, { stdout, stderr, environment: env, signal });
  } catch (error) {
    if (error instanceof UsageError) {
      await writeLine(stderr, `error: ${error.message}`, '', ...usage());
      return exitCodes.usage;
    }
    const isKnown = error instanceof CommandError || MarketError.is(error);
    if (isKnown) await writeLine(stderr, `error: ${error.message}`);
    else stderr.write(crashLines(error));
    return error instanceof CommandError ? error.exitCode : exitCodes.failure;
  }
}

/** A reader that has seen enough (`| head`) ends the program, quietly. */
function exitOnBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.success);
  throw error;
}

const shutdown = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => shutdown.abort());
}
process.stdout.on('error', exitOnBrokenPipe);
// A log that nobody reads any more is no reason to stop.
process.stderr.on('error', () => undefined);

void run(process.argv.slice(2), shutdown.signal).then(
  (exitCode) => {
    process.exitCode = exitCode;
    setTimeout(() => process.exit(), exitTimeoutMilliseconds).unref();
  },
  () => process.exit(exitCodes.failure),
);
