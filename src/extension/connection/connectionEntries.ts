import { t } from '@vscode/l10n';
import type { OperationName } from '../../interface/operations.ts';
import { type ParameterEncoding, parameterEncodings } from '../../interface/parameterEncoding.ts';
import { serviceUrl } from '../../interface/serviceUrl.ts';
import { type ServiceTier, serviceTiers } from '../../market/connectionProtocol.ts';
import { complaintOfName } from './connectionNames.ts';
import type { NodeConnection, OwnConnection, ServiceConnection } from './connections.ts';
import { operationNames } from './operationTitles.ts';

/** What the setting `arbscope.connections` holds of the user's own connections. */
export interface ConnectionEntries {
  readonly connections: readonly OwnConnection[];
  /** Entries that are left out, each with its reason. */
  readonly faults: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;

const mostConnections = 50;

/** Reads the setting, which people edit by hand. Bad entries are left out and told. */
export function readConnections(value: unknown): ConnectionEntries {
  if (value === undefined || value === null) return { connections: [], faults: [] };
  if (!Array.isArray(value)) return { connections: [], faults: [t('It is not a list.')] };
  const connections: OwnConnection[] = [];
  const faults: string[] = [];
  for (const [index, entry] of value.slice(0, mostConnections).entries()) {
    const read = readEntry(
      entry,
      connections.map(({ name }) => name),
    );
    if (typeof read === 'string') faults.push(t('Connection {0}: {1}', index + 1, read));
    else connections.push(read);
  }
  if (value.length > mostConnections) {
    faults.push(t('Only the first {0} connections are used.', mostConnections));
  }
  return { connections, faults };
}

/** The connection, or what is wrong with its entry. */
function readEntry(entry: unknown, taken: readonly string[]): OwnConnection | string {
  if (!isEntry(entry)) return t('it is no object.');
  const { name, kind } = entry;
  if (typeof name !== 'string') return t('it has no name.');
  const complaint = complaintOfName(name, taken);
  if (complaint !== null) return complaint;
  try {
    if (kind === 'node') return readNode(name.trim(), entry);
    if (kind === 'service') return readService(name.trim(), entry);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}.`;
  }
  return t('its kind must be "node" or "service".');
}

function readNode(name: string, { origin, blockEngineUrl }: Entry): NodeConnection {
  const url = serviceUrl(textOf(origin), 'origin');
  if (url.pathname !== '/') {
    throw new Error(
      t('The origin must end after the host and port; the RPC URL itself is entered as a secret'),
    );
  }
  return {
    kind: 'node',
    name,
    origin: url.origin,
    blockEngineUrl: optionalUrl(blockEngineUrl, 'blockEngineUrl'),
  };
}

function readService(name: string, entry: Entry): ServiceConnection {
  return {
    kind: 'service',
    name,
    baseUrl: plainUrl(serviceUrl(textOf(entry['baseUrl']), 'baseUrl')),
    landingUrl: optionalUrl(entry['landingUrl'], 'landingUrl'),
    encoding: oneOf<ParameterEncoding>(
      parameterEncodings,
      entry['parameterEncoding'],
      'parameterEncoding',
    ),
    tier: oneOf<ServiceTier>(serviceTiers, entry['tier'], 'tier'),
    requestsPerMinute: readRates(entry['requestsPerMinute']),
  };
}

function optionalUrl(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  return plainUrl(serviceUrl(textOf(value), name));
}

/** An address as it is kept and shown: what is typed may end in slashes. */
export const plainUrl = (url: URL): string => `${url.origin}${url.pathname.replace(/\/+$/, '')}`;

/** The first of the choices is the one without a value. */
function oneOf<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
  name: string,
): Choice {
  const [first] = choices;
  const chosen = value === undefined ? first : choices.find((choice) => choice === value);
  if (chosen === undefined) throw new Error(t('{0} must be one of {1}', name, choices.join(', ')));
  return chosen;
}

function readRates(value: unknown): Readonly<Partial<Record<OperationName, number>>> {
  if (value === undefined) return {};
  if (!isEntry(value)) throw new Error(t('requestsPerMinute must be an object'));
  const rates: Partial<Record<OperationName, number>> = {};
  for (const [name, rate] of Object.entries(value)) {
    const operation = operationNames.find((known) => known === name);
    if (operation === undefined) {
      throw new Error(
        t('requestsPerMinute names {0}, which is no operation', JSON.stringify(name)),
      );
    }
    if (typeof rate !== 'number' || !Number.isInteger(rate) || rate < 1 || rate > 1_000_000) {
      throw new Error(t('requestsPerMinute.{0} must be a whole number above 0', name));
    }
    rates[operation] = rate;
  }
  return rates;
}

/** The entry of a connection, without what is as it would be anyway. */
export function entryOf(connection: OwnConnection): Entry {
  const { kind, name } = connection;
  if (connection.kind === 'node') {
    const { origin, blockEngineUrl } = connection;
    return { name, kind, origin, ...(blockEngineUrl === null ? {} : { blockEngineUrl }) };
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
