import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ApiKeys } from '../../src/backend/server/apiKeys.ts';
import { ProofResponder } from '../../src/backend/server/proofResponder.ts';
import { loopbackProofPath } from '../../src/http/loopbackProof.ts';

/**
 * Sends all requests of a key to the same server on this machine, or to the next one while that
 * does not respond. Only for a team on one machine: it has no TLS and does not check requests.
 */
export class Balancer {
  readonly #ports: readonly number[];
  readonly #prover: ProofResponder;
  readonly #server = createServer((incoming, response) => {
    this.#forward(incoming, response).catch(() => response.destroy());
  });

  /**
   * @param keys Keys of the servers: over local http, clients require a proof that theirs is known.
   */
  constructor(ports: readonly number[], keys: ApiKeys) {
    this.#ports = ports;
    this.#prover = new ProofResponder(keys);
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.url?.startsWith(loopbackProofPath)) {
      // A proof is bound to its connection and cannot be forwarded, so the balancer makes it
      // itself.
      const proof = Buffer.from(JSON.stringify(await this.#prover.respond(incoming)));
      const headers = { 'content-type': 'application/json', 'content-length': proof.length };
      response.writeHead(200, headers).end(proof);
      return;
    }
    const body = await buffer(incoming);
    const first = this.#placeOf(incoming.headers['x-api-key']);
    for (let tried = 0; tried < this.#ports.length; tried += 1) {
      const port = this.#ports[(first + tried) % this.#ports.length] ?? 0;
      const answer = await ask(port, incoming, body, response);
      if (answer === null) continue;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // Streams must not be delayed.
      response.flushHeaders();
      await pipeline(answer, response);
      return;
    }
    response.writeHead(502).end('No server responds\n');
  }

  #placeOf(key: string | string[] | undefined): number {
    const digest = createHash('sha256')
      .update(String(key ?? ''))
      .digest();
    return digest.readUInt32BE(0) % this.#ports.length;
  }
}

/**
 * Null to try the next server; rejects if a request other than a GET may already have had effects.
 */
function ask(
  port: number,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const host = `127.0.0.1:${port}`;
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, method, path: url, agent: false },
        // Servers accept only their own host names.
        headers: { ...headers, host },
      },
      resolve,
    );
    response.once('close', () => asked.destroy());
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || method === 'GET') resolve(null);
      else reject(error);
    });
    asked.end(body);
  });
}
