import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Streams end on request; do not wait longer for a reader that takes nothing. */
const streamDrainMilliseconds = 1_000;

/** Requests with an unfinished response, which may finish when the server stops. */
export class OpenRequests {
  readonly #requests = new Set<Promise<void>>();
  readonly #streams = new Set<Promise<void>>();
  /** `null` until the server stops. */
  #closeIdle: (() => void) | null = null;

  /** Whether the server is stopping; open connections then accept no further requests. */
  get isDraining(): boolean {
    return this.#closeIdle !== null;
  }

  get requests(): number {
    return this.#requests.size;
  }

  get streams(): number {
    return this.#streams.size;
  }

  add(response: ServerResponse, kind: 'request' | 'stream'): void {
    const open = kind === 'request' ? this.#requests : this.#streams;
    const over = new Promise<void>((resolve) => response.once('close', resolve));
    open.add(over);
    void over.then(() => {
      open.delete(over);
      // Its connection becomes idle a moment later.
      setImmediate(() => this.#closeIdle?.());
    });
  }

  /** Resolves when all have ended, or after this time. `closeIdle` closes idle connections. */
  async drain(milliseconds: number, closeIdle: () => void): Promise<void> {
    this.#closeIdle = closeIdle;
    await Promise.all([
      waitForAll(this.#requests, milliseconds),
      waitForAll(this.#streams, Math.min(milliseconds, streamDrainMilliseconds)),
    ]);
  }
}

async function waitForAll(open: ReadonlySet<Promise<void>>, milliseconds: number): Promise<void> {
  if (open.size === 0) return;
  const timeout = new AbortController();
  const late = delay(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([Promise.all(open), late]);
  timeout.abort();
}
