import type { RequestListener } from 'node:http';
import { ProofResponder } from '../src/backend/server/proofResponder.ts';
import { loopbackProofPath } from '../src/http/loopbackProof.ts';

/** A fake service that proves to its clients that it knows their key, as `serve` does. */
export function provingListener(key: () => string, listener: RequestListener): RequestListener {
  const provers = new Map<string, ProofResponder>();
  return (request, response) => {
    if (request.url?.startsWith(loopbackProofPath) !== true) return listener(request, response);
    request.resume();
    const prover = provers.get(key()) ?? new ProofResponder(key());
    provers.set(key(), prover);
    prover.respond(request).then(
      (proof) => response.end(JSON.stringify(proof)),
      () => response.writeHead(400).end(),
    );
  };
}
