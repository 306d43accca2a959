import { memberOf } from './members.ts';
import type { IdlType } from './model.ts';

interface CLayout {
  readonly size: number;
  readonly align: number;
  /** The bytes have gaps that Borsh does not have. */
  readonly hasPadding: boolean;
}

const maxSteps = 1_000;
const maxSize = 10_000_000;

/**
 * Layout of a struct in memory under `repr(C)`; `null`: unknown. Integers of 16 bytes and more are
 * unknown, because their alignment differs between versions of the compiler.
 */
export function cLayoutOf(type: IdlType, repr: unknown): CLayout | null {
  const kind = memberOf(repr, 'kind');
  if (kind !== 'c' && kind !== 'transparent') return null;
  if (memberOf(repr, 'align') !== undefined && memberOf(repr, 'align') !== null) return null;
  const layout = layoutOf(type, { steps: 0 });
  if (layout === null || memberOf(repr, 'packed') !== true) return layout;
  return layout.hasPadding ? null : { ...layout, align: 1 };
}

function layoutOf(type: IdlType, budget: { steps: number }): CLayout | null {
  budget.steps += 1;
  if (budget.steps > maxSteps) return null;
  switch (type.kind) {
    case 'integer':
      return type.bytes > 8 ? null : plain(type.bytes);
    case 'float':
      return plain(type.bytes);
    case 'bool':
      return plain(1);
    case 'address':
      return { size: 32, align: 1, hasPadding: false };
    case 'list': {
      const { count } = type;
      if (count.kind !== 'fixed' || typeof count.length !== 'number') return null;
      const item = layoutOf(type.item, budget);
      const size = (item?.size ?? 0) * count.length;
      return item === null || size > maxSize ? null : { ...item, size };
    }
    case 'fields':
      return structLayout(
        type.fields.map((field) => field.type),
        budget,
      );
    default:
      return null;
  }
}

const plain = (size: number): CLayout => ({ size, align: size, hasPadding: false });

function structLayout(types: readonly IdlType[], budget: { steps: number }): CLayout | null {
  let size = 0;
  let align = 1;
  let hasPadding = false;
  for (const type of types) {
    const layout = layoutOf(type, budget);
    if (layout === null) return null;
    const start = Math.ceil(size / layout.align) * layout.align;
    hasPadding ||= layout.hasPadding || start !== size;
    size = start + layout.size;
    align = Math.max(align, layout.align);
  }
  const end = Math.ceil(size / align) * align;
  return end > maxSize ? null : { size: end, align, hasPadding: hasPadding || end !== size };
}
