import { type ConfigTableFacts, type KeyOptions, key, tables } from './keyFacts.ts';

/*
 * Keys, types, defaults and bounds of NotArb's on-chain bot, from `onchain-bot/README.md` and
 * `onchain-bot/example.toml` of https://github.com/NotArb/Release, read on 2026-11-29 in all versions
 * that https://github.com/fangliaofan/notarb has kept of them (guides since bot 1.0.0). A bound that
 * they do not state is not checked. No key is required there. Keys of the older guides stay, since
 * their examples are still in use. To renew: read both files of the newest release, and add what is new.
 */

const milliseconds: KeyOptions = { unit: 'milliseconds' };
const seconds: KeyOptions = { unit: 'seconds' };
const lamports: KeyOptions = { unit: 'lamports' };
const isSecret = true;
const isDynamic = true;

const enabled = key('enabled', 'boolean', 'notarb-enabled');
const id = key('id', 'text', 'notarb-id');
/** Its examples take the URL from the environment, since it may contain a key. */
const rpcUrl = key('rpc_url', 'text', 'notarb-rpc-url', { isSecret });
const regions = key('regions', 'texts', 'notarb-regions');
const updateSeconds = key('update_seconds', 'unsigned', 'notarb-interval', seconds);
const path = key('path', 'text', 'notarb-path');
const url = key('url', 'text', 'notarb-url', { isSecret });

/** Of `[swap.strategy_defaults]` and `[[swap.strategy]]` alike. */
const strategyKeys = [
  key('enabled', 'boolean', 'notarb-enabled', { isDynamic }),
  key('meteora_bin_limit', 'unsigned', 'notarb-bin-limit', { defaultValue: '20' }),
  key('cu_limit', 'unsigned', 'compute-unit-limit', { unit: 'compute-units', isDynamic }),
  key('flash_loan', 'boolean', 'notarb-flash-loan', { defaultValue: 'false' }),
  key('max_lookup_tables', 'unsigned', 'notarb-max-tables', { defaultValue: '10' }),
  key('require_profit', 'boolean', 'notarb-require-profit', { defaultValue: 'true' }),
  key('min_priority_fee_lamports', 'unsigned', 'notarb-min-fee', { ...lamports, isDynamic }),
  key('max_priority_fee_lamports', 'unsigned', 'notarb-max-fee', { ...lamports, isDynamic }),
  key('min_jito_tip_lamports', 'unsigned', 'notarb-min-jito-tip', { ...lamports, isDynamic }),
  key('max_jito_tip_lamports', 'unsigned', 'notarb-max-jito-tip', { ...lamports, isDynamic }),
  // The guide lists the other dynamic keys, and neither includes nor excludes these two.
  key('min_spam_tip_lamports', 'unsigned', 'notarb-min-spam-tip', { ...lamports, isDynamic }),
  key('max_spam_tip_lamports', 'unsigned', 'notarb-max-spam-tip', { ...lamports, isDynamic }),
  key('cooldown_ms', 'unsigned', 'notarb-cooldown', { ...milliseconds, isDynamic }),
  key('exclude_jito_senders', 'texts', 'notarb-exclude-senders'),
  key('include_jito_senders', 'texts', 'notarb-include-senders'),
  key('max_bundle_transactions', 'unsigned', 'notarb-max-bundle'),
  key('max_idle_connections', 'unsigned', 'notarb-connections'),
  // Only in older guides.
  key('min_profit_lamports', 'unsigned', 'notarb-min-profit', lamports),
  key('prefer_success', 'boolean', 'notarb-prefer-success'),
  key('no_fail_mode', 'boolean', 'notarb-no-fail-mode'),
  key('borrow_amount', 'unsigned', 'notarb-borrow-amount', lamports),
] as const;

const senderKeys = [
  key('rpc', 'text', 'notarb-sender'),
  key('preflight_commitment', 'text', 'notarb-preflight', {
    // The guide has them in lower case, the example in upper case.
    allowed: [
      ...['processed', 'confirmed', 'finalized'],
      ...['PROCESSED', 'CONFIRMED', 'FINALIZED'],
    ],
  }),
  key('max_retries', 'unsigned', 'max-retries'),
  key('skip_preflight', 'boolean', 'notarb-skip-preflight'),
] as const;

/** Part of a dynamic value. */
export const attributeKey = key('key', 'text', 'notarb-attribute-key');

/** Other task names belong to NotArb's other programs. */
export const notArbBotTask = 'onchain-bot';

/** Whose endpoints need a tip: the value of `tip_meta.type`, and the least lamports. */
export const notArbMinimumTips: ReadonlyMap<string, number> = new Map([
  ['FAST', 7_500],
  ['ASTRALANE', 10_000],
]);

