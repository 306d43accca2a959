import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { t } from '@vscode/l10n';
import { type buildConnector, errors } from 'undici';
import { isObject } from '../api/isObject.ts';
import { MarketError } from '../api/marketError.ts';
import { TransientError } from './retry.ts';

/**
 * Over http on this machine a key would go to whichever program holds the port. So an Arbscope
 * `serve` proves that it knows the key before it gets it, on each connection anew: the client asks
 * `GET /arbscope/proof?challenge=<64 hexadecimal digits>&key=<which key>` without the key, and the
 * answer `{serverNonce, endpoint, proof}` has the HMAC-SHA-256 of both nonces and of the address and
 * port that the connection leads to. A program on another port cannot pass on the proof of the real
 * server, and one that takes over the port has none for its own connections.
 */
export const loopbackProofPath = '/arbscope/proof';

/** 32 bytes in hexadecimal: challenges, nonces and proofs. */
export const challengePattern = /^[0-9a-f]{64}$/;
const maxResponseBytes = 4_096;
const headEnd = '\r\n\r\n';

/** Which of a server's keys a client has. */
export const proofKeyIdPattern = /^[0-9a-f]{16}$/;
const proofKeyBytes = 32;
const proofKeyIdBytes = 8;

/** SHA-256 of an API key in hexadecimal: what a server may store of it. */
export const digestApiKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex');

export interface ProofKey {
  /** Names the key to a server that has several. */
  readonly id: string;
  readonly key: Buffer;
}

/**
 * From the digest of an API key (`digestApiKey`). Slow on purpose, so that nobody finds a short key
 * out of a proof or an id by trying.
 */
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
  /** Where the connection leads to: see `endpointOf`. */
  readonly endpoint: string;
}

/** The proof, hexadecimal, that whoever made it knows the key. */
export const computeLoopbackProof = (
  proofKey: Buffer,
  { challenge, serverNonce, endpoint }: ProofInput,
): string =>
  createHmac('sha256', proofKey)
    .update(`arbscope-serve-proof-2:${challenge}:${serverNonce}:${endpoint}`)
    .digest('hex');

/** The serving end of a connection as both sides of it see it. */
export const endpointOf = (address: string | undefined, port: number | undefined): string =>
  `${(address ?? '').replace(/^::ffff:/, '')}:${port ?? ''}`;

/** Connections over which only somebody who knows the key is spoken to; https proves itself. */
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
    // First the key: a service closes connections that stay silent for as long as that can take.
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
  // Before the socket can close, which takes its addresses away.
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
    // Both have the length of the pattern.
    return timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
  };
  if (isProof(endpoint)) return;
  // A tunnel looks like a program that passes on the proof of the real service: the user decides.
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

/** What the service answers to the challenge; an empty object for anything that is no answer. */
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

/** `null` while more is to come. Only the answer of `serve` need be understood. */
function parseAnswer(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  const text = bytes.toString('latin1');
  const headLength = text.indexOf(headEnd);
  if (headLength < 0) return bytes.length > maxResponseBytes || !isHttp(text) ? {} : null;
  const head = text.slice(0, headLength);
  const length = /^content-length: *(\d{1,4})$/im.exec(head)?.[1];
  if (!/^HTTP\/1\.1 200 /.test(head) || length === undefined) return {};
  const body = text.slice(headLength + headEnd.length);
  if (body.length < Number(length)) return null;
  // What comes behind the answer was not asked for.
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
