/**
 * How the parameters of a GET travel. The interface does not say; real clients use all four.
 * Plain data, so that settings can offer it without loading the schema library.
 */
export const parameterEncodings = ['brackets', 'repeated', 'commas', 'body'] as const;
export type ParameterEncoding = (typeof parameterEncodings)[number];

/** Lists whose entries hold commas themselves: never joined or split at one. */
export const commaUnsafeLists: ReadonlySet<string> = new Set(['tokensAMMS']);
