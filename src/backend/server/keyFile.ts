import { unwatchFile, watchFile } from 'node:fs';
import { errorMessage } from '../../api/errorMessage.ts';
import { isObject } from '../../api/isObject.ts';
import { type ServiceTier, serviceTiers } from '../../api/limits.ts';
import { parseTier } from '../../api/tiers.ts';
import { readPrivateFile } from '../files/privateFiles.ts';
import {
  type ApiKeyChanges,
  type ApiKeyEntry,
  type ApiKeys,
  defaultScopes,
  type KeyScope,
  keyScopes,
} from './apiKeys.ts';

/** Unknown members are rejected, because one may be a misspelled `revoked`. */
export interface StoredApiKey extends ApiKeyEntry {
  readonly revoked: boolean;
}

/** Names appear in logs and metrics, so they are short and plain. */
export const keyNamePattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
export const maxStoredKeys = 10_000;
const digestPattern = /^[0-9a-f]{64}$/;
const members = new Set(['name', 'sha256', 'tier', 'scopes', 'revoked']);
/** Polling interval. The system's change notifications miss changes behind links and mounts. */
const watchMilliseconds = 500;

/** Throws an Error that names the invalid entry, never its content. */
export function parseKeyFile(text: string): readonly StoredApiKey[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('it is not valid JSON');
  }
  const list = isObject(content) ? content['keys'] : undefined;
  if (!Array.isArray(list)) throw new Error('it must be {"keys": [...]}');
  if (list.length > maxStoredKeys) throw new Error(`it has more than ${maxStoredKeys} keys`);
  const entries = (list as readonly unknown[]).map(parseEntry);
  const digests = new Set<string>();
  const names = new Set<string>();
  for (const [at, { name, sha256, revoked }] of entries.entries()) {
    if (digests.has(sha256)) throw new Error(`keys[${at}].sha256 is that of an earlier key`);
    digests.add(sha256);
    if (revoked) continue;
    if (names.has(name)) throw new Error(`keys[${at}].name is that of another valid key`);
    names.add(name);
  }
  return entries;
}

function parseEntry(entry: unknown, at: number): StoredApiKey {
  if (!isObject(entry)) throw new Error(`keys[${at}] must be an object`);
  const unknown = Object.keys(entry).some((member) => !members.has(member));
  if (unknown) throw new Error(`keys[${at}] may only have ${[...members].join(', ')}`);
  const { name, sha256, tier, scopes, revoked = false } = entry;
  if (typeof name !== 'string' || !keyNamePattern.test(name)) {
    throw new Error(`keys[${at}].name must be 1 to 64 letters, digits or ._@-`);
  }
  if (typeof sha256 !== 'string' || !digestPattern.test(sha256)) {
    throw new Error(`keys[${at}].sha256 must be 64 lower-case hexadecimal digits`);
  }
  if (typeof revoked !== 'boolean') throw new Error(`keys[${at}].revoked must be true or false`);
  const limits = { tier: parseEntryTier(tier, at), scopes: parseEntryScopes(scopes, at) };
  return { name, sha256, ...limits, revoked };
}

function parseEntryScopes(scopes: unknown, at: number): readonly KeyScope[] {
  if (scopes === undefined) return defaultScopes;
  const given: readonly unknown[] = Array.isArray(scopes) ? scopes : [];
  const known = keyScopes.filter((scope) => given.includes(scope));
  if (known.length > 0 && known.length === given.length) return known;
  throw new Error(`keys[${at}].scopes must be a list of ${keyScopes.join(', ')}`);
}

function parseEntryTier(tier: unknown, at: number): ServiceTier | undefined {
  if (tier === undefined) return undefined;
  const parsed = typeof tier === 'string' ? parseTier(tier) : null;
  if (parsed === null) throw new Error(`keys[${at}].tier must be ${serviceTiers.join(', ')}`);
  return parsed;
}

/** Reads a key file that only its owner can read. Throws an Error that describes the problem. */
export async function readKeyFile(path: string): Promise<readonly StoredApiKey[]> {
  const text = await readPrivateFile(path, 'key file');
  try {
    return parseKeyFile(text);
  } catch (error) {
    throw new Error(`The key file ${path} cannot be used: ${errorMessage(error)}`);
  }
}

export const validKeys = (stored: readonly StoredApiKey[]): readonly ApiKeyEntry[] =>
  stored.filter(({ revoked }) => !revoked);

export interface KeyFileListeners {
  readonly onChange: (changes: ApiKeyChanges) => void;
  /** The file is unusable; the keys remain unchanged. */
  readonly onFailure: (error: unknown) => void;
}

/** Applies changes of the file within a second, until the returned function is called. */
export function watchKeyFile(path: string, keys: ApiKeys, listeners: KeyFileListeners): () => void {
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    try {
      listeners.onChange(keys.replace(validKeys(await readKeyFile(path))));
    } catch (error) {
      listeners.onFailure(error);
    }
  };
  const onStats = (): void => {
    reading = reading.then(read);
  };
  watchFile(path, { interval: watchMilliseconds, persistent: false }, onStats);
  // The file may have changed since it was first read.
  onStats();
  return () => unwatchFile(path, onStats);
}
