import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ArbscopeOperationName } from '../../src/api/arbscope/arbscopeOperations.ts';
import { arbscopeMethods } from '../../src/backend/protocol/arbscopeProtocol.ts';
import type { CallableOperation } from '../../src/backend/protocol/callProtocol.ts';
import { FakeWindow } from '../fakeWindow.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ask, ended, forkBeside } from './childProcess.ts';
import type { EngineFigures } from './engineProcess.ts';
import { day, fillDay, finderOfDay, type GeneratedDay } from './fillDay.ts';
import type { FollowNodeReady } from './followNode.ts';

/** Blocks a second that the node has, as mainnet. */
const pace = 2.5;
const rounds = { warmUp: 5, measured: 80 } as const;
/** The pauses between calls: measurements must not keep step with the blocks. */
const pauseMilliseconds = 60;

/** A connection that is open, as windows keep it: they open it once, not for each call. */
interface OpenConnection {
  readonly window: FakeWindow;
  readonly connectionId: string;
}

interface MeasuredOperation {
  readonly name: string;
  readonly call: (connection: OpenConnection, round: number) => Promise<unknown>;
}

const ofInterface = (
  name: string,
  operation: CallableOperation,
  parameters: (round: number) => object,
): MeasuredOperation => ({
  name,
  call: ({ window, connectionId }, round) =>
    window.sendCall({ connectionId, operation, parameters: parameters(round) }),
});

const ofArbscope = (
  name: string,
  operation: ArbscopeOperationName,
  parameters: object,
): MeasuredOperation => ({
  name,
  call: ({ window, connectionId }) =>
    window.connection.sendRequest(arbscopeMethods.arbscopeCall, {
      connectionId,
      operation,
      parameters,
    }),
});

/**
 * Operations at the channel while blocks of mainnet's size arrive, on a store of a day with a
 * million arbitrages; beside them the statements alone, in the same process and in turn.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-bench-'));
  const node = forkBeside('followNode.ts', [String(pace)]);
  const engine = forkBeside('engineProcess.ts');
  try {
    const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
    if (ready === null) return [];
    const store = join(folder, 'day.duckdb');
    const filled = await fillDay(store, Math.floor(Date.now() / 1_000), ready.firstSlot);
    const socket = join(folder, 'engine.sock');
    const secret = randomBytes(32).toString('hex');
    await ask(engine, { ask: 'open', socket, secret, store, nodeUrl: ready.url });
    const window = await FakeWindow.open(socket, secret);
    const connection = { window, connectionId: await window.open() };
    await caughtUp(engine);
    const results: BenchResult[] = [];
    for (const one of measuredOf(filled)) results.push(await measure(one, connection, engine));
    tell('at the end', await ask(engine, { ask: 'figures' }));
    window.socket.destroy();
    await ask(engine, { ask: 'close' });
    return results;
  } finally {
    await Promise.all([ended(engine), ended(node)]);
    await rm(folder, { recursive: true, force: true });
  }
};

function measuredOf({ signatures, wallets, token }: GeneratedDay): readonly MeasuredOperation[] {
  const window = { maxTimeRange: day.seconds };
  return [
    ofInterface('finder.1m', 'finder', () => finderOfDay),
    ofInterface('tips.1m', 'tipsByComputeUnit', () => window),
    ofInterface('fees.1m', 'feesByComputeUnit', () => window),
    ofInterface('overview.1m', 'walletOverview', () => ({ wallets })),
    ofInterface('transaction.1m', 'transaction', (round) => ({
      signature: signatures[round % signatures.length],
    })),
    ofArbscope('live.1m', 'arbitrages', {}),
    ofArbscope('live.token.1m', 'arbitrages', { tokens: [token] }),
    ofArbscope('wallets.1m', 'walletRanking', {}),
    ofArbscope('history.1m', 'history', {}),
  ];
}

async function measure(
  { name, call }: MeasuredOperation,
  connection: OpenConnection,
  engine: Parameters<typeof ask>[0],
): Promise<BenchResult> {
  const channel: number[] = [];
  const bare: number[] = [];
  await ask(engine, { ask: 'record' });
  await call(connection, 0);
  await ask(engine, { ask: 'recorded' });
  const before = await ask<EngineFigures>(engine, { ask: 'figures' });
  const started = performance.now();
  for (let round = 0; round < rounds.warmUp + rounds.measured; round++) {
    await setTimeout(Math.random() * pauseMilliseconds);
    const start = performance.now();
    await call(connection, round);
    const taken = performance.now() - start;
    // Rested alike: what was just used responds in half the time.
    await setTimeout(Math.random() * pauseMilliseconds);
    const alone = await ask<number>(engine, { ask: 'bare' });
    if (round < rounds.warmUp) continue;
    channel.push(taken);
    bare.push(alone);
  }
  const after = await ask<EngineFigures>(engine, { ask: 'figures' });
  tell(name, after, {
    processor: (after.cpuSeconds - before.cpuSeconds) / ((performance.now() - started) / 1_000),
    'bare 95th': at(bare, 0.95),
  });
  const value = at(channel, 0.5);
  const reference = at(bare, 0.5);
  return {
    name,
    value,
    unit: `ms median, 95th percentile ${at(channel, 0.95).toFixed(0)} ms`,
    reference: { name: 'the statements alone', value: reference },
    ratio: reference / value,
  };
}

/** The value that this part of the sample is not above. */
function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
}

/** Waits until the blocks that the node made meanwhile are indexed. */
async function caughtUp(engine: Parameters<typeof ask>[0]): Promise<void> {
  while (((await ask<EngineFigures>(engine, { ask: 'figures' })).lagSlots ?? 99) > 2) {
    await setTimeout(100);
  }
}

function tell(what: string, figures: EngineFigures, more: Record<string, number> = {}): void {
  const { lagSlots, rssBytes, arbitrages, message } = figures;
  const added = Object.entries(more).map(([key, value]) => `, ${key} ${value.toFixed(2)}`);
  console.log(
    `engine: ${what}: ${arbitrages} arbitrages, ${lagSlots} slots behind, ` +
      `${(rssBytes / 1e6).toFixed(0)} MB${added.join('')} ${message}`,
  );
}
