import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import type { IdlType, IntegerType } from './model.ts';
import type { ValueCursor } from './valueCursor.ts';
import type { IdlValue } from './values.ts';

/** Values that contain no others: numbers, addresses, texts and bytes. `null`: see the cursor's fault. */

type TypeOf<Kind extends IdlType['kind']> = Extract<IdlType, { readonly kind: Kind }>;

export type PlainType = TypeOf<
  'integer' | 'shortU16' | 'float' | 'address' | 'bytes' | 'text' | 'opaque'
>;

const maxTextLength = 4_000;
/** The time to write Base58 grows with the square of the length. */
const maxBase58Bytes = 1_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readPlain(cursor: ValueCursor, type: PlainType): IdlValue | null {
  switch (type.kind) {
    case 'integer':
      return readInteger(cursor, type);
    case 'shortU16':
      return readShortU16(cursor);
    case 'float': {
      const bytes = cursor.take(type.bytes);
      return bytes && { kind: 'number', text: floatText(bytes, type.isBigEndian) };
    }
    case 'address': {
      const bytes = cursor.take(32);
      return bytes && { kind: 'address', address: encodeBase58(bytes) };
    }
    case 'bytes':
      return bytesValue(cursor.takeRest());
    case 'opaque': {
      const bytes = type.size === null ? cursor.takeRest() : cursor.take(type.size);
      if (type.size === null) cursor.endOpaque();
      return bytes && { kind: 'bytes', hex: bytes.toString('hex'), reason: type.reason };
    }
    case 'text':
      return readText(cursor, type.encoding);
  }
}

export const bytesValue = (bytes: Buffer | null): IdlValue | null =>
  bytes && { kind: 'bytes', hex: bytes.toString('hex') };

function readInteger(cursor: ValueCursor, type: IntegerType): IdlValue | null {
  const { bytes: size, isSigned, isBigEndian, decimals, unit } = type;
  const taken = cursor.take(size);
  if (taken === null) return null;
  const bytes = isBigEndian ? taken : Buffer.from(taken).reverse();
  const value = BigInt(`0x${bytes.toString('hex')}`);
  const text = String(isSigned ? BigInt.asIntN(size * 8, value) : value);
  return { kind: 'number', text, ...(decimals !== undefined && { decimals, unit: unit ?? '' }) };
}

function readShortU16(cursor: ValueCursor): IdlValue | null {
  let value = 0;
  for (let at = 0; at < 3; at++) {
    const byte = cursor.take(1)?.[0];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << (7 * at);
    // Later bytes of zero would be another way to write the same number.
    if ((byte === 0 && at > 0) || value > 0xffff) break;
    if ((byte & 0x80) === 0) return { kind: 'number', text: String(value) };
  }
  return cursor.refuse(t('a short length has too many bytes'));
}

function readText(cursor: ValueCursor, encoding: TypeOf<'text'>['encoding']): IdlValue | null {
  const bytes = cursor.takeRest();
  if (bytes === null) return null;
  switch (encoding) {
    case 'base58':
      return bytes.length > maxBase58Bytes
        ? bytesValue(bytes)
        : { kind: 'text', text: encodeBase58(bytes) };
    case 'base64':
      return { kind: 'text', text: bytes.toString('base64') };
    case 'base16':
      return { kind: 'text', text: bytes.toString('hex') };
    case 'utf8':
      try {
        return { kind: 'text', text: sanitizeText(utf8.decode(bytes), maxTextLength) };
      } catch {
        return cursor.refuse(t('a text is not UTF-8'));
      }
  }
}

function floatText(bytes: Buffer, isBigEndian: boolean): string {
  if (bytes.length === 8) return String(isBigEndian ? bytes.readDoubleBE() : bytes.readDoubleLE());
  const value = isBigEndian ? bytes.readFloatBE() : bytes.readFloatLE();
  // The shortest text that is this f32.
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}
