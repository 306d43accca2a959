import { t } from '@vscode/l10n';
import { isSameName, sandboxConnection } from '../base/connections.ts';

const maxNameLength = 40;

/** What is wrong with a name as one types it; null when nothing is. `taken`: names of the others. */
export function validateConnectionName(text: string, taken: readonly string[]): string | null {
  const name = text.trim();
  if (name === '') return t('Enter a name for the connection.');
  if (name.length > maxNameLength) {
    return t('Use at most {1} characters ({0} now).', name.length, maxNameLength);
  }
  // Control and invisible characters would make two names look like one.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    return t('Names cannot contain control or invisible characters.');
  // It labels simulated data, and nothing else may look like it.
  if (isSameName(name, sandboxConnection.name))
    return t('{0} is reserved for the simulated market.', sandboxConnection.name);
  const same = taken.find((other) => isSameName(other, name));
  return same === undefined ? null : t('A connection named {0} already exists.', same);
}
