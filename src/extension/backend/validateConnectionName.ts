import { t } from '@vscode/l10n';
import { isSameName, sandboxConnection } from '../base/connections.ts';

const maxNameLength = 40;

/** Error message for a typed name; null if valid. `taken`: names of other connections. */
export function validateConnectionName(text: string, taken: readonly string[]): string | null {
  const name = text.trim();
  if (name === '') return t('Enter a name for the connection.');
  if (name.length > maxNameLength) {
    return t('Use at most {1} characters ({0} now).', name.length, maxNameLength);
  }
  // Control and invisible characters could make two names look the same.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    return t('Names cannot contain control or invisible characters.');
  // The name labels simulated data, so no other connection may use it.
  if (isSameName(name, sandboxConnection.name))
    return t('{0} is reserved for the simulated market.', sandboxConnection.name);
  const same = taken.find((other) => isSameName(other, name));
  return same === undefined ? null : t('A connection named {0} already exists.', same);
}
