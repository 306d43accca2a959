/**
 * The engine on paced blocks, served to windows over the channel, in a separate process as in the
 * editor; and a bare socket that sends the same arbitrages as JSON at the same times.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import process from 'node:process';
import type { ArbitrageSummary } from '../../src/api/arbscope/arbitrages.ts';
import { stringifyJson } from '../../src/api/json.ts';
import { maxArbitrages } from '../../src/api/limits.ts';
import { ChannelServer } from '../../src/backend/channel/channelServer.ts';
import { SharedResources } from '../../src/backend/connectionBase/sharedResources.ts';
import { EngineConnection } from '../../src/backend/connections/engineConnection.ts';
import { memoryStore } from '../../src/backend/engines/sourceConfig.ts';
import { Engine } from '../../src/engine/engine.ts';
import { serveParent } from './childProcess.ts';
import {
  dueMilliseconds,
  monotonicMilliseconds,
  type Pace,
  type PacedRun,
  PacedSource,
  waitUntil,
} from './pacedBlocks.ts';

/** The parent's requests; each gets one message in response. */
export type LiveStreamRequest =
  | {
      readonly ask: 'open';
      readonly socket: string;
      readonly secret: string;
      readonly store: string;
      readonly version: string;
    }
  | { readonly ask: 'prepare'; readonly pace: Pace }
  /** Responds with the run, which continues afterwards. */
  | { readonly ask: 'start' }
  /** Reads the arbitrages of a run and listens at a path; responds with their number. */
  | { readonly ask: 'prepareBare'; readonly path: string; readonly run: PacedRun }
  /** Like `start`, to the connected socket. */
  | { readonly ask: 'startBare' }
  | { readonly ask: 'cpuSeconds' }
  | { readonly ask: 'close' };

let source: PacedSource | null = null;
let engine: Engine | null = null;
let server: ChannelServer | null = null;
let bare: { readonly run: PacedRun; readonly blocks: Blocks; readonly socket: Promise<Socket> };

type Blocks = ReadonlyMap<number, readonly ArbitrageSummary[]>;

const leadMilliseconds = 200;

async function open(request: Extract<LiveStreamRequest, { ask: 'open' }>): Promise<null> {
  const { socket, secret, store, version } = request;
  source = new PacedSource();
  const opened = await Engine.open({ source, store });
  engine = opened;
  server = new ChannelServer({
    secret,
    version,
    checkConnection: () => Promise.reject(new Error('not asked for')),
    openConnection: async () =>
      new EngineConnection(opened, { path: memoryStore, tables: new SharedResources() }),
    gracePeriods: { firstWindow: 600_000, afterGoodbye: 600_000, afterBreak: 600_000 },
    onEnd: () => undefined,
  });
  await server.listen(socket);
  return null;
}

/** From a slot on. */
async function blocksFrom(firstSlot: number): Promise<Blocks> {
  const blocks = new Map<number, ArbitrageSummary[]>();
  let cursor: string | undefined;
  for (;;) {
    const query = { limit: maxArbitrages, ...(cursor !== undefined && { cursor }) };
    const page = await engine?.arbscope.arbitrages(query);
    for (const row of page?.arbitrages ?? []) {
      if (row.block_number < firstSlot) return blocks;
      const block = blocks.get(row.block_number) ?? [];
      blocks.set(row.block_number, block);
      block.push(row);
    }
    if (page === undefined || page.next === null) return blocks;
    cursor = page.next;
  }
}

async function prepareBare(path: string, run: PacedRun): Promise<number> {
  const blocks = await blocksFrom(run.firstSlot);
  const listener = createServer().listen(path);
  const socket = once(listener, 'connection').then(([each]) => {
    listener.close();
    return each as Socket;
  });
  await once(listener, 'listening');
  bare = { run, blocks, socket };
  return [...blocks.values()].flat().length;
}

async function startBare(): Promise<PacedRun> {
  const { blocks, socket } = bare;
  const to = await socket;
  const run = { ...bare.run, startMilliseconds: monotonicMilliseconds() + leadMilliseconds };
  const send = async (): Promise<void> => {
    for (let slot = run.firstSlot; slot < run.firstSlot + run.blocks; slot++) {
      await waitUntil(dueMilliseconds(run, slot));
      to.write(`${stringifyJson(blocks.get(slot) ?? [])}\n`);
    }
    to.end();
  };
  void send();
  return run;
}

async function respond(request: LiveStreamRequest): Promise<unknown> {
  switch (request.ask) {
    case 'open':
      return await open(request);
    case 'prepare':
      source?.prepare(request.pace);
      return null;
    case 'start':
      return source?.start();
    case 'prepareBare':
      return await prepareBare(request.path, request.run);
    case 'startBare':
      return await startBare();
    case 'cpuSeconds': {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }
    case 'close':
      await server?.close();
      return null;
  }
}

serveParent<LiveStreamRequest>(respond);
