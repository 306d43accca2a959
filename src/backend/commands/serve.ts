import { type AddressInfo, isIP } from 'node:net';
import { errorMessage } from '../../api/errorMessage.ts';
import type { ServiceTier } from '../../api/limits.ts';
import { isLoopback } from '../../api/parseServiceUrl.ts';
import { parseTier } from '../../api/tiers.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EngineStatus } from '../../engine/indexing/engineStatus.ts';
import { LandingError } from '../../engine/rpc/landingError.ts';
import { rpcErrorCodes } from '../../engine/rpc/rpcError.ts';
import { getSandboxChain } from '../../engine/sandbox/openSandboxChain.ts';
import { handleSandboxRpc } from '../../engine/sandbox/rpc/sandboxRpc.ts';
import { openSubscription, type Subscription } from '../../engine/sandbox/rpc/subscriptions.ts';
import type { SandboxChain } from '../../engine/sandbox/sandboxChain.ts';
import {
  type ClickHouseTarget,
  isClickHouseUrl,
} from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import {
  defaultTotalsDays,
  type Retention,
  retentionFor,
} from '../../engine/store/duckdb/retention.ts';
import { systemClock } from '../../http/retry.ts';
import { openEngine, openStoredEngine } from '../engines/openEngine.ts';
import { memoryStore, type NodeConfig, type SourceConfig } from '../engines/sourceConfig.ts';
import { readyWithinSeconds, startingMessage } from '../server/healthRoutes.ts';
import { createHttpServer } from '../server/httpServer.ts';
import { KeyShares } from '../server/keyShares.ts';
import { OpenRequests } from '../server/openRequests.ts';
import { RpcWebSocketServer } from '../server/rpcWebSocketServer.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  parseInteger,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { formatUsage, oneOf, parseArguments, url, wholeNumber } from './commandOptions.ts';
import { openServedKeys, tierOption } from './serveKeys.ts';
import { type LogFormat, ServeLog } from './serveLog.ts';
import {
  exposedStoreWarnings,
  parseSourceArguments,
  parseStoreUrl,
  type SourceArguments,
  sourceNameOf,
  sourceOptionNames,
  sourceOptions,
} from './sourceArguments.ts';
import { describeChange, StatusChanges } from './statusChanges.ts';

/** Not also `::1`: with one address, only one Host header is valid. */
const defaultAddress = '127.0.0.1';
const portBounds = { minimum: 0, maximum: 65_535, otherwise: 7717 } as const;
/** One week is the most that a store on one machine can query without delay. */
const keepHoursBounds = { minimum: 1, maximum: 168, otherwise: 24 } as const;
const drainMilliseconds = 10_000;
const keepTotalsDaysBounds = { minimum: 1, maximum: 3_660, otherwise: defaultTotalsDays } as const;
/** What a store file keeps. */
export const retentionOptions = {
  'keep-hours': wholeNumber(keepHoursBounds.minimum, keepHoursBounds.maximum),
  'keep-totals-days': wholeNumber(keepTotalsDaysBounds.minimum, keepTotalsDaysBounds.maximum),
} as const;
export type RetentionArguments = { readonly [Name in keyof typeof retentionOptions]?: string };
export const retentionOptionNames = ['keep-hours', 'keep-totals-days'] as const;
const hostNamePattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;

const syntax = {
  command: 'serve',
  options: {
    ...sourceOptions,
    'block-engine-url': url,
    store: { value: 'FILE|:memory:|clickhouse://USER@HOST/DATABASE' },
    ...retentionOptions,
    port: wholeNumber(portBounds.minimum, portBounds.maximum),
    address: {
      value: 'IP',
      check: {
        expected: 'an IP address of this machine',
        accepts: (text: string) => isIP(text) !== 0,
      },
    },
    'host-name': {
      value: 'NAME',
      isRepeatable: true,
      check: {
        expected: 'a host name without a port',
        accepts: (text: string) => hostNamePattern.test(text),
      },
    },
    keys: { value: 'FILE' },
    tier: tierOption,
    log: oneOf(['text', 'json'], 'text or json'),
  },
} as const;

