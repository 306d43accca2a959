import { rawAmountKey } from '../../api/schema.ts';

/** The members of JSON Schema that the HTTP side reads from the operations' schemas. */
export interface JsonSchema {
  readonly type?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly [rawAmountKey]?: 'u64' | 'i64';
}

/** The properties of an object's schema by name; a map, so that `__proto__` is no name in it. */
export const propertiesOf = (schema: JsonSchema): ReadonlyMap<string, JsonSchema> =>
  new Map(Object.entries(schema.properties ?? {}));

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
