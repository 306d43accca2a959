/**
 * A store's own number of a text (address, provider, bot), for results of many rows; 0 is "none". It
 * means nothing outside of the result that it came with, whose `nameOf` tells the text.
 */
export type NameId = number | bigint;

export const isNoName = (id: NameId): boolean => id === 0 || id === 0n;
