import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { digestApiKey } from '../src/http/loopbackProof.ts';

export interface KeyOfFile {
  readonly name: string;
  readonly tier?: string;
  readonly revoked?: boolean;
  readonly scopes?: readonly string[];
  /** Generated if missing. */
  readonly key?: string;
}

/** Writes a key file for `serve`, replacing an earlier one, and returns the keys. */
export async function writeKeyFile(path: string, entries: readonly KeyOfFile[]): Promise<string[]> {
  const keys = entries.map(({ key }) => key ?? randomBytes(24).toString('base64url'));
  const stored = entries.map(({ key: _key, ...entry }, at) => ({
    ...entry,
    sha256: digestApiKey(keys[at] ?? ''),
  }));
  await writeFile(`${path}.new`, JSON.stringify({ keys: stored }), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return keys;
}
