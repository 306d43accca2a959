import { t } from '@vscode/l10n';
import { MarketError, maxRetryAfterSeconds } from '../../api/marketError.ts';
import type { CallPriority } from '../protocol/callProtocol.ts';
import type { RateSetting } from '../protocol/connectionProtocol.ts';

/** A request in the queue. Its priority may rise while it waits. */
export interface QueuedRequest {
  readonly window: object;
  priority: CallPriority;
  readonly signal: AbortSignal;
  /** Called whenever the expected sending time (by the queue's clock) changes. */
  readonly onExpected: (atMilliseconds: number) => void;
}

/** `release` is called after the response or failure. */
export interface Permit {
  release(): void;
}

export interface QueueState {
  readonly left: number;
  readonly waiting: number;
  /** `null`: now. By the queue's clock. */
  readonly nextAtMilliseconds: number | null;
}

/** Records what must outlast the process, before it takes effect. */
export interface QueueJournal {
  /** Called before a request, which counts for this time; call the result on the response. */
  sent(windowMilliseconds: number): () => void;
  /** The service requires a pause of this length; 0 ends it. */
  blocked(milliseconds: number): void;
  /** Requests of earlier and concurrent processes. */
  usageOfOthers(): OtherProcessesUsage;
}

export interface OtherProcessesUsage {
  /** Differs after every change. */
  readonly version: number;
  /** When their turns ended, in Unix milliseconds, oldest first. */
  readonly endedAt: readonly number[];
  readonly blockedMilliseconds: number;
}

export interface RequestQueueOptions {
  readonly rate: RateSetting;
  readonly onChange?: () => void;
  /** Must be monotonic. */
  readonly now?: () => number;
  readonly journal?: QueueJournal;
}

interface Entry {
  readonly request: QueuedRequest;
  readonly start: (turn: Permit) => void;
  expectedAt: number | null;
}

const maxBlockedMilliseconds = maxRetryAfterSeconds * 1_000;
/** More waiting requests indicate a runaway caller. */
const maxQueued = 500;

/**
 * The queue of one operation under one key. Never exceeds the rate in any sliding window, wherever
 * the service's own window starts, because a request counts from sending until that long after its
 * response. Interactive requests precede background ones; within each, the queue alternates between
 * windows and keeps the order of each window's requests.
 */
