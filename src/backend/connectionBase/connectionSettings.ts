import { isObject } from '../../api/isObject.ts';
import type { ConnectionSettings } from '../protocol/connectionProtocol.ts';
import { invalidRequestError, parseRequest } from '../requests/parseRequest.ts';
import { settingsSchemas } from '../requests/requestSchemas.ts';

/** The known members of the settings. Throws a MarketError that never contains a value. */
export function parseConnectionSettings(value: unknown): ConnectionSettings {
  const kind = isObject(value) ? value['kind'] : undefined;
  if (kind !== 'sandbox' && kind !== 'node' && kind !== 'service') {
    throw invalidRequestError('the kind of the connection');
  }
  return parseRequest(settingsSchemas[kind], value) as ConnectionSettings;
}

/** Origin of a connection for display, never a whole URL. */
export function originOf(settings: ConnectionSettings): string {
  if (settings.kind === 'sandbox') return 'sandbox';
  const text = (settings.kind === 'node' ? settings.rpcUrl : settings.baseUrl).trim();
  // An invalid URL may contain a key anywhere.
  return URL.canParse(text) ? new URL(text).origin : 'unknown';
}

/** The same text for equal settings, regardless of the order of members. */
export function canonicalJson(settings: object): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
}

const byName = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
