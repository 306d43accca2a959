import { isObject } from '../../api/isObject.ts';
import { parseJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { commaUnsafeLists } from '../../api/parameterEncoding.ts';
import { rawAmountKey } from '../../api/schema.ts';

export interface JsonSchema {
  readonly type?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly [rawAmountKey]?: 'u64' | 'i64';
}

/** Properties of an object schema by name; a map, so that `__proto__` is not a known name. */
export const propertiesOf = (schema: JsonSchema): ReadonlyMap<string, JsonSchema> =>
  new Map(Object.entries(schema.properties ?? {}));

/**
 * Coerces parameters to the types of the schema: from a query string with repeated keys, `key[]`,
 * `key[0]` or comma lists, and from the members of a JSON body. Empty values count as absent.
 * Values that cannot be coerced stay unchanged for the schema check to report. Throws a MarketError
 * of kind `bad-parameter` for a parameter given twice or a body that is not an object.
 */
export function readParameters(
  schema: JsonSchema,
  query: string,
  body: unknown,
): Readonly<Record<string, unknown>> {
  const properties = propertiesOf(schema);
  const given = new Map<string, unknown[]>();
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.replace(/\[\d*\]$/, '');
    const values = given.get(name);
    if (values === undefined) given.set(name, [value]);
    else values.push(value);
  }
  for (const [name, value] of bodyMembers(body)) {
    if (value === null && properties.has(name)) continue;
    if (given.has(name)) {
      throw badParameter(name, `${name} is in the query string and in the body; give it once`);
    }
    given.set(name, Array.isArray(value) ? value : [value]);
  }
  // Object.fromEntries defines own members, so no name can reach a prototype.
  return Object.fromEntries(
    [...given].flatMap(([name, values]) => {
      const value = coerceValues(name, properties.get(name), values);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function bodyMembers(body: unknown): Iterable<[string, unknown]> {
  if (body === undefined || body === null) return [];
  if (isObject(body)) return Object.entries(body);
  throw new MarketError('bad-parameter', 'The body must be a JSON object of parameters');
}

/** `undefined` for a parameter without a value. */
function coerceValues(
  name: string,
  schema: JsonSchema | undefined,
  values: readonly unknown[],
): unknown {
  if (schema?.type === 'array') {
    const entries = commaUnsafeLists.has(name) ? values : values.flatMap(splitAtCommas);
    const full = entries.filter((entry) => entry !== '');
    if (full.length === 0 && entries.length > 0) return undefined;
    return full.map((entry) => coerceScalar(schema.items, entry));
  }
  // Keep an unknown name even with an empty value, so that validation reports it.
  const full = schema === undefined ? values : values.filter((value) => value !== '');
  if (full.length === 0 && values.length > 0) return undefined;
  if (full.length !== 1) {
    // Also rejects an empty list in a body for a parameter with a single value.
    throw badParameter(name, `${name} takes one value, ${full.length} were given`);
  }
  return coerceScalar(schema, full[0]);
}

const splitAtCommas = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',') : [value];

export function coerceScalar(schema: JsonSchema | undefined, value: unknown): unknown {
  if (schema?.type === 'boolean' && (value === 1 || value === 0)) return value === 1;
  if (typeof value !== 'string' || schema === undefined) return value;
  if (schema[rawAmountKey] !== undefined) return parseRawAmount(value);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/.test(value) ? Number(value) : value;
    case 'boolean': {
      return booleans.get(value.toLowerCase()) ?? value;
    }
    default:
      return value;
  }
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Parses integers without loss, also `1e9` or `1000000000.0`, as some languages write them. */
function parseRawAmount(text: string): unknown {
  if (/^-?[0-9]{1,20}$/.test(text)) return BigInt(text);
  return /^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,2})?$/.test(text)
    ? parseJson(text)
    : text;
}

const badParameter = (parameter: string, message: string) =>
  new MarketError('bad-parameter', message, { parameter });
