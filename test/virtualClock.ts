import diagnostics from 'node:diagnostics_channel';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../src/http/retry.ts';

interface Timer {
  readonly at: number;
  readonly end: () => void;
}

/** Real time per step, for processing responses, and the most virtual time in it. */
const step = { realMilliseconds: 1, virtualMilliseconds: 100 } as const;

/**
 * A clock that jumps to the next timer whenever no request of this process is pending, so that a
 * minute of a chain takes a moment and runs the same on every machine.
 */
export class VirtualClock implements Clock {
  milliseconds = 1_800_000_000_000;
  #held = 0;
  readonly #timers = new Set<Timer>();
  readonly #requests = new Set<unknown>();

  now(): number {
    return this.milliseconds;
  }

  random(): number {
    return 0.5;
  }

  delay(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#timers.delete(timer);
        reject(signal.reason);
      };
      const timer: Timer = {
        at: this.milliseconds + milliseconds,
        end: () => {
          signal.removeEventListener('abort', abort);
          resolve();
        },
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.#timers.add(timer);
    });
  }

  async hold(milliseconds: number): Promise<void> {
    this.#held++;
    await this.delay(milliseconds, new AbortController().signal);
    this.#held--;
  }

  /** Stops the clock until the returned function is called. */
  pause(): () => void {
    const pausing = {};
    this.#requests.add(pausing);
    return () => this.#requests.delete(pausing);
  }

  async run<Result>(start: () => Promise<Result>): Promise<Result> {
    const add = (message: unknown) => {
      const { request } = message as { request: { readonly method: string } };
      if (request.method === 'POST') this.#requests.add(request);
    };
    const remove = (message: unknown) => {
      this.#requests.delete((message as { request: unknown }).request);
    };
    const ends = ['undici:request:trailers', 'undici:request:error'];
    diagnostics.subscribe('undici:request:create', add);
    for (const end of ends) diagnostics.subscribe(end, remove);
    const work = start();
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    while (!isDone) {
      await setTimeout(step.realMilliseconds);
      if (this.#requests.size <= this.#held) this.#advance();
    }
    diagnostics.unsubscribe('undici:request:create', add);
    for (const end of ends) diagnostics.unsubscribe(end, remove);
    return await work;
  }

  #advance(): void {
    const [next] = [...this.#timers].sort((first, second) => first.at - second.at);
    if (next === undefined) return;
    const furthest = this.milliseconds + step.virtualMilliseconds;
    this.milliseconds = Math.max(this.milliseconds, Math.min(next.at, furthest));
    if (next.at > this.milliseconds) return;
    this.#timers.delete(next);
    next.end();
  }
}
