import { arbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeStatus } from '../../../api/arbscope/status.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { readBlockShare } from './historyCoverage.ts';
import { rowsFrom } from './rowsFrom.ts';

const daySeconds = 86_400;

/** A status waits for no other request of its key, so many must not cost a read of the store each. */
const keptMilliseconds = 10_000;

/** Indexed share of the last day in a store that other processes write. */
export class StoreShare {
  #share: Promise<number | null> | null = null;
  #readAt = 0;

  async read(context: ArbscopeContext, newestSeconds: number): Promise<number | null> {
    if (this.#share === null || performance.now() - this.#readAt >= keptMilliseconds) {
      this.#readAt = performance.now();
      const window = {
        fromSeconds: Math.max(0, newestSeconds - daySeconds),
        toSeconds: newestSeconds,
      };
      this.#share = context.store.inSnapshot((snapshot) => readBlockShare(snapshot, window));
      this.#share.catch(() => {
        this.#share = null;
      });
    }
    return await this.#share;
  }
}

export async function handleStatus(
  context: ArbscopeContext,
  storeShare: StoreShare,
  _parameters: object,
  options: MarketCallOptions = {},
): Promise<ArbscopeStatus> {
  const { store, source, status, version, landing, slotReader } = context;
  const { newestBlockTimeSeconds: newest, newestSlot, indexedFraction, ...engine } = status();
  const oldest = await store.inSnapshot((snapshot) => snapshot.oldestBlockSeconds(), options);
  const share =
    indexedFraction === null && newest !== null
      ? await storeShare.read(context, newest)
      : indexedFraction;
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
    // A recording cannot simulate; a store alone has no blocks either.
    offers: Object.keys(arbscopeOperations).filter(
      (name) =>
        (name !== 'simulate' || landing !== undefined) &&
        (!needBlocks.has(name) || slotReader !== undefined),
    ),
  };
}

/** Of single slots, around a transaction. */
const needBlocks: ReadonlySet<string> = new Set(['competition', 'walletCompetition']);

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
