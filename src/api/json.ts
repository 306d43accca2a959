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

/** Whether the plain parser would lose data: long integers, exponents, `__proto__`. */
function needsExactParsing(text: string): boolean {
  return (
    longNumber.test(text) ||
    firstNumber.test(text) ||
    text.includes('__proto__') ||
    text.includes('\\u')
  );
}

/** Two expressions: a combined one takes six times as long. */
const longNumber = /[:,[\s]-?(?:\d{16}|\d[\d.]*[eE])/;
const firstNumber = /^-?(?:\d{16}|\d[\d.]*[eE])/;

/** Parses JSON; integers beyond 2^53 become `bigint`. Throws a SyntaxError or RangeError. */
export function parseJson(text: string): unknown {
  // A reviver is several times slower, so use it only if needed.
  if (!needsExactParsing(text)) return JSON.parse(text);
  return parse(text, (key, value, { source }) => {
    // Returning undefined removes the member.
    if (key === '__proto__') return undefined;
    const isUnsafe = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return isUnsafe && source !== undefined ? (parseExactInteger(source) ?? value) : value;
  });
}

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
