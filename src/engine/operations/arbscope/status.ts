import { arbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeStatus } from '../../../api/arbscope/status.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { rowsFrom } from './rowsFrom.ts';

export async function handleStatus(
  { store, source, status, version, landing }: ArbscopeContext,
  _parameters: object,
  options: MarketCallOptions = {},
): Promise<ArbscopeStatus> {
  const { newestBlockTimeSeconds: newest, newestSlot, ...engine } = status();
  const oldest = await store.inSnapshot((snapshot) => snapshot.oldestBlockSeconds(), options);
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
    coverage: newestSlot === null && engine.indexedFraction === 1 ? null : engine.indexedFraction,
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
