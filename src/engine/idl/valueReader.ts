import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { bindGenerics, resolveLength, resolveParameter } from './generics.ts';
import { type IdlType, isByteType, type ListCount, type TypeBinding } from './model.ts';
import { packedSize } from './packedSize.ts';
import { bytesValue, readPlain } from './plainValues.ts';
import { ValueCursor } from './valueCursor.ts';
import type { IdlFieldValue, IdlValue, ValueFault } from './values.ts';

type TypeOf<Kind extends IdlType['kind']> = Extract<IdlType, { readonly kind: Kind }>;
type Binding = TypeBinding | null;

/**
 * Reads values of untrusted types from untrusted bytes. Nothing throws; after a fault, `read`
 * returns what is in front of it, and `null` if that is nothing.
 */
export class ValueReader {
  readonly #cursor: ValueCursor;
  /** Defined types between here and the last list or option: one that returns has no end. */
  #open: readonly unknown[] = [];

  constructor(bytes: Uint8Array, at: number) {
    this.#cursor = new ValueCursor(bytes, at);
  }

  get fault(): ValueFault | null {
    return this.#cursor.fault;
  }

  /** Bytes behind the value, or inside it behind a part of fixed size. */
  get hasLeftover(): boolean {
    return this.#cursor.hasLeftover;
  }

  get offset(): number {
    return this.#cursor.offset;
  }

  read(type: IdlType, binding: Binding = null): IdlValue | null {
    if (this.#cursor.isStopped || !this.#cursor.enter()) return null;
    const value = this.#readKind(type, binding);
    this.#cursor.leave();
    return value;
  }

  #readKind(type: IdlType, binding: Binding): IdlValue | null {
    switch (type.kind) {
      case 'integer':
      case 'shortU16':
      case 'float':
      case 'address':
      case 'bytes':
      case 'text':
      case 'opaque':
        return readPlain(this.#cursor, type);
      case 'bool':
        return this.#readBool(type, binding);
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
        return this.#cursor.refuse(t('the IDL does not say what {0} is', sanitizeText(type.name)));
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
        return this.#cursor.refuse(t('the IDL is not readable here: {0}', type.reason));
    }
  }

  #readBool({ size }: TypeOf<'bool'>, binding: Binding): IdlValue | null {
    const value = this.#readCount(size, binding);
    if (value === 0n || value === 1n) return { kind: 'bool', value: value === 1n };
    if (value !== null) this.#cursor.refuse(t('{0} is neither true nor false', String(value)));
    return null;
  }

