import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { t } from '@vscode/l10n';

/** All addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: ResolveHost = (hostname) =>
  lookup(hostname, { all: true, verbatim: true });

/**
 * A lookup for connections that fails unless every address of the host is allowed. The connection
 * goes to an address that was checked: no second lookup can come out otherwise.
 */
export const safeLookup = (
  resolve: ResolveHost,
  isAllowed: (address: string) => boolean,
): LookupFunction => {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new Error(t('the host is not on the public internet')), '', 0);
        } else if (all === true) {
          callback(null, [...addresses]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
};
