import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptWebSocketKey } from '../src/http/webSocket.ts';

/** The server side of a WebSocket. */
export class FakeWebSocket {
  readonly socket: Duplex;

  constructor({ headers }: IncomingMessage, socket: Duplex) {
    this.socket = socket;
    socket.on('error', () => undefined);
    const key = headers['sec-websocket-key'] ?? '';
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${acceptWebSocketKey(key)}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  }

  onText(listener: (text: string) => void): void {
    let received = Buffer.alloc(0);
    this.socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 6) {
        const short = (received[1] ?? 0) & 0x7f;
        const start = short === 126 ? 8 : 6;
        const end = start + (short === 126 ? received.readUInt16BE(2) : short);
        if (received.length < end) return;
        const mask = received.subarray(start - 4, start);
        const text = received.subarray(start, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
        const isText = ((received[0] ?? 0) & 0x0f) === 1;
        received = received.subarray(end);
        if (isText) listener(Buffer.from(text).toString());
      }
    });
  }

  send(text: string): void {
    this.socket.write(frame(0x81, text));
  }

  /** Sends a raw frame, including invalid ones. */
  sendFrame(first: number, text: string): void {
    this.socket.write(frame(first, text));
  }
}

function frame(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head[0] = first;
  head[1] = isShort ? payload.length : 126;
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

export const refuseWebSocket = (socket: Duplex, status = '405 Method Not Allowed'): void => {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};
