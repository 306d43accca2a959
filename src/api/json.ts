/** Not in TypeScript's library yet: source text for a reviver, and raw text in the output. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
};

/** Longest number that is parsed exactly; a u64 has 20 digits. */
const maxDigits = 100;

/** An integer as `parseJson` returns it: a `bigint` beyond 2^53, where a number would round it. */
export type JsonInteger = number | bigint;

export function toJsonInteger(value: bigint): JsonInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Parses JSON; integers beyond 2^53 become `bigint`. Throws a SyntaxError or RangeError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // A reviver is several times slower, so use it only if needed.
  return holdsRounded(value) ? parseExactly(text) : value;
}

/** Whether `JSON.parse` may have rounded a number, or has set a member `__proto__`. */
function holdsRounded(value: unknown): boolean {
  if (typeof value === 'number') return mayBeRounded(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const member of value) if (holdsRounded(member)) return true;
    return false;
  }
  // Three times as fast as `Object.values`: a block has thousands of objects.
  for (const name in value) {
    if (name === '__proto__') return true;
    if (holdsRounded((value as Record<string, unknown>)[name])) return true;
  }
  return false;
}

const parseExactly = (text: string): unknown =>
  parse(text, (key, value, { source }) => {
    // Returning undefined removes the member.
    if (key === '__proto__') return undefined;
    if (typeof value !== 'number' || source === undefined || !mayBeRounded(value)) return value;
    return parseExactInteger(source) ?? value;
  });

const mayBeRounded = (value: number): boolean => Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** JSON text of a value; each `bigint` becomes an integer. */
export function stringifyJson(value: unknown): string {
  // A replacer is several times slower, so use it only if needed.
  const text = holdsBigint(value) ? JSON.stringify(value, writeBigint) : JSON.stringify(value);
  return text ?? 'null';
}

function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  for (const member of Object.values(value)) if (holdsBigint(member)) return true;
  return false;
}

const writeBigint = (_key: string, member: unknown): unknown =>
  typeof member === 'bigint' ? rawJSON(String(member)) : member;

/** Exact integer value of a JSON number; `null` if it is not an integer or too long. */
function parseExactInteger(source: string): bigint | null {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = parts;
  const exponent = Number(exponentText) - fraction.length;
  const digits = `${whole}${fraction}`;
  if (digits.length + Math.abs(exponent) > maxDigits) return null;
  if (exponent >= 0) return BigInt(`${sign}${digits}${'0'.repeat(exponent)}`);
  const kept = digits.slice(0, exponent);
  if (!/^0*$/.test(digits.slice(exponent))) return null;
  return BigInt(`${sign}${kept === '' ? '0' : kept}`);
}
