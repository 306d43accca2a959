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
  /** Where the connection leads to, as this side sees it. */
  readonly endpoint: string;
  readonly proof: string;
}

/** Shows to clients that this server knows the key: once on each connection, before the key comes. */
export class ProofResponder {
  readonly #keys: Pick<ApiKeys, 'digests'>;
  /** By digest. Deriving is slow: it is done when somebody asks, and once. */
  readonly #proofKeys = new LRUCache<string, Promise<ProofKey>>({ max: maxStoredKeys });
  readonly #proven = new WeakSet<Socket>();
  /** For a key that is not among the server's: the client finds that the proof is not of its key. */
  readonly #otherKey = randomBytes(32);

  constructor(keys: Pick<ApiKeys, 'digests'>) {
    this.#keys = keys;
  }

  /** Throws a MarketError for anything but one challenge, and for a second one. */
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

  /** The key of an id; without an id that of the only key. */
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
