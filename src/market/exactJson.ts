/**
 * JSON of our own, between our processes and in our files: raw amounts stand in it as decimal
 * strings inside `{"$bigint": "…"}`. Neither way takes a function for each member to the parser,
 * which would be ten times as slow, and answers hold tens of thousands of members.
 */
const mark = '$bigint';

/** A value as text. */
export const writeExact = (value: unknown): string => JSON.stringify(marked(value));

/** The value of a text that `writeExact` made. Throws a SyntaxError as `JSON.parse` does. */
export function readExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes(mark) ? exact(value) : value;
}

/** A copy where there is a `bigint` below, otherwise the value itself. */
function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return { [mark]: value.toString() };
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const written = marked(member);
    if (written === member) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...members }) as Record<string, unknown>;
    copy[key] = written;
  }
  return copy ?? value;
}

/** In place: nobody else has seen the value yet. */
function exact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  const amount = members[mark];
  if (typeof amount === 'string' && /^-?[0-9]{1,20}$/.test(amount)) return BigInt(amount);
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (typeof member === 'object' && member !== null) members[key] = exact(member);
  }
  return value;
}
