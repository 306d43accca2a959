import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  type ClientDuplexStream,
  credentials,
  Metadata,
  type ServiceError,
  setLogger,
  status,
} from '@grpc/grpc-js';
import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import { parseServiceUrl } from '../../../api/parseServiceUrl.ts';
import type { NetworkOptions } from '../../../http/httpRequester.ts';
import { type ProxyAddress, parseProxy, usesProxy } from '../../../http/proxyOptions.ts';
import { SecretRedactor } from '../../../http/secretRedactor.ts';
import { trustedAuthorities } from '../../../http/trustedAuthorities.ts';
import {
  explainUnavailable,
  GeyserError,
  notGrpcError,
  refusedError,
  unsupportedError,
} from './geyserError.ts';
import { subscribePath } from './geyserMessages.ts';

export interface GeyserClientOptions {
  /** https, or http to this machine; without a path. */
  readonly url: string;
  /** Sent as `x-token`; never shown. */
  readonly token?: string;
  readonly network?: NetworkOptions;
}

/** The largest mainnet blocks have about 20 MB. */
export const maxMessageBytes = 64 * 1024 * 1024;
/** A smaller window makes a distant server slower than the chain. */
const flowControlBytes = 16 * 1024 * 1024;
const maxDetailLength = 200;

const silent = () => undefined;
// By default the library logs to the console, at some levels including the metadata with the token.
setLogger({ error: silent, info: silent, debug: silent });

const asIs = (bytes: Buffer): Buffer => bytes;

export interface SubscriptionListener {
  /** Gets raw updates. An exception ends the subscription. */
  onMessage(bytes: Buffer, send: (request: Buffer) => void): void;
}

/** Every failure is a GeyserError without the token. */
export class GeyserClient {
  readonly origin: string;
  readonly #client: Client;
  readonly #metadata = new Metadata();
  readonly #redactor: SecretRedactor;
  readonly #proxy: ProxyAddress | null;

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL, token or proxy. */
  constructor({ url: text, token = '', network = {} }: GeyserClientOptions) {
    const url = parseGeyserUrl(text);
    this.origin = url.origin;
    this.#redactor = new SecretRedactor([token]);
    if (token !== '') {
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new MarketError(
          'bad-parameter',
          t('The Geyser token must be printable ASCII without spaces'),
          { parameter: 'geyser-token' },
        );
      }
      this.#metadata.set('x-token', token);
    }
    const { address, options, proxy } = parseTarget(url, network);
    this.#proxy = proxy;
    this.#client = new Client(address, channelCredentials(url, network), {
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc-node.flow_control_window': flowControlBytes,
      'grpc.enable_http_proxy': 0,
      'grpc.enable_retries': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      // The caller waits between attempts.
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 100,
      ...options,
    });
  }

  /** Resolves with the reason when the subscription ends, also after an abort. */
  async subscribe(
    request: Buffer,
    listener: SubscriptionListener,
    signal: AbortSignal,
  ): Promise<GeyserError> {
    const ended = Promise.withResolvers<GeyserError>();
    let call: ClientDuplexStream<Buffer, Buffer> | null = null;
    const end = (): void => {
      ended.resolve(new GeyserError('unreachable', t('Cancelled')));
      call?.cancel();
    };
    if (signal.aborted) end();
    else {
      call = this.#client.makeBidiStreamRequest(subscribePath, asIs, asIs, this.#metadata, {});
      const stream = call;
      const answersGrpc = watchContentType(stream);
      const send = (bytes: Buffer): void => {
        if (!stream.writableNeedDrain) stream.write(bytes);
      };
      signal.addEventListener('abort', end, { once: true });
      stream.on('error', (error: ServiceError) =>
        ended.resolve(this.#toError(error, answersGrpc())),
      );
      stream.on('end', () =>
        ended.resolve(this.#createError('unreachable', t('the server ended the subscription'))),
      );
      stream.on('data', (bytes: Buffer) => {
        try {
          listener.onMessage(bytes, send);
        } catch (error) {
          ended.resolve(
            GeyserError.is(error)
              ? error
              : this.#createError('unreadable', t('an update is unreadable')),
          );
          stream.cancel();
        }
      });
      stream.write(request);
    }
    try {
      return await ended.promise;
    } finally {
      signal.removeEventListener('abort', end);
      call?.cancel();
    }
  }

  close(): void {
    this.#client.close();
  }

  #toError({ code, details }: ServiceError, answersGrpc: boolean): GeyserError {
    const { origin } = this;
    if (!answersGrpc || isTextLength(details)) {
      return notGrpcError(origin, httpStatusIn(details));
    }
    switch (code) {
      case status.UNAUTHENTICATED:
      case status.PERMISSION_DENIED:
        return refusedError(origin, this.#shorten(details));
      case status.UNIMPLEMENTED:
        return unsupportedError(origin);
      case status.RESOURCE_EXHAUSTED:
        // Otherwise a limit of the server.
        return this.#createError(
          /received message larger/i.test(details) ? 'unreadable' : 'unreachable',
          details,
        );
      case status.UNAVAILABLE:
        return explainUnavailable(origin, details) ?? this.#unreachableError(details);
      case status.CANCELLED:
      case status.DEADLINE_EXCEEDED:
        return this.#unreachableError(details);
      default:
        return this.#createError('rejected', details);
    }
  }

  /** The library does not report why a proxy opened no connection. */
  #unreachableError(details: string): GeyserError {
    const error = this.#createError('unreachable', details);
    if (this.#proxy === null) return error;
    const { label, setting } = this.#proxy;
    const advice = t('The connection uses the proxy {0}. Check it, and {1}.', label, setting);
    return new GeyserError(error.kind, `${error.message.replace(/[.\s]+$/, '')}. ${advice}`);
  }

  #createError(kind: GeyserError['kind'], details: string): GeyserError {
    return new GeyserError(kind, t('Geyser {0}: {1}', this.origin, this.#shorten(details)));
  }

  #shorten(details: string): string {
    return this.#redactor.redactText(details).slice(0, maxDetailLength);
  }
}

