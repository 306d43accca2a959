import { isSameName, sandbox } from './connections.ts';

const longestName = 40;

/** What is wrong with a name as one types it; null when nothing is. `taken` are those of others. */
export function complaintOfName(text: string, taken: readonly string[]): string | null {
  const name = text.trim();
  if (name === '') return 'Enter a name for the connection.';
  if (name.length > longestName) {
    return `Too long: ${name.length} characters, a name has at most ${longestName}.`;
  }
  // Control and invisible characters would make two names look like one.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return 'A name has no control or invisible characters.';
  // It labels simulated data, and nothing else may look like it.
  if (isSameName(name, sandbox.name)) return `${sandbox.name} is the name of the simulated market.`;
  const same = taken.find((other) => isSameName(other, name));
  return same === undefined ? null : `There is a connection with the name ${same} already.`;
}
