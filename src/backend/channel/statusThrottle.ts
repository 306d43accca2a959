import type { ConnectionStatus } from '../protocol/connectionProtocol.ts';

const intervalMilliseconds = 1_000;

interface LastStatus {
  readonly atMilliseconds: number;
  readonly state: ConnectionStatus['state'];
  pending: ConnectionStatus | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Passes on what a connection says of itself at most once a second; a change of its state (starting,
 * ready, failed) at once, for calls wait on it.
 */
export class StatusThrottle {
  readonly #send: (status: ConnectionStatus) => void;
  readonly #last = new Map<string, LastStatus>();

  constructor(send: (status: ConnectionStatus) => void) {
    this.#send = send;
  }

  push(status: ConnectionStatus): void {
    const key = status.connectionId;
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
