import { formKey, isRawAmount, rawAmountKey, rawAmountRange, type SchemaNode } from './schema.ts';

/** What a schema asks for, in words that follow "must be". */
export function expectation(schema: SchemaNode | undefined): string {
  if (schema === undefined) return 'something else';
  if (isRawAmount(schema)) {
    const { minimum, maximum } = rawAmountRange[schema[rawAmountKey]];
    return `a whole number from ${minimum} to ${maximum}`;
  }
  if (schema[formKey] !== undefined) return schema[formKey];
  if (schema.anyOf) return schema.anyOf.map(expectation).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`;
    case 'number':
      return `a number${range(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return schema.format === 'date-time' ? 'a time in ISO 8601' : 'text';
    case 'array':
      return `a list${entries(schema.minItems, schema.maxItems)}`;
    case 'object':
      return 'an object';
    case 'null':
      return 'null';
    default:
      return 'something else';
  }
}

function range(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function entries(minimum = 0, maximum?: number): string {
  if (maximum === undefined) return minimum === 0 ? '' : ` of at least ${minimum}`;
  return minimum === 0 ? ` of at most ${maximum}` : ` of ${minimum} to ${maximum}`;
}

const longestShown = 48;

/**
 * What was given, short enough for a message. Long text and lists are only measured: they can be
 * a secret key that somebody pasted into the wrong place.
 */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') {
    return value.length <= longestShown
      ? JSON.stringify(value)
      : `text of ${value.length} characters`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
