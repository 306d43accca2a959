import * as tls from 'node:tls';
import type { HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import { HttpTransport, type HttpTransportOptions } from '../../http/transport.ts';
import type { NetworkSettings, ServiceSettings } from '../protocol/connectionProtocol.ts';

/** Read once: some systems take their time. */
let systemCertificatesCache: readonly string[] | null = null;

/** The certificate authorities of the system; none before Node 22.15, which cannot tell them. */
function systemCertificates(): readonly string[] {
  try {
    systemCertificatesCache ??=
      typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  } catch {
    // A store that cannot be read adds nothing.
    systemCertificatesCache = [];
  }
  return systemCertificatesCache;
}

/** How requests reach the network, as the editor is set. */
export function networkOptions(settings: NetworkSettings): HttpTransportOptions {
  const { proxy, certificates = [], systemCertificates: isSystem = false } = settings;
  return {
    ...(proxy === undefined ? {} : { proxy }),
    certificates: isSystem ? [...certificates, ...systemCertificates()] : certificates,
  };
}

/** What a client of a service is made of; `more` are the limits that are not the usual ones. */
export const clientOptions = (
  settings: ServiceSettings,
  more: Partial<HttpMarketClientOptions> = {},
): HttpMarketClientOptions => ({ ...more, ...settings, ...networkOptions(settings) });

/** Most requests to a node at a time are limited elsewhere; these end what hangs. */
const nodeTimeoutMilliseconds = 20_000;

/**
 * What carries requests to a node where the editor's settings say more than to go straight there,
 * or the name of this machine is not for a name server to say.
 */
export function nodeDispatcher(url: string, settings: NetworkSettings) {
  const options = networkOptions(settings);
  const isPlain = options.proxy === undefined && options.certificates?.length === 0;
  if (!URL.canParse(url) || (isPlain && new URL(url).hostname !== 'localhost')) return {};
  const transport = new HttpTransport(options, {
    timeoutMilliseconds: nodeTimeoutMilliseconds,
    sendsGetBodies: true,
  });
  return { dispatcher: transport.dispatcherFor(new URL(url)) };
}
