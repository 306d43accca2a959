import { createHash, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/**
 * The client's side of a WebSocket (RFC 6455) that says one thing and listens. Undici's own class
 * does not let go of a server that leaves a close frame unanswered.
 */

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Messages of a subscription to slots have some hundred bytes. */
const maxMessageBytes = 64 * 1024;

export const createWebSocketKey = (): string => randomBytes(16).toString('base64');

/** What a server answers to a key, in `sec-websocket-accept`. */
export const acceptWebSocketKey = (key: string): string =>
  createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');

export const sendText = (socket: Duplex, text: string): void => {
  socket.write(maskedFrame(opcodes.text, Buffer.from(text)));
};

/** The text messages of a socket, until either side ends it; a server that breaks the rules ends it. */
export async function* readTexts(socket: Duplex): AsyncGenerator<string> {
  let received = Buffer.alloc(0);
  let message: Buffer[] = [];
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    for (;;) {
      const frame = parseFrame(received);
      if (frame === 'incomplete') break;
      if (frame === 'invalid' || frame.opcode === opcodes.close) return;
      received = received.subarray(frame.length);
      if (frame.opcode === opcodes.ping) socket.write(maskedFrame(opcodes.pong, frame.payload));
      if (frame.opcode > opcodes.binary) continue;
      if (frame.opcode !== opcodes.continuation) message = [];
      message.push(frame.payload);
      if (message.reduce((sum, { length }) => sum + length, 0) > maxMessageBytes) return;
      if (frame.isLast) yield Buffer.concat(message).toString('utf8');
    }
  }
}

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
  /** Bytes of the whole frame. */
  readonly length: number;
}

/** The first frame of the bytes, which a server sends without a mask. */
function parseFrame(bytes: Buffer): Frame | 'incomplete' | 'invalid' {
  if (bytes.length < 2) return 'incomplete';
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  // No extension is offered, so the reserved bits are 0; 127 announces more than is ever read.
  if ((first & 0x70) !== 0 || second > 126) return 'invalid';
  const start = second === 126 ? 4 : 2;
  if (bytes.length < start) return 'incomplete';
  const length = start + (second === 126 ? bytes.readUInt16BE(2) : second);
  if (bytes.length < length) return 'incomplete';
  const payload = bytes.subarray(start, length);
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, length };
}

/** A frame of at most 125 bytes, or 65,535, masked as every frame of a client. */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}
