import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { cLayoutOf } from './cLayout.ts';
import { isCount, listOf, memberOf, nameOf, type Problems, shown, textOf } from './members.ts';
import {
  broken,
  type DefinedType,
  type IdlField,
  type IdlType,
  type IdlVariant,
  type ListCount,
  type ListLength,
  maxIdlDepth,
  signed,
  unsigned,
} from './model.ts';

/**
 * Types of Anchor's IDLs in both spellings, and of Shank's (`idl/spec/src/lib.rs` of
 * github.com/solana-foundation/anchor, `shank-idl/src/idl_type.rs` of
 * github.com/metaplex-foundation/shank).
 */

const u8 = unsigned(1);
const u32 = unsigned(4);
const addressType: IdlType = { kind: 'address' };

const primitives: ReadonlyMap<string, IdlType> = new Map([
  ['bool', { kind: 'bool', size: u8 }],
  ...[1, 2, 4, 8, 16, 32].flatMap((bytes): [string, IdlType][] => [
    [`u${bytes * 8}`, unsigned(bytes)],
    [`i${bytes * 8}`, signed(bytes)],
  ]),
  ['shortU16', { kind: 'shortU16' }],
  ['f32', { kind: 'float', bytes: 4, isBigEndian: false }],
  ['f64', { kind: 'float', bytes: 8, isBigEndian: false }],
  ['bytes', { kind: 'sizePrefix', prefix: u32, type: { kind: 'bytes' } }],
  ['string', { kind: 'sizePrefix', prefix: u32, type: { kind: 'text', encoding: 'utf8' } }],
  ['publicKey', addressType],
  ['pubkey', addressType],
  ['Pubkey', addressType],
] as const satisfies readonly (readonly [string, IdlType])[]);

const lists: ReadonlySet<string> = new Set(['vec', 'hashSet', 'bTreeSet']);
const maps: ReadonlySet<string> = new Set(['hashMap', 'bTreeMap']);

/** All are bound again for each value of the type. */
const maxGenerics = 32;

/** The types that a file defines, by the names as written. */
export class AnchorTypes {
  readonly #defined = new Map<string, DefinedType>();
  readonly #definitions = new Map<string, unknown>();

  /** Legacy files may refer to the types of their accounts, too. */
  constructor(definitions: readonly unknown[], accounts: readonly unknown[], problems: Problems) {
    for (const definition of definitions) this.#declare(definition, problems);
    const types = new Set(this.#defined.keys());
    for (const account of accounts) {
      const hasType = isObject(memberOf(account, 'type'));
      if (hasType && !types.has(textOf(account, 'name') ?? '')) this.#declare(account, problems);
    }
    for (const [name, target] of this.#defined) {
      if (target.type.kind !== 'broken')
        target.type = this.#readDefinition(this.#definitions.get(name));
    }
  }

  find(name: string): DefinedType | undefined {
    return this.#defined.get(name);
  }

  #declare(definition: unknown, problems: Problems): void {
    const name = textOf(definition, 'name');
    if (name === null) {
      problems.add(t('A type has no name'));
      return;
    }
    const earlier = this.#defined.get(name);
    if (earlier !== undefined) {
      // Comparing again and again would take minutes.
      if (earlier.type.kind === 'broken' || haveSameText(this.#definitions.get(name), definition))
        return;
      earlier.type = broken(t('Several types are named {0}', shown(name)));
      problems.add(t('Several types are named {0}', shown(name)));
      return;
    }
    const parameters = listOf(definition, 'generics').map(
      (one) => (typeof one === 'string' ? one : textOf(one, 'name')) ?? '',
    );
    const type: IdlType = { kind: 'fields', fields: [] };
    this.#defined.set(name, { name: nameOf(definition) ?? '', parameters, type });
    this.#definitions.set(name, definition);
  }

  #readDefinition(definition: unknown): IdlType {
    const type = this.#readShape(memberOf(definition, 'type'));
    const serialization = memberOf(definition, 'serialization');
    if (serialization === undefined || serialization === 'borsh') return type;
    if (serialization !== 'bytemuck' && serialization !== 'bytemuckunsafe') {
      return { kind: 'opaque', size: null, reason: t('custom serialization') };
    }
    const layout = cLayoutOf(type, memberOf(definition, 'repr'));
    if (layout?.hasPadding === false) return type;
    return {
      kind: 'opaque',
      size: layout?.size ?? null,
      reason: t('layout of memory with padding'),
    };
  }

  #readShape(shape: unknown): IdlType {
    switch (memberOf(shape, 'kind')) {
      case 'struct':
        return { kind: 'fields', fields: this.readFields(listOf(shape, 'fields')) };
      case 'enum':
        return this.#readEnum(shape);
      case 'alias':
        return this.read(memberOf(shape, 'value'));
      case 'type':
        return this.read(memberOf(shape, 'alias'));
      default:
        return broken(t('A type is not a struct, an enum or an alias'));
    }
  }

  readFields(fields: readonly unknown[], depth = 0): IdlField[] {
    const isNamed = fields.some((field) => isObject(field) && Object.hasOwn(field, 'name'));
    if (!isNamed) return fields.map((type) => ({ name: null, type: this.read(type, depth) }));
    return fields.map((field) => {
      const name = nameOf(field);
      return name === null
        ? { name: '', type: broken(t('A field has no name')) }
        : { name, type: this.read(memberOf(field, 'type'), depth) };
    });
  }

