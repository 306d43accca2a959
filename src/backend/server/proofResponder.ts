import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
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
import { maxStoredKeys } from './keyFile.ts';

export interface LoopbackProof {
  readonly serverNonce: string;
  /** Address and port of the connection as the server sees them. */
  readonly endpoint: string;
  readonly proof: string;
}

/** Proves to clients that this server knows the key: once per connection, before they send it. */
export class ProofResponder {
  readonly #keys: Pick<ApiKeys, 'digests'>;
  /** By digest. Derived on demand and cached, because deriving is slow. */
  readonly #proofKeys = new LRUCache<string, Promise<ProofKey>>({ max: maxStoredKeys });
  readonly #proven = new WeakSet<Socket>();
  /** Used for an unknown key id, so that the client sees a proof that does not match its key. */
  readonly #otherKey = randomBytes(32);

  constructor(keys: Pick<ApiKeys, 'digests'>) {
    this.#keys = keys;
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
    const serverNonce = randomBytes(32).toString('hex');
    const endpoint = endpointOf(socket.localAddress, socket.localPort);
    const nonces = { challenge, serverNonce, endpoint };
    return { serverNonce, endpoint, proof: computeLoopbackProof(await this.#find(id), nonces) };
  }

  /** The proof key with this id; without an id, that of the only key. */
  async #find(id: string): Promise<Buffer> {
    const { digests } = this.#keys;
    for (const digest of digests) {
      let deriving = this.#proofKeys.get(digest);
      if (deriving === undefined) {
        deriving = deriveProofKey(digest);
        this.#proofKeys.set(digest, deriving);
      }
      const proofKey = await deriving;
      if (proofKey.id === id || (id === '' && digests.length === 1)) return proofKey.key;
    }
    return this.#otherKey;
  }
}
