import type { Socket } from 'node:net';

/**
 * Connections that have not yet sent a valid key. Beyond the limit, each new one closes the oldest,
 * so that a flood of them does not block callers with a key, and a new caller has time to send one.
 */
export class UnauthenticatedConnections {
  /** Oldest first. */
  readonly #sockets = new Set<Socket>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const [oldest] = this.#sockets;
    if (this.#sockets.size <= this.#limit || oldest === undefined) return;
    this.#sockets.delete(oldest);
    oldest.destroy();
  }

  authenticate(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
