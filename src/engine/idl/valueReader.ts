import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { bindGenerics, resolveLength, resolveParameter } from './generics.ts';
import {
  type IdlType,
  type IntegerType,
  isByteType,
  type ListCount,
  maxIdlDepth,
  type TypeBinding,
} from './model.ts';
import { packedSize } from './packedSize.ts';
import type { IdlFieldValue, IdlValue, ValueFault } from './values.ts';

export const maxValues = 10_000;
const maxMilliseconds = 100;
const maxTextLength = 4_000;
/** The time to write Base58 grows with the square of the length. */
const maxBase58Bytes = 1_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type TypeOf<Kind extends IdlType['kind']> = Extract<IdlType, { readonly kind: Kind }>;
type Binding = TypeBinding | null;

/**
 * Reads values of untrusted types from untrusted bytes. Nothing throws; after a fault, `read`
 * returns what is in front of it, and `null` if that is nothing.
 */
export class ValueReader {
  readonly #bytes: Buffer;
  /** Bounds of the surrounding type. */
  #start = 0;
  #end: number;
  #at: number;
  #depth = 0;
  #values = 0;
  readonly #deadline: number;
  /** Defined types between here and the last list or option: one that returns has no end. */
  #open: readonly unknown[] = [];
  #fault: ValueFault | null = null;
  #hasSkipped = false;
  /** Bytes of unknown length were read, so no value behind them can be. */
  #isOpaque = false;

