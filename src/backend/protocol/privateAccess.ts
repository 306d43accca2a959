import type { Stats } from 'node:fs';

const groupAndOthersMode = 0o077;

/**
 * Who else could replace a file or folder of this user: another owner, or other users by its mode;
 * `null` if no one. Always `null` on Windows, where access lists protect the user's storage.
 */
export function foreignAccess({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): 'owner' | 'mode' | null {
  if (process.platform === 'win32' || process.getuid === undefined) return null;
  if (process.getuid() !== uid) return 'owner';
  return (mode & groupAndOthersMode) === 0 ? null : 'mode';
}