export const notArbBotTables: readonly ConfigTableFacts[] = tables('similar', {
  launcher: [
    'notarb-launcher',
    key('task', 'text', 'notarb-task', { allowed: [notArbBotTask] }),
    key('jvm_args', 'texts', 'notarb-jvm-args'),
  ],
  notarb: ['notarb-terms', key('acknowledge_terms_of_service', 'boolean', 'notarb-terms')],
  user: [
    'notarb-user',
    key('keypair_path', 'text', 'notarb-keypair', { isSecret }),
    key('protect_keypair', 'boolean', 'notarb-protect-keypair'),
  ],
  token_accounts_checker: [
    'notarb-service',
    rpcUrl,
    key('delay_seconds', 'unsigned', 'notarb-interval', seconds),
  ],
  blockhash_updater: [
    'notarb-service',
    rpcUrl,
    key('delay_ms', 'unsigned', 'notarb-interval', milliseconds),
    key('delay_seconds', 'unsigned', 'notarb-interval', seconds),
  ],
  account_size_loader: [
    'notarb-service',
    rpcUrl,
    key('invalid_account_size', 'unsigned', 'notarb-invalid-account-size', { unit: 'bytes' }),
    key('buffer_size', 'unsigned', 'notarb-buffer-size', { unit: 'bytes' }),
  ],
  market_loader: ['notarb-service', rpcUrl],
  lookup_table_loader: ['notarb-service', rpcUrl],
  transaction_executor: [
    'notarb-executor',
    key('threads', 'integer', 'notarb-threads', { minimum: -1 }),
  ],
  '[spam_rpc]': [
    'notarb-spam-rpc',
    enabled,
    id,
    key('url', 'text', 'notarb-send-url', { isSecret }),
    key('max_idle_connections', 'unsigned', 'notarb-connections'),
  ],
  'spam_rpc.tip_meta': [
    'notarb-tip-meta',
    key('type', 'text', 'notarb-sender-type'),
    key('api_key', 'text', 'notarb-sender-key', { isSecret }),
  ],
  jito: [
    'notarb-jito',
    key('ips_file_path', 'text', 'notarb-ips'),
    key('prefunded_keypairs_path', 'text', 'notarb-prefunded-keypairs'),
  ],
  '[jito.rpc]': [
    'notarb-jito-rpc',
    enabled,
    id,
    key('uuid', 'text', 'notarb-uuid', { isSecret }),
    regions,
  ],
  '[jito.rpc_proxy]': ['notarb-jito-rpc', enabled, id, regions],
  '[markets_file]': ['notarb-markets', enabled, path, updateSeconds],
  '[markets_url]': ['notarb-markets', enabled, url, updateSeconds],
  '[lookup_tables_file]': ['notarb-tables', enabled, path, updateSeconds],
  // Its own example has the URL under `path`.
  '[lookup_tables_url]': ['notarb-tables', enabled, url, path, updateSeconds],
  dynamic_attributes: [
    'notarb-attributes',
    key('path', 'text', 'notarb-attributes-path'),
    key('update_ms', 'unsigned', 'notarb-interval', milliseconds),
  ],
  wsol_unwrapper: [
    'notarb-unwrapper',
    key('enabled', 'boolean', 'notarb-enabled', { defaultValue: 'false' }),
    key('check_minutes', 'unsigned', 'notarb-interval', {
      ...{ unit: 'minutes', defaultValue: '5', minimum: 1 },
    }),
    key('trigger_sol', 'number', 'notarb-unwrap-trigger', { unit: 'sol', defaultValue: '0.5' }),
    key('target_sol', 'number', 'notarb-unwrap-target', { unit: 'sol', defaultValue: '1.0' }),
    key('priority_fee_lamports', 'unsigned', 'notarb-unwrap-fee', {
      ...{ unit: 'lamports', defaultValue: '0' },
    }),
    key('reader_rpc_url', 'text', 'notarb-rpc-url', { isSecret }),
    key('sender_rpc_urls', 'texts', 'notarb-unwrap-send-urls', { isSecret }),
  ],
  '[swap]': ['notarb-swap', enabled, key('mint', 'text', 'notarb-mint')],
  'swap.strategy_defaults': ['notarb-defaults', ...strategyKeys],
  '[swap.strategy_defaults.spam_senders]': ['notarb-senders', ...senderKeys],
  '[swap.strategy]': ['notarb-strategy', ...strategyKeys],
  '[swap.strategy.spam_senders]': ['notarb-senders', ...senderKeys],
});
