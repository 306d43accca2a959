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
  type ProofKey,
  proofKeyIdPattern,
} from '../../http/loopbackProof.ts';
import type { ApiKeys } from './apiKeys.ts';
import { RateLimiter } from './rateLimiter.ts';

export interface LoopbackProof {
  readonly serverNonce: string;
  /** Address and port of the connection as the server sees them. */
  readonly endpoint: string;
  readonly proof: string;
}

/** All callers together, who have no key yet; far more than the bots of a team connect at once. */
export const maxProofsPerSecond = 500;
const proofRate = new Map([['proof', { requests: maxProofsPerSecond, perSeconds: 1 }]]);

/**
 * Proves to clients that this server knows the key: once per connection, before they send it. Proof
 * keys are slow to derive, so they are derived in the background, one after the other, when the
 * server starts and its keys change. A request never starts that work, as it needs no key.
 */
export class ProofResponder {
  readonly #keys: Pick<ApiKeys, 'digests'>;
  readonly #byDigest = new Map<string, ProofKey>();
  readonly #byId = new Map<string, ProofKey>();
  /** Those that `#byId` has or gets. */
  #digests: readonly string[] = [];
  /** Resolves with the next derived key; `null` if all are derived. */
  #deriving: Promise<void> | null = null;
  readonly #limiter: RateLimiter;
  readonly #proven = new WeakSet<Socket>();
  /** Used for an unknown key id, so that the client sees a proof that does not match its key. */
  readonly #otherKey = randomBytes(32);
  #isClosed = false;

  /** `nowMilliseconds` must be monotonic. */
  constructor(keys: Pick<ApiKeys, 'digests'>, nowMilliseconds?: () => number) {
    this.#keys = keys;
    this.#limiter = new RateLimiter(proofRate, nowMilliseconds);
    this.#followKeys();
  }

  /** Throws a MarketError for an invalid or a second challenge. */
  async respond({ url = '', socket }: IncomingMessage): Promise<LoopbackProof> {
    const prefix = `${loopbackProofPath}?challenge=`;
    const given = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    const [challenge = '', id = '', ...more] = given.split('&key=');
    if (!challengePattern.test(challenge)) {
      throw new MarketError('bad-parameter', 'challenge must be 64 lower-case hexadecimal digits');
    }
    if (more.length > 0 || (given.includes('&') && !proofKeyIdPattern.test(id))) {
      throw new MarketError('bad-parameter', 'key must be 16 lower-case hexadecimal digits');
    }
    if (this.#proven.has(socket)) {
      throw new MarketError('rate-limited', 'One proof for each connection');
    }
    this.#proven.add(socket);
    this.#requireRate();
    const serverNonce = randomBytes(32).toString('hex');
    const endpoint = endpointOf(socket.localAddress, socket.localPort);
    const nonces = { challenge, serverNonce, endpoint };
    return { serverNonce, endpoint, proof: computeLoopbackProof(await this.#find(id), nonces) };
  }

  #requireRate(): void {
    const retryAfterSeconds = this.#limiter.tryAcquire('proof');
    if (retryAfterSeconds === null) return;
    throw new MarketError('rate-limited', 'Too many proofs', { retryAfterSeconds });
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The proof key with this id; without an id, that of the only key. */
  async #find(id: string): Promise<Buffer> {
    for (;;) {
      this.#followKeys();
      const [only, ...others] = this.#digests;
      const found =
        id !== ''
          ? this.#byId.get(id)
          : others.length === 0 && only !== undefined
            ? this.#byDigest.get(only)
            : undefined;
      if (found !== undefined) return found.key;
      if (this.#deriving === null) return this.#otherKey;
      await this.#deriving;
    }
  }

  #followKeys(): void {
    const { digests } = this.#keys;
    if (digests === this.#digests) return;
    this.#digests = digests;
    const valid = new Set(digests);
    for (const [digest, { id }] of this.#byDigest) {
      if (valid.has(digest)) continue;
      this.#byDigest.delete(digest);
      this.#byId.delete(id);
    }
    if (this.#deriving === null) this.#deriveNext();
  }

  #deriveNext(): void {
    const digest = this.#digests.find((one) => !this.#byDigest.has(one));
    this.#deriving =
      digest === undefined || this.#isClosed
        ? null
        : deriveProofKey(digest).then((proofKey) => {
            if (this.#digests.includes(digest)) {
              this.#byDigest.set(digest, proofKey);
              this.#byId.set(proofKey.id, proofKey);
            }
            this.#deriveNext();
          });
  }
}