/**
 * Returns whether the response is gRPC, as far as it is known. The library ignores its content type
 * and reads a web page as a message of hundreds of megabytes.
 */
function watchContentType(call: {
  on(event: 'metadata', listener: (metadata: Metadata) => void): unknown;
}): () => boolean {
  let isGrpc = true;
  call.on('metadata', (metadata: Metadata) => {
    isGrpc = String(metadata.get('content-type')[0] ?? '').startsWith('application/grpc');
  });
  return () => isGrpc;
}

/**
 * Whether the library read a text that a server sent as gRPC: it takes four of its characters, such
 * as `!DOC` of a web page, for the length of a message.
 */
function isTextLength(details: string): boolean {
  const length = Number(/received message larger than max \((\d+) vs/i.exec(details)?.[1]);
  if (!(length >= 2 ** 24 && length < 2 ** 32)) return false;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d);
}

/** 200 unless the library's text names another status. */
const httpStatusIn = (details: string): number =>
  Number(/HTTP status code (\d{3})/.exec(details)?.[1] ?? 200);

/** Throws a MarketError of kind `bad-parameter` without the URL, which may contain a token. */
export function parseGeyserUrl(text: string): URL {
  const url = parseServiceUrl(text, t('Geyser URL'), { parameter: 'geyser-url' });
  if (url.pathname !== '/') {
    throw new MarketError(
      'bad-parameter',
      t('The Geyser URL must have no path. Enter its token separately'),
      { parameter: 'geyser-url' },
    );
  }
  return url;
}

function channelCredentials({ protocol }: URL, { certificates = [] }: NetworkOptions) {
  if (protocol === 'http:') return credentials.createInsecure();
  const authorities = trustedAuthorities(certificates);
  const pem = authorities === undefined ? null : Buffer.from(authorities.join('\n'));
  return credentials.createSsl(pem) satisfies ChannelCredentials;
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

interface Target {
  readonly address: string;
  readonly options: ChannelOptions;
  /** `null` for a direct connection. */
  readonly proxy: ProxyAddress | null;
}

function parseTarget(url: URL, { proxy: settings }: NetworkOptions): Target {
  // Prevents a name server from resolving `localhost` to another machine.
  const hostname = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname;
  const port = url.port || defaultPorts[url.protocol];
  const address = `dns:${hostname}:${port}`;
  const name = { 'grpc.ssl_target_name_override': url.hostname };
  if (!usesProxy(url, settings)) {
    return { address, options: hostname === url.hostname ? {} : name, proxy: null };
  }
  const proxy = parseProxy(settings);
  if (proxy.protocol !== 'http:') {
    throw new MarketError(
      'bad-parameter',
      t(
        'Geyser needs an http:// proxy in {0}. Or exclude {1} with {2}.',
        proxy.setting,
        url.hostname,
        proxy.exceptSetting,
      ),
      { parameter: 'proxy' },
    );
  }
  const { credentials } = proxy;
  return {
    address: `dns:${proxy.label}`,
    options: {
      // With a scheme: otherwise the library throws outside of any call once it opens TLS.
      'grpc.http_connect_target': address,
      'grpc.default_authority': url.host,
      ...name,
      ...(credentials !== null && {
        'grpc.http_connect_creds': `${credentials.username}:${credentials.password}`,
      }),
    },
    proxy,
  };
}
