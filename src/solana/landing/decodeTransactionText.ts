import { t } from '@vscode/l10n';
import { decodeBase58 } from '../base58.ts';
import { isSecretKey } from '../secretKey.ts';
import { tryDecodeTransaction } from '../wireTransaction.ts';
import { looksLikeTransaction } from './looksLikeTransaction.ts';

/** The message contains nothing of the input. */
export class InvalidInputError extends Error {}
export class SecretKeyFoundError extends Error {}

export const tooLargeMessage = t('Too large to be a signed transaction.');

/** Limit per input: more than a user confirms one by one. */
export const maxTransactions = 32;

export function assertCount(transactions: number): void {
  if (transactions <= maxTransactions) return;
  throw new InvalidInputError(
    t('Too many transactions: {0}. The limit is {1}.', transactions, maxTransactions),
  );
}

/** No encoding of a transaction is longer. */
const maxTransactionText = 12_000;
/** Of a transaction of maximum size: reading Base58 takes quadratic time. */
const maxBase58Text = 5_700;
/** Of a secret key in the longest encoding, hexadecimal. */
const maxKeyText = 200;

export type TransactionEncoding = 'base58' | 'base64';

/**
 * The only reading of a text that is a transaction, in Base58, Base64 (either alphabet, also
 * percent-encoded) or hexadecimal; `null` if there is none. Throws for a secret key.
 */
export function findTransaction(text: string): Uint8Array | null {
  const readings = text.length > maxTransactionText ? [] : readingsOf(text);
  const [found = null, other] = readings.filter((bytes) => tryDecodeTransaction(bytes) !== null);
  if (other !== undefined) {
    throw new InvalidInputError(
      t('This is a transaction in several encodings. Pass it as a JSON list of bytes.'),
    );
  }
  return found;
}

/**
 * Like `findTransaction`, but for texts without a transaction throws an InvalidInputError, or
 * returns the most likely reading, for which the later check reports the reason.
 */
export function decodeTransactionText(text: string): Uint8Array {
  const found = findTransaction(text);
  if (found !== null) return found;
  const readings = readingsOf(text);
  const damaged = readings.find(looksLikeTransaction);
  if (damaged !== undefined) return damaged;
  const key = readings.find(({ length }) => length === 32 || length === 64);
  if (key !== undefined) {
    throw new InvalidInputError(keyLengthMessage(key.length));
  }
  const [likely] = readings;
  if (likely !== undefined) return likely;
  throw new InvalidInputError(
    text.length > maxTransactionText
      ? tooLargeMessage
      : t('Not a Base58, Base64 or hexadecimal transaction.'),
  );
}

/** Throws an InvalidInputError if the text does not have the encoding. */
export function decodeTransactionTextAs(text: string, encoding: TransactionEncoding): Uint8Array {
  rejectSecretKeys(text);
  const bytes = encoding === 'base58' ? decodeBase58(text) : decodeBase64(text);
  if (bytes === null) throw new InvalidInputError(t('params[0] is not valid {0}.', encoding));
  return bytes;
}

/** Rejects a secret key in any encoding, even if the text has another reading. */
export function rejectSecretKeys(text: string): void {
  if (text.length <= maxKeyText) readingsOf(text);
}

/** The most likely one first. */
function readingsOf(text: string): Uint8Array[] {
  const word = withoutPercentEncoding(text);
  const asBase58 = word.length > maxBase58Text ? null : decodeBase58(word);
  const readings = [decodeHex(word), decodeBase64(word), asBase58].filter(
    (bytes) => bytes !== null,
  );
  for (const bytes of readings) rejectSecretKey(bytes);
  return readings;
}

export function rejectSecretKey(bytes: Uint8Array): void {
  if (isSecretKey(bytes)) throw new SecretKeyFoundError();
}

/** Bytes that are not text: throws for those of a key or signature. */
export function assertNoKey(bytes: Uint8Array): void {
  rejectSecretKey(bytes);
  const { length } = bytes;
  if (length === 32 || length === 64) {
    throw new InvalidInputError(keyLengthMessage(length));
  }
}

/** Whether a text is an address, hash or signature. */
export const isKeyText = (text: string): boolean =>
  text.length <= maxKeyText &&
  readingsOf(text).some(({ length }) => length === 32 || length === 64);

/** 32 bytes can be an address or a seed in each encoding, and their name is not known here. */
const keyLengthMessage = (bytes: number): string =>
  bytes === 64
    ? t('This is a signature, not a transaction. Look it up instead.')
    : t(
        'This is an address or the seed of a secret key, not a transaction. It was not sent, logged or stored.',
      );

function withoutPercentEncoding(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decodeHex(text: string): Uint8Array | null {
  const digits = text.replace(/^0x/i, '');
  return digits.length % 2 === 0 && /^[\da-f]+$/i.test(digits)
    ? Uint8Array.from(Buffer.from(digits, 'hex'))
    : null;
}

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