  /** A list of bytes is one value. */
  #readBytes({ count }: TypeOf<'list'>, binding: Binding): IdlValue | null {
    const length = this.#readLength(count, binding);
    if (length === null) return null;
    const cursor = this.#cursor;
    return bytesValue(length === 'rest' ? cursor.takeRest() : cursor.take(Number(length)));
  }

  #readLength(count: ListCount, binding: Binding): bigint | 'rest' | null {
    if (count.kind === 'rest') return 'rest';
    if (count.kind === 'prefix') return this.#readCount(count.prefix, binding);
    const length = resolveLength(count.length, binding);
    if (length !== null) return BigInt(length);
    return this.#cursor.refuse(
      t('the IDL does not say what {0} is', sanitizeText(String(count.length))),
    );
  }

  /** A number of elements or bytes, or the tag of an option or enum. */
  #readCount(type: IdlType, binding: Binding): bigint | null {
    const value = this.read(type, binding);
    if (value === null) return null;
    if (value.kind !== 'number' || !/^-?\d+$/.test(value.text)) {
      return this.#cursor.refuse(t('the IDL has a count that is not a whole number'));
    }
    const count = BigInt(value.text);
    if (count >= 0n) return count;
    return this.#cursor.refuse(t('{0} is not a count', String(count)));
  }

  *#elements(count: ListCount, binding: Binding) {
    const length = this.#readLength(count, binding);
    if (length === null) return;
    const outer = this.#open;
    for (let at = 0n; !this.#cursor.isStopped; at++) {
      if (length === 'rest' ? this.#cursor.isAtEnd : at >= length) break;
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
    if (!this.#cursor.isStopped) return { kind: 'list', items };
    return items.length === 0 ? null : { kind: 'list', items, isPartial: true };
  }

  #readMap({ key, value, count }: TypeOf<'map'>, binding: Binding): IdlValue | null {
    const entries: [IdlValue, IdlValue][] = [];
    for (const _ of this.#elements(count, binding)) {
      const name = this.read(key, binding);
      const content = this.read(value, binding);
      if (name !== null && content !== null) entries.push([name, content]);
    }
    if (!this.#cursor.isStopped) return { kind: 'map', entries };
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
      return this.#cursor.refuse(t('{0} is not a variant', String(number)));
    }
    const { type } = variant;
    const value = type === null ? null : (this.read(type, binding) ?? unreadFields(type));
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
    if (type.kind === 'restOption') return !this.#cursor.isAtEnd;
    if (type.kind === 'option') {
      const tag = this.#readCount(type.tag, binding);
      if (tag === 1n) return true;
      if (tag !== 0n) {
        if (tag !== null) this.#cursor.refuse(t('{0} is neither none nor some', String(tag)));
        return null;
      }
      if (!type.isFixed) return false;
    }
    const size = packedSize(type.item, binding);
    if (size === null) {
      return this.#cursor.refuse(t('the IDL has an option whose value has no fixed size'));
    }
    if (type.kind === 'option') return this.#cursor.take(size) === null ? null : false;
    return this.#isZeroableSome(type, size);
  }

  #isZeroableSome({ none }: TypeOf<'zeroableOption'>, size: number): boolean | null {
    const start = this.#cursor.offset;
    const bytes = this.#cursor.take(none?.length ?? size);
    if (bytes === null) return null;
    const isNone = none === null ? bytes.every((byte) => byte === 0) : bytes.equals(none);
    if (!isNone) this.#cursor.goBackTo(start);
    return !isNone;
  }

  #readDefined(type: TypeOf<'defined'>, binding: Binding): IdlValue | null {
    const { target } = type;
    // With generics each use is another type; then the depth ends a recursion.
    const key = target.parameters.length === 0 ? target : type;
    if (target.parameters.length === 0 && this.#open.includes(key)) {
      return this.#cursor.refuse(t('the IDL’s type {0} contains itself', target.name));
    }
    const bound = bindGenerics(type, binding);
    if (bound === 'mismatch') {
      return this.#cursor.refuse(t('the IDL’s type {0} has other parameters', target.name));
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
    const isFixed = type.kind === 'fixedSize';
    const options = {
      isPadded: isFixed,
      trimsZeros: isFixed && type.type.kind === 'text',
      behind: type.kind === 'sentinel' ? type.sentinel.length : 0,
    };
    return this.#cursor.within(length, options, () => this.read(type.type, binding));
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
    const distance = this.#cursor.distanceTo(type.sentinel);
    if (distance >= 0) return distance;
    return this.#cursor.endShort(t('the end of a list or text is missing'));
  }

  #readConstants(
    { place, constants, type }: TypeOf<'constants'>,
    binding: Binding,
  ): IdlValue | null {
    if (place === 'before' && !this.#takeConstants(constants)) return null;
    const value = this.read(type, binding);
    if (place === 'after' && !this.#cursor.isStopped) this.#takeConstants(constants);
    return value;
  }

  #takeConstants(constants: readonly Uint8Array[]): boolean {
    for (const constant of constants) {
      const bytes = this.#cursor.take(constant.length);
      if (bytes === null) return false;
      if (!bytes.equals(constant)) {
        this.#cursor.refuse(t('a constant has other bytes'));
        return false;
      }
    }
    return true;
  }

  #readOffset(type: TypeOf<'offset'>, binding: Binding): IdlValue | null {
    const { place, strategy, offset } = type;
    const cursor = this.#cursor;
    const before = cursor.offset;
    if (place === 'before' && !cursor.move(strategy, offset, before)) return null;
    const value = this.read(type.type, binding);
    if (place === 'after' && !cursor.isStopped) cursor.move(strategy, offset, before);
    return value;
  }
}

/** Without them, a variant whose fields could not be read would look like one without fields. */
const unreadFields = (type: IdlType): IdlValue | null =>
  type.kind === 'fields'
    ? { kind: 'fields', fields: type.fields.map(({ name }) => ({ name, value: null })) }
    : null;
