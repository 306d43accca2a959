import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { t } from '@vscode/l10n';
import { type buildConnector, errors } from 'undici';
import { isObject } from '../api/isObject.ts';
import { MarketError } from '../api/marketError.ts';
import { TransientError } from './retry.ts';

/**
 * Over http on this machine a key would go to whatever program listens on the port. So an Arbscope
 * `serve` proves that it knows the key before it receives it, once per connection: without the key,
 * the client requests `GET /arbscope/proof?challenge=<64 hexadecimal digits>&key=<key id>`. The
 * response `{serverNonce, endpoint, proof}` contains the HMAC-SHA-256 of both nonces and of the
 * address and port that the connection reaches. A program on another port cannot relay the proof of
 * the real server, and one that takes over the port has no proof for its own connections.
 */
export const loopbackProofPath = '/arbscope/proof';

/** 32 bytes in hexadecimal: challenges, nonces and proofs. */
export const challengePattern = /^[0-9a-f]{64}$/;
const maxResponseBytes = 4_096;
const headEnd = '\r\n\r\n';

/** Identifies which of a server's keys the client has. */
export const proofKeyIdPattern = /^[0-9a-f]{16}$/;
const proofKeyBytes = 32;
const proofKeyIdBytes = 8;

/** SHA-256 of an API key in hexadecimal, which a server may store. */
export const digestApiKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex');

export interface ProofKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Takes a digest from `digestApiKey`. Slow, so that a proof or id does not reveal a short key. */
export async function deriveProofKey(keyDigest: string): Promise<ProofKey> {
  const length = proofKeyBytes + proofKeyIdBytes;
  const derived = (await promisify(scrypt)(keyDigest, 'arbscope-serve-proof-2', length)) as Buffer;
  return {
    id: derived.subarray(proofKeyBytes).toString('hex'),
    key: derived.subarray(0, proofKeyBytes),
  };
}

export interface ProofInput {
  readonly challenge: string;
  readonly serverNonce: string;
  /** See `endpointOf`. */
  readonly endpoint: string;
}

/** Hexadecimal proof that the server knows the key. */
export const computeLoopbackProof = (
  proofKey: Buffer,
  { challenge, serverNonce, endpoint }: ProofInput,
): string =>
  createHmac('sha256', proofKey)
    .update(`arbscope-serve-proof-2:${challenge}:${serverNonce}:${endpoint}`)
    .digest('hex');

/** Server address and port of a connection, in the form that both sides compute. */
export const endpointOf = (address: string | undefined, port: number | undefined): string =>
  `${(address ?? '').replace(/^::ffff:/, '')}:${port ?? ''}`;

/** Connects to an http server only if it proves to know the key; https has a certificate. */
export function provingConnector(
  connect: buildConnector.connector,
  apiKey: string,
  timeoutMilliseconds: number,
): buildConnector.connector {
  let proofKey: Promise<ProofKey> | null = null;
  return (options, callback) => {
    if (options.protocol !== 'http:') return connect(options, callback);
    const host = options.host ?? options.hostname;
    proofKey ??= deriveProofKey(digestApiKey(apiKey));
    // Derive the key before connecting: it is slow, and a service closes idle connections.
    proofKey.then(
      (key) =>
        connect(options, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          requireProof(socket, { host, proofKey: key, timeoutMilliseconds }).then(
            () => callback(null, socket),
            (reason: Error) => {
              socket.destroy();
              callback(reason, null);
            },
          );
        }),
      (reason: Error) => callback(reason, null),
    );
  };
}

interface ProofOptions {
  readonly host: string;
  readonly proofKey: ProofKey;
  readonly timeoutMilliseconds: number;
}

async function requireProof(socket: Socket, options: ProofOptions): Promise<void> {
  const { host } = options;
  const challenge = randomBytes(32).toString('hex');
  // Read now: the addresses are gone once the socket closes.
  const endpoint = endpointOf(socket.remoteAddress, socket.remotePort);
  const { id, key } = options.proofKey;
  const answer = await ask(socket, `challenge=${challenge}&key=${id}`, options);
  const { serverNonce, proof, endpoint: servedAt } = answer;
  if (!isChallenge(serverNonce) || !isChallenge(proof)) {
    throw unprovenError(
      host,
      t(
        '{0} did not prove that it knows the API key, so it was not sent. Test the connection, or use --trust-loopback.',
        host,
      ),
    );
  }
  const isProof = (place: string): boolean => {
    const expected = computeLoopbackProof(key, { challenge, serverNonce, endpoint: place });
    // Equal lengths, as `timingSafeEqual` requires: `isChallenge` checked the proof.
    return timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
  };
  if (isProof(endpoint)) return;
  // A tunnel is indistinguishable from a program that relays the proof, so the user decides.
  if (typeof servedAt === 'string' && isProof(servedAt)) {
    throw unprovenError(
      host,
      t('{0} leads elsewhere (a tunnel?), so the API key was not sent. Test the connection.', host),
    );
  }
  throw new MarketError(
    'unauthorized',
    t('The service at {0} has another API key, so yours was not sent. Check the key.', host),
    { parameter: 'apiKey' },
  );
}

/** An empty object for an invalid response. */
function ask(
  socket: Socket,
  query: string,
  { host, timeoutMilliseconds }: ProofOptions,
): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const settle = (act: () => void) => {
      clearTimeout(timeout);
      socket.off('readable', read);
      socket.off('close', hangUp);
      socket.off('end', hangUp);
      act();
    };
    const read = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        received = Buffer.concat([received, chunk]);
      }
      const answer = parseAnswer(received);
      if (answer !== null) settle(() => resolve(answer));
    };
    const hangUp = () =>
      settle(() =>
        reject(
          new TransientError(
            'unreachable',
            t('{0} hung up before the API key was sent. Try again.', host),
          ),
        ),
      );
    const timeout = setTimeout(
      () => settle(() => reject(new errors.ConnectTimeoutError())),
      timeoutMilliseconds,
    );
    timeout.unref();
    socket.on('readable', read);
    socket.once('close', hangUp);
    socket.once('end', hangUp);
    socket.write(`GET ${loopbackProofPath}?${query} HTTP/1.1\r\nhost: ${host}${headEnd}`);
  });
}

/** `null` while incomplete. Parses only the form of response that `serve` sends. */
function parseAnswer(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  const text = bytes.toString('latin1');
  const headLength = text.indexOf(headEnd);
  if (headLength < 0) return bytes.length > maxResponseBytes || !isHttp(text) ? {} : null;
  const head = text.slice(0, headLength);
  const length = /^content-length: *(\d{1,4})$/im.exec(head)?.[1];
  if (!/^HTTP\/1\.1 200 /.test(head) || length === undefined) return {};
  const body = text.slice(headLength + headEnd.length);
  if (body.length < Number(length)) return null;
  if (body.length > Number(length)) return {};
  try {
    const answer: unknown = JSON.parse(body);
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

const isChallenge = (value: unknown): value is string =>
  typeof value === 'string' && challengePattern.test(value);

const isHttp = (text: string): boolean => {
  const start = 'HTTP/1.1 ';
  return start.startsWith(text.slice(0, start.length));
};

const unprovenError = (host: string, message: string): MarketError =>
  new MarketError('unauthorized', message, { unprovenOrigin: `http://${host}` });
