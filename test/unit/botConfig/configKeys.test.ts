import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configTables, findConfigKey, findConfigTable } from '../../../src/botConfig/configKeys.ts';
import { configKeyMeanings, configTableMeanings } from '../../../src/botConfig/keyFacts.ts';
import { attributeKey } from '../../../src/botConfig/notArbBotKeys.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import { examples } from './exampleConfigs.ts';

const tables = Object.values(configTables).flat();
const keys = [...tables.flatMap((table) => table.keys), attributeKey];

describe('The keys of the bots', () => {
  it('include all keys of the examples, except for the user’s own', () => {
    const unknown = examples.flatMap(({ form, text }) =>
      (parseConfig(text).config?.keys ?? [])
        .map(({ path }) => path)
        .filter(
          (path) =>
            findConfigKey(form, path) === undefined && findConfigTable(form, path) === undefined,
        ),
    );
    assert.deepEqual([...new Set(unknown)].sort(), [
      ...['bot.merge_mints', 'jito.block_engine_urls', 'my_own_notes', 'my_own_notes.last'],
      ...[
        'price_updater',
        'price_updater.rpc_url',
        'routing',
        'spam.compute_unit_price',
        'spam.compute_unit_price.from',
      ],
      ...['spam.compute_unit_price.strategy', 'spam.compute_unit_price.to'],
    ]);
  });

  it('have a default of their type if the bot has one', () => {
    const defaults = keys.flatMap(({ name, type, defaultValue }) =>
      defaultValue === null ? [] : [[name, type, defaultValue]],
    );
    assert.deepEqual(defaults, [
      ['process_delay_ms', 'unsigned', '400'],
      ['compute_unit_price', 'unsigned', '1000'],
      ['max_retries', 'unsigned', '3'],
      ['flashloan', 'boolean', 'false'],
      ['minimum_profit', 'unsigned', '0'],
      ['trade_size', 'unsigned', '0'],
      ['no_failure', 'boolean', 'false'],
      ['constant_conversion', 'boolean', 'false'],
      ['enabled', 'boolean', 'false'],
      ['check_minutes', 'unsigned', '5'],
      ['trigger_sol', 'number', '0.5'],
      ['target_sol', 'number', '1.0'],
      ['priority_fee_lamports', 'unsigned', '0'],
      ...[1, 2].flatMap(() => [
        ['meteora_bin_limit', 'unsigned', '20'],
        ['flash_loan', 'boolean', 'false'],
        ['max_lookup_tables', 'unsigned', '10'],
        ['require_profit', 'boolean', 'true'],
      ]),
    ]);
  });

  it('are required if the bot has no default for them', () => {
    for (const { isRequired, defaultValue } of keys) {
      assert.ok(!isRequired || defaultValue === null);
    }
    const required = (form: 'smb-mints' | 'smb-v10', path: string) =>
      findConfigTable(form, path)
        ?.keys.filter(({ isRequired }) => isRequired)
        .map(({ name }) => name);
    assert.deepEqual(required('smb-mints', 'routing.mint_config_list'), ['mint', 'process_delay']);
    assert.deepEqual(required('smb-v10', 'transactions'), ['settlement']);
  });

  it('are marked if they contain secrets', () => {
    const secret = new Set(keys.filter(({ isSecret }) => isSecret).map(({ name }) => name));
    assert.deepEqual(
      [...secret],
      [
        ...['api_key', 'url', 'private_key', 'sending_rpc_urls', 'send_urls', 'keypair_path'],
        ...['rpc_url', 'uuid', 'reader_rpc_url', 'sender_rpc_urls'],
      ],
    );
  });

  it('each have a meaning, and each meaning has a key', () => {
    assert.deepEqual(
      new Set(keys.map(({ describe: meaning }) => meaning)),
      new Set(configKeyMeanings),
    );
    assert.deepEqual(
      new Set(tables.map(({ describe: meaning }) => meaning)),
      new Set(configTableMeanings),
    );
  });
});
