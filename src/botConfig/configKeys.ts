import { finderBots, finderProviders } from '../api/enumerations.ts';
import { smbFinderBaseMints, smbPoolLists, smbV10Settlements } from './botPrograms.ts';
import {
  type ConfigKeyFacts,
  type ConfigTableFacts,
  type KeyOptions,
  key,
  tables,
} from './keyFacts.ts';
import type { ConfigForm } from './model.ts';
import { attributeKey, notArbBotTables } from './notArbBotKeys.ts';

/**
 * `MAX_ADDITIONAL_FEE_BP` of lib/executor-v10-abi/src/lib.rs, in
 * https://github.com/Cetipoo/solana-onchain-arbitrage-bot.
 */
const v10FeeRateMaximum = 8_500;
const isRequired = true;
const seconds: KeyOptions = { unit: 'seconds' };
const usd: KeyOptions = { unit: 'usd' };
const off: KeyOptions = { defaultValue: 'false' };

const processDelay = key('process_delay', 'unsigned', 'process-delay', {
  ...{ isRequired, unit: 'milliseconds' },
});
const lookupTables = key('lookup_table_accounts', 'addresses', 'lookup-tables');

/**
 * Forms A and B and the finder section of SMB's bot share one file, with the user's tables. To renew:
 * compare the keys with the example configs of the repository that `botPrograms.ts` names.
 */
const smbTables: readonly ConfigTableFacts[] = [
  ...tables('ignored', {
    '[routing.mint_config_list]': [
      'mint-entries',
      key('mint', 'address', 'entry-mint', { isRequired }),
      ...[...smbPoolLists].map(([program, list]) =>
        key(list, 'addresses', 'entry-pools', { program }),
      ),
      lookupTables,
      processDelay,
    ],
    'routing.markets': [
      'flat-markets',
      key('markets', 'addresses', 'flat-markets', { isRequired }),
      lookupTables,
      processDelay,
    ],
    'routing.circular_api': [
      'finder',
      key('enabled', 'boolean', 'finder-enabled'),
      key('refresh_interval_secs', 'unsigned', 'finder-refresh', seconds),
      key('api_key', 'text', 'finder-api-key', { isSecret: true }),
      ...[...smbFinderBaseMints.values()].map((name) => key(name, 'boolean', 'finder-base-mint')),
      key('max_tokens_list', 'unsigned', 'finder-max-tokens'),
      key('max_time_range', 'unsigned', 'finder-time-range', seconds),
      key('threshold_max_time_range', 'unsigned', 'finder-threshold-time-range', seconds),
      key('min_profit_token', 'number', 'finder-min-token-profit', usd),
      key('min_transactions_token', 'unsigned', 'finder-min-token-transactions'),
      key('min_profit_pool', 'number', 'finder-min-pool-profit', usd),
      key('threshold_amount', 'number', 'finder-threshold', usd),
      key('threshold_provider', 'text', 'finder-threshold-provider', { allowed: finderProviders }),
      key('threshold_bot', 'text', 'finder-threshold-bot', { allowed: finderBots }),
      key('fees_percentiles', 'text', 'finder-fee-percentile'),
      key('tips_percentiles', 'text', 'finder-tip-percentile'),
      key('percentiles_provider', 'text', 'finder-percentiles-provider', {
        allowed: finderProviders,
      }),
      key('percentiles_bot', 'text', 'finder-percentiles-bot', { allowed: finderBots }),
      key('percentiles_time_range', 'unsigned', 'finder-percentiles-time-range', seconds),
      key('exclude_tokens', 'addresses', 'finder-excluded-tokens'),
    ],
    '[routing.circular_api.amm]': [
      'finder-amms',
      key('address', 'address', 'finder-amm-address', { isRequired }),
      key('max_pools_list', 'unsigned', 'finder-amm-max-pools'),
    ],
  }),
  ...tables('undocumented', {
    bot: [
      'bot',
      key('skip_ata_creation', 'boolean', 'skip-ata-creation'),
      key('compute_unit_limit', 'unsigned', 'compute-unit-limit', { unit: 'compute-units' }),
    ],
    rpc: ['rpc', key('url', 'text', 'rpc-url', { isSecret: true })],
    wallet: ['wallet', key('private_key', 'text', 'wallet-key', { isSecret: true })],
    spam: [
      'spam',
      key('enabled', 'boolean', 'spam-enabled'),
      key('sending_rpc_urls', 'texts', 'spam-urls', { isRequired, isSecret: true }),
      key('max_retries', 'unsigned', 'max-retries'),
    ],
    jito: ['jito', key('enabled', 'boolean', 'jito-enabled')],
    flashloan: ['flashloan', key('enabled', 'boolean', 'flashloan-enabled')],
  }),
];

