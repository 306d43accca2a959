/** The interface does not specify one, and clients use all four. */
export const parameterEncodings = ['brackets', 'repeated', 'commas', 'body'] as const;
export type ParameterEncoding = (typeof parameterEncodings)[number];

/** Lists whose entries contain commas: never joined or split at commas. */
export const commaUnsafeLists: ReadonlySet<string> = new Set(['tokensAMMS']);
