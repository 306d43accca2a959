import { t } from '@vscode/l10n';
import { constantBytes } from './constants.ts';
import {
  isCount,
  listOf,
  memberOf,
  messageOf,
  nameOf,
  type Problems,
  shown,
  textOf,
} from './members.ts';
import {
  broken,
  type DefinedType,
  type IdlField,
  type IdlType,
  type IdlVariant,
  type ListCount,
  maxIdlDepth,
  signed,
  unsigned,
} from './model.ts';

/** Type nodes of Codama: `packages/node-types` of github.com/codama-idl/codama. */

type Encoding = Extract<IdlType, { kind: 'text' }>['encoding'];
const encodings: readonly string[] = ['utf8', 'base16', 'base58', 'base64'] satisfies Encoding[];
const isEncoding = (text: string | null): text is Encoding =>
  text !== null && encodings.includes(text);

type Strategy = Extract<IdlType, { kind: 'offset' }>['strategy'];
const strategies: readonly string[] = ['absolute', 'padded', 'relative'] satisfies Strategy[];

/** The types that the programs of a file define. */
export class CodamaTypes {
  readonly #programs = new Map<string, Map<string, DefinedType>>();

  constructor(programs: readonly unknown[], problems: Problems) {
    const nodes: [DefinedType, unknown, string][] = [];
    for (const program of programs) {
      const programName = textOf(program, 'name') ?? '';
      const defined = this.#programs.get(programName) ?? new Map<string, DefinedType>();
      this.#programs.set(programName, defined);
      for (const node of listOf(program, 'definedTypes')) {
        const name = textOf(node, 'name');
        const earlier = name === null ? undefined : defined.get(name);
        if (name === null) problems.add(t('A type has no name'));
        else if (earlier !== undefined) {
          earlier.type = broken(t('Several types are named {0}', shown(name)));
          problems.add(t('Several types are named {0}', shown(name)));
        } else {
          const type: IdlType = { kind: 'fields', fields: [] };
          const target = { name: nameOf(node) ?? '', parameters: [], type };
          defined.set(name, target);
          nodes.push([target, memberOf(node, 'type'), programName]);
        }
      }
    }
    for (const [target, type, program] of nodes) {
      if (target.type.kind !== 'broken') target.type = this.read(type, program);
    }
  }

  read(node: unknown, program: string, depth = 0): IdlType {
    if (depth > maxIdlDepth) return broken(t('A type is nested deeper than {0}', maxIdlDepth));
    const next = (name: string) => this.read(memberOf(node, name), program, depth + 1);
    const kind = textOf(node, 'kind');
    switch (kind) {
      case 'numberTypeNode':
        return readNumber(node);
      case 'amountTypeNode':
        return readAmount(next('number'), memberOf(node, 'decimals'), messageOf(node, 'unit'));
      case 'solAmountTypeNode':
        return readAmount(next('number'), 9, 'SOL');
      case 'dateTimeTypeNode':
        return next('number');
      case 'booleanTypeNode':
        return { kind: 'bool', size: next('size') };
      case 'publicKeyTypeNode':
        return { kind: 'address' };
      case 'bytesTypeNode':
        return { kind: 'bytes' };
      case 'stringTypeNode': {
        const encoding = textOf(node, 'encoding');
        return isEncoding(encoding)
          ? { kind: 'text', encoding }
          : broken(t('Unknown encoding {0}', shown(encoding ?? '')));
      }
      case 'arrayTypeNode':
      case 'setTypeNode':
        return { kind: 'list', item: next('item'), count: this.#readCount(node, program, depth) };
      case 'mapTypeNode': {
        const count = this.#readCount(node, program, depth);
        return { kind: 'map', key: next('key'), value: next('value'), count };
      }
      case 'structTypeNode':
        return { kind: 'fields', fields: this.readFields(listOf(node, 'fields'), program, depth) };
      case 'tupleTypeNode':
        return {
          kind: 'fields',
          fields: listOf(node, 'items').map((item) => ({
            name: null,
            type: this.read(item, program, depth + 1),
          })),
        };
      case 'enumTypeNode':
        return {
          kind: 'enum',
          tag: next('size'),
          variants: this.#readVariants(node, program, depth),
        };
      case 'definedTypeLinkNode':
        return this.#readLink(node, program);
      default:
        return this.#readWrapper(kind, node, next, (constant) =>
          this.readConstant(constant, program, depth + 1),
        );
    }
  }