const v10Tables: readonly ConfigTableFacts[] = tables('refused', {
  rpc: [
    'rpc',
    key('url', 'text', 'rpc-url', { isRequired, isSecret: true }),
    key('send_urls', 'texts', 'rpc-send-urls', { isSecret: true }),
  ],
  wallet: ['wallet', key('private_key', 'text', 'wallet-key', { isRequired, isSecret: true })],
  bot: [
    'bot',
    key('process_delay_ms', 'unsigned', 'v10-process-delay', {
      ...{ defaultValue: '400', unit: 'milliseconds' },
    }),
    key('compute_unit_price', 'unsigned', 'compute-unit-price', {
      ...{ defaultValue: '1000', unit: 'micro-lamports' },
    }),
    key('max_retries', 'unsigned', 'max-retries', { defaultValue: '3' }),
  ],
  '[transactions]': [
    'v10-transactions',
    key('settlement', 'text', 'v10-settlement', {
      ...{ isRequired, allowed: [...smbV10Settlements.keys()] },
    }),
    key('flashloan', 'boolean', 'v10-flashloan', off),
    key('minimum_profit', 'unsigned', 'v10-minimum-profit', {
      ...{ defaultValue: '0', unit: 'base-units' },
    }),
    key('trade_size', 'unsigned', 'v10-trade-size', { defaultValue: '0', unit: 'base-units' }),
    key('no_failure', 'boolean', 'v10-no-failure', off),
    key('constant_conversion', 'boolean', 'v10-constant-conversion', off),
  ],
  'transactions.additional_fee': [
    'v10-fee',
    key('bps', 'unsigned', 'v10-fee-rate', {
      ...{ isRequired, unit: 'basis-points', maximum: v10FeeRateMaximum },
    }),
    key('collector', 'address', 'v10-fee-collector', { isRequired }),
  ],
  '[transactions.direct]': [
    'v10-direct',
    key('pools', 'addresses', 'v10-direct-pools', { isRequired }),
  ],
  '[transactions.triangle]': [
    'v10-triangle',
    key('intermediate', 'address', 'v10-intermediate', { isRequired }),
    key('bridges', 'addresses', 'v10-bridges', { isRequired }),
    key('direct', 'addresses', 'v10-triangle-direct', { isRequired }),
  ],
});

/** Empty for list formats without keys. */
export const configTables: Readonly<Record<ConfigForm, readonly ConfigTableFacts[]>> = {
  'smb-mints': smbTables,
  'smb-markets': smbTables,
  'smb-finder': smbTables,
  'smb-v10': v10Tables,
  'notarb-json': tables('ignored', {
    '': [
      'notarb-file',
      key('groups', 'groups', 'notarb-groups', { isRequired }),
      key('update_timestamp', 'unsigned', 'notarb-updated', { unit: 'unix-milliseconds' }),
    ],
  }),
  'notarb-toml': tables('ignored', {
    '[group]': ['notarb-group', key('markets', 'addresses', 'notarb-markets', { isRequired })],
  }),
  'notarb-bot': notArbBotTables,
  'lookup-tables': [],
  addresses: [],
};

export const findConfigTable = (form: ConfigForm, path: string): ConfigTableFacts | undefined =>
  configTables[form].find((table) => table.path === path);

/**
 * Also the two parts of a dynamic value.
 *
 * @param path Includes parent tables, as in `ConfigKey`.
 */
export function findConfigKey(form: ConfigForm, path: string): ConfigKeyFacts | undefined {
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  const parent = path.slice(0, Math.max(dot, 0));
  const facts = findConfigTable(form, parent);
  if (facts !== undefined || parent === '') return facts?.keys.find((each) => each.name === name);
  const isPart = name === attributeKey.name || name === 'default_value';
  const dynamic = isPart ? findConfigKey(form, parent) : undefined;
  if (dynamic?.isDynamic !== true) return undefined;
  return name === attributeKey.name ? attributeKey : { ...dynamic, name, isDynamic: false };
}
