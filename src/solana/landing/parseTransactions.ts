import { t } from '@vscode/l10n';
import { decodeBase58, maxBase58Length } from '../base58.ts';
import { containsSecretKey } from '../scan/scanText.ts';
import { isSecretKey } from '../secretKey.ts';
import { looksLikeTransaction } from './looksLikeTransaction.ts';

type TransactionEncoding = 'base58' | 'base64' | 'json-bytes' | 'json-rpc' | 'binary';

interface ParsedTransaction {
  readonly bytes: Uint8Array;
  readonly encoding: TransactionEncoding;
}

export type ParsedInput =
  | { readonly kind: 'transactions'; readonly transactions: readonly ParsedTransaction[] }
  | { readonly kind: 'empty' }
  /** Contains a secret key: nothing of it may be sent, logged or stored. */
  | { readonly kind: 'secret-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Limit per input: more than a user confirms one by one. */
export const maxTransactions = 32;
/** Several times the size of that many transactions in the longest form. */
const maxTextLength = 1_000_000;
const maxTransactionBytes = 4_096;
const maxNesting = 4;

export const tooLargeMessage = t('Too large to be a signed transaction.');
const unexpectedJsonMessage = t(
  'Not a transaction. Expected a list of bytes, text or a sendTransaction request.',
);

class InvalidInputError extends Error {}

/** One or several transactions in any supported form. Never throws. */
export function parseTransactionText(input: string): ParsedInput {
  if (input.length <= maxTextLength && containsSecretKey(input)) return { kind: 'secret-key' };
  return toParsedInput(() => {
    const text = input.replace(/^\ufeff/, '').trim();
    if (text.length > maxTextLength) throw new InvalidInputError(tooLargeMessage);
    if (text === '') return [];
    return /^[[{]/.test(text) ? parseJsonText(text) : parseWords(text);
  });
}

/** Parses a file: text in any supported form, or one transaction in wire format. */
export function parseTransactionFile(bytes: Uint8Array): ParsedInput {
  if (looksLikeTransaction(bytes)) {
    return { kind: 'transactions', transactions: [{ bytes, encoding: 'binary' }] };
  }
  if (isSecretKey(bytes)) return { kind: 'secret-key' };
  const text = decodeUtf8(bytes);
  if (text !== null) return parseTransactionText(text);
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.length > maxTransactionBytes) {
    return invalidInput(tooLargeMessage);
  }
  return { kind: 'transactions', transactions: [{ bytes, encoding: 'binary' }] };
}

function toParsedInput(read: () => readonly ParsedTransaction[]): ParsedInput {
  try {
    const transactions = read();
    if (transactions.length === 0) return { kind: 'empty' };
    if (transactions.length > maxTransactions) {
      return invalidInput(
        t('Too many transactions: {0}. The limit is {1}.', transactions.length, maxTransactions),
      );
    }
    return { kind: 'transactions', transactions };
  } catch (error) {
    if (error instanceof InvalidInputError) return invalidInput(error.message);
    throw error;
  }
}

const invalidInput = (reason: string): ParsedInput => ({ kind: 'wrong', reason });

function decodeUtf8(bytes: Uint8Array): string | null {
  if (bytes.length > maxTextLength) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Text contains no control characters except white space.
    return [...text].every((one) => one >= ' ' || /\s/.test(one)) ? text : null;
  } catch {
    return null;
  }
}

function parseJsonText(text: string): ParsedTransaction[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => /^\s*[[{].*[\]}]\s*$/.test(line))) {
      return lines.flatMap((line) => parseJsonText(line));
    }
    throw new InvalidInputError(t('Looks like JSON, but could not be parsed.'));
  }
  return parseJsonValue(value, 0);
}

function parseJsonValue(value: unknown, depth: number): ParsedTransaction[] {
  if (depth > maxNesting) throw new InvalidInputError(t('The JSON is nested too deeply.'));
  if (typeof value === 'string') return [parseWord(value.trim())];
  if (Array.isArray(value)) return parseJsonList(value, depth);
  if (typeof value === 'object' && value !== null) return parseRpcRequest(value, depth);
  throw new InvalidInputError(unexpectedJsonMessage);
}

