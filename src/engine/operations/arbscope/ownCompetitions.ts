import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { competitionSlots } from '../../../api/arbscope/competition.ts';
import { throwIfCancelled } from '../../../api/cancellation.ts';
import { createYielder } from '../../../api/createYielder.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { SlotReader, UnknownBefore, WalletSlot } from '../../chain/slotReader.ts';
import type { CompetitionBlock } from '../../competition/blockTransaction.ts';
import { findCompetition } from '../../competition/findCompetition.ts';
import type { OwnCompetition } from '../../competition/wallet/opportunities.ts';
import { isSigner } from '../../decode/message.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { type BlockOfSlot, readBlocks } from './competitionWindow.ts';
import { toOwnCompetition } from './ownCompetition.ts';

/** Of a wallet's slot, whose blocks around it were all read: a block does not change. */
export type OwnCompetitionCache = LRUCache<string, readonly OwnCompetition[]>;
export const createOwnCompetitionCache = (): OwnCompetitionCache => new LRUCache({ max: 2_000 });

/**
 * Clients of a server wait 30 seconds for a response. A request ends before, and the next one goes on with
 * what this one has cached.
 */
const searchMilliseconds = 20_000;
/** Slots that are looked at for each attempt: a wallet has other transactions, or is only named. */
const slotsPerAttempt = 4;

export interface OwnCompetitions {
  /** Newest slot first. */
  readonly competitions: readonly OwnCompetition[];
  /** Transactions of the wallet in blocks that could not be read. */
  readonly attemptsUnread: number;
  /** Slots around the attempts that could not be read. */
  readonly slotsUnread: ReadonlySet<number>;
  /** What is not compared; `null`: the whole window was. */
  readonly end: ComparedEnd | null;
}

interface ComparedEnd extends UnknownBefore {
  /** The time of the request was over: the next one goes on. */
  readonly continues?: true;
}

interface OwnSearch {
  readonly wallet: string;
  readonly window: TimeWindow;
  /** Newest attempts to compare. */
  readonly limit: number;
  readonly prices: PriceLookup;
  readonly cache: OwnCompetitionCache;
  readonly signal: AbortSignal;
}

/** The competition for each attempt of a wallet, newest first. Throws a MarketError. */
export async function readOwnCompetitions(
  reader: SlotReader,
  search: OwnSearch,
): Promise<OwnCompetitions> {
  const { wallet, window, limit, signal } = search;
  const blocks = new SlidingBlocks(reader, signal);
  const yieldIfDue = createYielder(signal);
  const ends = performance.now() + searchMilliseconds;
  const competitions: OwnCompetition[] = [];
  let attemptsUnread = 0;
  let looked = 0;
  let oldest = window.toSeconds;
  let end: ComparedEnd | null = null;
  for await (const one of reader.slotsOf(wallet, window, signal)) {
    throwIfCancelled(signal);
    if ('reason' in one) {
      end = one;
      break;
    }
    const stop = stopOf(competitions.length + attemptsUnread, limit, looked++, ends);
    if (stop !== null) {
      end = { beforeSeconds: oldest, ...stop };
      break;
    }
    const found = await orFailure(readSlot(blocks, search, one), competitions.length > 0);
    if (MarketError.is(found)) {
      end = { beforeSeconds: oldest, reason: found.message };
      break;
    }
    if (found === null) attemptsUnread += one.transactions;
    else competitions.push(...found.slice(0, limit - competitions.length));
    oldest = Math.min(oldest, one.timeSeconds ?? oldest);
    await yieldIfDue();
  }
  return { competitions, attemptsUnread, slotsUnread: blocks.unread, end };
}

/** Why no further slot is read; `null`: there is no reason. */
function stopOf(
  done: number,
  limit: number,
  looked: number,
  ends: number,
): Omit<ComparedEnd, 'beforeSeconds'> | null {
  if (done >= limit) return { reason: t('The limit is {0} attempts.', limit) };
  if (looked >= limit * slotsPerAttempt) {
    const reason = t(
      'Most transactions of the wallet are no attempts; {0} slots were searched.',
      looked,
    );
    return { reason };
  }
  if (performance.now() < ends) return null;
  const seconds = searchMilliseconds / 1_000;
  const reason = t('Reading took longer than {0} seconds. Refresh to continue.', seconds);
  return { reason, continues: true };
}

/** What was compared before a node refused to go on is worth showing. */
async function orFailure<Value>(
  reading: Promise<Value>,
  isPartial: boolean,
): Promise<Value | MarketError> {
  try {
    return await reading;
  } catch (error) {
    if (!isPartial || !MarketError.is(error) || error.kind === 'cancelled') throw error;
    return error;
  }
}

/** Of all attempts of the wallet in a slot, newest first; `null`: its block could not be read. */
async function readSlot(
  blocks: SlidingBlocks,
  { wallet, prices, cache }: OwnSearch,
  { slot }: WalletSlot,
): Promise<readonly OwnCompetition[] | null> {
  const key = `${wallet} ${slot}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const [own] = await blocks.read(slot, slot);
  if (own === undefined || own.state === 'unknown') return null;
  const { transactions = [], blockTimeSeconds = null } = own.block ?? {};
  const signed = transactions.filter(({ message }) => isSigner(message, wallet)).reverse();
  if (signed.length === 0) return [];
  const { before, after } = competitionSlots;
  const around = await blocks.read(Math.max(0, slot - before), slot + after);
  const read = around.flatMap(({ block }): CompetitionBlock[] => (block === null ? [] : [block]));
  const competitions = signed.flatMap(({ signature }) => {
    const found = findCompetition({ blocks: read, slotsAfter: after }, signature);
    return found === null ? [] : [toOwnCompetition(found, blockTimeSeconds, prices)];
  });
  if (around.every(({ state }) => state !== 'unknown')) cache.set(key, competitions);
  return competitions;
}

/** Keeps only the blocks that an earlier slot may need again: attempts are read newest first. */
class SlidingBlocks {
  readonly unread = new Set<number>();
  readonly #reader: SlotReader;
  readonly #signal: AbortSignal;
  readonly #blocks = new Map<number, BlockOfSlot>();

  constructor(reader: SlotReader, signal: AbortSignal) {
    this.#reader = reader;
    this.#signal = signal;
  }

  async read(first: number, last: number): Promise<readonly BlockOfSlot[]> {
    for (const slot of this.#blocks.keys()) {
      if (slot > last + competitionSlots.after) this.#blocks.delete(slot);
    }
    const slots = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const missing = slots.filter((slot) => !this.#blocks.has(slot));
    const found = await readBlocks(this.#reader, missing, this.#signal);
    for (const [at, slot] of missing.entries()) {
      const block = found[at];
      if (block === undefined) continue;
      this.#blocks.set(slot, block);
      if (block.state === 'unknown') this.unread.add(slot);
    }
    return slots.flatMap((slot) => this.#blocks.get(slot) ?? []);
  }
}