export const serveCommand = (version: string): Command => ({
  usage: formatUsage(syntax),
  summary:
    'Serve the operations over HTTP. The API key is read from ARBSCOPE_API_KEY, or several from --keys.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const store = values.store ?? memoryStore;
    const given = { ...values, path: [...(values.path ?? []), ...positionals] };
    const indexed = isClickHouseUrl(store)
      ? await parseSharedStore(given, store, terminal.environment)
      : await parseIndexed(given, store, terminal.environment);
    const portNumber = parseInteger('--port', values.port, portBounds);
    const tier = parseTier(values.tier ?? '') ?? undefined;
    return await serve(
      {
        indexed,
        portNumber,
        version,
        tier,
        address: values.address ?? defaultAddress,
        hostNames: values['host-name'] ?? [],
        keyFile: values.keys,
        logFormat: parseLogFormat(values.log),
      },
      terminal,
    );
  },
});

/** Throws a UsageError. */
export function parseRetention(given: RetentionArguments, { kind }: SourceConfig): Retention {
  const wrong = retentionOptionNames.find((name) => given[name] !== undefined);
  if (kind === 'recorded' && wrong !== undefined) {
    throw new UsageError(`--${wrong} does not go with recorded blocks, which are never deleted`);
  }
  return retentionFor(
    parseInteger('--keep-hours', given['keep-hours'], keepHoursBounds),
    parseInteger('--keep-totals-days', given['keep-totals-days'], keepTotalsDaysBounds),
  );
}

function parseLogFormat(text: string | undefined): LogFormat {
  return text === 'text' || text === 'json' ? text : 'quiet';
}

const statusChanges = (log: ServeLog): StatusChanges =>
  new StatusChanges(systemClock, (change) =>
    log[change.status.isProblem ? 'warn' : 'notice']('status', describeChange(change)),
  );

/** What is served: blocks that this process indexes, or a store that ingesters write. */
type Indexed =
  | {
      readonly kind: 'own';
      readonly source: SourceConfig;
      readonly storePath: string;
      readonly retention: Retention;
    }
  | {
      readonly kind: 'shared';
      readonly target: ClickHouseTarget;
      /** For landing, simulation and accounts; its blocks are not indexed. */
      readonly node: NodeConfig | null;
    };

type ServeArguments = SourceArguments & RetentionArguments;

async function parseIndexed(
  given: ServeArguments,
  storePath: string,
  environment: CommandContext['environment'],
): Promise<Indexed> {
  const source = await parseSourceArguments(given, storePath, environment);
  return { kind: 'own', source, storePath, retention: parseRetention(given, source) };
}

/** Options of a node beside a store; those for reading blocks are rejected. */
const nodeOptions: readonly string[] = ['rpc-url', 'block-engine-url', 'commitment'];

/** Ingesters define the source of the blocks, and the store its retention. */
async function parseSharedStore(
  given: ServeArguments,
  store: string,
  environment: CommandContext['environment'],
): Promise<Indexed> {
  const { path, source } = given;
  if (source !== undefined && source !== 'rpc') {
    throw new UsageError(
      `--source ${source} goes with arbscope ingest; serve over a clickhouse:// store takes rpc alone`,
    );
  }
  const wrong = [...sourceOptionNames, ...retentionOptionNames].find((name) =>
    name === 'path'
      ? path.length > 0
      : given[name] !== undefined && !(source === 'rpc' && nodeOptions.includes(name)),
  );
  if (wrong !== undefined) {
    throw new UsageError(
      nodeOptions.includes(wrong)
        ? `--${wrong} requires --source rpc`
        : `--${wrong} goes with arbscope ingest; serve reads what it wrote`,
    );
  }
  const target = parseStoreUrl(store, environment);
  if (source === undefined) return { kind: 'shared', target, node: null };
  const node = await parseSourceArguments(given, store, environment);
  return { kind: 'shared', target, node: node.kind === 'rpc' ? node : null };
}

interface ServeOptions {
  readonly indexed: Indexed;
  readonly address: string;
  readonly hostNames: readonly string[];
  readonly portNumber: number;
  readonly version: string;
  readonly tier: ServiceTier | undefined;
  readonly keyFile: string | undefined;
  readonly logFormat: LogFormat;
}

