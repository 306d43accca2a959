import { decodeBase58 } from '../../solana/base58.ts';
import { listOf, memberOf, textOf } from './members.ts';
import type { IdlType } from './model.ts';

export function integerBytes(value: bigint, size: number, isBigEndian: boolean): Uint8Array | null {
  const bits = BigInt(size * 8);
  const unsigned = BigInt.asUintN(size * 8, value);
  if (value >= 1n << bits || value < -(1n << (bits - 1n))) return null;
  const hex = unsigned.toString(16).padStart(size * 2, '0');
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  return isBigEndian ? bytes : bytes.reverse();
}

const maxConstantBytes = 1_000;

/** Bytes of a Codama value node of the type; `null`: cannot be written. */
export function constantBytes(type: IdlType, value: unknown): Uint8Array | null {
  switch (type.kind) {
    case 'integer': {
      const number = memberOf(value, 'number');
      if (!Number.isSafeInteger(number)) return null;
      return integerBytes(BigInt(number as number), type.bytes, type.isBigEndian);
    }
    case 'shortU16':
      return shortU16Bytes(memberOf(value, 'number'));
    case 'bool': {
      const isSet = memberOf(value, 'boolean');
      const number = isSet === true ? 1 : 0;
      return typeof isSet === 'boolean' ? constantBytes(type.size, { number }) : null;
    }
    case 'address':
      return decodeAddress(textOf(value, 'publicKey'));
    case 'bytes':
      return decodeText(textOf(value, 'data'), textOf(value, 'encoding'));
    case 'text':
      return decodeText(textOf(value, 'string'), type.encoding);
    case 'fixedSize': {
      const bytes = constantBytes(type.type, value);
      if (bytes === null || type.size > maxConstantBytes) return null;
      const sized = new Uint8Array(type.size);
      sized.set(bytes.subarray(0, type.size));
      return sized;
    }
    case 'sizePrefix': {
      const bytes = constantBytes(type.type, value);
      const prefix = bytes && constantBytes(type.prefix, { number: bytes.length });
      return bytes && prefix && Buffer.concat([prefix, bytes]);
    }
    case 'list': {
      const { count } = type;
      const items = listOf(value, 'items');
      const parts = items.slice(0, maxConstantBytes).map((item) => constantBytes(type.item, item));
      if (count.kind === 'fixed' && count.length !== items.length) return null;
      if (count.kind === 'prefix')
        parts.unshift(constantBytes(count.prefix, { number: items.length }));
      return parts.every((part) => part !== null) ? Buffer.concat(parts) : null;
    }
    default:
      return null;
  }
}

function decodeAddress(address: string | null): Uint8Array | null {
  const bytes = address === null ? null : decodeBase58(address);
  return bytes?.length === 32 ? bytes : null;
}

function decodeText(text: string | null, encoding: string | null): Uint8Array | null {
  if (text === null || text.length > 2 * maxConstantBytes) return null;
  switch (encoding) {
    case 'base16': {
      return /^([0-9a-f]{2})*$/i.test(text) ? Buffer.from(text, 'hex') : null;
    }
    case 'base58':
      return decodeBase58(text);
    case 'base64':
      return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
    case 'utf8':
      return Buffer.from(text, 'utf8');
    default:
      return null;
  }
}

function shortU16Bytes(number: unknown): Uint8Array | null {
  if (!Number.isSafeInteger(number)) return null;
  const value = Number(number);
  if (value < 0 || value > 0xffff) return null;
  if (value < 0x80) return Uint8Array.of(value);
  const low = (value & 0x7f) | 0x80;
  if (value < 0x4000) return Uint8Array.of(low, value >> 7);
  return Uint8Array.of(low, ((value >> 7) & 0x7f) | 0x80, value >> 14);
}
