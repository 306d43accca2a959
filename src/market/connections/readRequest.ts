import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';

/** What a window sends is checked here, member by member; a wrong one is a MarketError. */

export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const notUnderstood = (what: string): MarketError =>
  new MarketError('bad-parameter', t('The market process does not understand {0}', what));

export function objectOf(value: unknown, what: string): Members {
  if (!isObject(value)) throw notUnderstood(what);
  return value;
}

export function textOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string') throw notUnderstood(name);
  return value;
}

/** Of a member that may be missing. */
export function optional<Value>(
  members: Members,
  name: string,
  read: (members: Members, name: string) => Value,
): Value | undefined {
  return members[name] === undefined ? undefined : read(members, name);
}

export function booleanOf(members: Members, name: string): boolean {
  const value = members[name];
  if (typeof value !== 'boolean') throw notUnderstood(name);
  return value;
}

export function wholeOf(
  members: Members,
  name: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = {},
): number {
  const value = members[name];
  if (!Number.isSafeInteger(value)) throw notUnderstood(name);
  const whole = value as number;
  if (whole < minimum || whole > maximum) throw notUnderstood(name);
  return whole;
}

export function textsOf(members: Members, name: string): readonly string[] {
  const value = members[name];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
    throw notUnderstood(name);
  }
  return value;
}

export function oneOf<const Values extends readonly string[]>(
  values: Values,
): (members: Members, name: string) => Values[number] {
  return (members, name) => {
    const found = values.find((each) => each === members[name]);
    if (found === undefined) throw notUnderstood(name);
    return found;
  };
}
