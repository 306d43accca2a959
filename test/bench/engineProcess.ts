/**
 * The engine on a node, served to windows over the channel, in a separate process as in the editor.
 * On request of its parent, it also runs the bare statements of an operation.
 */
import process from 'node:process';
import { DuckDBConnection } from '@duckdb/node-api';
import { ChannelServer } from '../../src/backend/channel/channelServer.ts';
import { SharedResources } from '../../src/backend/connectionBase/sharedResources.ts';
import { EngineConnection } from '../../src/backend/connections/engineConnection.ts';
import { releaseMemoryWhileWorking } from '../../src/backend/engines/releaseMemory.ts';
import { memoryStore } from '../../src/backend/engines/sourceConfig.ts';
import { Engine } from '../../src/engine/engine.ts';
import { DecodeThreads } from '../../src/engine/rpc/decodeThreads.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import { serveParent } from './childProcess.ts';

export interface EngineProcessOptions {
  readonly socket: string;
  readonly secret: string;
  readonly store: string;
  readonly nodeUrl: string;
}

/** The parent's requests; each gets one message in response. */
export type EngineRequest =
  | ({ readonly ask: 'open' } & EngineProcessOptions)
  /** Records statements until `recorded`. */
  | { readonly ask: 'record' }
  | { readonly ask: 'recorded' }
  /** Runs the recorded statements and responds with their milliseconds. */
  | { readonly ask: 'bare' }
  | { readonly ask: 'figures' }
  | { readonly ask: 'close' };

export interface EngineFigures {
  readonly newestSlot: number | null;
  readonly lagSlots: number | null;
  readonly arbitrages: number;
  readonly message: string;
  readonly rssBytes: number;
  readonly cpuSeconds: number;
}

type RunArguments = Parameters<DuckDBConnection['run']>;
type Recording = Map<DuckDBConnection, RunArguments[]>;

let recording: Recording | null = null;
let recorded: Recording = new Map();
const { run } = DuckDBConnection.prototype;
DuckDBConnection.prototype.run = function (this: DuckDBConnection, ...statement: RunArguments) {
  // Ignores the store's maintenance statements, which continue meanwhile.
  if (recording !== null && /^\s*(SELECT|WITH)(?!.*duckdb_)/s.test(statement[0])) {
    const ofConnection = recording.get(this) ?? [];
    ofConnection.push(statement);
    recording.set(this, ofConnection);
  }
  return run.apply(this, statement);
};

/** Runs the bare statements, sequentially per connection and connections in parallel. */
async function runBare(): Promise<number> {
  const start = performance.now();
  await Promise.all(
    [...recorded].map(async ([connection, statements]) => {
      for (const statement of statements) await run.apply(connection, statement);
    }),
  );
  return performance.now() - start;
}

let engine: Engine | null = null;
let server: ChannelServer | null = null;

async function open({ socket, secret, store, nodeUrl }: EngineProcessOptions): Promise<null> {
  const opened = await Engine.open({
    source: new RpcSource({ url: nodeUrl, decodeThreads: new DecodeThreads() }),
    store: store,
  });
  engine = opened;
  server = new ChannelServer({
    secret,
    version: '0.0.0',
    checkConnection: () => Promise.reject(new Error('not asked for')),
    openConnection: async () =>
      new EngineConnection(opened, { path: memoryStore, tables: new SharedResources() }),
    gracePeriods: { firstWindow: 600_000, afterGoodbye: 600_000, afterBreak: 600_000 },
    onEnd: () => undefined,
  });
  await server.listen(socket);
  return null;
}

function figures(): EngineFigures | null {
  if (engine === null) return null;
  const { newestSlot, lagSlots, arbitrages, message } = engine.status();
  const { user, system } = process.cpuUsage();
  const rssBytes = process.memoryUsage.rss();
  return { newestSlot, lagSlots, arbitrages, message, rssBytes, cpuSeconds: (user + system) / 1e6 };
}

async function respond(request: EngineRequest): Promise<unknown> {
  switch (request.ask) {
    case 'open':
      return await open(request);
    case 'record':
      recording = new Map();
      return null;
    case 'recorded':
      recorded = recording ?? new Map();
      recording = null;
      return [...recorded.values()].flat().map(([sql]) => sql);
    case 'bare':
      return await runBare();
    case 'figures':
      return figures();
    case 'close':
      await server?.close();
      return null;
  }
}

releaseMemoryWhileWorking();
serveParent<EngineRequest>(respond);
