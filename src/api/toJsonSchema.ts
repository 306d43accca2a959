import {
  formatDescriptionKey,
  isRawAmount,
  lenientNumberKey,
  rawAmountKey,
  rawBoundKey,
  type SchemaNode,
} from './schema.ts';

export type PlainJsonSchema = Readonly<Record<string, unknown>>;

/** JSON Schema 2020-12; raw amounts become integers with a `format`. */
export function toJsonSchema(schema: object): PlainJsonSchema {
  return convertNode(schema as SchemaNode) as PlainJsonSchema;
}

function convertNode(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convertNode);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as SchemaNode;
  if (isRawAmount(schema)) {
    const { description } = schema;
    if (schema[rawBoundKey] !== undefined) return { type: 'number', minimum: 0, description };
    const isUnsigned = schema[rawAmountKey] === 'u64';
    return {
      type: 'integer',
      format: isUnsigned ? 'uint64' : 'int64',
      ...(isUnsigned ? { minimum: 0 } : {}),
      ...(description === undefined ? {} : { description }),
    };
  }
  if (schema[lenientNumberKey] === true) {
    return { type: 'number', description: schema.description };
  }
  const { patternProperties, ...rest } = schema;
  const value = patternProperties && Object.values(patternProperties)[0];
  return Object.fromEntries([
    ...Object.entries(rest)
      .filter(([key]) => key !== formatDescriptionKey)
      .map(([key, member]) => [key, convertNode(member)]),
    ...(value === undefined ? [] : [['additionalProperties', convertNode(value)]]),
  ]);
}
