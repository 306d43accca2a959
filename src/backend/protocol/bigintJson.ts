import { isObject, type JsonObject } from '../../api/isObject.ts';

/** JSON with raw amounts as `{"$bigint": "…"}`; a reviver callback would be ten times slower. */
const bigintKey = '$bigint';

export const stringifyWithBigints = (value: unknown): string =>
  JSON.stringify(encodeBigints(value));

/** Parses text from `stringifyWithBigints`. Throws a SyntaxError as `JSON.parse` does. */
export function parseWithBigints(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes(bigintKey) ? decodeBigints(value) : value;
}

/** Parses a line of a file; `null` if it is truncated or not an object. */
export function parseJsonLine(line: string): JsonObject | null {
  try {
    const value = parseWithBigints(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns a copy if the value contains a `bigint`, otherwise the value itself. */
function encodeBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return { [bigintKey]: value.toString() };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    for (let index = 0; index < value.length; index += 1) {
      const written = encodeBigints(value[index]);
      if (written === value[index]) continue;
      copy ??= [...value];
      copy[index] = written;
    }
    return copy ?? value;
  }
  const members = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const written = encodeBigints(member);
    if (written === member) continue;
    copy ??= { ...members };
    copy[key] = written;
  }
  return copy ?? value;
}

/** Changes the value in place: it was just parsed, so nothing else refers to it. */
function decodeBigints(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  const amount = members[bigintKey];
  if (typeof amount === 'string' && /^-?[0-9]{1,20}$/.test(amount)) return BigInt(amount);
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (typeof member === 'object' && member !== null) members[key] = decodeBigints(member);
  }
  return value;
}
