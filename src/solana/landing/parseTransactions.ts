import { t } from '@vscode/l10n';
import { decodeText } from '../../api/decodeText.ts';
import { containsSecretKey } from '../scan/scanText.ts';
import { isSecretKey } from '../secretKey.ts';
import {
  assertCount,
  decodeTransactionText,
  decodeTransactionTextAs,
  InvalidInputError,
  SecretKeyFoundError,
  tooLargeMessage,
} from './decodeTransactionText.ts';
import { looksLikeTransaction } from './looksLikeTransaction.ts';
import {
  type JsonTransactions,
  parseTransactionJson,
  rejectKeysWithin,
} from './parseTransactionJson.ts';
import { parseTransactionWords } from './parseTransactionWords.ts';

interface ParsedTransaction {
  readonly bytes: Uint8Array;
}

export type ParsedInput =
  | {
      readonly kind: 'transactions';
      readonly transactions: readonly ParsedTransaction[];
      /** Several that only execute together, as a block engine runs them. */
      readonly isBundle: boolean;
    }
  | { readonly kind: 'empty' }
  /** Contains a secret key: nothing of it may be sent, logged or stored. */
  | { readonly kind: 'secret-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Several times the size of the most transactions in the longest form. */
const maxTextLength = 1_000_000;
const maxTransactionBytes = 4_096;

/** One or several transactions in any supported form. Never throws. */
export function parseTransactionText(input: string): ParsedInput {
  return toParsedInput(() => {
    const text = input.replace(/^\ufeff/, '').trim();
    if (text.length > maxTextLength) throw new InvalidInputError(tooLargeMessage);
    if (text === '') return alone([]);
    // A key may be anywhere, also beside a transaction.
    if (containsSecretKey(text)) throw new SecretKeyFoundError();
    return /^(?:[[{"]|(?:null|true|false)$)/.test(text)
      ? parseJsonText(text)
      : alone(parseTransactionWords(text));
  });
}

/** One transaction as a node's method takes it: in the given encoding, or in any. Never throws. */
export const parseEncodedTransaction = (text: string, encoding: unknown): ParsedInput =>
  toParsedInput(() =>
    alone([
      encoding === 'base58' || encoding === 'base64'
        ? decodeTransactionTextAs(text, encoding)
        : decodeTransactionText(text.trim()),
    ]),
  );

/** Parses a file: text in any supported form, or one transaction in wire format. */
export function parseTransactionFile(bytes: Uint8Array): ParsedInput {
  if (looksLikeTransaction(bytes)) return binary(bytes);
  if (isSecretKey(bytes)) return { kind: 'secret-key' };
  const text = textOf(bytes);
  if (text !== null) return parseTransactionText(text);
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.length > maxTransactionBytes) return invalidInput(tooLargeMessage);
  return binary(bytes);
}

const alone = (transactions: readonly Uint8Array[]): JsonTransactions => ({
  transactions,
  isBundle: false,
});

const binary = (bytes: Uint8Array): ParsedInput => ({
  kind: 'transactions',
  transactions: [{ bytes }],
  isBundle: false,
});

function toParsedInput(read: () => JsonTransactions): ParsedInput {
  try {
    const { transactions, isBundle } = read();
    if (transactions.length === 0) return { kind: 'empty' };
    assertCount(transactions.length);
    return {
      kind: 'transactions',
      transactions: transactions.map((bytes) => ({ bytes })),
      isBundle,
    };
  } catch (error) {
    if (error instanceof SecretKeyFoundError) return { kind: 'secret-key' };
    if (error instanceof InvalidInputError) return invalidInput(error.message);
    throw error;
  }
}

const invalidInput = (reason: string): ParsedInput => ({ kind: 'wrong', reason });

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > 2 * maxTextLength) return null;
  try {
    const text = decodeText(bytes, { fatal: true });
    // Text contains no control characters except white space.
    return [...text].every((one) => one >= ' ' || /\s/.test(one)) ? text : null;
  } catch {
    return null;
  }
}

function parseJsonText(text: string): JsonTransactions {
  const value = parseJson(text);
  if (value !== undefined) {
    rejectKeysWithin(value);
    return parseTransactionJson(value);
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.every((line) => /^\s*[[{].*[\]}]\s*$/.test(line))) {
    const parsed = lines.map(parseJsonText);
    return {
      transactions: parsed.flatMap(({ transactions }) => transactions),
      isBundle: parsed.some(({ isBundle }) => isBundle),
    };
  }
  // A quoted word, a list of bytes in source code, or a line of a log that begins with its time.
  if (/^(?:"|[[{][\s\d,a-fux]{100,}[\]}]|\[[^[\]{}"]{0,80}\])/i.test(text)) {
    return alone(parseTransactionWords(text));
  }
  throw new InvalidInputError(t('Looks like JSON, but could not be parsed.'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
