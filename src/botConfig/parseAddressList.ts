import { isAddress } from '../api/base58.ts';
import { scanText } from '../solana/scan/scanText.ts';
import { entryOf, restOfLine } from './configEntries.ts';
import { problem } from './configProblems.ts';
import type { ConfigAddress, ConfigEntry, ConfigProblem } from './model.ts';

export interface AddressLines {
  readonly addresses: readonly ConfigAddress[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * A plain list: an address per line, comments with `#`, empty lines. Null if another line occurs or
 * no line is an address.
 *
 * @param isForced Treat the text as a list in any case; other lines become problems.
 */
export function parseAddressLines(text: string, isForced: boolean): AddressLines | null {
  const addresses: ConfigAddress[] = [];
  const problems: ConfigProblem[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const comment = line.indexOf('#');
    const content = (comment < 0 ? line : line.slice(0, comment)).replace(/^\uFEFF/, ' ');
    const address = content.trim();
    if (address === '') continue;
    const start = index + content.indexOf(address);
    const range = { start, end: start + address.length };
    if (isAddress(address)) addresses.push({ address, range });
    else if (isForced) problems.push(problem('invalid-address', range, ['']));
    else return null;
  }
  return addresses.length > 0 || isForced ? { addresses, problems } : null;
}

export function lookupTablesEntry(
  text: string,
  lookupTables: readonly ConfigAddress[],
): ConfigEntry {
  const range = rangeOfLines(text, lookupTables);
  return entryOf({
    ...{ range, lists: [], lookupTables, lookupTablesRange: range },
    headRange: restOfLine(text, range.start, range.end),
  });
}

/** All addresses of any text, as pools of one list. */
export function scannedEntry(text: string): ConfigEntry {
  const pools = scanText(text).flatMap((match): ConfigAddress[] =>
    match.kind === 'address' && match.maybeSecret !== true
      ? [{ address: match.text, range: { start: match.start, end: match.end } }]
      : [],
  );
  const range = rangeOfLines(text, pools);
  return entryOf({
    headRange: restOfLine(text, range.start, range.end),
    ...{ range, lists: [{ key: '', keyRange: null, range, program: null, pools }] },
  });
}

function rangeOfLines(text: string, addresses: readonly ConfigAddress[]) {
  const first = addresses[0]?.range.start ?? 0;
  const last = addresses.at(-1)?.range.end ?? 0;
  const start = text.lastIndexOf('\n', first - 1) + 1;
  return { start: first === 0 ? 0 : start, end: restOfLine(text, last, text.length).end };
}
