import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import { type OperationName, operations } from '../../interface/operations.ts';
import { parameterEncodings } from '../../interface/parameterEncoding.ts';
import {
  type ConnectionSettings,
  type NetworkSettings,
  type NodeSettings,
  type RateSetting,
  type SandboxSettings,
  type ServiceSettings,
  serviceTiers,
} from '../connectionProtocol.ts';
import {
  booleanOf,
  isObject,
  type Members,
  notUnderstood,
  objectOf,
  oneOf,
  optional,
  textOf,
  textsOf,
  wholeOf,
} from './readRequest.ts';

/** Longest URL or key; nothing of a user's is near it. */
const textMaximum = 4_096;

/**
 * The settings in a request, with nothing beside the members that are known. Throws a MarketError
 * that never repeats a value: any of them may hold a key.
 */
export function readSettings(value: unknown): ConnectionSettings {
  const members = objectOf(value, 'the settings of the connection');
  switch (members['kind']) {
    case 'sandbox':
      return sandboxSettings(members);
    case 'node':
      return nodeSettings(members);
    case 'service':
      return serviceSettings(members);
    default:
      throw notUnderstood('the kind of the connection');
  }
}

function sandboxSettings(members: Members): SandboxSettings {
  const seed = optional(members, 'seed', wholeOf);
  return { kind: 'sandbox', ...given('seed', seed) };
}

function nodeSettings(members: Members): NodeSettings {
  return {
    kind: 'node',
    rpcUrl: shortText(members, 'rpcUrl'),
    ...given('blockEngineUrl', optional(members, 'blockEngineUrl', shortText)),
    ...given('commitment', optional(members, 'commitment', oneOf(['confirmed', 'finalized']))),
    ...given(
      'backfillHours',
      optional(members, 'backfillHours', (from, name) => wholeOf(from, name, { maximum: 24 })),
    ),
    ...network(members),
  };
}

function serviceSettings(members: Members): ServiceSettings {
  return {
    kind: 'service',
    baseUrl: shortText(members, 'baseUrl'),
    apiKey: shortText(members, 'apiKey'),
    ...given('landingUrl', optional(members, 'landingUrl', shortText)),
    ...given('landingApiKey', optional(members, 'landingApiKey', shortText)),
    ...given('encoding', optional(members, 'encoding', oneOf(parameterEncodings))),
    ...given('tier', optional(members, 'tier', oneOf(serviceTiers))),
    ...given('rates', optional(members, 'rates', rates)),
    ...network(members),
  };
}

function network(members: Members): NetworkSettings {
  return {
    ...given('proxy', optional(members, 'proxy', proxy)),
    ...given('certificates', optional(members, 'certificates', textsOf)),
    ...given('systemCertificates', optional(members, 'systemCertificates', booleanOf)),
  };
}

function rates(from: Members, name: string): NonNullable<ServiceSettings['rates']> {
  const members = objectOf(from[name], name);
  const read: Partial<Record<OperationName, RateSetting>> = {};
  for (const [operation, rate] of Object.entries(members)) {
    if (!Object.hasOwn(operations, operation) || !isObject(rate)) {
      throw new MarketError('bad-parameter', t('A rate limit names no operation of the interface'));
    }
    read[operation as OperationName] = {
      requests: wholeOf(rate, 'requests', { minimum: 1, maximum: 1_000_000 }),
      perSeconds: wholeOf(rate, 'perSeconds', { minimum: 1, maximum: 86_400 }),
    };
  }
  return read;
}

function proxy(from: Members, name: string): NonNullable<NetworkSettings['proxy']> {
  const members = objectOf(from[name], name);
  return {
    url: shortText(members, 'url'),
    ...given('authorization', optional(members, 'authorization', shortText)),
    ...given('except', optional(members, 'except', textsOf)),
    ...given('strictCertificates', optional(members, 'strictCertificates', booleanOf)),
  };
}

function shortText(members: Members, name: string): string {
  const text = textOf(members, name);
  if (text.length > textMaximum) throw notUnderstood(name);
  return text;
}

/** A member that is there only when it has a value. */
const given = <Name extends string, Value>(
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
export function canonicalText(settings: ConnectionSettings): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
}

const byName = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
