import type { Stats } from 'node:fs';

const groupAndOthersMode = 0o077;

/**
 * Who else could put something in the place of a file or folder of the user's own: whoever owns it,
 * or others whom its mode lets in; `null`: nobody. Windows has neither; its own access lists guard
 * the user's storage there.
 */
export function foreignAccess({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): 'owner' | 'mode' | null {
  if (process.platform === 'win32' || process.getuid === undefined) return null;
  if (process.getuid() !== uid) return 'owner';
  return (mode & groupAndOthersMode) === 0 ? null : 'mode';
}
