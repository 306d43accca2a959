import type { Message } from './message.ts';
import { UnreadableTransaction } from './unreadable.ts';

export function readVersion1Message(_bytes: Uint8Array): Message {
  throw new UnreadableTransaction('version 1 pending');
}
