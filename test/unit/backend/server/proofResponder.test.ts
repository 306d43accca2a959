import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import {
  maxProofsPerSecond,
  ProofResponder,
} from '../../../../src/backend/server/proofResponder.ts';
import { loopbackProofPath } from '../../../../src/http/loopbackProof.ts';

test('Clients without a key get at most 500 proofs a second together, then the time to wait', async () => {
  let now = 0;
  const responder = new ProofResponder({ digests: [] }, () => now);
  const ask = async () => {
    const url = `${loopbackProofPath}?challenge=${'a'.repeat(64)}`;
    // Each on its own connection.
    const socket = { localAddress: '127.0.0.1', localPort: 7_717 };
    return await responder.respond({ url, socket } as unknown as IncomingMessage);
  };
  for (let count = 0; count < maxProofsPerSecond; count += 1) await ask();
  now = 400;
  await assert.rejects(
    ask(),
    (error) => MarketError.is(error, 'rate-limited') && error.retryAfterSeconds === 0.6,
  );
  now = 1_000;
  assert.match((await ask()).proof, /^[0-9a-f]{64}$/);
});
