import { t } from '@vscode/l10n';
import { MarketError } from '../api/marketError.ts';

/** What a window sends is checked here, member by member; a wrong one is a MarketError. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const invalidRequestError = (what: string): MarketError =>
  new MarketError('bad-parameter', t('The backend does not understand {0}', what));

export function readObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw invalidRequestError(what);
  return value;
}

export function readString(members: JsonObject, name: string): string {
  const value = members[name];
  if (typeof value !== 'string') throw invalidRequestError(name);
  return value;
}

/** Of a member that may be missing. */
export function readOptional<Value>(
  members: JsonObject,
  name: string,
  read: (members: JsonObject, name: string) => Value,
): Value | undefined {
  return members[name] === undefined ? undefined : read(members, name);
}

export function readBoolean(members: JsonObject, name: string): boolean {
  const value = members[name];
  if (typeof value !== 'boolean') throw invalidRequestError(name);
  return value;
}

export function readInteger(
  members: JsonObject,
  name: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = {},
): number {
  const value = members[name];
  if (!Number.isSafeInteger(value)) throw invalidRequestError(name);
  const whole = value as number;
  if (whole < minimum || whole > maximum) throw invalidRequestError(name);
  return whole;
}

export function readStrings(members: JsonObject, name: string): readonly string[] {
  const value = members[name];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
    throw invalidRequestError(name);
  }
  return value;
}

export function enumReader<const Values extends readonly string[]>(
  values: Values,
): (members: JsonObject, name: string) => Values[number] {
  return (members, name) => {
    const found = values.find((each) => each === members[name]);
    if (found === undefined) throw invalidRequestError(name);
    return found;
  };
}
