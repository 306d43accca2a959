import { t } from '@vscode/l10n';
import { decodeBase58, longestBase58 } from '../base58.ts';
import { isSecretKey } from '../secretKey.ts';
import { couldBeTransaction } from './couldBeTransaction.ts';

/** How a transaction was written. */
export type TransactionForm = 'base58' | 'base64' | 'json-bytes' | 'json-rpc' | 'binary';

export interface InputTransaction {
  readonly bytes: Uint8Array;
  readonly form: TransactionForm;
}

/** What a selection, a file or a clipboard holds. */
export type TransactionInput =
  | { readonly kind: 'transactions'; readonly transactions: readonly InputTransaction[] }
  | { readonly kind: 'empty' }
  /** Somewhere in it is a secret key: nothing of it may be sent, logged or kept. */
  | { readonly kind: 'secret-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Most at once: more than anybody confirms one by one. */
export const transactionsAtOnce = 32;
/** Several times what that many transactions take in the longest form. */
const longestText = 1_000_000;
const largestTransactionBytes = 4_096;
const nestingLimit = 4;

class Wrong extends Error {}
class SecretFound extends Error {}

/** Reads text in any of the forms, one transaction or several. Never throws. */
export function readTransactionText(input: string): TransactionInput {
  return collected(() => {
    const text = input.replace(/^\ufeff/, '').trim();
    if (text.length > longestText) throw new Wrong(t('The text is too long to be transactions.'));
    if (text === '') return [];
    refuseKeyLists(text);
    return /^[[{]/.test(text) ? readJsonText(text) : readWords(text);
  });
}

/** Reads the bytes of a file: text in any of the forms, or one transaction as it travels. */
export function readTransactionFile(bytes: Uint8Array): TransactionInput {
  if (couldBeTransaction(bytes)) {
    return { kind: 'transactions', transactions: [{ bytes, form: 'binary' }] };
  }
  if (isSecret(bytes)) return { kind: 'secret-key' };
  const text = asText(bytes);
  if (text !== null) return readTransactionText(text);
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.length > largestTransactionBytes) {
    return wrong(
      t('The file is binary and has {0} bytes: no transaction is so large.', bytes.length),
    );
  }
  return { kind: 'transactions', transactions: [{ bytes, form: 'binary' }] };
}

function collected(read: () => readonly InputTransaction[]): TransactionInput {
  try {
    const transactions = read();
    if (transactions.length === 0) return { kind: 'empty' };
    if (transactions.length > transactionsAtOnce) {
      return wrong(
        t(
          '{0} transactions are too many at once: at most {1}.',
          transactions.length,
          transactionsAtOnce,
        ),
      );
    }
    return { kind: 'transactions', transactions };
  } catch (error) {
    if (error instanceof SecretFound) return { kind: 'secret-key' };
    if (error instanceof Wrong) return wrong(error.message);
    throw error;
  }
}

const wrong = (reason: string): TransactionInput => ({ kind: 'wrong', reason });

function asText(bytes: Uint8Array): string | null {
  if (bytes.length > longestText) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Text that people write holds no control characters but white space.
    return [...text].every((one) => one >= ' ' || /\s/.test(one)) ? text : null;
  } catch {
    return null;
  }
}

function readJsonText(text: string): InputTransaction[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Several documents, one on each line.
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => /^\s*[[{].*[\]}]\s*$/.test(line))) {
      return lines.flatMap((line) => readJsonText(line));
    }
    throw new Wrong(t('This begins like JSON but is none.'));
  }
  return readJson(value, 0);
}

function readJson(value: unknown, depth: number): InputTransaction[] {
  if (depth > nestingLimit) throw new Wrong(t('The JSON is nested too deeply.'));
  if (typeof value === 'string') return [readWord(value.trim())];
  if (Array.isArray(value)) return readJsonList(value, depth);
  if (typeof value === 'object' && value !== null) return readRequest(value, depth);
  throw new Wrong(
    t('The JSON is no transaction: expected a list of bytes, text, or a sendTransaction request.'),
  );
}

function readJsonList(list: readonly unknown[], depth: number): InputTransaction[] {
  if (list.length > 0 && list.every(isByte)) {
    const bytes = Uint8Array.from(list as number[]);
    if (isSecret(bytes)) throw new SecretFound();
    if (bytes.length === 32 || bytes.length === 64) throw new Wrong(lengthWords(bytes.length));
    return [{ bytes, form: 'json-bytes' }];
  }
  if (list.some((item) => typeof item === 'number')) {
    throw new Wrong(t('The JSON list holds numbers that are no bytes (0 to 255).'));
  }
  return list.flatMap((item) => readJson(item, depth + 1));
}

const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

