import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../../api/errorMessage.ts';
import { type ServiceTier, serviceTiers } from '../../api/limits.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EngineStatus } from '../../engine/engineStatus.ts';
import { LandingError } from '../../engine/landing/landingError.ts';
import { getSandboxChain } from '../../engine/landing/openSandboxChain.ts';
import type { SandboxChain } from '../../engine/landing/sandboxChain.ts';
import {
  openSubscription,
  type Subscription,
} from '../../engine/landing/sandboxRpc/subscriptions.ts';
import { handleSandboxRpc } from '../../engine/landing/sandboxRpc.ts';
import { rpcErrorCodes } from '../../engine/sources/rpc/rpcError.ts';
import { retentionFor } from '../../engine/store/duckdb/retention.ts';
import { memoryStore, openEngine, type SourceConfig } from '../openEngine.ts';
import { createHttpServer } from '../server/httpServer.ts';
import { RpcWebSocketServer } from '../server/rpcWebSocketServer.ts';
import { parseTier } from '../server/tiers.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  crashLines,
  parseArguments,
  parseInteger,
  takeVariable,
  terminalLines,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { parseSourceArguments } from './sourceArguments.ts';

/** Never all interfaces, and not `::1`: one address, so that one Host is right. */
const host = '127.0.0.1';
const portBounds = { minimum: 0, maximum: 65_535, otherwise: 7717 } as const;
/** A week is as much as a store of one machine answers from without delay. */
const keepHoursBounds = { minimum: 1, maximum: 168, otherwise: 24 } as const;
const keyVariable = 'ARBSCOPE_API_KEY';

export const serveCommand = (version: string): Command => ({
  usage:
    'serve [--source sandbox|recorded|rpc] [--path FILE|DIR ...] [--rpc-url URL]\n' +
    '          [--commitment confirmed|finalized] [--backfill-hours N] [--keep-hours N]\n' +
    '          [--store FILE|:memory:] [--port N] [--seed N] [--tier N|NAME]\n' +
    '          [--block-engine-url URL]',
  summary: `Serve the operations over HTTP on ${host}. The API key is read from ${keyVariable}.`,
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, {
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
    const storePath = values.store ?? memoryStore;
    const source = await parseSourceArguments(
      { ...values, path: [...(values.path ?? []), ...positionals] },
      storePath,
      terminal.environment,
    );
    const portNumber = parseInteger('--port', values.port, portBounds);
    const tier = parseTierOption(values.tier);
    return await serve(
      {
        source,
        portNumber,
        storePath,
        keepHours: parseKeepHours(values['keep-hours'], source),
        version,
        tier,
      },
      terminal,
    );
  },
});

/** Throws a UsageError. */
export function parseKeepHours(text: string | undefined, { kind }: SourceConfig): number {
  if (kind === 'recorded' && text !== undefined) {
    throw new UsageError('--keep-hours does not go with recorded blocks, which are never deleted');
  }
  return parseInteger('--keep-hours', text, keepHoursBounds);
}

function parseTierOption(text: string | undefined): ServiceTier | undefined {
  if (text === undefined) return undefined;
  const tier = parseTier(text);
  if (tier !== null) return tier;
  const names = serviceTiers.map((name, index) => `${index + 1} or ${name}`).join(', ');
  throw new UsageError(`--tier must be ${names}, not "${text}"`);
}

/** Writes what an engine says of itself when it says something new. */
function logStatusChanges(write: (line: string) => void): (progress: EngineStatus) => void {
  let last = '';
  return ({ state, message }) => {
    if (state !== 'ready' || message === last) return;
    last = message;
    write(message === '' ? 'status: following' : `status: ${message}`);
  };
}

interface ServeOptions {
  readonly source: SourceConfig;
  readonly portNumber: number;
  readonly storePath: string;
  readonly keepHours: number;
  readonly version: string;
  readonly tier: ServiceTier | undefined;
}