  #readEnum(shape: unknown): IdlType {
    const variants = listOf(shape, 'variants').map((variant, index): IdlVariant => {
      const name = nameOf(variant);
      const fields = listOf(variant, 'fields');
      const type: IdlType | null =
        name === null
          ? broken(t('A variant has no name'))
          : fields.length === 0
            ? null
            : { kind: 'fields', fields: this.readFields(fields) };
      return { name: name ?? '', tag: BigInt(index), type };
    });
    return { kind: 'enum', tag: primitiveOf(memberOf(shape, 'size'), u8), variants };
  }

  read(type: unknown, depth = 0): IdlType {
    if (depth > maxIdlDepth) return broken(t('A type is nested deeper than {0}', maxIdlDepth));
    if (typeof type === 'string') {
      return primitives.get(type) ?? broken(t('Unknown type {0}', shown(type)));
    }
    const members = isObject(type) ? Object.keys(type).filter((key) => !modifiers.has(key)) : [];
    const isDefined = members.includes('defined');
    // The old spelling has the arguments beside the name.
    const [kind, ...others] = members.filter((name) => !isDefined || name !== 'generics');
    if (kind === undefined) return broken(t('A type is missing'));
    if (others.length > 0) return broken(t('A type has several kinds'));
    if (isDefined) return this.#readDefined(type, depth);
    return this.#readCompound(kind, memberOf(type, kind), type, depth + 1);
  }

  #readCompound(kind: string, value: unknown, type: unknown, depth: number): IdlType {
    const [first, second] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    if (lists.has(kind)) {
      return { kind: 'list', item: this.read(value, depth), count: readCount(type) };
    }
    if (maps.has(kind)) {
      const key = this.read(first, depth);
      return { kind: 'map', key, value: this.read(second, depth), count: readCount(type) };
    }
    switch (kind) {
      case 'option':
      case 'coption': {
        const isC = kind === 'coption';
        const tag = primitiveOf(memberOf(type, 'prefix'), isC ? u32 : u8);
        const isFixed = memberOf(type, 'fixed') ?? isC;
        return { kind: 'option', tag, item: this.read(value, depth), isFixed: isFixed === true };
      }
      case 'array':
      case 'genericLenArray':
        return this.#readArray(first, second, depth);
      case 'tuple':
        return Array.isArray(value)
          ? { kind: 'fields', fields: tupleOf(value.map((one) => this.read(one, depth))) }
          : broken(t('A tuple is not a list'));
      case 'generic':
        return typeof value === 'string'
          ? { kind: 'parameter', name: value }
          : broken(t('A generic type has no name'));
      case 'definedWithTypeArgs':
        return this.#readDefined({ defined: value }, depth);
      default:
        return broken(t('Unknown type {0}', shown(kind)));
    }
  }

  #readArray(item: unknown, length: unknown, depth: number): IdlType {
    const read = readLength(length);
    if (read === null) return broken(t('An array has no length'));
    const count = { kind: 'fixed', length: read } as const;
    return { kind: 'list', item: this.read(item, depth), count };
  }

  #readDefined(type: unknown, depth: number): IdlType {
    const defined = memberOf(type, 'defined');
    const name = typeof defined === 'string' ? defined : textOf(defined, 'name');
    const target = name === null ? undefined : this.#defined.get(name);
    if (target === undefined) {
      return broken(t('The file does not define the type {0}', shown(name ?? '')));
    }
    const generics = [
      ...listOf(defined, 'generics'),
      ...listOf(defined, 'args'),
      ...listOf(type, 'generics'),
    ];
    if (generics.length > maxGenerics) {
      return broken(t('A type has more than {0} parameters', maxGenerics));
    }
    return {
      kind: 'defined',
      target,
      generics: generics.map((one) => this.#readGeneric(one, depth)),
    };
  }

  #readGeneric(argument: unknown, depth: number) {
    const value = memberOf(argument, 'value');
    const length = readLength(value);
    return length !== null
      ? ({ kind: 'length', length } as const)
      : ({ kind: 'type', type: this.#readGenericType(argument, depth + 1) } as const);
  }

  #readGenericType(argument: unknown, depth: number): IdlType {
    const type = memberOf(argument, 'type');
    return this.read(type === undefined ? argument : type, depth);
  }
}

/** Members beside the kind of a type, as Codama's converter takes them in files of Shank. */
const modifiers: ReadonlySet<string> = new Set(['size', 'prefix', 'fixed']);

function primitiveOf(name: unknown, otherwise: IdlType): IdlType {
  if (name === undefined) return otherwise;
  const type = typeof name === 'string' ? primitives.get(name) : undefined;
  return type ?? broken(t('Unknown type {0}', shown(String(name))));
}

function readCount(type: unknown): ListCount {
  const size = memberOf(type, 'size');
  if (size === 'remainder') return { kind: 'rest' };
  if (isCount(size)) return { kind: 'fixed', length: size };
  return { kind: 'prefix', prefix: primitiveOf(size, u32) };
}

export const tupleOf = (types: readonly IdlType[]): IdlField[] =>
  types.map((type) => ({ name: null, type }));

/** A number, its text, or the name of a parameter. */
function readLength(value: unknown): ListLength | null {
  if (isCount(value)) return value;
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : value;
  return textOf(value, 'generic');
}

function haveSameText(first: unknown, second: unknown): boolean {
  try {
    return JSON.stringify(first) === JSON.stringify(second);
  } catch {
    // Nested too deep for the runtime.
    return false;
  }
}
