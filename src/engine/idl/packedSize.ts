import { bindGenerics, resolveLength, resolveParameter } from './generics.ts';
import { type IdlType, maxIdlDepth, type TypeBinding } from './model.ts';

const maxSteps = 1_000;

/** Bytes of each value of the type in Borsh; `null`: they differ, or the type is too large. */
export function packedSize(type: IdlType, binding: TypeBinding | null): number | null {
  return new SizeReader().sizeOf(type, binding, 0);
}

class SizeReader {
  #steps = 0;

  sizeOf(type: IdlType, binding: TypeBinding | null, depth: number): number | null {
    this.#steps += 1;
    if (this.#steps > maxSteps || depth > maxIdlDepth) return null;
    switch (type.kind) {
      case 'integer':
      case 'float':
        return type.bytes;
      case 'bool':
        return this.sizeOf(type.size, binding, depth + 1);
      case 'address':
        return 32;
      case 'fixedSize':
      case 'opaque':
        return type.size;
      case 'list': {
        const length =
          type.count.kind === 'fixed' ? resolveLength(type.count.length, binding) : null;
        const item = length === null ? null : this.sizeOf(type.item, binding, depth + 1);
        return item === null || length === null ? null : item * length;
      }
      case 'fields':
        return this.#sumOf(
          type.fields.map((field) => field.type),
          binding,
          depth,
        );
      case 'enum':
        return type.variants.every((variant) => variant.type === null)
          ? this.sizeOf(type.tag, binding, depth + 1)
          : null;
      case 'option':
        return type.isFixed ? this.#sumOf([type.tag, type.item], binding, depth) : null;
      case 'zeroableOption':
        return this.sizeOf(type.item, binding, depth + 1);
      case 'parameter': {
        const bound = resolveParameter(type.name, binding);
        return bound === null ? null : this.sizeOf(bound.type, bound.binding, depth + 1);
      }
      case 'defined': {
        const bound = bindGenerics(type, binding);
        return bound === 'mismatch' ? null : this.sizeOf(type.target.type, bound, depth + 1);
      }
      default:
        return null;
    }
  }

  #sumOf(types: readonly IdlType[], binding: TypeBinding | null, depth: number): number | null {
    let sum = 0;
    for (const type of types) {
      const size = this.sizeOf(type, binding, depth + 1);
      if (size === null) return null;
      sum += size;
    }
    return sum;
  }
}