async function serve(options: ServeOptions, terminal: CommandContext): Promise<number> {
  const { stdout, stderr, signal } = terminal;
  let engine: Engine | null = null;
  const apiKey = await resolveApiKey(terminal);
  const onUnexpected = (error: unknown): void => {
    stderr.write(crashLines(error));
  };
  const rpcWebSockets =
    options.source.kind === 'sandbox'
      ? new RpcWebSocketServer({
          apiKey,
          open: (method, params) =>
            engine === null ? null : openSandboxSubscription(engine, method, params),
          onUnexpected,
        })
      : null;
  const app = createHttpServer({
    apiKey,
    version: options.version,
    ...(options.tier === undefined ? {} : { tier: options.tier }),
    service: () => engine?.service ?? null,
    arbscope: () => engine?.arbscope ?? null,
    now: () => engine?.nowMilliseconds ?? null,
    marketCacheRows: (parameters, signal) => {
      if (engine === null) throw new Error('the service is not ready');
      return engine.marketCacheRows(parameters, { signal });
    },
    rpc: (method, params) => (engine === null ? null : callSandboxRpc(engine, method, params)),
    ...(rpcWebSockets === null ? {} : { rpcWebSockets }),
    onUnexpected,
  });
  const stop = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await listen(app, options.portNumber);
    const { port: listening } = app.server.address() as AddressInfo;
    // Where it cannot listen there, everything else works.
    await rpcWebSockets?.listen(host, listening + 1).catch((error) => {
      stderr.write(terminalLines(webSocketPortMessage(listening, error)));
    });
    // The engine starts behind a server that says so, rather than behind a closed port.
    engine = await openEngine(options.source, options.storePath, {
      signal: signal,
      onSkipped: (reason) => stderr.write(terminalLines(`skipped: ${reason}`)),
      onStatus: logStatusChanges((line) => stderr.write(terminalLines(line))),
      retention: retentionFor(options.keepHours),
    });
    await writeLine(
      stdout,
      `Arbscope serves ${options.source.kind} at http://${host}:${listening}`,
    );
    await stop;
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    throw error;
  } finally {
    await app.close();
    await engine?.close();
  }
}

async function callSandboxRpc(
  engine: Engine,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  return await handleSandboxRpc(await openSandbox(engine), method, params);
}

async function openSandboxSubscription(
  engine: Engine,
  method: string,
  params: readonly unknown[],
): Promise<Subscription> {
  return openSubscription(await openSandbox(engine), method, params);
}

async function openSandbox(engine: Engine): Promise<SandboxChain> {
  const chain = await getSandboxChain(engine.landing);
  if (chain === null) {
    throw new LandingError(
      rpcErrorCodes.methodNotFound,
      'Method not found: only serve --source sandbox has a Solana node at /rpc',
    );
  }
  return chain;
}

const webSocketPortMessage = (httpPort: number, error: unknown): string =>
  `port ${httpPort + 1} cannot be used for WebSockets (${errorMessage(error)}): ` +
  `give web3.js the wsEndpoint ws://${host}:${httpPort}/rpc`;

async function listen(app: ReturnType<typeof createHttpServer>, portNumber: number): Promise<void> {
  try {
    await app.listen({ host, port: portNumber });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new CommandError(
        `port ${portNumber} is in use. Stop the other program, or choose another port with --port ` +
          '(--port 0 takes a free one)',
      );
    }
    if (code === 'EACCES') {
      throw new CommandError(
        `port ${portNumber} is not open to this user. Choose another port with --port`,
      );
    }
    throw new CommandError(`cannot listen on port ${portNumber}: ${errorMessage(error)}`);
  }
}

/** The key of the environment, never of the command line, which every user of a machine can read. */
async function resolveApiKey({ environment, stdout }: CommandContext): Promise<string> {
  const given = takeVariable(environment, keyVariable);
  if (given !== '') {
    if (!/^[\x21-\x7e]+$/.test(given)) {
      throw new CommandError(`${keyVariable} must be printable ASCII without spaces`);
    }
    return given;
  }
  const made = randomBytes(24).toString('base64url');
  await writeLine(stdout, `API key of this run (set ${keyVariable} to choose your own): ${made}`);
  return made;
}