  constructor(bytes: Uint8Array, at: number, now = performance.now()) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.length;
    this.#at = at;
    this.#deadline = now + maxMilliseconds;
  }

  get fault(): ValueFault | null {
    return this.#fault;
  }

  /** Bytes behind the value, or inside it behind a part of fixed size. */
  get hasLeftover(): boolean {
    return this.#at < this.#end || this.#hasSkipped;
  }

  get offset(): number {
    return this.#at;
  }

  read(type: IdlType, binding: Binding = null): IdlValue | null {
    if (this.#isStopped || !this.#enter()) return null;
    const value = this.#readKind(type, binding);
    this.#depth -= 1;
    return value;
  }

  get #isStopped(): boolean {
    return this.#fault !== null || this.#isOpaque;
  }

  #enter(): boolean {
    this.#values += 1;
    if (this.#values > maxValues) {
      return this.#refuse(t('more than {0} values', formatCount(maxValues)));
    }
    if (this.#depth >= maxIdlDepth) return this.#refuse(t('nested deeper than {0}', maxIdlDepth));
    if (performance.now() > this.#deadline) {
      return this.#refuse(t('more than {0} ms', maxMilliseconds));
    }
    this.#depth += 1;
    return true;
  }

  #refuse(reason: string): false {
    this.#fault ??= { state: 'invalid', reason };
    return false;
  }

  /** The next bytes; `null` if there are too few. */
  #take(length: number): Buffer | null {
    const left = this.#end - this.#at;
    if (length > left) {
      const reason = t(
        'needs {0} bytes, has {1}',
        formatCount(length),
        formatCount(Math.max(0, left)),
      );
      this.#fault ??= { state: 'short', reason };
      return null;
    }
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  #readKind(type: IdlType, binding: Binding): IdlValue | null {
    switch (type.kind) {
      case 'integer':
        return this.#readNumber(type);
      case 'shortU16':
      case 'float':
      case 'bool':
      case 'address':
      case 'bytes':
      case 'text':
      case 'opaque':
        return this.#readPlain(type, binding);
      case 'list':
        return isByteType(type.item)
          ? this.#readBytes(type, binding)
          : this.#readList(type, binding);
      case 'map':
        return this.#readMap(type, binding);
      case 'fields':
        return this.#readFields(type, binding);
      case 'enum':
        return this.#readEnum(type, binding);
      case 'option':
      case 'zeroableOption':
      case 'restOption':
        return this.#readOption(type, binding);
      case 'defined':
        return this.#readDefined(type, binding);
      case 'parameter': {
        const bound = resolveParameter(type.name, binding);
        if (bound !== null) return this.read(bound.type, bound.binding);
        this.#refuse(t('the IDL does not say what {0} is', sanitizeText(type.name)));
        return null;
      }
      case 'fixedSize':
      case 'sizePrefix':
      case 'sentinel':
        return this.#readWindow(type, binding);
      case 'constants':
        return this.#readConstants(type, binding);
      case 'offset':
        return this.#readOffset(type, binding);
      case 'broken':
        this.#refuse(t('the IDL is not readable here: {0}', type.reason));
        return null;
    }
  }

  #readNumber(type: IntegerType): IdlValue | null {
    const value = this.#takeInteger(type);
    if (value === null) return null;
    const { decimals, unit } = type;
    const amount = decimals === undefined ? {} : { decimals, unit: unit ?? '' };
    return { kind: 'number', text: String(value), ...amount };
  }

  #takeInteger({ bytes: size, isSigned, isBigEndian }: IntegerType): bigint | null {
    const taken = this.#take(size);
    if (taken === null) return null;
    const bytes = isBigEndian ? taken : Buffer.from(taken).reverse();
    const value = BigInt(`0x${bytes.toString('hex')}`);
    return isSigned ? BigInt.asIntN(size * 8, value) : value;
  }

  #readPlain(
    type: TypeOf<'shortU16' | 'float' | 'bool' | 'address' | 'bytes' | 'text' | 'opaque'>,
    binding: Binding,
  ): IdlValue | null {
    switch (type.kind) {
      case 'shortU16': {
        const value = this.#takeShortU16();
        return value === null ? null : { kind: 'number', text: String(value) };
      }
      case 'float': {
        const bytes = this.#take(type.bytes);
        return bytes && { kind: 'number', text: floatText(bytes, type.isBigEndian) };
      }
      case 'bool': {
        const value = this.#readCount(type.size, binding);
        if (value === 0n || value === 1n) return { kind: 'bool', value: value === 1n };
        if (value !== null) this.#refuse(t('{0} is neither true nor false', String(value)));
        return null;
      }
      case 'address': {
        const bytes = this.#take(32);
        return bytes && { kind: 'address', address: encodeBase58(bytes) };
      }
      case 'bytes': {
        const bytes = this.#take(this.#end - this.#at);
        return bytes && { kind: 'bytes', hex: bytes.toString('hex') };
      }
      case 'opaque': {
        const bytes = this.#take(type.size ?? this.#end - this.#at);
        this.#isOpaque ||= type.size === null;
        return bytes && { kind: 'bytes', hex: bytes.toString('hex'), reason: type.reason };
      }
      case 'text':
        return this.#readText(type.encoding);
    }
  }

  #takeShortU16(): number | null {
    let value = 0;
    for (let at = 0; at < 3; at++) {
      const byte = this.#take(1)?.[0];
      if (byte === undefined) return null;
      value |= (byte & 0x7f) << (7 * at);
      // Later bytes of zero would be another way to write the same number.
      if ((byte === 0 && at > 0) || value > 0xffff) break;
      if ((byte & 0x80) === 0) return value;
    }
    this.#refuse(t('a short length has too many bytes'));
    return null;
  }

  #readText(encoding: TypeOf<'text'>['encoding']): IdlValue | null {
    const bytes = this.#take(this.#end - this.#at);
    if (bytes === null) return null;
    if (encoding === 'base58') {
      return bytes.length > maxBase58Bytes
        ? { kind: 'bytes', hex: bytes.toString('hex') }
        : { kind: 'text', text: encodeBase58(bytes) };
    }
    if (encoding === 'base64') return { kind: 'text', text: bytes.toString('base64') };
    if (encoding === 'base16') return { kind: 'text', text: bytes.toString('hex') };
    try {
      return { kind: 'text', text: sanitizeText(utf8.decode(bytes), maxTextLength) };
    } catch {
      this.#refuse(t('a text is not UTF-8'));
      return null;
    }
  }

  /** A list of bytes is one value. */
  #readBytes({ count }: TypeOf<'list'>, binding: Binding): IdlValue | null {
    const length = this.#readLength(count, binding);
    if (length === null) return null;
    const bytes = this.#take(length === 'rest' ? this.#end - this.#at : Number(length));
    return bytes && { kind: 'bytes', hex: bytes.toString('hex') };
  }

  #readLength(count: ListCount, binding: Binding): bigint | 'rest' | null {
    if (count.kind === 'rest') return 'rest';
    if (count.kind === 'prefix') return this.#readCount(count.prefix, binding);
    const length = resolveLength(count.length, binding);
    if (length !== null) return BigInt(length);
    this.#refuse(t('the IDL does not say what {0} is', sanitizeText(String(count.length))));
    return null;
  }

  /** A number of elements or bytes, or the tag of an option or enum. */
  #readCount(type: IdlType, binding: Binding): bigint | null {
    const value = this.read(type, binding);
    if (value === null) return null;
    if (value.kind !== 'number' || !/^-?\d+$/.test(value.text)) {
      this.#refuse(t('the IDL has a count that is not a whole number'));
      return null;
    }
    const count = BigInt(value.text);
    if (count >= 0n) return count;
    this.#refuse(t('{0} is not a count', String(count)));
    return null;
  }

  *#elements(count: ListCount, binding: Binding) {
    const length = this.#readLength(count, binding);
    if (length === null) return;
    const outer = this.#open;
    for (let at = 0n; !this.#isStopped; at++) {
      if (length === 'rest' ? this.#at >= this.#end : at >= length) break;
      // A type may contain itself in a list, which may be empty.
      this.#open = [];
      yield at;
    }
    this.#open = outer;
  }

  #readList({ item, count }: TypeOf<'list'>, binding: Binding): IdlValue | null {
    const items: IdlValue[] = [];
    for (const _ of this.#elements(count, binding)) {
      const value = this.read(item, binding);
      if (value !== null) items.push(value);
    }
    if (!this.#isStopped) return { kind: 'list', items };
    return items.length === 0 ? null : { kind: 'list', items, isPartial: true };
  }

  #readMap({ key, value, count }: TypeOf<'map'>, binding: Binding): IdlValue | null {
    const entries: [IdlValue, IdlValue][] = [];
    for (const _ of this.#elements(count, binding)) {
      const name = this.read(key, binding);
      const content = this.read(value, binding);
      if (name !== null && content !== null) entries.push([name, content]);
    }
    if (!this.#isStopped) return { kind: 'map', entries };
    return entries.length === 0 ? null : { kind: 'map', entries, isPartial: true };
  }

  #readFields({ fields }: TypeOf<'fields'>, binding: Binding): IdlValue | null {
    const values = this.readEach(fields, binding);
    const isEmpty = fields.length > 0 && values.every(({ value }) => value === null);
    return isEmpty ? null : { kind: 'fields', fields: values };
  }

  /** Each field, with `null` from the fault on. */
  readEach(fields: TypeOf<'fields'>['fields'], binding: Binding = null): IdlFieldValue[] {
    return fields.map(({ name, type }) => ({ name, value: this.read(type, binding) }));
  }

  #readEnum({ tag, variants }: TypeOf<'enum'>, binding: Binding): IdlValue | null {
    const number = this.#readCount(tag, binding);
    if (number === null) return null;
    const variant = variants.find((one) => one.tag === number);
    if (variant === undefined) {
      this.#refuse(t('{0} is not a variant', String(number)));
      return null;
    }
    const value = variant.type === null ? null : this.read(variant.type, binding);
    return { kind: 'variant', name: variant.name, value };
  }

  #readOption(
    type: TypeOf<'option' | 'zeroableOption' | 'restOption'>,
    binding: Binding,
  ): IdlValue | null {
    const isSome = this.#isSome(type, binding);
    if (isSome === null) return null;
    if (!isSome) return { kind: 'none' };
    const outer = this.#open;
    this.#open = [];
    const value = this.read(type.item, binding);
    this.#open = outer;
    return { kind: 'some', value };
  }

  #isSome(
    type: TypeOf<'option' | 'zeroableOption' | 'restOption'>,
    binding: Binding,
  ): boolean | null {
    if (type.kind === 'restOption') return this.#at < this.#end;
    if (type.kind === 'option') {
      const tag = this.#readCount(type.tag, binding);
      if (tag === 1n) return true;
      if (tag !== 0n) {
        if (tag !== null) this.#refuse(t('{0} is neither none nor some', String(tag)));
        return null;
      }
      if (!type.isFixed) return false;
    }
    const size = packedSize(type.item, binding);
    if (size === null) {
      this.#refuse(t('the IDL has an option whose value has no fixed size'));
      return null;
    }
    if (type.kind === 'option') return this.#take(size) === null ? null : false;
    return this.#isZeroableSome(type, size);
  }

  #isZeroableSome({ none }: TypeOf<'zeroableOption'>, size: number): boolean | null {
    const start = this.#at;
    const bytes = this.#take(none?.length ?? size);
    if (bytes === null) return null;
    const isNone = none === null ? bytes.every((byte) => byte === 0) : bytes.equals(none);
    if (!isNone) this.#at = start;
    return !isNone;
  }

  #readDefined(type: TypeOf<'defined'>, binding: Binding): IdlValue | null {
    const { target } = type;
    // With generics each use is another type; then the depth ends a recursion.
    const key = target.parameters.length === 0 ? target : type;
    if (target.parameters.length === 0 && this.#open.includes(key)) {
      this.#refuse(t('the IDL’s type {0} contains itself', target.name));
      return null;
    }
    const bound = bindGenerics(type, binding);
    if (bound === 'mismatch') {
      this.#refuse(t('the IDL’s type {0} has other parameters', target.name));
      return null;
    }
    const outer = this.#open;
    this.#open = [...outer, key];
    const value = this.read(target.type, bound);
    this.#open = outer;
    return value;
  }

  /** A type that must not read beyond some length. */
  #readWindow(
    type: TypeOf<'fixedSize' | 'sizePrefix' | 'sentinel'>,
    binding: Binding,
  ): IdlValue | null {
    const length = this.#windowLength(type, binding);
    if (length === null) return null;
    const start = this.#at;
    if (this.#take(length) === null) return null;
    const outer = [this.#start, this.#end] as const;
    const after = this.#at;
    [this.#start, this.#at, this.#end] = [start, start, after];
    if (type.kind === 'fixedSize' && type.type.kind === 'text') this.#trimZeros();
    const value = this.read(type.type, binding);
    const left = this.#bytes.subarray(Math.min(this.#at, after), this.#end);
    if (type.kind !== 'fixedSize' || left.some((byte) => byte !== 0)) {
      this.#hasSkipped ||= left.length > 0;
    }
    [this.#start, this.#end] = outer;
    if (this.#fault === null)
      this.#at = after + (type.kind === 'sentinel' ? type.sentinel.length : 0);
    return value;
  }

  /** A text of fixed size is padded with zeros. */
  #trimZeros(): void {
    while (this.#end > this.#at && this.#bytes[this.#end - 1] === 0) this.#end -= 1;
  }

  #windowLength(
    type: TypeOf<'fixedSize' | 'sizePrefix' | 'sentinel'>,
    binding: Binding,
  ): number | null {
    if (type.kind === 'fixedSize') return type.size;
    if (type.kind === 'sizePrefix') {
      const length = this.#readCount(type.prefix, binding);
      return length === null ? null : Number(length);
    }
    const found = this.#bytes.subarray(this.#at, this.#end).indexOf(type.sentinel);
    if (found >= 0) return found;
    this.#fault ??= { state: 'short', reason: t('the end of a list or text is missing') };
    return null;
  }

  #readConstants(
    { place, constants, type }: TypeOf<'constants'>,
    binding: Binding,
  ): IdlValue | null {
    if (place === 'before' && !this.#takeConstants(constants)) return null;
    const value = this.read(type, binding);
    if (place === 'after' && !this.#isStopped) this.#takeConstants(constants);
    return value;
  }

  #takeConstants(constants: readonly Uint8Array[]): boolean {
    for (const constant of constants) {
      const bytes = this.#take(constant.length);
      if (bytes === null) return false;
      if (!bytes.equals(constant)) return this.#refuse(t('a constant has other bytes'));
    }
    return true;
  }

  #readOffset(type: TypeOf<'offset'>, binding: Binding): IdlValue | null {
    const { place, strategy, offset } = type;
    const before = this.#at;
    if (place === 'before' && !this.#move(strategy, offset, before)) return null;
    const value = this.read(type.type, binding);
    if (place === 'after' && !this.#isStopped) this.#move(strategy, offset, before);
    return value;
  }

  #move(strategy: TypeOf<'offset'>['strategy'], offset: number, before: number): boolean {
    const from = { absolute: offset < 0 ? this.#end : this.#start, preOffset: before };
    const base = strategy === 'absolute' || strategy === 'preOffset' ? from[strategy] : this.#at;
    const next = base + offset;
    if (next < this.#start) return this.#refuse(t('the IDL has an offset in front of the data'));
    if (next > this.#end) {
      this.#fault ??= { state: 'short', reason: t('the data ends in front of an offset') };
      return false;
    }
    this.#at = next;
    return true;
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
