/**
 * Time limit of a whole suite, generous enough for a busy machine; it only ends hanging tests.
 * Tests state their own performance limits.
 */
export const suiteLimit = { timeout: 1_200_000 } as const;
