import { type JsonTransaction, readJsonMessage } from './jsonMessage.ts';
import type { Message } from './message.ts';
import type { RpcBlockTransaction } from './rpcBlock.ts';
import { UnreadableTransaction } from './unreadable.ts';
import { readWireMessage } from './wireMessage.ts';

const noKeys: readonly string[] = [];

/**
 * Reads the message of a transaction in any encoding.
 * Throws UnreadableTransaction with the reason in words.
 */
export function readMessage(entry: RpcBlockTransaction): Message {
  const { transaction, meta } = entry;
  const writable = meta?.loadedAddresses?.writable ?? noKeys;
  const readonly = meta?.loadedAddresses?.readonly ?? noKeys;
  if (Array.isArray(transaction)) {
    const [data, encoding] = transaction as readonly unknown[];
    if (typeof data !== 'string' || encoding !== 'base64') {
      throw new UnreadableTransaction(
        `its encoding is ${String(encoding)}; ask for base64, json or jsonParsed`,
      );
    }
    return readWireMessage(Buffer.from(data, 'base64'), writable, readonly);
  }
  if (typeof entry.version === 'number' && entry.version > 1) {
    throw new UnreadableTransaction(`version ${entry.version} is unknown`);
  }
  return readJsonMessage(transaction as JsonTransaction, {
    writable,
    readonly,
  });
}