export class RequestQueue {
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #journal: QueueJournal | null;
  readonly #waiting: Entry[] = [];
  readonly #lastServed = new WeakMap<object, number>();
  #rate: RateSetting;
  #served = 0;
  #inFlight = 0;
  /** When the turns of the last window ended, oldest first. */
  #completedAt: number[] = [];
  /** Turns of other processes, by this queue's clock. */
  #othersCompletedAt: readonly number[] = [];
  #othersVersion: number | null = null;
  #blockedUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    rate,
    onChange = () => undefined,
    now = () => performance.now(),
    journal,
  }: RequestQueueOptions) {
    this.#rate = rate;
    this.#onChange = onChange;
    this.#now = now;
    this.#journal = journal ?? null;
  }

  get rate(): RateSetting {
    return this.#rate;
  }

  set rate(rate: RateSetting) {
    this.#rate = rate;
    this.reschedule();
  }

  /** Converts a time of the queue's clock to Unix milliseconds. */
  unixMilliseconds(at: number): number {
    return Math.round(Date.now() + at - this.#now());
  }

  /** Throws a MarketError when it is cancelled first. */
  acquire(request: QueuedRequest): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const cancelled = () => new MarketError('cancelled', t('Cancelled. Nothing was sent.'));
      if (request.signal.aborted) return reject(cancelled());
      if (this.#waiting.length >= maxQueued) {
        return reject(
          new MarketError('rate-limited', t('More than {0} requests are waiting', maxQueued)),
        );
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(cancelled());
        this.reschedule();
      };
      const entry: Entry = {
        request,
        start: (turn) => {
          request.signal.removeEventListener('abort', leave);
          resolve(turn);
        },
        expectedAt: null,
      };
      request.signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(entry);
      this.reschedule();
    });
  }

  /** Pauses sending, as the service requested, until it is over or the user calls `unblock`. */
  block(milliseconds: number): void {
    const patience = Math.min(milliseconds, maxBlockedMilliseconds);
    this.#journal?.blocked(patience);
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + patience);
    this.reschedule();
  }

  /** Ends the pause for the user's retry; if the service still refuses, it blocks again. */
  unblock(): void {
    if (this.blockedMilliseconds === 0) return;
    this.#journal?.blocked(0);
    this.#blockedUntil = Number.NEGATIVE_INFINITY;
    this.reschedule();
  }

  get blockedMilliseconds(): number {
    this.#discardExpired();
    return Math.max(0, this.#blockedUntil - this.#now());
  }

  reschedule(): void {
    this.#discardExpired();
    while (this.#waiting.length > 0 && this.#nextAt() <= this.#now()) {
      const [first] = this.#sortedQueue();
      if (first === undefined) break;
      this.#waiting.splice(this.#waiting.indexOf(first), 1);
      this.#start(first);
    }
    this.#notifyExpected();
    this.#scheduleNext();
    this.#onChange();
  }

  state(): QueueState {
    this.#discardExpired();
    const next = this.#nextAt();
    const now = this.#now();
    return {
      left:
        next > now ? 0 : this.#rate.requests - this.#inFlight - this.#completedInWindow().length,
      waiting: this.#waiting.length,
      nextAtMilliseconds: next > now ? this.#expectedAt(this.#waiting.length) : null,
    };
  }

  #start({ request, start }: Entry): void {
    this.#served += 1;
    this.#lastServed.set(request.window, this.#served);
    this.#inFlight += 1;
    const answered = this.#journal?.sent(this.#rate.perSeconds * 1_000);
    let isDone = false;
    start({
      release: () => {
        if (isDone) return;
        isDone = true;
        this.#inFlight -= 1;
        this.#completedAt.push(this.#now());
        answered?.();
        this.reschedule();
      },
    });
  }

  #discardExpired(): void {
    this.#readOtherProcesses();
    const oldest = this.#now() - this.#rate.perSeconds * 1_000;
    this.#completedAt = this.#completedAt.filter((at) => at > oldest);
    this.#othersCompletedAt = this.#othersCompletedAt.filter((at) => at > oldest);
  }

  #readOtherProcesses(): void {
    const usage = this.#journal?.usageOfOthers();
    if (usage === undefined || usage.version === this.#othersVersion) return;
    this.#othersVersion = usage.version;
    const now = this.#now();
    const unix = Date.now();
    this.#othersCompletedAt = usage.endedAt.map((at) => now - (unix - at));
    if (usage.blockedMilliseconds > 0) {
      this.#blockedUntil = Math.max(this.#blockedUntil, now + usage.blockedMilliseconds);
    }
  }

  /** End times of the turns that still count, oldest first. */
  #completedInWindow(): readonly number[] {
    if (this.#othersCompletedAt.length === 0) return this.#completedAt;
    return [...this.#completedAt, ...this.#othersCompletedAt].sort(
      (first, second) => first - second,
    );
  }

  /** When the next request may be sent; infinite if that depends on pending responses. */
  #nextAt(): number {
    const { requests, perSeconds } = this.#rate;
    const past = this.#completedInWindow();
    const over = this.#inFlight + past.length - requests;
    if (over < 0) return this.#blockedUntil;
    const freeing = past[over];
    const freeAt = freeing === undefined ? Number.POSITIVE_INFINITY : freeing + perSeconds * 1_000;
    return Math.max(this.#blockedUntil, freeAt);
  }

  #expectedAt(before: number): number {
    const { requests, perSeconds } = this.#rate;
    const window = perSeconds * 1_000;
    const now = this.#now();
    const past = this.#completedInWindow();
    const frees = [
      ...Array.from({ length: Math.max(0, requests - this.#inFlight - past.length) }, () => now),
      ...past.map((at) => at + window),
      ...Array.from({ length: this.#inFlight }, () => now + window),
    ];
    // After the rate was lowered, more turns may be in use than it allows.
    const slots = frees.slice(Math.max(0, frees.length - requests));
    const at = (slots[before % requests] ?? now) + Math.floor(before / requests) * window;
    return Math.max(at, this.#blockedUntil);
  }

  #sortedQueue(): Entry[] {
    const ranks = new Map<Entry, number>();
    const counts = new Map<string, Map<object, number>>();
    for (const entry of this.#waiting) {
      const { priority, window } = entry.request;
      const ofPriority = counts.get(priority) ?? new Map<object, number>();
      counts.set(priority, ofPriority);
      const rank = ofPriority.get(window) ?? 0;
      ranks.set(entry, rank);
      ofPriority.set(window, rank + 1);
    }
    const served = ({ request }: Entry): number => this.#lastServed.get(request.window) ?? 0;
    // Stable sort: ties keep the order of arrival.
    return [...this.#waiting].sort(
      (first, second) =>
        Number(first.request.priority === 'background') -
          Number(second.request.priority === 'background') ||
        (ranks.get(first) ?? 0) - (ranks.get(second) ?? 0) ||
        served(first) - served(second),
    );
  }

  #notifyExpected(): void {
    for (const [place, entry] of this.#sortedQueue().entries()) {
      const expectedAt = this.#expectedAt(place);
      if (entry.expectedAt !== null && Math.abs(entry.expectedAt - expectedAt) < 500) continue;
      entry.expectedAt = expectedAt;
      entry.request.onExpected(expectedAt);
    }
  }

  #scheduleNext(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const at = this.#nextAt();
    if (at === Number.POSITIVE_INFINITY) return;
    // Add 1 ms, because timers may fire a little early.
    this.#timer = setTimeout(() => this.reschedule(), Math.max(1, Math.ceil(at - this.#now()) + 1));
  }
}
