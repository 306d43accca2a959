import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MarketError } from '../../api/marketError.ts';
import {
  challengePattern,
  computeLoopbackProof,
  deriveProofKey,
  endpointOf,
  loopbackProofPath,
} from '../../http/loopbackProof.ts';

export interface LoopbackProof {
  readonly serverNonce: string;
  readonly proof: string;
}

/** Shows to clients that this server knows the key: once on each connection, before the key comes. */
export class ProofResponder {
  readonly #proofKey: Promise<Buffer>;
  readonly #proven = new WeakSet<Socket>();

  constructor(apiKey: string) {
    this.#proofKey = deriveProofKey(apiKey);
  }

  /** Throws a MarketError for anything but one challenge, and for a second one. */
  async respond({ url = '', socket }: IncomingMessage): Promise<LoopbackProof> {
    const prefix = `${loopbackProofPath}?challenge=`;
    const challenge = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    if (!challengePattern.test(challenge)) {
      throw new MarketError('bad-parameter', 'challenge must be 64 lower-case hexadecimal digits');
    }
    if (this.#proven.has(socket)) {
      throw new MarketError('rate-limited', 'One proof for each connection');
    }
    this.#proven.add(socket);
    const serverNonce = randomBytes(32).toString('hex');
    const endpoint = endpointOf(socket.localAddress, socket.localPort);
    const nonces = { challenge, serverNonce, endpoint };
    return { serverNonce, proof: computeLoopbackProof(await this.#proofKey, nonces) };
  }
}
