import { stringifyJson } from '../api/json.ts';
import { commaUnsafeLists, type ParameterEncoding } from '../api/parameterEncoding.ts';

/** Encoded parameters: a query string (with its `?`) or a body. */
export interface EncodedParameters {
  readonly query: string;
  readonly body: string | null;
}

/** Skips undefined members. */
export function encodeParameters(
  parameters: Readonly<Record<string, unknown>>,
  encoding: ParameterEncoding,
): EncodedParameters {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (encoding === 'body') {
    return { query: '', body: stringifyJson(Object.fromEntries(given)) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of given) {
    if (!Array.isArray(value)) {
      query.append(name, String(value));
    } else if (encoding === 'commas' && !commaUnsafeLists.has(name)) {
      query.append(name, value.join(','));
    } else {
      const key = encoding === 'brackets' ? `${name}[]` : name;
      for (const entry of value) query.append(key, String(entry));
    }
  }
  return { query: query.size === 0 ? '' : `?${query}`, body: null };
}
