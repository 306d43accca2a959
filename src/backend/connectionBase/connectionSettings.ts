import { isObject } from '../../api/isObject.ts';
import type { ConnectionSettings } from '../protocol/connectionProtocol.ts';
import { invalidRequestError, parseRequest } from '../requests/parseRequest.ts';
import { settingsSchemas } from '../requests/requestSchemas.ts';

/** The known members of requested settings. Throws a MarketError that never repeats a value. */
export function parseConnectionSettings(value: unknown): ConnectionSettings {
  const kind = isObject(value) ? value['kind'] : undefined;
  if (kind !== 'sandbox' && kind !== 'node' && kind !== 'service') {
    throw invalidRequestError('the kind of the connection');
  }
  return parseRequest(settingsSchemas[kind], value) as ConnectionSettings;
}

/** Where a connection leads, to be shown: an origin, never a whole URL. */
export function originOf(settings: ConnectionSettings): string {
  if (settings.kind === 'sandbox') return 'sandbox';
  const text = (settings.kind === 'node' ? settings.rpcUrl : settings.baseUrl).trim();
  // What cannot be read may hold a key anywhere.
  return URL.canParse(text) ? new URL(text).origin : 'unknown';
}

/** The same text for the same settings, whatever the order of their members. */
export function canonicalJson(settings: object): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
}

const byName = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
