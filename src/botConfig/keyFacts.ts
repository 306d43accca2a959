/**
 * - `unsigned`: an integer from 0
 * - `integer`: an integer, also below 0
 * - `groups`: a list of lists of addresses
 */
export type ConfigKeyType =
  | 'text'
  | 'texts'
  | 'boolean'
  | 'unsigned'
  | 'integer'
  | 'number'
  | 'address'
  | 'addresses'
  | 'groups';

export type ConfigUnit =
  | 'milliseconds'
  | 'seconds'
  | 'minutes'
  | 'bytes'
  | 'unix-milliseconds'
  | 'base-units'
  | 'lamports'
  | 'sol'
  | 'micro-lamports'
  | 'compute-units'
  | 'basis-points'
  | 'usd';

export const configKeyMeanings = [
  'entry-mint',
  'entry-pools',
  'process-delay',
  'lookup-tables',
  'flat-markets',
  'finder-enabled',
  'finder-refresh',
  'finder-api-key',
  'finder-base-mint',
  'finder-max-tokens',
  'finder-time-range',
  'finder-threshold-time-range',
  'finder-min-token-profit',
  'finder-min-token-transactions',
  'finder-min-pool-profit',
  'finder-threshold',
  'finder-threshold-provider',
  'finder-threshold-bot',
  'finder-fee-percentile',
  'finder-tip-percentile',
  'finder-percentiles-provider',
  'finder-percentiles-bot',
  'finder-percentiles-time-range',
  'finder-excluded-tokens',
  'finder-amm-address',
  'finder-amm-max-pools',
  'skip-ata-creation',
  'compute-unit-limit',
  'compute-unit-price',
  'max-retries',
  'rpc-url',
  'rpc-send-urls',
  'wallet-key',
  'spam-enabled',
  'spam-urls',
  'jito-enabled',
  'flashloan-enabled',
  'v10-process-delay',
  'v10-settlement',
  'v10-flashloan',
  'v10-minimum-profit',
  'v10-trade-size',
  'v10-no-failure',
  'v10-constant-conversion',
  'v10-fee-rate',
  'v10-fee-collector',
  'v10-direct-pools',
  'v10-intermediate',
  'v10-bridges',
  'v10-triangle-direct',
  'notarb-groups',
  'notarb-updated',
  'notarb-markets',
  'notarb-task',
  'notarb-jvm-args',
  'notarb-terms',
  'notarb-keypair',
  'notarb-protect-keypair',
  'notarb-enabled',
  'notarb-id',
  'notarb-rpc-url',
  'notarb-interval',
  'notarb-invalid-account-size',
  'notarb-buffer-size',
  'notarb-threads',
  'notarb-send-url',
  'notarb-connections',
  'notarb-sender-type',
  'notarb-sender-key',
  'notarb-ips',
  'notarb-prefunded-keypairs',
  'notarb-uuid',
  'notarb-regions',
  'notarb-path',
  'notarb-url',
  'notarb-attributes-path',
  'notarb-attribute-key',
  'notarb-unwrap-trigger',
  'notarb-unwrap-target',
  'notarb-unwrap-fee',
  'notarb-unwrap-send-urls',
  'notarb-mint',
  'notarb-bin-limit',
  'notarb-flash-loan',
  'notarb-borrow-amount',
  'notarb-max-tables',
  'notarb-require-profit',
  'notarb-min-profit',
  'notarb-prefer-success',
  'notarb-no-fail-mode',
  'notarb-min-fee',
  'notarb-max-fee',
  'notarb-min-jito-tip',
  'notarb-max-jito-tip',
  'notarb-min-spam-tip',
  'notarb-max-spam-tip',
  'notarb-exclude-senders',
  'notarb-include-senders',
  'notarb-max-bundle',
  'notarb-cooldown',
  'notarb-sender',
  'notarb-preflight',
  'notarb-skip-preflight',
] as const;
export type ConfigKeyMeaning = (typeof configKeyMeanings)[number];

export const configTableMeanings = [
  'mint-entries',
  'flat-markets',
  'finder',
  'finder-amms',
  'bot',
  'rpc',
  'wallet',
  'spam',
  'jito',
  'flashloan',
  'v10-transactions',
  'v10-direct',
  'v10-triangle',
  'v10-fee',
  'notarb-group',
  'notarb-file',
  'notarb-launcher',
  'notarb-terms',
  'notarb-user',
  'notarb-service',
  'notarb-executor',
  'notarb-spam-rpc',
  'notarb-tip-meta',
  'notarb-jito',
  'notarb-jito-rpc',
  'notarb-markets',
  'notarb-tables',
  'notarb-attributes',
  'notarb-unwrapper',
  'notarb-swap',
  'notarb-defaults',
  'notarb-strategy',
  'notarb-senders',
] as const;
export type ConfigTableMeaning = (typeof configTableMeanings)[number];

export interface ConfigKeyFacts {
  readonly name: string;
  readonly type: ConfigKeyType;
  readonly isRequired: boolean;
  /** In the file's syntax; null: no default, or an undocumented one. */
  readonly defaultValue: string | null;
  readonly unit: ConfigUnit | null;
  /** Null: as small as the type permits. */
  readonly minimum: number | null;
  /** Null: as large as the type permits. */
  readonly maximum: number | null;
  /** Null: any value of the type. */
  readonly allowed: readonly string[] | null;
  readonly program: string | null;
  /** Contains a secret or key, whose value is never shown. */
  readonly isSecret: boolean;
  /** Also takes `{ key, default_value }`: NotArb's bot reads the value from a file under that key. */
  readonly isDynamic: boolean;
  readonly describe: ConfigKeyMeaning;
}

export interface ConfigTableFacts {
  /** Including parent tables; empty for the root. */
  readonly path: string;
  /** `[[path]]`. */
  readonly isRepeated: boolean;
  /**
   * How the bot treats a key that is not in `keys`: it rejects the file or ignores the key, or the
   * table has undocumented keys. `similar`: the bot may be newer than its documentation, so only a
   * key that resembles a documented one is reported.
   */
  readonly otherKeys: 'refused' | 'ignored' | 'undocumented' | 'similar';
  readonly keys: readonly ConfigKeyFacts[];
  readonly describe: ConfigTableMeaning;
}

export type KeyOptions = Partial<Omit<ConfigKeyFacts, 'name' | 'type' | 'describe'>>;

export const key = (
  name: string,
  type: ConfigKeyType,
  describe: ConfigKeyMeaning,
  options: KeyOptions = {},
): ConfigKeyFacts => ({
  ...{ name, type, describe, isRequired: false, defaultValue: null, unit: null },
  ...{ minimum: null, maximum: null, allowed: null, program: null },
  ...{ isSecret: false, isDynamic: false },
  ...options,
});

export const tables = (
  otherKeys: ConfigTableFacts['otherKeys'],
  of: Readonly<Record<string, readonly [ConfigTableMeaning, ...ConfigKeyFacts[]]>>,
): ConfigTableFacts[] =>
  Object.entries(of).map(([header, [describe, ...keys]]) => {
    const isRepeated = header.startsWith('[');
    return {
      path: isRepeated ? header.slice(1, -1) : header,
      isRepeated,
      otherKeys,
      keys,
      describe,
    };
  });
