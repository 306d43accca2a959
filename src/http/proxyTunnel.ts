import { isIPv6, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { t } from '@vscode/l10n';
import { buildConnector, Client, Socks5ProxyAgent } from 'undici';
import { ProxyError } from './proxyError.ts';
import { type ProxyAddress, type ProxyOptions, parseProxy } from './proxyOptions.ts';
import { isConnectionReset } from './retry.ts';
import {
  certificateErrorCode,
  codeOf,
  isNotHttp,
  isNotTls,
  isTimeout,
  noAddressCodes,
} from './transportErrors.ts';
import { trustedAuthorities } from './trustedAuthorities.ts';

/** Undici has the method, and its agent cannot limit connections; its types lack it. */
declare module 'undici' {
  interface Socks5ProxyAgent {
    createSocks5Connection(host: string, port: number): Promise<Socket>;
  }
}

export interface ProxyTunnelOptions {
  /** Trusted for an https proxy, in addition to those built into Node. */
  readonly certificates: readonly string[];
  readonly timeoutMilliseconds: number;
}

const httpStatuses = {
  success: 200,
  redirect: 300,
  proxyAuthentication: 407,
  failure: 500,
} as const;
/** RFC 1928: the proxy's rules do not allow the connection. */
const socksNotAllowed = 'UND_ERR_SOCKS5_REPLY_2';
const socksReply = /^UND_ERR_SOCKS5_REPLY_(\d+)$/;
const socksAuthentication: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKS5_AUTH_FAILED',
  'UND_ERR_SOCKS5_AUTH_METHOD',
  'UND_ERR_SOCKS5_AUTH_REJECTED',
]);

/** Connections to services through one proxy. Undici speaks the protocols of proxies. */
export class ProxyTunnel {
  readonly #proxy: ProxyAddress;
  readonly #timeoutMilliseconds: number;
  readonly #connect: buildConnector.connector;

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL. */
  constructor(options: ProxyOptions, { certificates, timeoutMilliseconds }: ProxyTunnelOptions) {
    this.#proxy = parseProxy(options);
    this.#timeoutMilliseconds = timeoutMilliseconds;
    const ca = trustedAuthorities(certificates);
    const connect = buildConnector({
      ...(ca === undefined ? {} : { ca }),
      timeout: timeoutMilliseconds,
      rejectUnauthorized: options.strictCertificates !== false,
    });
    const { protocol, hostname, port } = this.#proxy;
    this.#connect = (_options, callback) =>
      connect(
        {
          protocol: protocol === 'https:' ? protocol : 'http:',
          hostname,
          host: hostname,
          port: `${port}`,
        },
        callback,
      );
  }

  /** `host:port` of the proxy. */
  get label(): string {
    return this.#proxy.label;
  }

