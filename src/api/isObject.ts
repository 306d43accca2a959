export type JsonObject = Readonly<Record<string, unknown>>;

/** An object of JSON: neither a list nor `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
