/** An engine in a separate process, with a day's store, on a node with mainnet's pace. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FakeWindow } from '../fakeWindow.ts';
import { ask, ended, forkAsBackend, forkBeside } from './childProcess.ts';
import type { EngineFigures } from './engineProcess.ts';
import { fillDay, type GeneratedDay } from './fillDay.ts';
import type { FollowNodeReady } from './followNode.ts';

/** Blocks per second, as on mainnet. */
const pace = 2.5;

/** An open connection, which is reused for many calls as in windows. */
export interface OpenConnection {
  readonly window: FakeWindow;
  readonly connectionId: string;
}

export interface LiveEngine {
  /** Accepts the requests of `engineProcess.ts`. */
  readonly engine: ChildProcess;
  readonly filled: GeneratedDay;
  readonly openConnection: () => Promise<OpenConnection>;
}

/** Measures while blocks arrive, after the engine has caught up; `null` without recorded blocks. */
export async function withLiveEngine<Result>(
  measure: (live: LiveEngine) => Promise<Result>,
): Promise<Result | null> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-bench-'));
  const node = forkBeside('followNode.ts', [String(pace)]);
  const engine = forkAsBackend('engineProcess.ts');
  try {
    const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
    if (ready === null) return null;
    const store = join(folder, 'day.duckdb');
    const filled = await fillDay(store, Math.floor(Date.now() / 1_000), ready.firstSlot);
    const socket = join(folder, 'engine.sock');
    const secret = randomBytes(32).toString('hex');
    await ask(engine, { ask: 'open', socket, secret, store, nodeUrl: ready.url });
    const windows: FakeWindow[] = [];
    const openConnection = async (): Promise<OpenConnection> => {
      const window = await FakeWindow.open(socket, secret);
      windows.push(window);
      return { window, connectionId: await window.open() };
    };
    await caughtUp(engine);
    const result = await measure({ engine, filled, openConnection });
    for (const window of windows) window.socket.destroy();
    await ask(engine, { ask: 'close' });
    return result;
  } finally {
    await Promise.all([ended(engine), ended(node)]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the engine has indexed the blocks that the node has produced. */
async function caughtUp(engine: ChildProcess): Promise<void> {
  while (((await ask<EngineFigures>(engine, { ask: 'figures' })).lagSlots ?? 99) > 2) {
    await setTimeout(100);
  }
}