async function serve(options: ServeOptions, terminal: CommandContext): Promise<number> {
  const { stdout, stderr, signal } = terminal;
  const { indexed, address, hostNames, version } = options;
  const sourceName = indexed.kind === 'own' ? sourceNameOf(indexed.source) : indexed.target.label;
  const log = new ServeLog(stderr, options.logFormat);
  const warnings = indexed.kind === 'shared' ? exposedStoreWarnings(indexed.target) : [];
  for (const warning of warnings) log.warn('store', warning);
  let engine: Engine | null = null;
  const { keys, close: closeKeys } = await openServedKeys(options.keyFile, terminal, log);
  const onUnexpected = (error: unknown): void => log.unexpected(error);
  const shares = new KeyShares(keys, options.tier);
  const rpcWebSockets =
    indexed.kind === 'own' && indexed.source.kind === 'sandbox'
      ? new RpcWebSocketServer({
          keys,
          shares,
          hostNames,
          open: (method, params) =>
            engine === null ? null : openSandboxSubscription(engine, method, params),
          onUnexpected,
        })
      : null;
  const openRequests = new OpenRequests();
  const changes = statusChanges(log);
  const notReady = (): string | null => {
    if (signal.aborted) return 'The server is stopping';
    if (engine === null) return startingMessage;
    const { secondsSinceBlock } = engine.status();
    const isLate = engine.followsChain && (secondsSinceBlock ?? 0) > readyWithinSeconds;
    return isLate ? `No new block for ${secondsSinceBlock} s` : null;
  };
  // Loaded here, because the editor's windows do not need it.
  const { ServeMetrics } = await import('../server/serveMetrics.ts');
  const metrics = new ServeMetrics({
    version,
    openRequests,
    isReady: () => notReady() === null,
    index: () => (engine === null ? null : { ...engine.status(), blocks: engine.blocks }),
    coverage: async () => (engine === null ? null : (await engine.arbscope.status({})).coverage),
    keys: () => keys.size,
  });
  const app = createHttpServer({
    keys,
    shares,
    hostNames,
    version,
    ...(options.tier === undefined ? {} : { tier: options.tier }),
    service: () => engine?.service ?? null,
    arbscope: () => engine?.arbscope ?? null,
    now: () => engine?.nowMilliseconds ?? null,
    isSimulated: () => engine?.isSimulated ?? null,
    dataVersion: () => engine?.dataVersion ?? null,
    marketCacheRows: (parameters, signal) => {
      if (engine === null) throw new Error('the service is not ready');
      return engine.marketCacheRows(parameters, { signal });
    },
    rpc: (method, params) => (engine === null ? null : callSandboxRpc(engine, method, params)),
    ...(rpcWebSockets === null ? {} : { rpcWebSockets }),
    openRequests,
    drainMilliseconds,
    notReady,
    recentlyOmitted: () => engine?.status().recentlyOmitted ?? null,
    metrics: () => metrics.read(),
    onShared: (operation) => metrics.recordShared(operation),
    onRequestEnd: (record) => {
      metrics.record(record);
      log.request(record);
    },
    onUnexpected,
  });
  // The engine keeps running until open requests are finished.
  const engineEnds = new AbortController();
  const stop = new Promise<void>((resolve) => {
    const end = (): void => {
      if (engine === null) engineEnds.abort();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  try {
    log.info('start', { version, source: sourceName });
    await listen(app, address, options.portNumber);
    const { port: listening } = app.server.address() as AddressInfo;
    // If that port is unavailable, everything else still works.
    await rpcWebSockets?.listen(address, listening + 1).catch((error) => {
      log.warn('web-sockets', webSocketPortMessage(listening, error));
    });
    // Listen before the engine starts, so that clients get a "starting" response.
    const opening = {
      signal: engineEnds.signal,
      onStatus: (status: EngineStatus) => changes.push(status),
    };
    engine =
      indexed.kind === 'shared'
        ? await openStoredEngine(indexed.target, indexed.node, opening)
        : await openEngine(indexed.source, indexed.storePath, {
            ...opening,
            onSkipped: (reason) => log.warn('skipped', reason),
            retention: indexed.retention,
          });
    warnAboutClearText(address, log);
    log.info('ready', { address, port: listening, keys: keys.size });
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${listening}`;
    await writeLine(stdout, `Arbscope serves ${sourceName} at ${url}`);
    await stop;
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    throw error;
  } finally {
    log.info('stopping', { requests: openRequests.requests, streams: openRequests.streams });
    await app.close();
    engineEnds.abort();
    changes.close();
    await engine?.close();
    closeKeys();
    log.info('stopped');
  }
}

function warnAboutClearText(address: string, log: ServeLog): void {
  if (isLoopback(address) || address === '::1') return;
  log.warn('http', 'keys and data are sent in clear; use a proxy with https in front of serve');
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
  `give web3.js the wsEndpoint ws://${defaultAddress}:${httpPort}/rpc`;

async function listen(
  app: ReturnType<typeof createHttpServer>,
  address: string,
  portNumber: number,
): Promise<void> {
  try {
    await app.listen({ host: address, port: portNumber });
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
