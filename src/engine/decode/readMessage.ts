import { t } from '@vscode/l10n';
import type { Message } from './message.ts';
import { type JsonTransaction, readJsonMessage } from './readJsonMessage.ts';
import { readWireMessage } from './readWireMessage.ts';
import type { RpcBlockTransaction } from './rpcBlock.ts';
import { UnreadableTransactionError } from './unreadableTransactionError.ts';

const noKeys: readonly string[] = [];

/** Old answers name no version. */
const knownVersions: ReadonlySet<unknown> = new Set([undefined, null, 'legacy', 0, 1]);

/**
 * Reads the message of a transaction in any encoding.
 * Throws UnreadableTransactionError with the reason in words.
 */
export function readMessage(entry: RpcBlockTransaction): Message {
  const { transaction, meta, version } = entry;
  if (!knownVersions.has(version)) {
    throw new UnreadableTransactionError(t('version {0} is unknown', JSON.stringify(version)));
  }
  const writable = meta?.loadedAddresses?.writable ?? noKeys;
  const readonly = meta?.loadedAddresses?.readonly ?? noKeys;
  if (Array.isArray(transaction)) {
    const [data, encoding] = transaction as readonly unknown[];
    if (typeof data !== 'string' || encoding !== 'base64') {
      throw new UnreadableTransactionError(
        t('its encoding is {0}; ask for base64, json or jsonParsed', String(encoding)),
      );
    }
    return readWireMessage(Buffer.from(data, 'base64'), writable, readonly);
  }
  return readJsonMessage(transaction as JsonTransaction, { writable, readonly });
}
