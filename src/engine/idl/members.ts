import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { sanitizeMessage, sanitizeText } from '../../api/sanitizeText.ts';
import { maxProblems } from './model.ts';

/** Reads members of an untrusted JSON file: own members only, and nothing throws. */

const maxNameLength = 200;
const maxMessageLength = 500;

export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const listOf = (value: unknown, name: string): readonly unknown[] => {
  const member = memberOf(value, name);
  return Array.isArray(member) ? (member as readonly unknown[]) : [];
};

/** As written: for comparisons, not for display. */
export const textOf = (value: unknown, name: string): string | null => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
};

/** For display; `null`: it has no name. */
export const nameOf = (value: unknown): string | null => {
  const name = textOf(value, 'name');
  return name === null ? null : sanitizeText(name, maxNameLength);
};

export const messageOf = (value: unknown, name: string): string =>
  sanitizeMessage(textOf(value, name) ?? '', maxMessageLength);

export const addressOf = (value: unknown, name: string): string | null => {
  const address = textOf(value, name);
  return address !== null && isAddress(address) ? address : null;
};

export const isTrue = (value: unknown, ...names: readonly string[]): boolean =>
  names.some((name) => memberOf(value, name) === true);

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** Quoted in reasons. */
export const shown = (text: string): string => sanitizeText(text, 60);

/** What could not be read in a file. */
export class Problems {
  readonly #found: string[] = [];

  add(problem: string): void {
    if (this.#found.length < maxProblems) this.#found.push(problem);
  }

  get all(): readonly string[] {
    return this.#found;
  }
}
