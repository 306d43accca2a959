import type { EngineStatus } from '../../engine/indexing/engineStatus.ts';
import type { Clock } from '../../http/retry.ts';

/** How long a kind of message is not reported again. */
const silenceMilliseconds = 60_000;
/** In that time: a node can put any text into its errors. */
const maxKinds = 10;

export interface StatusChange {
  readonly status: EngineStatus;
  /** Earlier changes that were not reported. */
  readonly unreported: number;
}

/**
 * Reports each problem, and its end, as it begins. Messages that differ only in numbers are of one
 * kind, which is reported at most once a minute; what the status is then is reported after the minute.
 * So a node that fails and recovers all the time does not flood the log.
 */
export class StatusChanges {
  readonly #clock: Clock;
  readonly #report: (change: StatusChange) => void;
  readonly #reportedAt = new Map<string, number>();
  readonly #closing = new AbortController();
  /** Kind of the current message; empty without a problem. */
  #kind = '';
  #current: EngineStatus | null = null;
  #unreported = 0;

  constructor(clock: Clock, report: (change: StatusChange) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  push(status: EngineStatus): void {
    // The command reports a failed start as its own error.
    if (status.state === 'failed') return;
    this.#current = status;
    const kind = status.isProblem ? status.message.replace(/\d+/g, '0') : '';
    if (kind === this.#kind) return;
    this.#kind = kind;
    const now = this.#clock.now();
    for (const [each, at] of this.#reportedAt) {
      // A clock that was set back does not extend the silence.
      if (Math.abs(now - at) >= silenceMilliseconds) this.#reportedAt.delete(each);
    }
    if (!this.#reportedAt.has(kind) && this.#reportedAt.size < maxKinds) {
      this.#tell(status);
      return;
    }
    this.#unreported++;
    if (this.#unreported === 1) void this.#tellLater();
  }

  close(): void {
    this.#closing.abort();
  }

  async #tellLater(): Promise<void> {
    await this.#clock.delay(silenceMilliseconds, this.#closing.signal).catch(() => undefined);
    if (this.#closing.signal.aborted || this.#current === null) return;
    if (this.#unreported > 0) this.#tell(this.#current);
  }

  #tell(status: EngineStatus): void {
    this.#reportedAt.set(this.#kind, this.#clock.now());
    const unreported = this.#unreported;
    this.#unreported = 0;
    this.#report({ status, unreported });
  }
}

/** Of the status, and of the changes before it that were not reported. */
export function describeChange({ status, unreported }: StatusChange): string {
  const { message, state } = status;
  const words = message === '' && state === 'ready' ? 'following' : message;
  return unreported === 0 ? words : `${words} (after ${unreported} changes)`;
}
