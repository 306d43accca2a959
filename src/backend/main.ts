#!/usr/bin/env node
import '../engine/base/localizeProcess.ts';
import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { MarketError } from '../api/marketError.ts';
import {
  type Command,
  CommandError,
  crashLines,
  UsageError,
  writeLine,
} from './commands/commandLine.ts';

/** Loaded on demand: each command needs only a few of the libraries. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand(manifest.version)],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingestCommand],
  ['keys', async () => (await import('./commands/keys.ts')).keysCommand],
  ['decode', async () => (await import('./commands/decode.ts')).decodeCommand],
  ['import', async () => (await import('./commands/import.ts')).importCommand],
  ['land', async () => (await import('./commands/land.ts')).landCommand],
  ['simulate', async () => (await import('./commands/simulate.ts')).simulateCommand],
  ['competition', async () => (await import('./commands/competition.ts')).competitionCommand],
  ['coverage', async () => (await import('./commands/coverage.ts')).coverageCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcpCommand(manifest.version)],
  ['channel', async () => (await import('./commands/channel.ts')).channelCommand(manifest.version)],
]);

const exitCodes = { success: 0, failure: 1, usage: 2 } as const;
/** Work still running this long after the command has ended is cut off. */
const exitTimeoutMilliseconds = 2_000;

const usageOf = ({ usage, summary }: Command): string[] => [
  ...`  arbscope ${usage}`.split('\n'),
  `      ${summary}`,
];

async function usage(name: string | undefined): Promise<string[]> {
  const command = await commands.get(name ?? '')?.();
  if (command !== undefined) {
    return ['Usage:', ...usageOf(command), '', 'All commands: arbscope --help'];
  }
  const all = await Promise.all([...commands.values()].map((load) => load()));
  return [
    'Arbscope',
    '',
    'Usage:',
    ...all.flatMap(usageOf),
    '  arbscope --help | --version',
    '',
    'FILE is the JSON of a getTransaction or getBlock response (or its result), plain or gzip.',
  ];
}

/** An older Node.js would fail later, with an error that only names a missing function. */
function requireNode(): void {
  const needed = Number.parseInt(manifest.engines.node.slice('>='.length), 10);
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= needed) return;
  throw new CommandError(
    `Arbscope needs Node.js ${needed} or later, and this is Node.js ${node}. Install a newer version, then try again.`,
  );
}

/** Repeats only what cannot be a key. */
const unknownCommand = (name: string): string =>
  /^[a-z-]{1,20}$/.test(name) ? `Unknown command "${name}"` : 'Unknown command';

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { stdout, stderr, env } = process;
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || rest.includes('--help')) {
    await writeLine(stdout, ...(await usage(name)));
    return exitCodes.success;
  }
  if (name === '--version') {
    await writeLine(stdout, manifest.version);
    return exitCodes.success;
  }
  // DuckDB creates a store and its log with the mode that the umask leaves.
  process.umask(0o077);
  try {
    requireNode();
    if (name === undefined) throw new UsageError('A command is missing');
    const load = commands.get(name);
    if (load === undefined) throw new UsageError(unknownCommand(name));
    const command = await load();
    return await command.run(rest, { stdout, stderr, environment: env, signal });
  } catch (error) {
    if (error instanceof UsageError) {
      await writeLine(stderr, `error: ${error.message}`, '', ...(await usage(name)));
      return exitCodes.usage;
    }
    const isKnown = error instanceof CommandError || MarketError.is(error);
    if (isKnown) await writeLine(stderr, `error: ${error.message}`);
    else stderr.write(crashLines(error));
    return error instanceof CommandError ? error.exitCode : exitCodes.failure;
  }
}

/** Exits quietly when the reader closes the pipe (`| head`). */
function exitOnBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.success);
  throw error;
}

const shutdown = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => shutdown.abort());
}
process.stdout.on('error', exitOnBrokenPipe);
// A closed log stream must not stop the program.
process.stderr.on('error', () => undefined);

void run(process.argv.slice(2), shutdown.signal).then(
  (exitCode) => {
    process.exitCode = exitCode;
    setTimeout(() => process.exit(), exitTimeoutMilliseconds).unref();
  },
  () => process.exit(exitCodes.failure),
);
