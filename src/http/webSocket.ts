import { createHash, randomBytes } from 'node:crypto';
import type { Duplex, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Receiver, Sender } from 'ws';

/**
 * The client's side of a WebSocket (RFC 6455) on a socket that Undici has upgraded, by the same
 * proxy and certificates as requests. Its own class does not let go of a server that leaves a close
 * frame unanswered, and that of `ws` opens the connection itself: their frames are read and written
 * by the parts of `ws`.
 */

/** `ws` exports them; its types leave them out. */
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
/** Messages of a subscription to slots have some hundred bytes. */
const limits = { maxPayload: 64 * 1024, maxFragments: 64, maxBufferedChunks: 64 * 1024 } as const;

export const createWebSocketKey = (): string => randomBytes(16).toString('base64');

/** What a server answers to a key, in `sec-websocket-accept`. */
export const acceptWebSocketKey = (key: string): string =>
  createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');

export const sendText = (socket: Duplex, text: string): void => {
  new Sender(socket).send(text, { fin: true, mask: true });
};

/**
 * Gives out the text messages of a socket until either side ends it, and answers its pings. Rejects
 * where the connection breaks or the server breaks the rules, both of which destroy the socket.
 */
export async function readTexts(socket: Duplex, onText: (text: string) => void): Promise<void> {
  const receiver = new Receiver(limits);
  const sender = new Sender(socket);
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) onText(String(data));
  });
  receiver.on('ping', (data: Buffer) => {
    // A server that sends pings and reads nothing gets no pong more than the socket takes.
    if (!socket.writableNeedDrain) sender.pong(data, true);
  });
  // A close frame ends the receiver, and with it the socket.
  await pipeline(socket, receiver);
}
