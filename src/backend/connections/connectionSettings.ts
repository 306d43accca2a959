import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { type OperationName, operations } from '../../api/operations.ts';
import { parameterEncodings } from '../../api/parameterEncoding.ts';
import {
  type ConnectionSettings,
  type NetworkSettings,
  type NodeSettings,
  type RateSetting,
  type SandboxSettings,
  type ServiceSettings,
  serviceTiers,
} from '../protocol/connectionProtocol.ts';
import {
  enumReader,
  invalidRequestError,
  isObject,
  type JsonObject,
  readBoolean,
  readInteger,
  readObject,
  readOptional,
  readString,
  readStrings,
} from '../requestFields.ts';

/** Longest URL or key; nothing of a user's is near it. */
const maxTextCharacters = 4_096;

/**
 * The settings in a request, with nothing beside the members that are known. Throws a MarketError
 * that never repeats a value: any of them may hold a key.
 */
export function parseConnectionSettings(value: unknown): ConnectionSettings {
  const members = readObject(value, 'the settings of the connection');
  switch (members['kind']) {
    case 'sandbox':
      return parseSandboxSettings(members);
    case 'node':
      return parseNodeSettings(members);
    case 'service':
      return parseServiceSettings(members);
    default:
      throw invalidRequestError('the kind of the connection');
  }
}

function parseSandboxSettings(members: JsonObject): SandboxSettings {
  const seed = readOptional(members, 'seed', readInteger);
  return { kind: 'sandbox', ...ifDefined('seed', seed) };
}

function parseNodeSettings(members: JsonObject): NodeSettings {
  return {
    kind: 'node',
    rpcUrl: readShortString(members, 'rpcUrl'),
    ...ifDefined('blockEngineUrl', readOptional(members, 'blockEngineUrl', readShortString)),
    ...ifDefined(
      'commitment',
      readOptional(members, 'commitment', enumReader(['confirmed', 'finalized'])),
    ),
    ...ifDefined(
      'backfillHours',
      readOptional(members, 'backfillHours', (from, name) =>
        readInteger(from, name, { maximum: 24 }),
      ),
    ),
    ...parseNetworkSettings(members),
  };
}

function parseServiceSettings(members: JsonObject): ServiceSettings {
  return {
    kind: 'service',
    baseUrl: readShortString(members, 'baseUrl'),
    apiKey: readShortString(members, 'apiKey'),
    ...ifDefined('landingUrl', readOptional(members, 'landingUrl', readShortString)),
    ...ifDefined('landingApiKey', readOptional(members, 'landingApiKey', readShortString)),
    ...ifDefined('encoding', readOptional(members, 'encoding', enumReader(parameterEncodings))),
    ...ifDefined('tier', readOptional(members, 'tier', enumReader(serviceTiers))),
    ...ifDefined('rates', readOptional(members, 'rates', parseRates)),
    ...parseNetworkSettings(members),
  };
}

function parseNetworkSettings(members: JsonObject): NetworkSettings {
  return {
    ...ifDefined('proxy', readOptional(members, 'proxy', parseProxy)),
    ...ifDefined('certificates', readOptional(members, 'certificates', readStrings)),
    ...ifDefined('systemCertificates', readOptional(members, 'systemCertificates', readBoolean)),
  };
}

function parseRates(from: JsonObject, name: string): NonNullable<ServiceSettings['rates']> {
  const members = readObject(from[name], name);
  const read: Partial<Record<OperationName, RateSetting>> = {};
  for (const [operation, rate] of Object.entries(members)) {
    if (!Object.hasOwn(operations, operation) || !isObject(rate)) {
      throw new MarketError('bad-parameter', t('A rate limit names no operation of the interface'));
    }
    read[operation as OperationName] = {
      requests: readInteger(rate, 'requests', { minimum: 1, maximum: 1_000_000 }),
      perSeconds: readInteger(rate, 'perSeconds', { minimum: 1, maximum: 86_400 }),
    };
  }
  return read;
}

function parseProxy(from: JsonObject, name: string): NonNullable<NetworkSettings['proxy']> {
  const members = readObject(from[name], name);
  return {
    url: readShortString(members, 'url'),
    ...ifDefined('authorization', readOptional(members, 'authorization', readShortString)),
    ...ifDefined('except', readOptional(members, 'except', readStrings)),
    ...ifDefined('strictCertificates', readOptional(members, 'strictCertificates', readBoolean)),
  };
}

function readShortString(members: JsonObject, name: string): string {
  const text = readString(members, name);
  if (text.length > maxTextCharacters) throw invalidRequestError(name);
  return text;
}

/** A member that is there only when it has a value. */
const ifDefined = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value });

/** Where a connection leads, to be shown: an origin, never a whole URL. */
export function originOf(settings: ConnectionSettings): string {
  if (settings.kind === 'sandbox') return 'sandbox';
  const text = (settings.kind === 'node' ? settings.rpcUrl : settings.baseUrl).trim();
  // What cannot be read may hold a key anywhere.
  return URL.canParse(text) ? new URL(text).origin : 'unknown';
}

/** The same text for the same settings, whatever the order of their members. */
export function canonicalJson(settings: ConnectionSettings): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
}

const byName = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
