export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object: neither an array nor `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