/** The body of a JSON-RPC request as it is posted to a node or to the landing service. */
function readRequest(value: object, depth: number): InputTransaction[] {
  const { method, params }: { method?: unknown; params?: unknown } = value;
  if (method === 'sendBundle' && Array.isArray(params) && Array.isArray(params[0])) {
    return params[0].flatMap((item) => readJson(item, depth + 1));
  }
  if (method !== 'sendTransaction') {
    throw new Wrong(t('The JSON is no sendTransaction request: its member method is another.'));
  }
  const [first, options] = Array.isArray(params) ? (params as unknown[]) : [];
  if (typeof first !== 'string') {
    throw new Wrong(t('The sendTransaction request holds no transaction (params[0]).'));
  }
  const encoding: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'encoding') : undefined;
  const { bytes } =
    encoding === 'base58' || encoding === 'base64'
      ? readWordAs(first, encoding)
      : readWord(first.trim());
  return [{ bytes, form: 'json-rpc' }];
}

/** Words between white space, quotes and commas; text that tools broke into lines is one. */
function readWords(text: string): InputTransaction[] {
  const words = text.split(/[\s,;'"`]+/).filter((word) => word !== '');
  for (const word of words) refuseSecrets(word);
  const joined = words.join('');
  if (words.length > 1 && isBroken(words)) {
    const bytes = fromBase64(joined);
    if (bytes !== null && couldBeTransaction(bytes)) return [{ bytes, form: 'base64' }];
  }
  return words.map(readWord);
}

/** Lines of one length but for a shorter last one, as `base64` and mail programs make them. */
function isBroken(words: readonly string[]): boolean {
  const width = words[0]?.length ?? 0;
  return words.every((word, at) =>
    at < words.length - 1 ? word.length === width : word.length <= width,
  );
}

/** The list of 64 numbers of a key file, wherever it stands in a text. */
function refuseKeyLists(text: string): void {
  for (const [list] of text.matchAll(/\[[\d,\s]{127,500}\]/g)) {
    const numbers = (list.match(/\d+/g) ?? []).map(Number);
    if (numbers.length === 64 && numbers.every(isByte) && isSecret(Uint8Array.from(numbers))) {
      throw new SecretFound();
    }
  }
}

/** A secret key in either encoding, whatever else the word could be read as. */
function refuseSecrets(word: string): void {
  for (const bytes of [decodeBase58(word), fromBase64(word)]) {
    if (bytes !== null && isSecret(bytes)) throw new SecretFound();
  }
}

function readWord(word: string): InputTransaction {
  refuseSecrets(word);
  const asBase58 = decodeBase58(word);
  const asBase64 = fromBase64(word);
  if (asBase58 !== null && couldBeTransaction(asBase58)) {
    return { bytes: asBase58, form: 'base58' };
  }
  if (asBase64 !== null && couldBeTransaction(asBase64)) {
    return { bytes: asBase64, form: 'base64' };
  }
  if (asBase58 !== null && (asBase58.length === 32 || asBase58.length === 64)) {
    throw new Wrong(lengthWords(asBase58.length));
  }
  // No transaction either way: its own check says why, with what the text most likely is.
  if (asBase64 !== null) return { bytes: asBase64, form: 'base64' };
  if (asBase58 !== null) return { bytes: asBase58, form: 'base58' };
  throw new Wrong(
    word.length > longestBase58
      ? t('The text is longer than any transaction.')
      : t('This is neither Base58 nor Base64 text of a transaction.'),
  );
}

function readWordAs(word: string, encoding: 'base58' | 'base64'): InputTransaction {
  refuseSecrets(word);
  const bytes = encoding === 'base58' ? decodeBase58(word) : fromBase64(word);
  if (bytes === null) throw new Wrong(t("The request's transaction is no {0} text.", encoding));
  return { bytes, form: encoding };
}

const lengthWords = (bytes: number): string =>
  bytes === 32
    ? t('This is an address (32 bytes), not a transaction.')
    : t('This is a signature (64 bytes), not a transaction. Look it up instead.');

/** Base64 of the standard or the URL alphabet, with or without padding; `null` for other text. */
function fromBase64(text: string): Uint8Array | null {
  const digits = text.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/_-]+$/.test(digits) || digits.length % 4 === 1) return null;
  // One alphabet or the other.
  if (/[+/]/.test(digits) && /[-_]/.test(digits)) return null;
  const isPadded = digits.length !== text.length;
  if (isPadded && text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(Buffer.from(digits, 'base64'));
  // Bits beyond the last byte that are not zero: another text than these bytes have.
  const again = Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return again === digits.replaceAll('-', '+').replaceAll('_', '/') ? bytes : null;
}

const isSecret = (bytes: Uint8Array): boolean => bytes.length === 64 && isSecretKey(bytes);
