/**
 * A store's number for a text (address, provider, bot), used in results with many rows; 0 means
 * none. Only valid within the same result, whose `nameOf` returns the text.
 */
export type NameId = number | bigint;

export const isNoName = (id: NameId): boolean => id === 0 || id === 0n;
