/** Variable with the path of the file for the results: JSON of a `FileResult` for each suite file. */
export const resultsVariable = 'ARBSCOPE_HOST_RESULTS';

export const onlyVariable = 'ARBSCOPE_HOST_ONLY';

export const sandboxSignatureVariable = 'ARBSCOPE_HOST_SIGNATURE';

export const nodeTransactionVariable = 'ARBSCOPE_HOST_NODE_TRANSACTION';

export const activationVariable = 'ARBSCOPE_HOST_ACTIVATION';

export const poolTimesVariable = 'ARBSCOPE_HOST_POOL_TIMES';
