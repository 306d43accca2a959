/**
 * All tests of a suite together, even on a machine whose cores are busy: it ends what hangs. How
 * quick something has to be, a test says for itself.
 */
export const suiteLimit = { timeout: 1_200_000 } as const;
