/** Newer than TypeScript's library: source text for a reviver, and raw text in the output. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
};

/** Longest number that is read exactly; a u64 has 20 digits. */
const maxDigits = 100;

/** What the plain parser would lose or misread: long whole numbers, exponents, `__proto__`. */
function needsExactParsing(text: string): boolean {
  return (
    longNumber.test(text) ||
    firstNumber.test(text) ||
    text.includes('__proto__') ||
    text.includes('\\u')
  );
}

/** Apart from each other: one expression for everything takes six times as long. */
const longNumber = /[:,[\s]-?(?:\d{16}|\d[\d.]*[eE])/;
const firstNumber = /^-?(?:\d{16}|\d[\d.]*[eE])/;

/** JSON as a value; whole numbers beyond 2^53 as `bigint`. Throws a SyntaxError or RangeError. */
export function parseJson(text: string): unknown {
  // A function for each member takes several times as long.
  if (!needsExactParsing(text)) return JSON.parse(text);
  return parse(text, (key, value, { source }) => {
    // Undefined removes the member.
    if (key === '__proto__') return undefined;
    const isUnsafe = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return isUnsafe && source !== undefined ? (parseExactInteger(source) ?? value) : value;
  });
}

/** A value as JSON text, with every `bigint` as a whole number. */
export function stringifyJson(value: unknown): string {
  // A function for each member takes several times as long.
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

/** The whole number that a JSON number is exactly; `null` where it is none, or too long. */
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