function parseJsonList(list: readonly unknown[], depth: number): ParsedTransaction[] {
  if (list.length > 0 && list.every(isByte)) {
    const bytes = Uint8Array.from(list as number[]);
    if (bytes.length === 32 || bytes.length === 64)
      throw new InvalidInputError(keyLengthMessage(bytes.length));
    return [{ bytes, encoding: 'json-bytes' }];
  }
  if (list.some((item) => typeof item === 'number')) {
    throw new InvalidInputError(t('The JSON list contains numbers outside 0 to 255.'));
  }
  return list.flatMap((item) => parseJsonValue(item, depth + 1));
}

const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

function parseRpcRequest(value: object, depth: number): ParsedTransaction[] {
  const { method, params }: { method?: unknown; params?: unknown } = value;
  if (method === 'sendBundle' && Array.isArray(params) && Array.isArray(params[0])) {
    return params[0].flatMap((item) => parseJsonValue(item, depth + 1));
  }
  if (method !== 'sendTransaction') {
    throw new InvalidInputError(unexpectedJsonMessage);
  }
  const [first, options] = Array.isArray(params) ? (params as unknown[]) : [];
  if (typeof first !== 'string') {
    throw new InvalidInputError(t('The sendTransaction request has no transaction in params[0].'));
  }
  const encoding: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'encoding') : undefined;
  const { bytes } =
    encoding === 'base58' || encoding === 'base64'
      ? parseWordAs(first, encoding)
      : parseWord(first.trim());
  return [{ bytes, encoding: 'json-rpc' }];
}

/** Splits at white space, quotes and commas; a text wrapped by tools counts as one word. */
function parseWords(text: string): ParsedTransaction[] {
  const words = text.split(/[\s,;'"`]+/).filter((word) => word !== '');
  const joined = words.join('');
  if (words.length > 1 && areWrappedLines(words)) {
    const bytes = decodeBase64(joined);
    if (bytes !== null && looksLikeTransaction(bytes)) return [{ bytes, encoding: 'base64' }];
  }
  return words.map(parseWord);
}

/** Lines of equal length except a shorter last one, as `base64` and mail programs wrap. */
function areWrappedLines(words: readonly string[]): boolean {
  const width = words[0]?.length ?? 0;
  return words.every((word, at) =>
    at < words.length - 1 ? word.length === width : word.length <= width,
  );
}

function parseWord(word: string): ParsedTransaction {
  const asBase58 = decodeBase58(word);
  const asBase64 = decodeBase64(word);
  if (asBase58 !== null && looksLikeTransaction(asBase58)) {
    return { bytes: asBase58, encoding: 'base58' };
  }
  if (asBase64 !== null && looksLikeTransaction(asBase64)) {
    return { bytes: asBase64, encoding: 'base64' };
  }
  if (asBase58 !== null && (asBase58.length === 32 || asBase58.length === 64)) {
    throw new InvalidInputError(keyLengthMessage(asBase58.length));
  }
  // Not a transaction: the later check reports why, for the most likely encoding.
  if (asBase64 !== null) return { bytes: asBase64, encoding: 'base64' };
  if (asBase58 !== null) return { bytes: asBase58, encoding: 'base58' };
  throw new InvalidInputError(
    word.length > maxBase58Length ? tooLargeMessage : t('Not a Base58 or Base64 transaction.'),
  );
}

function parseWordAs(word: string, encoding: 'base58' | 'base64'): ParsedTransaction {
  const bytes = encoding === 'base58' ? decodeBase58(word) : decodeBase64(word);
  if (bytes === null) throw new InvalidInputError(t('params[0] is not valid {0}.', encoding));
  return { bytes, encoding: encoding };
}

const keyLengthMessage = (bytes: number): string =>
  bytes === 32
    ? t('This is an address, not a transaction.')
    : t('This is a signature, not a transaction. Look it up instead.');

/** Standard or URL-safe, with or without padding; `null` for other text. */
function decodeBase64(text: string): Uint8Array | null {
  const digits = text.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/_-]+$/.test(digits) || digits.length % 4 === 1) return null;
  if (/[+/]/.test(digits) && /[-_]/.test(digits)) return null;
  const isPadded = digits.length !== text.length;
  if (isPadded && text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(Buffer.from(digits, 'base64'));
  // Reject nonzero trailing bits, which are not canonical.
  const again = Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return again === digits.replaceAll('-', '+').replaceAll('_', '/') ? bytes : null;
}
