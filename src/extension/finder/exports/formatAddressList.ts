import { isAddress } from '../../../api/base58.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import type { FinderResponse } from '../finderResponse.ts';
import { collectExportedPools, type ExportedPool } from './formats/exportedPools.ts';

export type AddressListKind = 'mints' | 'pools';

interface AddressEntry {
  readonly address: string;
  readonly comment: string;
}

export interface CodeStyle {
  /** VS Code's language identifier. */
  readonly language: string;
  readonly indent: string;
  /** White space of one more level. */
  readonly indentUnit: string;
}

interface LiteralSyntax {
  readonly quote: '"' | "'";
  /** Starts a comment at the end of a line; null: the language has none. */
  readonly commentPrefix: string | null;
  readonly hasTrailingComma: boolean;
}

const slashComment = ' // ';
const scriptSyntax: LiteralSyntax = {
  quote: "'",
  commentPrefix: slashComment,
  hasTrailingComma: true,
};
/** Default: most languages accept JSON. */
const jsonSyntax: LiteralSyntax = { quote: '"', commentPrefix: null, hasTrailingComma: false };

const syntaxByLanguage: ReadonlyMap<string, LiteralSyntax> = new Map([
  ['typescript', scriptSyntax],
  ['typescriptreact', scriptSyntax],
  ['javascript', scriptSyntax],
  ['javascriptreact', scriptSyntax],
  ['rust', { quote: '"', commentPrefix: slashComment, hasTrailingComma: true }],
  ['python', { quote: '"', commentPrefix: '  # ', hasTrailingComma: true }],
  ['toml', { quote: '"', commentPrefix: ' # ', hasTrailingComma: true }],
  ['jsonc', { quote: '"', commentPrefix: slashComment, hasTrailingComma: false }],
]);

/** In tree order; null if there are none. */
export function formatAddressList(
  answer: FinderResponse,
  kind: AddressListKind,
  place: CodeStyle,
): string | null {
  const entries = kind === 'mints' ? mintEntries(answer) : poolEntries(answer);
  if (entries.length === 0) return null;
  const { quote, commentPrefix, hasTrailingComma } =
    syntaxByLanguage.get(place.language) ?? jsonSyntax;
  const lines = entries.map((entry, index) => {
    const comma = hasTrailingComma || index < entries.length - 1 ? ',' : '';
    const comment =
      commentPrefix === null || entry.comment === ''
        ? ''
        : `${commentPrefix}${sanitizeText(entry.comment, 80)}`;
    return `${place.indent}${place.indentUnit}${quote}${entry.address}${quote}${comma}${comment}`;
  });
  return ['[', ...lines, `${place.indent}]`].join('\n');
}

/** Mints of all tokens with valid addresses, also without named pools. */
const mintEntries = ({ result }: FinderResponse): AddressEntry[] =>
  result.tokens.flatMap(({ mint }) =>
    isAddress(mint) ? [{ address: mint, comment: knownMints.get(mint)?.symbol ?? '' }] : [],
  );

function poolEntries(answer: FinderResponse): AddressEntry[] {
  const entries = new Map<string, AddressEntry>();
  for (const each of collectExportedPools(answer).pools) {
    const { address } = each.pool;
    // A pool of two ranked tokens is named after the one with higher gains, which comes first.
    if (!entries.has(address)) entries.set(address, { address, comment: poolComment(each) });
  }
  return [...entries.values()];
}

const poolComment = ({ symbol, ammName }: ExportedPool): string =>
  symbol === null ? ammName : `${symbol}, ${ammName}`;