  /**
   * Connects to services through the proxy, with the TLS of `secure`. The signal ends attempts, not
   * open connections.
   */
  connector(secure: buildConnector.connector, signal: AbortSignal): buildConnector.connector {
    return (options, callback) => {
      const { protocol, hostname, port } = options;
      const isSecure = protocol === 'https:';
      this.open(hostname, Number(port || (isSecure ? 443 : 80)), signal).then(
        (socket) => {
          if (!isSecure) return callback(null, socket);
          secure({ ...options, httpSocket: socket }, (...[error, secured]) => {
            if (error === null) callback(null, secured);
            else callback(isNotTls(error) ? this.#noTlsError(hostname) : error, null);
          });
        },
        (error: ProxyError) => callback(error, null),
      );
    };
  }

  /** `hostname` may be an address. Rejects with a ProxyError. The caller destroys the socket. */
  async open(hostname: string, port: number, ended: AbortSignal): Promise<Socket> {
    const timeout = AbortSignal.timeout(this.#timeoutMilliseconds);
    const signal = AbortSignal.any([timeout, ended]);
    try {
      return this.#proxy.protocol === 'socks5:'
        ? await this.#openSocks5(hostname, port, signal)
        : await this.#openHttp(hostname, port, signal);
    } catch (error) {
      if (error instanceof ProxyError || error instanceof TypeError) throw error;
      throw this.#toProxyError(error, hostname);
    }
  }

  async #openHttp(hostname: string, port: number, signal: AbortSignal): Promise<Socket> {
    const target = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
    const { authorization, label } = this.#proxy;
    const client = new Client(`http://${label}`, { connect: this.#connect });
    try {
      const { statusCode, socket } = await client.connect({
        path: target,
        headers: {
          host: target,
          ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
        },
        signal,
      });
      if (statusCode >= httpStatuses.success && statusCode < httpStatuses.redirect) {
        return requireSocket(socket);
      }
      socket.on('error', () => undefined).destroy();
      throw this.#statusError(statusCode, hostname);
    } finally {
      // Closes only connections that are not tunnels.
      void client.destroy();
    }
  }

  async #openSocks5(hostname: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { credentials, label } = this.#proxy;
    // Undici waits for its own time limit, even if the proxy closes the connection.
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    signal.addEventListener('abort', () => ended.reject(signal.reason));
    let opened: Socket | null = null;
    const agent = new Socks5ProxyAgent(`socks5://${label}`, {
      ...credentials,
      connect: (options, callback) =>
        this.#connect(options, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          opened = socket;
          socket.once('close', () => ended.reject(new ProxyError(this.#closedMessage())));
          callback(null, socket);
        }),
    });
    try {
      return await Promise.race([agent.createSocks5Connection(hostname, port), ended.promise]);
    } catch (error) {
      (opened as Socket | null)?.destroy();
      throw error;
    }
  }

  #statusError(statusCode: number, hostname: string): ProxyError {
    if (statusCode === httpStatuses.proxyAuthentication) return this.#authenticationError();
    const reason = `HTTP ${statusCode}`;
    return statusCode >= httpStatuses.failure
      ? this.#unreachableError(hostname, reason)
      : this.#blockedError(hostname, reason);
  }

  #toProxyError(error: unknown, hostname: string): ProxyError {
    const { label, setting, protocol } = this.#proxy;
    const code = codeOf(error);
    if (socksAuthentication.has(code)) return this.#authenticationError();
    if (code === socksNotAllowed) return this.#blockedError(hostname, 'SOCKS 2');
    const reply = socksReply.exec(code)?.[1];
    if (reply !== undefined) return this.#unreachableError(hostname, `SOCKS ${reply}`);
    if (isNotHttp(error) || code === 'EPROTO' || /^ERR_SSL_|SOCKS5/.test(code)) {
      const kind = protocol.slice(0, -1);
      return new ProxyError(
        t(
          '{0} is not a proxy of the kind {1}. Correct the scheme or port in {2}.',
          label,
          kind,
          setting,
        ),
      );
    }
    if (certificateErrorCode.test(code)) {
      return new ProxyError(
        t(
          'The certificate of the proxy {0} is not trusted ({1}). Install its authority, or correct {2}.',
          label,
          code,
          setting,
        ),
      );
    }
    if (noAddressCodes.has(code)) {
      return new ProxyError(t('Cannot resolve the proxy {0}. Correct {1}.', label, setting));
    }
    if (isTimeout(error) || code === 'ETIMEDOUT' || isAbort(error)) {
      return new ProxyError(
        t('The proxy {0} did not respond in time. Check it, and {1}.', label, setting),
      );
    }
    if (code === '' || isConnectionReset(error)) return new ProxyError(this.#closedMessage());
    return new ProxyError(
      t('Cannot connect to the proxy {0} ({1}). Start it, or correct {2}.', label, code, setting),
    );
  }

  #closedMessage(): string {
    const { label, setting } = this.#proxy;
    return t('The proxy {0} closed the connection. Check it, and {1}.', label, setting);
  }

  #authenticationError(): ProxyError {
    const { label, setting, credentials, authorization, isEncoded } = this.#proxy;
    return new ProxyError(
      credentials === null && authorization === null
        ? t('The proxy {0} requires a user name and password. Add them to {1}.', label, setting)
        : isEncoded
          ? t(
              'The proxy {0} rejects the user name or password. Correct {1}; special characters in them must be percent-encoded, such as %40 for @.',
              label,
              setting,
            )
          : t('The proxy {0} rejects the user name or password. Correct {1}.', label, setting),
      { isPermanent: true },
    );
  }

  #blockedError(hostname: string, reason: string): ProxyError {
    const { label, setting, exceptSetting } = this.#proxy;
    return new ProxyError(
      t(
        'The proxy {0} blocks {1} ({2}). Allow it there, exclude it with {3}, or change {4}.',
        label,
        hostname,
        reason,
        exceptSetting,
        setting,
      ),
    );
  }

  #unreachableError(hostname: string, reason: string): ProxyError {
    const { label, setting } = this.#proxy;
    return new ProxyError(
      t(
        'The proxy {0} cannot reach {1} ({2}). Check the address, the proxy and {3}.',
        label,
        hostname,
        reason,
        setting,
      ),
    );
  }

  /** The proxy accepted the connection, but answers itself. */
  #noTlsError(hostname: string): ProxyError {
    const { label, setting, exceptSetting } = this.#proxy;
    return new ProxyError(
      t(
        'The proxy {0} does not connect to {1}: the answer is not TLS. Exclude it with {2}, or change {3}.',
        label,
        hostname,
        exceptSetting,
        setting,
      ),
    );
  }
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);

/** Undici's type is wider than what a tunnel is. */
function requireSocket(stream: Duplex): Socket {
  if (stream instanceof Socket) return stream;
  throw new TypeError('A tunnel is not a socket');
}
