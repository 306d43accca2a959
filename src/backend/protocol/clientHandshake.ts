import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { channelMethods, computeProof, noncePattern, protocolVersion } from './channelProtocol.ts';

/** Limit for data from a peer that has not yet proved that it knows the secret. */
const maxUnprovenBytes = 8 * 1024;

/** Calls `cutOff` if the other side sends more than the handshake; the result lifts the limit. */
export function limitUnprovenBytes(socket: Socket, cutOff: () => void): () => void {
  let bytes = 0;
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.byteLength;
    if (bytes > maxUnprovenBytes) cutOff();
  };
  socket.on('data', count);
  return () => socket.off('data', count);
}

/** Identity of a process that knows the secret, and the proof that the client must send it. */
export interface ServerIdentity {
  readonly protocolVersion: unknown;
  readonly version: unknown;
  authenticate(): Promise<void>;
}

function isServerProof(proof: unknown, expectedProof: string): boolean {
  const expected = Buffer.from(expectedProof);
  const given = Buffer.from(typeof proof === 'string' ? proof : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Requests the server's proof first; `null` if the server does not know the secret. */
export async function greetServer(
  connection: MessageConnection,
  secret: string,
): Promise<ServerIdentity | null> {
  const clientNonce = randomBytes(32).toString('hex');
  const request = { protocolVersion, clientNonce };
  const response: unknown = await connection.sendRequest(channelMethods.hello, request);
  const hello: JsonObject = isObject(response) ? response : {};
  const { serverNonce, proof } = hello;
  if (typeof serverNonce !== 'string' || !noncePattern.test(serverNonce)) return null;
  const nonces = { clientNonce, serverNonce };
  if (!isServerProof(proof, computeProof(secret, 'server', nonces))) return null;
  return {
    protocolVersion: hello['protocolVersion'],
    version: hello['version'],
    authenticate: async () => {
      const clientProof = computeProof(secret, 'client', nonces);
      await connection.sendRequest(channelMethods.authenticate, { proof: clientProof });
    },
  };
}
