import type { EngineStatus } from '../protocol.ts';

const intervalMilliseconds = 1_000;

interface Sent {
  readonly atMilliseconds: number;
  readonly state: EngineStatus['state'];
  pending: EngineStatus | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Passes on what an engine says of itself at most once a second; a change of its state (starting,
 * ready, failed) at once, for calls wait on it.
 */
export class StatusThrottle {
  readonly #send: (status: EngineStatus) => void;
  readonly #last = new Map<string, Sent>();

  constructor(send: (status: EngineStatus) => void) {
    this.#send = send;
  }

  push(status: EngineStatus): void {
    const key = JSON.stringify(status.target);
    const last = this.#last.get(key);
    const waited = last === undefined ? intervalMilliseconds : Date.now() - last.atMilliseconds;
    if (last === undefined || last.state !== status.state || waited >= intervalMilliseconds) {
      clearTimeout(last?.timer);
      this.#last.set(key, {
        atMilliseconds: Date.now(),
        state: status.state,
        pending: null,
        timer: undefined,
      });
      this.#send(status);
      return;
    }
    last.pending = status;
    last.timer ??= setTimeout(() => {
      last.timer = undefined;
      if (last.pending !== null) this.push(last.pending);
    }, intervalMilliseconds - waited);
  }

  dispose(): void {
    for (const { timer } of this.#last.values()) clearTimeout(timer);
    this.#last.clear();
  }
}
