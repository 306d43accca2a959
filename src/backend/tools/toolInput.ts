import type { TSchema } from 'typebox';
import { isObject } from '../../api/isObject.ts';
import { coerceScalar, type JsonSchema, propertiesOf } from '../server/readParameters.ts';

/**
 * `"3"` becomes 3, `"true"` true, and a bare text, or a list written as text, a list. Values that
 * cannot be coerced stay unchanged for the schema check to report.
 */
export function coerceToolInput(schema: TSchema, input: unknown): unknown {
  if (!isObject(input)) return input;
  const properties = propertiesOf(schema as JsonSchema);
  // Object.fromEntries defines own members, so no name can reach a prototype.
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, coerceValue(properties.get(name), value)]),
  );
}

function coerceValue(schema: JsonSchema | undefined, value: unknown): unknown {
  if (schema?.type !== 'array') return coerceScalar(schema, value);
  const list = typeof value === 'string' ? (parseTextList(value) ?? [value]) : value;
  return Array.isArray(list) ? list.map((entry) => coerceScalar(schema.items, entry)) : list;
}

/** `["a","b"]` or `[["a"],["b"]]`; only strings, because a list of numbers may be a secret key. */
function parseTextList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.flat().every((entry) => typeof entry === 'string')
      ? list
      : null;
  } catch {
    return null;
  }
}
