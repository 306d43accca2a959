import type { HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import type { ServiceSettings } from '../protocol/connectionProtocol.ts';
import { networkOptions } from './networkOptions.ts';

/** What a client of a service is made of; `more` are the limits that are not the usual ones. */
export const clientOptions = (
  settings: ServiceSettings,
  more: Partial<HttpMarketClientOptions> = {},
): HttpMarketClientOptions => ({ ...more, ...settings, ...networkOptions(settings) });
