import { t } from '@vscode/l10n';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { joinList } from '../../api/join.ts';
import { type ServiceTier, serviceTiers } from '../../api/limits.ts';
import { operationNames } from '../../api/operationNames.ts';
import type { OperationName } from '../../api/operations.ts';
import { type ParameterEncoding, parameterEncodings } from '../../api/parameterEncoding.ts';
import { parseServiceUrl } from '../../api/parseServiceUrl.ts';
import type { NodeConnection, ServiceConnection, UserConnection } from '../base/connections.ts';
import { validateConnectionName } from './validateConnectionName.ts';

export interface ParsedConnections {
  readonly connections: readonly UserConnection[];
  /** The reason for each skipped entry. */
  readonly errors: readonly string[];
}

const maxConnections = 50;
const maxTotalsDays = 3_660;

/** Reads the setting, which users edit by hand. Skips and reports invalid entries. */
export function parseConnectionEntries(value: unknown): ParsedConnections {
  if (value === undefined || value === null) return { connections: [], errors: [] };
  if (!Array.isArray(value)) return { connections: [], errors: [t('Not a list.')] };
  const connections: UserConnection[] = [];
  const errors: string[] = [];
  for (const [index, entry] of value.slice(0, maxConnections).entries()) {
    const read = parseEntry(
      entry,
      connections.map(({ name }) => name),
    );
    if (typeof read === 'string') errors.push(t('Connection {0}: {1}', index + 1, read));
    else connections.push(read);
  }
  if (value.length > maxConnections) {
    errors.push(t('Only the first {0} connections are used.', maxConnections));
  }
  return { connections, errors };
}

/** The connection, or an error message for its entry. */
function parseEntry(entry: unknown, taken: readonly string[]): UserConnection | string {
  if (!isObject(entry)) return t('Not an object.');
  const { name, kind } = entry;
  if (typeof name !== 'string') return t('The name is missing.');
  const nameError = validateConnectionName(name, taken);
  if (nameError !== null) return nameError;
  try {
    if (kind === 'node') return parseNode(name.trim(), entry);
    if (kind === 'service') return parseService(name.trim(), entry);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}.`;
  }
  return t('The kind must be "node" or "service".');
}

function parseNode(
  name: string,
  { origin, blockEngineUrl, geyserUrl, keepTotalsDays }: JsonObject,
): NodeConnection {
  const url = parseServiceUrl(stringOrEmpty(origin), 'origin');
  if (url.pathname !== '/') {
    throw new Error(
      t('The origin must be scheme, host and port only. Enter the RPC URL as a secret'),
    );
  }
  return {
    kind: 'node',
    name,
    origin: url.origin,
    blockEngineUrl: parseOptionalUrl(blockEngineUrl, 'blockEngineUrl'),
    ...geyserMember(stringOrEmpty(geyserUrl)),
    ...totalsMember(keepTotalsDays),
  };
}

/** Empty for an empty text. Throws if the address is not an origin. */
export function geyserMember(text: string): Pick<NodeConnection, 'geyserUrl'> {
  if (text === '') return {};
  const url = parseServiceUrl(text, t('Geyser URL'));
  if (url.pathname === '/') return { geyserUrl: url.origin };
  throw new Error(t('The Geyser URL must have no path. Enter its token separately'));
}

function totalsMember(days: unknown): Pick<NodeConnection, 'keepTotalsDays'> {
  if (days === undefined) return {};
  if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxTotalsDays) {
    return { keepTotalsDays: days };
  }
  throw new Error(t('keepTotalsDays must be a whole number from 1 to {0}', maxTotalsDays));
}

function parseService(name: string, entry: JsonObject): ServiceConnection {
  return {
    kind: 'service',
    name,
    baseUrl: normalizeUrl(parseServiceUrl(stringOrEmpty(entry['baseUrl']), 'baseUrl')),
    landingUrl: parseOptionalUrl(entry['landingUrl'], 'landingUrl'),
    encoding: parseChoice<ParameterEncoding>(
      parameterEncodings,
      entry['parameterEncoding'],
      'parameterEncoding',
    ),
    tier: parseChoice<ServiceTier>(serviceTiers, entry['tier'], 'tier'),
    requestsPerMinute: parseRates(entry['requestsPerMinute']),
  };
}

function parseOptionalUrl(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  return normalizeUrl(parseServiceUrl(stringOrEmpty(value), name));
}

/** Without trailing slashes, as stored and shown. */
export const normalizeUrl = (url: URL): string =>
  `${url.origin}${url.pathname.replace(/\/+$/, '')}`;

/** The first choice is the default. */
function parseChoice<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
  name: string,
): Choice {
  const [first] = choices;
  const selected = value === undefined ? first : choices.find((choice) => choice === value);
  if (selected === undefined)
    throw new Error(t('{0} must be one of {1}', name, joinList(choices.map(String))));
  return selected;
}

function parseRates(value: unknown): Readonly<Partial<Record<OperationName, number>>> {
  if (value === undefined) return {};
  if (!isObject(value)) throw new Error(t('requestsPerMinute must be an object'));
  const rates: Partial<Record<OperationName, number>> = {};
  for (const [name, rate] of Object.entries(value)) {
    const operation = operationNames.find((known) => known === name);
    if (operation === undefined) {
      throw new Error(t('requestsPerMinute has an unknown operation: {0}', JSON.stringify(name)));
    }
    if (typeof rate !== 'number' || !Number.isInteger(rate) || rate < 1 || rate > 1_000_000) {
      throw new Error(t('requestsPerMinute.{0} must be a whole number above 0', name));
    }
    rates[operation] = rate;
  }
  return rates;
}

/** Omits default values. */
export function toConnectionEntry(connection: UserConnection): JsonObject {
  const { kind, name } = connection;
  if (connection.kind === 'node') {
    const { blockEngineUrl, ...entry } = connection;
    return { ...entry, ...(blockEngineUrl === null ? {} : { blockEngineUrl }) };
  }
  const { baseUrl, landingUrl, encoding, tier, requestsPerMinute } = connection;
  return {
    name,
    kind,
    baseUrl,
    ...(landingUrl === null ? {} : { landingUrl }),
    ...(encoding === parameterEncodings[0] ? {} : { parameterEncoding: encoding }),
    ...(tier === serviceTiers[0] ? {} : { tier }),
    ...(Object.keys(requestsPerMinute).length === 0 ? {} : { requestsPerMinute }),
  };
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
