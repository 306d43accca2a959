import { createHash, randomBytes } from 'node:crypto';
import type { Duplex, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Receiver, Sender } from 'ws';

/**
 * Client side of a WebSocket (RFC 6455) on a socket that Undici has upgraded, so that it uses the
 * same proxy and certificates as requests. Undici's own class does not close when a server leaves a
 * close frame unanswered, and the class of `ws` opens the connection itself; so frames are read and
 * written with parts of `ws`.
 */

/** `ws` exports them; its types lack them. */
declare module 'ws' {
  class Receiver extends Writable {
    constructor(options: { maxPayload: number; maxFragments: number; maxBufferedChunks: number });
  }
  class Sender {
    constructor(socket: Duplex);
    send(data: string, options: { fin: boolean; mask: boolean }): void;
    pong(data: Buffer, mask: boolean): void;
  }
}

const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Messages of a slot subscription have about a hundred bytes. */
const limits = { maxPayload: 64 * 1024, maxFragments: 64, maxBufferedChunks: 64 * 1024 } as const;

export const createWebSocketKey = (): string => randomBytes(16).toString('base64');

export const acceptWebSocketKey = (key: string): string =>
  createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');

export const sendText = (socket: Duplex, text: string): void => {
  new Sender(socket).send(text, { fin: true, mask: true });
};

/**
 * Passes on the text messages of a socket until either side closes it, and answers pings. Rejects
 * if the connection breaks or the server violates the protocol; both destroy the socket.
 */
export async function readTexts(socket: Duplex, onText: (text: string) => void): Promise<void> {
  const receiver = new Receiver(limits);
  const sender = new Sender(socket);
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) onText(String(data));
  });
  receiver.on('ping', (data: Buffer) => {
    // Skip pongs while the socket's buffer is full: the server may send pings without reading.
    if (!socket.writableNeedDrain) sender.pong(data, true);
  });
  // A close frame ends the receiver, which ends the socket.
  await pipeline(socket, receiver);
}
