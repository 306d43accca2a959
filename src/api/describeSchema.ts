import { t } from '@vscode/l10n';
import { joinList } from './join.ts';
import {
  formatDescriptionKey,
  isRawAmount,
  rawAmountKey,
  rawAmountRange,
  rawBoundKey,
  type SchemaNode,
} from './schema.ts';

/** Phrased to follow "must be". */
export function describeSchema(schema: SchemaNode | undefined): string {
  if (schema === undefined) return t('something else');
  if (isRawAmount(schema)) {
    const { minimum, maximum } = rawAmountRange[schema[rawAmountKey]];
    return schema[rawBoundKey] === undefined
      ? t('a whole number from {0} to {1}', String(minimum), String(maximum))
      : t('a number from {0} to {1}', String(minimum), String(maximum));
  }
  if (schema[formatDescriptionKey] !== undefined) return schema[formatDescriptionKey];
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(` ${t('or')} `);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return t('one of {0}', joinList(schema.enum));
  switch (schema.type) {
    case 'integer':
      return describeInteger(schema.minimum, schema.maximum);
    case 'number':
      return describeNumber(schema.minimum, schema.maximum);
    case 'boolean':
      return t('true or false');
    case 'string':
      if (schema.format === 'date-time') return t('a time in ISO 8601');
      return schema.maxLength === undefined
        ? t('text')
        : t('text of at most {0} characters', schema.maxLength);
    case 'array':
      return describeList(schema.minItems, schema.maxItems);
    case 'object':
      return t('an object');
    case 'null':
      return 'null';
    default:
      return t('something else');
  }
}

function describeInteger(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined)
    return t('a whole number from {0} to {1}', minimum, maximum);
  if (minimum !== undefined) return t('a whole number of at least {0}', minimum);
  return maximum === undefined ? t('a whole number') : t('a whole number of at most {0}', maximum);
}

function describeNumber(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined)
    return t('a number from {0} to {1}', minimum, maximum);
  if (minimum !== undefined) return t('a number of at least {0}', minimum);
  return maximum === undefined ? t('a number') : t('a number of at most {0}', maximum);
}

function describeList(minimum = 0, maximum?: number): string {
  if (maximum === undefined)
    return minimum === 0 ? t('a list') : t('a list of at least {0}', minimum);
  return minimum === 0
    ? t('a list of at most {0}', maximum)
    : t('a list of {0} to {1}', minimum, maximum);
}

const maxShownLength = 48;

/** The value, shortened for a message. Long text may be a secret key, so only its size is shown. */
export function describeValue(value: unknown): string {
  if (value === undefined) return t('missing');
  if (typeof value === 'string') {
    return value.length <= maxShownLength
      ? JSON.stringify(value)
      : t('text of {0} characters', value.length);
  }
  if (Array.isArray(value)) return t('a list of {0}', value.length);
  if (typeof value === 'object' && value !== null) return t('an object');
  return String(value);
}
