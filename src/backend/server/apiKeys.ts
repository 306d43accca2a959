import type { ServiceTier } from '../../api/limits.ts';
import { digestApiKey } from '../../http/loopbackProof.ts';

/** What a key is for. `read`: all operations except landing, `/rpc` and streams. */
export const keyScopes = ['read', 'land', 'metrics'] as const;
export type KeyScope = (typeof keyScopes)[number];
/** Metrics name all keys and their requests, so a key reads them only if it is made for that. */
export const defaultScopes: readonly KeyScope[] = ['read', 'land'];

/** An accepted key as stored in a key file: its digest, never the key itself. */
export interface ApiKeyEntry {
  /** For logs and metrics. */
  readonly name: string;
  /** SHA-256 of the key in hexadecimal. */
  readonly sha256: string;
  /** If absent, the server's tier applies. */
  readonly tier: ServiceTier | undefined;
  readonly scopes: readonly KeyScope[];
}

export interface ApiKey extends ApiKeyEntry {
  /** Aborted when the key is revoked; everything opened with it must end. */
  readonly revoked: AbortSignal;
}

interface HeldKey extends ApiKey {
  readonly revocation: AbortController;
}

/** Names of the keys that a change added and revoked. */
export interface ApiKeyChanges {
  readonly added: readonly string[];
  readonly revoked: readonly string[];
}

export class ApiKeys {
  #byDigest: ReadonlyMap<string, HeldKey> = new Map();
  #digests: readonly string[] = [];

  constructor(entries: readonly ApiKeyEntry[]) {
    this.replace(entries);
  }

  /** The only key of a server, which may do everything. */
  static ofOne(key: string, name = 'default'): ApiKeys {
    const sha256 = digestApiKey(key);
    return new ApiKeys([{ name, sha256, tier: undefined, scopes: keyScopes }]);
  }

  /** The same list until the keys change. */
  get digests(): readonly string[] {
    return this.#digests;
  }

  get size(): number {
    return this.#byDigest.size;
  }

  find(given: string): ApiKey | null {
    // The lookup's timing reveals nothing: callers cannot choose the first bytes of a digest.
    return this.#byDigest.get(digestApiKey(given)) ?? null;
  }

  /** Keys in both sets keep their open requests. */
  replace(entries: readonly ApiKeyEntry[]): ApiKeyChanges {
    const former = this.#byDigest;
    this.#byDigest = new Map(entries.map((entry) => [entry.sha256, hold(entry, former)]));
    this.#digests = [...this.#byDigest.keys()];
    const revoked = lacking(former, this.#byDigest);
    for (const { revocation } of revoked) revocation.abort();
    return {
      added: lacking(this.#byDigest, former).map(({ name }) => name),
      revoked: revoked.map(({ name }) => name),
    };
  }
}

/** Keys missing from `others`; one with another tier or scope counts as the same. */
function lacking(
  keys: ReadonlyMap<string, HeldKey>,
  others: ReadonlyMap<string, HeldKey>,
): readonly HeldKey[] {
  const known = new Set([...others.values()].map(({ revocation }) => revocation));
  return [...keys.values()].filter(({ revocation }) => !known.has(revocation));
}

/** A key with another tier or scope keeps its open requests; under another name it is a new key. */
function hold(entry: ApiKeyEntry, former: ReadonlyMap<string, HeldKey>): HeldKey {
  const { name, sha256, tier, scopes } = entry;
  const before = former.get(sha256);
  const isSame = before?.tier === tier && before?.scopes.join() === scopes.join();
  if (before?.name === name && isSame) return before;
  const revocation = before?.name === name ? before.revocation : new AbortController();
  return { name, sha256, tier, scopes, revocation, revoked: revocation.signal };
}
