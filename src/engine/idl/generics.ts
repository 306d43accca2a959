import type { IdlType, ListLength, TypeBinding } from './model.ts';

/** Parameters of generic types. */

export const resolveParameter = (name: string, binding: TypeBinding | null) =>
  binding?.types.get(name) ?? null;

/** `null`: not bound. */
export const resolveLength = (length: ListLength, binding: TypeBinding | null): number | null =>
  typeof length === 'number' ? length : (binding?.lengths.get(length) ?? null);

/** What the parameters of a defined type stand for; `null`: it has none. */
export function bindGenerics(
  { target, generics }: Extract<IdlType, { kind: 'defined' }>,
  outer: TypeBinding | null,
): TypeBinding | null | 'mismatch' {
  const { parameters } = target;
  if (parameters.length !== generics.length) return 'mismatch';
  if (parameters.length === 0) return null;
  const types = new Map<string, { type: IdlType; binding: TypeBinding | null }>();
  const lengths = new Map<string, number>();
  for (const [at, parameter] of parameters.entries()) {
    const argument = generics[at];
    if (argument === undefined) return 'mismatch';
    if (argument.kind === 'type') {
      const { type } = argument;
      const length = type.kind === 'parameter' ? resolveLength(type.name, outer) : null;
      if (length === null) types.set(parameter, { type, binding: outer });
      else lengths.set(parameter, length);
      continue;
    }
    const length = resolveLength(argument.length, outer);
    if (length === null) return 'mismatch';
    lengths.set(parameter, length);
  }
  return { types, lengths };
}
