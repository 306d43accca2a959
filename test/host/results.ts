/** Variable with the path of the file for the results: JSON of a `FileResult` for each suite file. */
export const resultsVariable = 'ARBSCOPE_HOST_RESULTS';

/** Variable with the starts of the names of the suite files to run, separated by commas. */
export const onlyVariable = 'ARBSCOPE_HOST_ONLY';

/** Variable with the signature of a Sandbox transaction. */
export const sandboxSignatureVariable = 'ARBSCOPE_HOST_SIGNATURE';

/** Variable with the path of a `NodeTransaction` as JSON. */
export const nodeTransactionVariable = 'ARBSCOPE_HOST_NODE_TRANSACTION';

/** Variable with the path of the file for the activation times. */
export const activationVariable = 'ARBSCOPE_HOST_ACTIVATION';

/** Variable with the path of the file for the times of pool pages and searches. */
export const poolTimesVariable = 'ARBSCOPE_HOST_POOL_TIMES';
