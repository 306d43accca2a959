import * as tls from 'node:tls';

/**
 * The authorities to trust with additional ones, in PEM. `undefined` without additional ones: then
 * Node's default applies, which reads `NODE_EXTRA_CA_CERTS` as well.
 */
export function trustedAuthorities(certificates: readonly string[]): string[] | undefined {
  if (certificates.length === 0) return undefined;
  // Absent before Node 22.15.
  const extra = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('extra') : [];
  return [...tls.rootCertificates, ...extra, ...certificates];
}
