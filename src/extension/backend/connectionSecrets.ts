import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import { isSameName, secretOrigins, type UserConnection } from '../base/connections.ts';

export type SecretStorage = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete' | 'keys'>;

/** A connection's secret and the origins that may receive it. */
export interface BoundSecret {
  /** The API key of a service, or the whole RPC URL of a node. */
  readonly secret: string;
  readonly origins: readonly string[];
  /** Origins over http on this machine that the user trusts without authentication. */
  readonly trustedLoopbackOrigins: readonly string[];
  /** Only for a node's Geyser server. */
  readonly geyserToken?: string;
}

/**
 * API keys and RPC URLs, stored only in the editor's secret storage, by connection name and the
 * origin that the user entered them for. Another origin never gets them. All methods throw a
 * MarketError.
 */
export class ConnectionSecrets {
  readonly #storage: SecretStorage;

  constructor(storage: SecretStorage) {
    this.#storage = storage;
  }

  /**
   * Null if none was entered for the first origin. Includes further origins only if the same secret
   * was entered for them.
   */
  async read(connection: UserConnection): Promise<BoundSecret | null> {
    const [home, ...others] = secretOrigins(connection);
    const secret = await this.#get(storageKey(connection, home));
    if (secret === null) return null;
    const origins = [home];
    for (const origin of others) {
      if (await this.#isEnteredFor(connection, origin, secret)) origins.push(origin);
    }
    const trustedLoopbackOrigins: string[] = [];
    for (const origin of origins.filter((one) => one.startsWith('http:'))) {
      if ((await this.#get(trustKey(connection, origin))) !== null) {
        trustedLoopbackOrigins.push(origin);
      }
    }
    const token = await this.geyserToken(connection);
    return { secret, origins, trustedLoopbackOrigins, ...(token && { geyserToken: token }) };
  }

  async #isEnteredFor(
    connection: UserConnection,
    origin: string,
    secret: string,
  ): Promise<boolean> {
    return (await this.#get(storageKey(connection, origin))) === secret;
  }

  async geyserToken(connection: UserConnection): Promise<string | null> {
    const id = geyserKey(connection);
    return id === null ? null : await this.#get(id);
  }

  async storeGeyserToken(connection: UserConnection, token: string): Promise<void> {
    const id = geyserKey(connection);
    if (id !== null) await mapStorageError(this.#storage.store(id, token));
  }

  /** Only for a service over http on this machine. */
  async trustLoopback(connection: UserConnection, origin: string): Promise<void> {
    await mapStorageError(this.#storage.store(trustKey(connection, origin), 'trusted'));
  }

  async store(connection: UserConnection, secret: string): Promise<void> {
    for (const origin of secretOrigins(connection)) {
      await mapStorageError(this.#storage.store(storageKey(connection, origin), secret));
    }
  }

  /** Deletes the secrets for all origins. */
  async remove(name: string): Promise<void> {
    for (const { id } of await this.#entriesOf(name))
      await mapStorageError(this.#storage.delete(id));
  }

  async rename(from: string, to: string): Promise<void> {
    if (from === to) return;
    for (const { id, parts } of await this.#entriesOf(from)) {
      const secret = await this.#get(id);
      if (secret !== null)
        await mapStorageError(
          this.#storage.store(formatStorageKey({ ...parts, name: to }), secret),
        );
      await mapStorageError(this.#storage.delete(id));
    }
  }

  async #entriesOf(
    name: string,
  ): Promise<readonly { readonly id: string; readonly parts: StorageKeyParts }[]> {
    const ids = await mapStorageError(this.#storage.keys());
    return ids.flatMap((id) => {
      const parts = parseStorageKey(id);
      return parts !== null && isSameName(parts.name, name) ? [{ id, parts }] : [];
    });
  }

  async #get(id: string): Promise<string | null> {
    // An empty secret counts as missing, because the receiver would reject it.
    return (await mapStorageError(this.#storage.get(id))) || null;
  }
}

interface StorageKeyParts {
  readonly kind: string;
  readonly origin: string;
  readonly name: string;
}

/** Includes the kind, so that a key is never used as a URL, or vice versa. */
const storageKey = ({ kind, name }: UserConnection, origin: string): string =>
  formatStorageKey({
    kind: kind === 'service' ? 'apiKey' : 'rpcUrl',
    origin,
    name: name.toLowerCase(),
  });

/** In the secret storage, because every extension can write settings. */
const trustKey = ({ name }: UserConnection, origin: string): string =>
  formatStorageKey({ kind: 'trust', origin, name });

const geyserKey = (connection: UserConnection): string | null =>
  connection.kind === 'node' && connection.geyserUrl !== undefined
    ? formatStorageKey({ ...connection, kind: 'geyser', origin: connection.geyserUrl })
    : null;

/** Neither kind nor origin contains a space. */
const formatStorageKey = ({ kind, origin, name }: StorageKeyParts): string =>
  `${kind} ${origin} ${name.toLowerCase()}`;

function parseStorageKey(id: string): StorageKeyParts | null {
  const [, kind, origin, name] = /^(apiKey|rpcUrl|trust|geyser) (\S+) (.+)$/s.exec(id) ?? [];
  if (kind === undefined || origin === undefined || name === undefined) return null;
  return { kind, origin, name };
}

/** The keychain may be locked or missing. Drops its message, which may contain anything. */
async function mapStorageError<Value>(outcome: Thenable<Value>): Promise<Value> {
  try {
    return await outcome;
  } catch {
    throw new MarketError(
      'unauthorized',
      t('Cannot use the secret storage. Unlock the system keychain, then try again.'),
    );
  }
}
