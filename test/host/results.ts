/**
 * Variable with the path of the JSON file in which the suites inside VS Code report their results.
 */
export const resultsVariable = 'ARBSCOPE_HOST_RESULTS';

export interface HostResults {
  readonly passed: number;
  readonly failed: number;
  /** One line per failed test or hook. */
  readonly failures: readonly string[];
  readonly skipped: number;
}

/** Variable with the signature of a Sandbox transaction. */
export const sandboxSignatureVariable = 'ARBSCOPE_HOST_SIGNATURE';

/** Variable with the path of a `NodeTransaction` as JSON. */
export const nodeTransactionVariable = 'ARBSCOPE_HOST_NODE_TRANSACTION';

/** Variable with the path of the file for the activation times. */
export const activationVariable = 'ARBSCOPE_HOST_ACTIVATION';

/** Variable with the path of the file for the hover times. */
export const hoverTimesVariable = 'ARBSCOPE_HOST_HOVER_TIMES';

/** Variable with the path of the file for the times of pool pages and searches. */
export const poolTimesVariable = 'ARBSCOPE_HOST_POOL_TIMES';
