import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Engine, EngineProgress } from '../../engine/engine.ts';
import { sandboxChainOf } from '../../engine/landing/openSandboxChain.ts';
import { answerSandboxRpc } from '../../engine/landing/sandboxRpc.ts';
import { retentionFor } from '../../engine/store/retention.ts';
import {
  type Command,
  CommandError,
  readArguments,
  type Terminal,
  UsageError,
  wholeNumber,
  wordsOf,
  writeLine,
} from '../commandLine.ts';
import { createHttpServer } from '../http/server.ts';
import { type TierName, tierNames, tierOf } from '../http/tiers.ts';
import { memoryStore, openEngine, type SourceChoice } from '../openEngine.ts';
import { sourceChoice } from './sourceOptions.ts';

/** Never all interfaces, and not `::1`: one address, so that one Host is right. */
const host = '127.0.0.1';
const port = { minimum: 0, maximum: 65_535, otherwise: 7717 } as const;
/** A week is as much as a store of one machine answers from without delay. */
const keepHours = { minimum: 1, maximum: 168, otherwise: 24 } as const;
const keyVariable = 'ARBSCOPE_API_KEY';

export const serveCommand = (version: string): Command => ({
  usage:
    'serve [--source sandbox|recorded|rpc] [--path FILE|DIR ...] [--rpc-url URL]\n' +
    '          [--commitment confirmed|finalized] [--backfill-hours N] [--keep-hours N]\n' +
    '          [--store FILE|:memory:] [--port N] [--seed N] [--tier N|NAME]\n' +
    '          [--block-engine-url URL]',
  summary: `Serve the operations over HTTP on ${host}; the key is in ${keyVariable}.`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, {
      source: { type: 'string' },
      path: { type: 'string', multiple: true },
      'rpc-url': { type: 'string' },
      'block-engine-url': { type: 'string' },
      commitment: { type: 'string' },
      'backfill-hours': { type: 'string' },
      'keep-hours': { type: 'string' },
      store: { type: 'string' },
      port: { type: 'string' },
      seed: { type: 'string' },
      tier: { type: 'string' },
    });
    const choice = sourceChoice(
      { ...values, path: [...(values.path ?? []), ...positionals] },
      terminal.environment,
    );
    const portNumber = wholeNumber('--port', values.port, port);
    const tier = tierChoice(values.tier);
    if (choice.kind === 'recorded' && values['keep-hours'] !== undefined) {
      throw new UsageError('--keep-hours does not go with --source recorded, which keeps all');
    }
    return await serve(
      {
        choice,
        portNumber,
        storePath: values.store ?? memoryStore,
        keepHours: wholeNumber('--keep-hours', values['keep-hours'], keepHours),
        version,
        tier,
      },
      terminal,
    );
  },
});

function tierChoice(text: string | undefined): TierName | undefined {
  if (text === undefined) return undefined;
  const tier = tierOf(text);
  if (tier !== null) return tier;
  const names = tierNames.map((name, index) => `${index + 1} or ${name}`).join(', ');
  throw new UsageError(`--tier must be ${names}, not "${text}"`);
}

/** Writes what an engine says of itself when it says something new. */
function tellMessages(write: (line: string) => void): (progress: EngineProgress) => void {
  let last = '';
  return ({ state, message }) => {
    if (state !== 'ready' || message === last) return;
    last = message;
    write(message === '' ? 'status: following' : `status: ${message}`);
  };
}

interface ServeOptions {
  readonly choice: SourceChoice;
  readonly portNumber: number;
  readonly storePath: string;
  readonly keepHours: number;
  readonly version: string;
  readonly tier: TierName | undefined;
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr, ended } = terminal;
  let engine: Engine | null = null;
  const app = createHttpServer({
    apiKey: await serviceKey(terminal),
    version: options.version,
    ...(options.tier === undefined ? {} : { tier: options.tier }),
    service: () => engine?.service ?? null,
    marketCacheRows: (parameters, signal) => {
      if (engine === null) throw new Error('asked before the service is there');
      return engine.marketCacheRows(parameters, { signal });
    },
    ...(options.choice.kind === 'sandbox'
      ? {
          rpc: (method: string, params: readonly unknown[]) =>
            engine === null ? null : answerSandbox(engine, method, params),
        }
      : {}),
    onUnexpected: (error) => {
      stderr.write(`error: ${error instanceof Error ? error.stack : String(error)}\n`);
    },
  });
  const stop = new Promise<void>((resolve) => {
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await listen(app, options.portNumber);
    // The engine starts behind a server that says so, rather than behind a closed port.
    engine = await openEngine(options.choice, options.storePath, {
      signal: ended,
      onUnprepared: (reason) => stderr.write(`warning: ${reason}\n`),
      onSkipped: (reason) => stderr.write(`left out: ${reason}\n`),
      onStatus: tellMessages((line) => stderr.write(`${line}\n`)),
      retention: retentionFor(options.keepHours),
    });
    const { port: listening } = app.server.address() as AddressInfo;
    await writeLine(
      stdout,
      `Arbscope serves ${options.choice.kind} at http://${host}:${listening}`,
    );
    await stop;
    return 0;
  } catch (error) {
    if (ended.aborted) return 0;
    throw error;
  } finally {
    await app.close();
    await engine?.close();
  }
}

async function answerSandbox(
  engine: Engine,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const chain = await sandboxChainOf(engine.landing);
  if (chain === null) throw new Error('only a Sandbox has a chain of its own');
  return await answerSandboxRpc(chain, method, params);
}

async function listen(app: ReturnType<typeof createHttpServer>, portNumber: number): Promise<void> {
  try {
    await app.listen({ host, port: portNumber });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new CommandError(
        `port ${portNumber} is in use by another program; stop it, or choose another with --port ` +
          '(--port 0 takes a free one)',
      );
    }
    if (code === 'EACCES') {
      throw new CommandError(
        `port ${portNumber} is not open to this user; choose another with --port`,
      );
    }
    throw new CommandError(`cannot listen on port ${portNumber}: ${wordsOf(error)}`);
  }
}

/** The key of the environment, never of the command line, which every user of a machine can read. */
async function serviceKey({ environment, stdout }: Terminal): Promise<string> {
  const given = environment[keyVariable];
  // What is left in the environment would stand in every crash report.
  delete process.env[keyVariable];
  if (given !== undefined && given !== '') {
    if (!/^[\x21-\x7e]+$/.test(given)) {
      throw new CommandError(`${keyVariable} must be printable ASCII without spaces`);
    }
    return given;
  }
  const made = randomBytes(24).toString('base64url');
  await writeLine(stdout, `API key of this run (set ${keyVariable} to choose one): ${made}`);
  return made;
}
