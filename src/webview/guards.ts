/** Validators for messages. No library: the page's policy does not allow compiling code. */

import { isObject } from '../api/isObject.ts';

export type Guard<Value> = (value: unknown) => value is Value;
export type Guarded<Of> = Of extends Guard<infer Value> ? Value : never;

export const string =
  (longest: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= longest;

export const boolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

export const number: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A raw amount as a decimal integer: messages cannot contain a `bigint`. */
export const rawAmount: Guard<string> = (value): value is string =>
  typeof value === 'string' && /^-?\d{1,40}$/.test(value);

export const oneOf =
  <const Values extends readonly string[]>(...values: Values): Guard<Values[number]> =>
  (value): value is Values[number] =>
    values.some((known) => known === value);

export const nullable =
  <Value>(guard: Guard<Value>): Guard<Value | null> =>
  (value): value is Value | null =>
    value === null || guard(value);

export const array =
  <Value>(guard: Guard<Value>, most: number): Guard<readonly Value[]> =>
  (value): value is readonly Value[] =>
    Array.isArray(value) && value.length <= most && value.every((entry) => guard(entry));

/** The members must be own properties. */
export const object = <const Members extends Readonly<Record<string, Guard<unknown>>>>(
  members: Members,
): Guard<{ readonly [Name in keyof Members]: Guarded<Members[Name]> }> => {
  // Computed once: a message has thousands of objects and is read before V8 optimizes this code.
  const names = Object.keys(members);
  return (value): value is { readonly [Name in keyof Members]: Guarded<Members[Name]> } =>
    isObject(value) &&
    names.every((name) => Object.hasOwn(value, name) && members[name]?.(value[name]) === true);
};

export const union =
  <const Guards extends readonly Guard<unknown>[]>(
    ...guards: Guards
  ): Guard<Guarded<Guards[number]>> =>
  (value): value is Guarded<Guards[number]> =>
    guards.some((guard) => guard(value));

export const parserOf =
  <Value>(guard: Guard<Value>) =>
  (value: unknown): Value | null =>
    guard(value) ? value : null;
