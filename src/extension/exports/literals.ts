import { isAddress } from '../../interface/base58Length.ts';
import { visibleText } from '../../interface/displayText.ts';
import { knownMints } from '../../solana/knownMints.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import { type ExportedPool, exportTree } from './exportTree.ts';

export type ListKind = 'mints' | 'pools';

interface Entry {
  readonly address: string;
  /** What it is, for a comment where the language has one. */
  readonly note: string;
}

export interface LiteralPlace {
  /** The editor's name of the file's language. */
  readonly language: string;
  /** White space that the line begins with. */
  readonly indent: string;
  /** One level more. */
  readonly unit: string;
}

interface Style {
  readonly quote: '"' | "'";
  /** How a comment begins at the end of a line; null: the language has none. */
  readonly note: string | null;
  readonly hasTrailingComma: boolean;
}

const slashes = ' // ';
const script: Style = { quote: "'", note: slashes, hasTrailingComma: true };
/** JSON is understood nearly everywhere. */
const json: Style = { quote: '"', note: null, hasTrailingComma: false };

const styles: ReadonlyMap<string, Style> = new Map([
  ['typescript', script],
  ['typescriptreact', script],
  ['javascript', script],
  ['javascriptreact', script],
  ['rust', { quote: '"', note: slashes, hasTrailingComma: true }],
  ['python', { quote: '"', note: '  # ', hasTrailingComma: true }],
  ['toml', { quote: '"', note: ' # ', hasTrailingComma: true }],
  ['jsonc', { quote: '"', note: slashes, hasTrailingComma: false }],
]);

/** The mints or pools of an answer as an array, in the order of the tree; null: there are none. */
export function addressList(
  answer: FinderAnswer,
  kind: ListKind,
  place: LiteralPlace,
): string | null {
  const entries = kind === 'mints' ? mintEntries(answer) : poolEntries(answer);
  if (entries.length === 0) return null;
  const { quote, note, hasTrailingComma } = styles.get(place.language) ?? json;
  const lines = entries.map((entry, index) => {
    const comma = hasTrailingComma || index < entries.length - 1 ? ',' : '';
    const words = note === null || entry.note === '' ? '' : `${note}${visibleText(entry.note, 80)}`;
    return `${place.indent}${place.unit}${quote}${entry.address}${quote}${comma}${words}`;
  });
  return ['[', ...lines, `${place.indent}]`].join('\n');
}

/** Mints of every readable token, also of one whose pools the service does not name. */
const mintEntries = ({ result }: FinderAnswer): Entry[] =>
  result.tokens.flatMap(({ mint }) =>
    isAddress(mint) ? [{ address: mint, note: knownMints.get(mint)?.symbol ?? '' }] : [],
  );

function poolEntries(answer: FinderAnswer): Entry[] {
  const entries = new Map<string, Entry>();
  for (const each of exportTree(answer).pools) {
    const { address } = each.pool;
    // A pool of two ranked tokens is named after the one that earns more, which comes first.
    if (!entries.has(address)) entries.set(address, { address, note: poolNote(each) });
  }
  return [...entries.values()];
}

const poolNote = ({ symbol, ammName }: ExportedPool): string =>
  symbol === null ? ammName : `${symbol}, ${ammName}`;
