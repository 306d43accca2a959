import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { competitionSlots } from '../../../api/arbscope/competition.ts';
import { throwIfCancelled } from '../../../api/cancellation.ts';
import { createYielder } from '../../../api/createYielder.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { SlotReader, UnknownBefore, WalletSlot } from '../../chain/slotReader.ts';
import { findCompetition } from '../../competition/findCompetition.ts';
import type { OwnCompetition } from '../../competition/wallet/opportunities.ts';
import { isSigner } from '../../decode/message.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { type BlockOfSlot, readBlocks } from './competitionWindow.ts';
import { toOwnCompetition } from './ownCompetition.ts';

/** Of a wallet's slot, whose blocks around it were all read: a block does not change. */
export type OwnCompetitionCache = LRUCache<string, readonly OwnCompetition[]>;
export const createOwnCompetitionCache = (): OwnCompetitionCache =>
  new LRUCache({
    maxSize: cachedAttempts,
    sizeCalculation: (competitions) =>
      1 + competitions.reduce((sum, { others }) => sum + 1 + others.length, 0),
  });
/** About 300 bytes each. A bot may send a hundred attempts in a slot, each with the same rivals. */
const cachedAttempts = 100_000;

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
  const reading = new OwnReading(reader, search);
  try {
    await reading.run(reader);
  } catch (error) {
    // What was compared before a node refused to go on is worth showing.
    const isPartial = MarketError.is(error) && error.kind !== 'cancelled';
    if (!isPartial || reading.competitions.length === 0) throw error;
    reading.stop(error.message);
  }
  const { competitions, attemptsUnread, end, blocks } = reading;
  return { competitions, attemptsUnread, slotsUnread: blocks.unread, end };
}

class OwnReading {
  readonly competitions: OwnCompetition[] = [];
  attemptsUnread = 0;
  end: ComparedEnd | null = null;
  readonly blocks: SlidingBlocks;
  readonly #search: OwnSearch;
  readonly #yieldIfDue: () => Promise<void>;
  readonly #ends = performance.now() + searchMilliseconds;
  #looked = 0;
  #oldestSeconds: number;

  constructor(reader: SlotReader, search: OwnSearch) {
    this.#search = search;
    this.#oldestSeconds = search.window.toSeconds;
    this.blocks = new SlidingBlocks(reader, search.signal);
    this.#yieldIfDue = createYielder(search.signal);
  }

  async run(reader: SlotReader): Promise<void> {
    const { wallet, window, signal } = this.#search;
    for await (const one of reader.slotsOf(wallet, window, signal)) {
      throwIfCancelled(signal);
      if ('reason' in one) this.end = one;
      else if (!this.#isOver()) await this.#compare(one);
      if (this.end !== null) return;
      await this.#yieldIfDue();
    }
  }

  stop(reason: string, continues?: true): void {
    this.end = { beforeSeconds: this.#oldestSeconds, reason, ...(continues && { continues }) };
  }

  get #left(): number {
    return this.#search.limit - this.competitions.length - this.attemptsUnread;
  }

  #isOver(): boolean {
    const { limit } = this.#search;
    const looked = this.#looked++;
    if (this.#left <= 0) this.#stopAtLimit();
    else if (looked >= limit * slotsPerAttempt) {
      this.stop(
        t('Most transactions of the wallet are no attempts; {0} slots were searched.', looked),
      );
    } else if (performance.now() >= this.#ends) {
      const seconds = searchMilliseconds / 1_000;
      this.stop(t('Reading took longer than {0} seconds. Refresh to continue.', seconds), true);
    }
    return this.end !== null;
  }

  #stopAtLimit(): void {
    this.stop(t('The limit is {0} attempts.', this.#search.limit));
  }

  async #compare({ slot, timeSeconds, transactions }: WalletSlot): Promise<void> {
    const found = await this.#readSlot(slot);
    this.#oldestSeconds = Math.min(this.#oldestSeconds, timeSeconds ?? this.#oldestSeconds);
    if (found === null) {
      this.attemptsUnread += transactions;
      return;
    }
    const left = this.#left;
    this.competitions.push(...found.slice(0, left));
    if (found.length > left) this.#stopAtLimit();
  }

  /** Of all attempts of the wallet in a slot, newest first; `null`: its block could not be read. */
  async #readSlot(slot: number): Promise<readonly OwnCompetition[] | null> {
    const { wallet, prices, cache } = this.#search;
    const key = `${wallet} ${slot}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const [own] = await this.blocks.read(slot, slot);
    if (own === undefined || own.state === 'unknown') return null;
    const { transactions = [], blockTimeSeconds = null } = own.block ?? {};
    const signed = transactions.filter(({ message }) => isSigner(message, wallet)).reverse();
    if (signed.length === 0) return [];
    const { before, after } = competitionSlots;
    const around = await this.blocks.read(Math.max(0, slot - before), slot + after);
    const blocks = around.flatMap(({ block }) => block ?? []);
    const competitions: OwnCompetition[] = [];
    for (const { signature } of signed) {
      const found = findCompetition({ blocks, slotsAfter: after }, signature);
      if (found !== null) competitions.push(toOwnCompetition(found, blockTimeSeconds, prices));
      await this.#yieldIfDue();
    }
    if (around.every(({ state }) => state !== 'unknown')) cache.set(key, competitions);
    return competitions;
  }
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
