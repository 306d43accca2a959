import type { Socket } from 'node:net';

/**
 * Connections over which no valid key has come yet. Each one too many ends the oldest, so that a
 * flood of them takes no place from callers with a key, and a new caller gets its turn to show one.
 */
export class UnauthenticatedConnections {
  /** The oldest first. */
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

  /** A valid key came over it. */
  authenticate(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
