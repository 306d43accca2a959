import type { RequestListener } from 'node:http';
import { ApiKeys } from '../src/backend/server/apiKeys.ts';
import { ProofResponder } from '../src/backend/server/proofResponder.ts';
import { loopbackProofPath } from '../src/http/loopbackProof.ts';

/** Proves to its clients that it knows their key, like `serve`, or fails to. */
export function provingListener(
  key: () => string | null,
  listener: RequestListener,
): RequestListener {
  const provers = new Map<string, ProofResponder>();
  return (request, response) => {
    const known = request.url?.startsWith(loopbackProofPath) === true ? key() : null;
    if (known === null) return listener(request, response);
    request.resume();
    const prover = provers.get(known) ?? new ProofResponder(ApiKeys.ofOne(known));
    provers.set(known, prover);
    prover.respond(request).then(
      (proof) => response.end(JSON.stringify(proof)),
      () => response.writeHead(400).end(),
    );
  };
}