  #readWrapper(
    kind: string | null,
    node: unknown,
    next: (name: string) => IdlType,
    readConstant: (constant: unknown) => Uint8Array | null,
  ): IdlType {
    switch (kind) {
      case 'optionTypeNode': {
        const isFixed = memberOf(node, 'fixed') === true;
        return { kind: 'option', tag: next('prefix'), item: next('item'), isFixed };
      }
      case 'zeroableOptionTypeNode': {
        const zero = memberOf(node, 'zeroValue');
        const none = zero === undefined ? null : readConstant(zero);
        const isUnreadable = zero !== undefined && none === null;
        return isUnreadable
          ? broken(t('The value for none cannot be read'))
          : { kind: 'zeroableOption', item: next('item'), none };
      }
      case 'remainderOptionTypeNode':
        return { kind: 'restOption', item: next('item') };
      case 'fixedSizeTypeNode': {
        const size = memberOf(node, 'size');
        return isCount(size)
          ? { kind: 'fixedSize', size, type: next('type') }
          : broken(t('A fixed size is missing'));
      }
      case 'sizePrefixTypeNode':
        return { kind: 'sizePrefix', prefix: next('prefix'), type: next('type') };
      case 'sentinelTypeNode': {
        const sentinel = readConstant(memberOf(node, 'sentinel'));
        return sentinel === null || sentinel.length === 0
          ? broken(t('A sentinel cannot be read'))
          : { kind: 'sentinel', sentinel, type: next('type') };
      }
      case 'hiddenPrefixTypeNode':
      case 'hiddenSuffixTypeNode': {
        const isPrefix = kind === 'hiddenPrefixTypeNode';
        const constants = listOf(node, isPrefix ? 'prefix' : 'suffix').map(readConstant);
        const place = isPrefix ? 'before' : 'after';
        return constants.every((constant) => constant !== null)
          ? { kind: 'constants', place, constants, type: next('type') }
          : broken(t('A hidden constant cannot be read'));
      }
      case 'preOffsetTypeNode':
      case 'postOffsetTypeNode':
        return readOffset(node, kind === 'preOffsetTypeNode' ? 'before' : 'after', next('type'));
      default:
        return broken(t('Unknown type {0}', shown(kind ?? '')));
    }
  }

  /** Bytes of a constant value node; `null`: cannot be read. */
  readConstant(node: unknown, program: string, depth = 0): Uint8Array | null {
    const type = this.read(memberOf(node, 'type'), program, depth);
    return constantBytes(type, memberOf(node, 'value'));
  }

  readFields(fields: readonly unknown[], program: string, depth = 0): IdlField[] {
    return fields.map((field) => {
      const name = nameOf(field);
      return name === null
        ? { name: '', type: broken(t('A field has no name')) }
        : { name, type: this.read(memberOf(field, 'type'), program, depth + 1) };
    });
  }

  #readCount(node: unknown, program: string, depth: number): ListCount {
    const count = memberOf(node, 'count');
    switch (textOf(count, 'kind')) {
      case 'fixedCountNode': {
        const length = memberOf(count, 'value');
        if (isCount(length)) return { kind: 'fixed', length };
        break;
      }
      case 'prefixedCountNode':
        return { kind: 'prefix', prefix: this.read(memberOf(count, 'prefix'), program, depth + 1) };
      case 'remainderCountNode':
        return { kind: 'rest' };
    }
    return { kind: 'prefix', prefix: broken(t('A list has no count')) };
  }

  /** As in Rust, a variant without a number has the number after that of the variant before. */
  #readVariants(node: unknown, program: string, depth: number): IdlVariant[] {
    let tag = -1n;
    return listOf(node, 'variants').map((variant) => {
      const written = memberOf(variant, 'discriminator');
      tag = isCount(written) ? BigInt(written) : tag + 1n;
      const name = nameOf(variant);
      const shape = memberOf(variant, 'struct') ?? memberOf(variant, 'tuple');
      const type = shape === undefined ? null : this.read(shape, program, depth + 1);
      return {
        name: name ?? '',
        tag,
        type: name === null ? broken(t('A variant has no name')) : type,
      };
    });
  }

  #readLink(node: unknown, program: string): IdlType {
    const name = textOf(node, 'name') ?? '';
    const linked = textOf(memberOf(node, 'program'), 'name') ?? program;
    const target = this.#programs.get(linked)?.get(name);
    return target === undefined
      ? broken(t('The file does not define the type {0}', shown(name)))
      : { kind: 'defined', target, generics: [] };
  }
}

function readNumber(node: unknown): IdlType {
  const format = textOf(node, 'format') ?? '';
  const isBigEndian = memberOf(node, 'endian') === 'be';
  if (format === 'shortU16') return { kind: 'shortU16' };
  if (format === 'f32' || format === 'f64') {
    return { kind: 'float', bytes: format === 'f32' ? 4 : 8, isBigEndian };
  }
  const [, sign, bits] = /^([ui])(8|16|32|64|128|256)$/.exec(format) ?? [];
  if (bits === undefined) return broken(t('Unknown number {0}', shown(format)));
  const bytes = Number(bits) / 8;
  return { ...(sign === 'i' ? signed(bytes) : unsigned(bytes)), isBigEndian };
}

const readAmount = (number: IdlType, decimals: unknown, unit: string): IdlType =>
  number.kind === 'integer' && isCount(decimals) && decimals <= 255
    ? { ...number, decimals, unit }
    : number;

function readOffset(node: unknown, place: 'before' | 'after', type: IdlType): IdlType {
  const offset = memberOf(node, 'offset');
  const strategy = textOf(node, 'strategy') ?? '';
  const isKnown = strategies.includes(strategy) || (place === 'after' && strategy === 'preOffset');
  return isKnown && Number.isSafeInteger(offset)
    ? { kind: 'offset', place, strategy: strategy as Strategy, offset: offset as number, type }
    : broken(t('An offset cannot be read'));
}
