import tls from 'node:tls';
import type { HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import type { ServiceSettings } from '../protocol.ts';

/** What a client of a service is made of; `more` are the limits that are not the usual ones. */
export function clientOptions(
  settings: ServiceSettings,
  more: Partial<HttpMarketClientOptions> = {},
): HttpMarketClientOptions {
  const { certificates = [], systemCertificates = false } = settings;
  const all = systemCertificates ? [...certificates, ...systemAuthorities()] : certificates;
  return { ...more, ...settings, certificates: all };
}

let systemKnown: readonly string[] | null = null;

/** Certificate authorities that the system knows; none where the running Node cannot tell. */
function systemAuthorities(): readonly string[] {
  // Since Node 22.15; they are read from the system once, which can take a moment.
  systemKnown ??=
    typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  return systemKnown;
}
