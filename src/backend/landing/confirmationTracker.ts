import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { MarketError } from '../../api/marketError.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import type { LandingChain, TransactionStatus } from '../../engine/chain/landingChain.ts';
import type { LandingEntry } from '../protocol/landingProtocol.ts';
import { type LandingTarget, queryChain } from './landingTarget.ts';

export interface ConfirmationTrackerOptions {
  readonly entries: () => readonly LandingEntry[];
  readonly update: (id: string, change: Partial<LandingEntry>) => LandingEntry;
  readonly now: () => number;
  readonly pollMilliseconds?: (ageMilliseconds: number, isService: boolean) => number;
}

const second = 1_000;
/** One request covers all transactions of a node; a service needs one each, within its limits. */
function defaultPollMilliseconds(ageMilliseconds: number, isService: boolean): number {
  if (isService) return Math.min(60 * second, Math.max(2 * second, ageMilliseconds));
  if (ageMilliseconds < 60 * second) return second;
  return ageMilliseconds < 300 * second ? 5 * second : 30 * second;
}

/** After this time, a transaction that was never seen becomes `unknown`. */
const giveUpAfterMilliseconds = { service: 300 * second, chain: 3_600 * second } as const;

/** Entries whose last poll is remembered. */
const maxPolled = 2_000;
/** After a longer gap between polls the time to land is unknown, unless the gap is at most half of it. */
const longestGapMilliseconds = 3 * second;

/** Tracks through the chain where possible, otherwise through the transaction operation. */
export class ConfirmationTracker {
  readonly #options: ConfirmationTrackerOptions;
  readonly #targets = new Map<string, LandingTarget>();
  readonly #closing = new AbortController();
  /** Entries found expired once; they expire only after one more status check. */
  readonly #expiredOnce = new Set<string>();
  /** Id -> when the last poll began. */
  readonly #polledAt = new LRUCache<string, number>({ max: maxPolled });

  constructor(options: ConfirmationTrackerOptions) {
    this.#options = options;
  }

  track(target: LandingTarget): void {
    const isRunning = this.#targets.has(target.id);
    // Use the newest connection, because an older one may be closed, but keep a node beside it.
    const auxiliaryChain = target.auxiliaryChain ?? this.#targets.get(target.id)?.auxiliaryChain;
    this.#targets.set(
      target.id,
      auxiliaryChain === undefined ? target : { ...target, auxiliaryChain },
    );
    if (!isRunning) void this.#pollUntilSettled(target.id);
  }

  close(): void {
    this.#closing.abort();
  }

  async #pollUntilSettled(name: string): Promise<void> {
    const { pollMilliseconds: pause = defaultPollMilliseconds, now } = this.#options;
    const { signal } = this.#closing;
    try {
      while (!signal.aborted) {
        const target = this.#targets.get(name);
        const open = this.#unsettledEntries(name);
        if (target === undefined || open.length === 0) return;
        try {
          await this.#poll(target, open);
        } catch {
          // The chain query failed; retry in the next round.
        }
        const youngest = Math.max(...open.map((entry) => entry.submittedAtMilliseconds));
        const wait = pause(now() - youngest, queryChain(target) === null);
        await delay(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      this.#targets.delete(name);
    }
  }

  #unsettledEntries(name: string): LandingEntry[] {
    return this.#options
      .entries()
      .filter((entry) => entry.place === name && !entry.isSettled && entry.state !== 'sending');
  }

  async #poll(target: LandingTarget, open: readonly LandingEntry[]): Promise<void> {
    const chain = queryChain(target);
    if (chain === null) {
      for (const entry of open) await this.#pollService(target, entry);
      return;
    }
    const begin = this.#options.now();
    const statuses = await chain.statuses(
      open.map(({ signature }) => signature),
      this.#closing.signal,
    );
    for (const [at, entry] of open.entries()) {
      const status = statuses[at] ?? null;
      if (status !== null) this.#applyStatus(entry, status);
      else await this.#handleMissing(chain, entry);
      this.#polledAt.set(entry.id, begin);
    }
  }

  #applyStatus(entry: LandingEntry, { slot, confirmation, error }: TransactionStatus): void {
    const isConfirmed = confirmation !== 'processed';
    const state = error !== null ? 'failed' : isConfirmed ? 'landed' : 'seen';
    const isSettled = confirmation === 'finalized';
    const isSame =
      entry.state === state &&
      entry.confirmation === confirmation &&
      entry.landedSlot === slot &&
      entry.isSettled === isSettled;
    if (isSame) return;
    const message = error === null ? '' : t('{0}. Only the fee was charged.', error);
    const isSameBlock = entry.landedSlot === slot;
    this.#options.update(entry.id, {
      ...{ state, confirmation, landedSlot: slot, isSettled, message },
      ...(isSameBlock ? {} : { landMilliseconds: this.#millisecondsToLand(entry) }),
    });
  }

  /** From the submission until now; `null` if it may have landed long before, because polls were missing. */
  #millisecondsToLand({ id, submittedAtMilliseconds: submitted }: LandingEntry): number | null {
    const now = this.#options.now();
    const took = now - submitted;
    const gap = now - (this.#polledAt.get(id) ?? submitted);
    return took >= 0 && gap <= Math.max(longestGapMilliseconds, took / 2) ? took : null;
  }

  async #handleMissing(chain: LandingChain, entry: LandingEntry): Promise<void> {
    const age = this.#options.now() - entry.submittedAtMilliseconds;
    if (entry.confirmation === 'processed') {
      this.#options.update(entry.id, {
        state: 'accepted',
        confirmation: null,
        landedSlot: null,
        landMilliseconds: null,
        message: t('Its block was dropped by a fork. It may land again.'),
      });
      return;
    }
    if (entry.blockhash !== null) {
      if (await chain.isBlockhashValid(entry.blockhash, this.#closing.signal)) return;
      // The transaction may have landed between the status query and this check: query once more.
      if (!this.#expiredOnce.has(entry.id)) {
        this.#expiredOnce.add(entry.id);
        return;
      }
      this.#expiredOnce.delete(entry.id);
      this.#options.update(entry.id, {
        state: 'expired',
        isSettled: true,
        message: t('Did not land: its blockhash expired.'),
      });
      return;
    }
    if (age > giveUpAfterMilliseconds.chain) this.#giveUp(entry);
  }

  async #pollService({ connection }: LandingTarget, entry: LandingEntry): Promise<void> {
    const begin = this.#options.now();
    try {
      const { result } = await connection.call(
        'transaction',
        { signature: entry.signature },
        {
          signal: this.#closing.signal,
          window: this,
          priority: 'background',
          forceRefresh: true,
          onProgress: () => undefined,
        },
      );
      const { isSuccess, block_number } = result as TransactionDetail;
      this.#options.update(entry.id, {
        state: isSuccess ? 'landed' : 'failed',
        confirmation: 'confirmed',
        landedSlot: block_number,
        landMilliseconds: this.#millisecondsToLand(entry),
        isSettled: true,
        message: isSuccess ? '' : t('Failed on chain. Only the fee was charged.'),
      });
    } catch (error) {
      if (!MarketError.is(error, 'not-found')) throw error;
      this.#polledAt.set(entry.id, begin);
      const age = this.#options.now() - entry.submittedAtMilliseconds;
      if (age > giveUpAfterMilliseconds.service) this.#giveUp(entry);
    }
  }

  #giveUp(entry: LandingEntry): void {
    this.#options.update(entry.id, {
      state: 'unknown',
      isSettled: true,
      message: t(
        'Status unknown: the service only reports arbitrages. Look up the signature on chain.',
      ),
    });
  }
}
