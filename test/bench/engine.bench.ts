import { setTimeout } from 'node:timers/promises';
import type { ArbscopeOperationName } from '../../src/api/arbscope/arbscopeOperations.ts';
import { arbscopeMethods } from '../../src/backend/protocol/arbscopeProtocol.ts';
import type { CallableOperation } from '../../src/backend/protocol/callProtocol.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ask } from './childProcess.ts';
import type { EngineFigures } from './engineProcess.ts';
import { day, finderOfDay, type GeneratedDay } from './fillDay.ts';
import { type OpenConnection, withLiveEngine } from './liveEngine.ts';
import { percentile } from './percentile.ts';

const rounds = { warmUp: 5, measured: 80 } as const;
/** Maximum random pause between calls, so that measurements are not in phase with the blocks. */
const pauseMilliseconds = 60;

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
 * Operations over the channel while blocks of mainnet's size arrive, on a store of a day with a
 * million arbitrages. The reference is the bare statements, in turn in the same process.
 */
export const bench: Bench = async () =>
  (await withLiveEngine(async ({ engine, filled, openConnection }) => {
    const connection = await openConnection();
    const results: BenchResult[] = [];
    for (const one of measuredOf(filled)) results.push(await measure(one, connection, engine));
    tell('at the end', await ask(engine, { ask: 'figures' }));
    return results;
  })) ?? [];

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
    // The same pause before both: recently used code and data respond in half the time.
    await setTimeout(Math.random() * pauseMilliseconds);
    const alone = await ask<number>(engine, { ask: 'bare' });
    if (round < rounds.warmUp) continue;
    channel.push(taken);
    bare.push(alone);
  }
  const after = await ask<EngineFigures>(engine, { ask: 'figures' });
  tell(name, after, {
    processor: (after.cpuSeconds - before.cpuSeconds) / ((performance.now() - started) / 1_000),
    'bare 95th': percentile(bare, 0.95),
  });
  const value = percentile(channel, 0.5);
  const reference = percentile(bare, 0.5);
  return {
    name,
    value,
    unit: `ms median, 95th percentile ${percentile(channel, 0.95).toFixed(0)} ms`,
    reference: { name: 'the statements alone', value: reference },
    ratio: reference / value,
  };
}

function tell(what: string, figures: EngineFigures, more: Record<string, number> = {}): void {
  const { lagSlots, rssBytes, arbitrages, message } = figures;
  const added = Object.entries(more).map(([key, value]) => `, ${key} ${value.toFixed(2)}`);
  console.log(
    `engine: ${what}: ${arbitrages} arbitrages, ${lagSlots} slots behind, ` +
      `${(rssBytes / 1e6).toFixed(0)} MB${added.join('')} ${message}`,
  );
}
