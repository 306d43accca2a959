/** How the parameters of a GET travel: the interface does not say, and clients use all four. */
export const parameterEncodings = ['brackets', 'repeated', 'commas', 'body'] as const;
export type ParameterEncoding = (typeof parameterEncodings)[number];

/** Lists whose entries hold commas themselves: never joined or split at one. */
export const commaUnsafeLists: ReadonlySet<string> = new Set(['tokensAMMS']);
