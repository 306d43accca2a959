import type { ServiceTier } from '../../api/limits.ts';
import { digestApiKey } from '../../http/loopbackProof.ts';

/** A key that callers may have, as a file of keys holds it: never the key itself. */
export interface ApiKeyEntry {
  /** For logs and metrics. */
  readonly name: string;
  /** SHA-256 of the key in hexadecimal. */
  readonly sha256: string;
  /** Without one, the tier of the server counts. */
  readonly tier: ServiceTier | undefined;
}

/** A key that is valid, or was when it came. */
export interface ApiKey extends ApiKeyEntry {
  /** Aborted when the key is no longer valid: what it opened has to end. */
  readonly revoked: AbortSignal;
}

interface HeldKey extends ApiKey {
  readonly revocation: AbortController;
}

/** What a change of the keys came to, by name. */
export interface ApiKeyChanges {
  readonly added: readonly string[];
  readonly revoked: readonly string[];
}

/** The keys that a server takes; they may change while it runs. */
export class ApiKeys {
  #byDigest: ReadonlyMap<string, HeldKey> = new Map();

  constructor(entries: readonly ApiKeyEntry[]) {
    this.replace(entries);
  }

  /** One key for all callers. */
  static ofOne(key: string, name = 'default'): ApiKeys {
    return new ApiKeys([{ name, sha256: digestApiKey(key), tier: undefined }]);
  }

  get digests(): readonly string[] {
    return [...this.#byDigest.keys()];
  }

  get size(): number {
    return this.#byDigest.size;
  }

  /** The key that a caller shows; `null` for one that is not valid. */
  find(given: string): ApiKey | null {
    // Looking for a digest tells nothing of the key: nobody can choose what theirs begins with.
    return this.#byDigest.get(digestApiKey(given)) ?? null;
  }

  /** Takes these in place of the former keys. Those that stay keep what they have open. */
  replace(entries: readonly ApiKeyEntry[]): ApiKeyChanges {
    const former = this.#byDigest;
    this.#byDigest = new Map(entries.map((entry) => [entry.sha256, hold(entry, former)]));
    const revoked = lacking(former, this.#byDigest);
    for (const { revocation } of revoked) revocation.abort();
    return {
      added: lacking(this.#byDigest, former).map(({ name }) => name),
      revoked: revoked.map(({ name }) => name),
    };
  }
}

/** Those of the first that are not among the others; a change of the tier alone is none. */
function lacking(
  keys: ReadonlyMap<string, HeldKey>,
  others: ReadonlyMap<string, HeldKey>,
): readonly HeldKey[] {
  const known = new Set([...others.values()].map(({ revocation }) => revocation));
  return [...keys.values()].filter(({ revocation }) => !known.has(revocation));
}

/** A key that only changed its tier goes on; under another name it is another caller's. */
function hold(entry: ApiKeyEntry, former: ReadonlyMap<string, HeldKey>): HeldKey {
  const { name, sha256, tier } = entry;
  const before = former.get(sha256);
  if (before?.name === name && before.tier === tier) return before;
  const revocation = before?.name === name ? before.revocation : new AbortController();
  return { name, sha256, tier, revocation, revoked: revocation.signal };
}
