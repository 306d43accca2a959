import { setTimeout as delay } from 'node:timers/promises';
import { MarketError } from '../../api/marketError.ts';
import { decodeBlock } from '../../engine/decode/decodeBlock.ts';
import { type FilledDay, HistoryFiller } from '../../engine/filling/historyFiller.ts';
import { BlockPlausibility } from '../../engine/indexing/blockPlausibility.ts';
import type { ClickHouseTarget } from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import { systemClock } from '../../http/retry.ts';
import { createSource } from '../engines/openEngine.ts';
import type { SourceConfig } from '../engines/sourceConfig.ts';
import { CommandError } from './commandLine.ts';

export interface FillHistoryOptions {
  /** Start of each day, Unix seconds. */
  readonly days: readonly number[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: HistoryProgress) => void;
  readonly onRetry: (message: string) => void;
}

export interface HistoryProgress {
  /** Start of the current day, Unix seconds. */
  readonly daySeconds: number;
  /** Slots of the day that no ingester has written yet. */
  readonly left: number;
  /** Blocks written by this process. */
  readonly written: number;
}

export interface FilledHistory {
  readonly days: readonly FilledDay[];
  readonly written: number;
  readonly arbitrages: number;
}

const daySeconds = 86_400;
const retryDelay = { firstMilliseconds: 1_000, longestMilliseconds: 30_000 } as const;
/** Consecutive failures without a block written in between. */
const failuresMaximum = 6;
const passingKinds = ['unreachable', 'service-failing', 'rate-limited'] as const;

/**
 * Writes past days of a node into a store that may have other writers; does not follow the chain.
 * Throws a MarketError, or a CommandError for days beyond the store's retention. Blocks written
 * before a failure stay, and another run continues from there.
 */
export async function fillHistory(
  choice: Extract<SourceConfig, { kind: 'rpc' }>,
  target: ClickHouseTarget,
  { days, signal, onProgress, onRetry }: FillHistoryOptions,
): Promise<FilledHistory> {
  const { geyser: _, ...node } = choice;
  const source = await createSource(node);
  try {
    const { ClickHouseWriter } = await import('../../engine/store/clickhouse/clickHouseWriter.ts');
    const writer = await ClickHouseWriter.open(target, { kind: source.kind, chain: '' });
    try {
      const { blockReader: reader } = source;
      if (reader === undefined) throw new Error('a node reads blocks');
      await writer.confirmChain((await source.chain?.(signal)) ?? '');
      checkKept(days, writer.shared.keptSeconds);
      let written = 0;
      let arbitrages = 0;
      const plausibility = new BlockPlausibility(writer);
      const filler = new HistoryFiller({
        ...{ reader, shared: writer.shared, clock: systemClock },
        onProgress: (daySeconds, left) => onProgress({ daySeconds, left, written }),
        index: async ({ slot, block }) => {
          if (!writer.hasBlock(slot, block.blockhash)) {
            const decoded = decodeBlock(slot, block, (...swap) =>
              writer.pools.needsSwapAccounts(...swap),
            );
            const refusal = plausibility.refusal(decoded, Math.floor(systemClock.now() / 1_000));
            if (refusal !== null) return refusal;
            if (decoded.unreadablePart?.isMost === true) return decoded.unreadablePart;
            await writer.add(plausibility.timed(decoded));
            plausibility.markStored(decoded);
            written++;
            arbitrages += decoded.records.filter(({ type }) => type === 'arbitrage').length;
          }
          await writer.flush();
          await writer.maintain();
          return null;
        },
      });
      const filled = await retryWhileItPasses(
        async () => {
          const result = await filler.fill(days, signal);
          await writer.finish();
          return result;
        },
        { signal, progress: () => written, onRetry },
      );
      return { days: filled, written, arbitrages };
    } finally {
      await writer.close();
    }
  } finally {
    await source.close?.();
  }
}

/** Rejects days that the store would delete at once. */
function checkKept(days: readonly number[], keptSeconds: number | null): void {
  if (keptSeconds === null) return;
  const gone = days.filter((day) => day + daySeconds + keptSeconds <= Date.now() / 1_000).at(-1);
  if (gone === undefined) return;
  const day = new Date(gone * 1_000).toISOString().slice(0, 10);
  throw new CommandError(
    `The store keeps ${keptSeconds / daySeconds} days, and ${day} is older: add ?days=N to --store, or choose later days`,
  );
}

async function retryWhileItPasses<Result>(
  work: () => Promise<Result>,
  {
    signal,
    progress,
    onRetry,
  }: Pick<FillHistoryOptions, 'signal' | 'onRetry'> & { readonly progress: () => number },
): Promise<Result> {
  let failures = 0;
  let before = progress();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (progress() > before) failures = 0;
      before = progress();
      failures++;
      const mayPass = MarketError.is(error) && passingKinds.some((kind) => error.kind === kind);
      if (signal.aborted || !mayPass || failures > failuresMaximum) throw error;
      onRetry(error.message);
      const { firstMilliseconds, longestMilliseconds } = retryDelay;
      const wait = Math.min(longestMilliseconds, firstMilliseconds * 2 ** (failures - 1));
      await delay(wait, undefined, { signal });
    }
  }
}
