import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { toErrorResponse } from '../../../../src/backend/server/httpErrorResponse.ts';

test('A caller with a valid key gets 502 with the reason if the node refuses the server', () => {
  const refusal = new MarketError('unauthorized', 'node.example: API key refused (HTTP 403)');
  assert.deepEqual(toErrorResponse(refusal).body, {
    statusCode: 502,
    error: 'Bad Gateway',
    message: 'node.example: API key refused (HTTP 403)',
  });
});
