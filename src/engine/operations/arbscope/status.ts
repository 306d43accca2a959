import { arbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeStatus } from '../../../api/arbscope/status.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { readWindowCoverage } from './historyCoverage.ts';
import { rowsFrom } from './rowsFrom.ts';

const daySeconds = 86_400;

export async function handleStatus(
  context: ArbscopeContext,
  _parameters: object,
  options: MarketCallOptions = {},
): Promise<ArbscopeStatus> {
  const { store, source, status, version, landing } = context;
  const { newestBlockTimeSeconds: newest, newestSlot, ...engine } = status();
  const { oldest, share } = await store.inSnapshot(async (snapshot) => {
    const toSeconds = newest ?? 0;
    const window = { fromSeconds: Math.max(0, toSeconds - daySeconds), toSeconds };
    const isOfStore = engine.indexedFraction === null && newest !== null;
    return {
      oldest: await snapshot.oldestBlockSeconds(),
      share: isOfStore
        ? await readWindowCoverage(context, snapshot, window)
        : engine.indexedFraction,
    };
  }, options);
  return {
    version,
    source: engine.source,
    now: newest === null ? null : isoTime(source.now()),
    newest_slot: newestSlot,
    lag_slots: engine.lagSlots,
    lag_milliseconds: engine.lagMilliseconds,
    seconds_since_block: engine.secondsSinceBlock,
    from: oldest === null ? null : isoTime(oldest * 1_000),
    ...rowsFrom(store, oldest),
    // Without a stored block, all may be missing, or none may have arrived yet.
    coverage: newestSlot === null && share === 1 ? null : share,
    unreadable_transactions: engine.unreadableTransactions,
    message: engine.message,
    arbitrages: engine.arbitrages,
    rows: engine.rows,
    bytes: engine.storeBytes,
    // A recording cannot simulate.
    offers: Object.keys(arbscopeOperations).filter(
      (name) => name !== 'simulate' || landing !== undefined,
    ),
  };
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
