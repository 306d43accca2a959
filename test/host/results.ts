/** What the suites inside VS Code hand to their runner, as JSON in the file of this variable. */
export const resultsVariable = 'ARBSCOPE_HOST_RESULTS';

export interface HostResults {
  readonly passed: number;
  readonly failed: number;
  /** One line for each test or hook that failed. */
  readonly failures: readonly string[];
  readonly skipped: number;
}

/** Signature of a transaction that the Sandbox holds, for the suites inside VS Code. */
export const sandboxSignatureVariable = 'ARBSCOPE_HOST_SIGNATURE';

/** File with a transaction as a node tells it, as JSON of a `NodeTransaction`. */
export const nodeTransactionVariable = 'ARBSCOPE_HOST_NODE_TRANSACTION';

/** File to which a suite inside VS Code writes how long the activation took. */
export const activationVariable = 'ARBSCOPE_HOST_ACTIVATION';

/** File to which a suite inside VS Code writes how long hovers took. */
export const hoverTimesVariable = 'ARBSCOPE_HOST_HOVER_TIMES';

/** File to which a suite inside VS Code writes how long pages and searches of pools took. */
export const poolTimesVariable = 'ARBSCOPE_HOST_POOL_TIMES';
