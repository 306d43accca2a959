import { t } from '@vscode/l10n';
import type {
  ConfigKeyMeaning,
  ConfigKeyType,
  ConfigTableMeaning,
  ConfigUnit,
} from '../../botConfig/configKeys.ts';

/** Descriptions of keys. */
export const keyTexts: Readonly<Record<ConfigKeyMeaning, string>> = {
  'entry-mint': t('Token that the pools of this entry trade.'),
  'entry-pools': t('Pools of this program that trade the mint of the entry.'),
  'process-delay': t('Pause between two attempts of the entry.'),
  'lookup-tables': t('Address lookup tables that shorten the transactions.'),
  'flat-markets': t('Pools of any program. The bot groups them by mint.'),
  'finder-enabled': t(
    'Whether the bot queries the finder automatically. Then list no mints or markets.',
  ),
  'finder-refresh': t('Pause between two queries.'),
  'finder-api-key': t('API key of the service. Never commit it.'),
  'finder-base-mint': t('Whether routes may begin and end in this base token.'),
  'finder-max-tokens': t('Maximum number of tokens that the finder returns.'),
  'finder-time-range': t('Time window by which tokens are ranked.'),
  'finder-threshold-time-range': t('Time window by which the threshold is judged.'),
  'finder-min-token-profit': t('Minimum net gain of a token in the window.'),
  'finder-min-token-transactions': t('Fewest arbitrage transactions of a token in the window.'),
  'finder-min-pool-profit': t('Minimum net gain of a pool in the window.'),
  'finder-threshold': t('Minimum net gain of the market for the bot to trade.'),
  'finder-threshold-provider': t('Provider whose transactions count toward the threshold.'),
  'finder-threshold-bot': t('Bot whose transactions count toward the threshold.'),
  'finder-fee-percentile': t('Percentile of the transaction fees that the bot pays, such as p75.'),
  'finder-tip-percentile': t('Percentile of the tips that the bot pays, such as p75.'),
  'finder-percentiles-provider': t('Provider whose transactions the percentiles are taken from.'),
  'finder-percentiles-bot': t('Bot whose transactions the percentiles are taken from.'),
  'finder-percentiles-time-range': t('Time window of the percentiles.'),
  'finder-excluded-tokens': t('Tokens that the finder leaves out.'),
  'finder-amm-address': t('AMM program whose pools the finder may return.'),
  'finder-amm-max-pools': t('Maximum number of pools of this program for each token.'),
  'skip-ata-creation': t(
    'Do not create missing token accounts. Must be true with the built-in finder.',
  ),
  'compute-unit-limit': t('Compute units that a transaction may use.'),
  'compute-unit-price': t('Priority fee for each compute unit.'),
  'max-retries': t('How often the node sends a transaction again.'),
  'rpc-url': t('RPC node that the bot reads from.'),
  'rpc-send-urls': t('RPC nodes that the bot sends to.'),
  'wallet-key': t('Secret key of the wallet. Use a variable of the environment, never the key.'),
  'spam-enabled': t('Whether transactions are sent straight to RPC nodes.'),
  'spam-urls': t('RPC nodes that transactions are sent to.'),
  'jito-enabled': t('Whether transactions are sent as bundles to Jito.'),
  'flashloan-enabled': t('Whether routes borrow the base token for the transaction.'),
  'v10-process-delay': t('Pause between two attempts.'),
  'v10-settlement': t('Token that each route begins and ends in.'),
  'v10-flashloan': t('Whether routes borrow the settlement token for the transaction.'),
  'v10-minimum-profit': t('Minimum gain of a route, in base units of the settlement token.'),
  'v10-trade-size': t('Amount of each trade. 0: the program searches for the best one.'),
  'v10-no-failure': t('Whether a transaction succeeds even when it finds no gain.'),
  'v10-constant-conversion': t('Whether SOL and USDC are converted at a constant rate.'),
  'v10-fee-rate': t('Share of the gain that goes to the collector.'),
  'v10-fee-collector': t('Account that receives the additional fee.'),
  'v10-direct-pools': t('Pools that trade one token against SOL or USDC.'),
  'v10-intermediate': t('Pool of the target token against the second token.'),
  'v10-bridges': t('Pools of the second token against SOL or USDC.'),
  'v10-triangle-direct': t('Pools of the target token against the settlement token.'),
  'notarb-groups': t('Sets of pools that the bot combines.'),
  'notarb-updated': t('When the file was written. The bot ignores it after 5 minutes.'),
  'notarb-markets': t('Pools that the bot combines.'),
};

/** Descriptions of tables. */
export const tableTexts: Readonly<Record<ConfigTableMeaning, string>> = {
  'mint-entries': t('One token with its pools by program.'),
  'flat-markets': t('Pools that the bot groups by mint.'),
  finder: t('The finder that the bot queries automatically.'),
  'finder-amms': t('AMM program whose pools the finder may return.'),
  bot: t('How the bot makes its transactions.'),
  rpc: t('RPC nodes of the bot.'),
  wallet: t('Wallet that pays and trades.'),
  spam: t('Sending straight to RPC nodes.'),
  jito: t('Sending through Jito.'),
  flashloan: t('Borrowing for the length of a transaction.'),
  'v10-transactions': t('One instruction with up to 4 groups, all of one kind.'),
  'v10-direct': t('Group of pools that trade one token against SOL or USDC.'),
  'v10-triangle': t('Group of routes over a second token.'),
  'v10-fee': t('Fee on top of the bot’s own.'),
  'notarb-group': t('Set of pools that the bot combines.'),
  'notarb-file': t('Market groups of NotArb.'),
};

const typeLabels: Readonly<Record<ConfigKeyType | 'table' | 'tables', string>> = {
  text: t('text'),
  texts: t('list of texts'),
  boolean: t('true or false'),
  unsigned: t('integer from 0'),
  number: t('number'),
  address: t('address'),
  addresses: t('list of addresses'),
  groups: t('list of lists of addresses'),
  table: t('table'),
  tables: t('list of tables'),
};

/** Label of a key's type; unknown types are unchanged. */
export const typeLabel = (type: string): string =>
  Object.hasOwn(typeLabels, type) ? typeLabels[type as keyof typeof typeLabels] : type;

export const unitLabels: Readonly<Record<ConfigUnit, string>> = {
  milliseconds: t('milliseconds'),
  seconds: t('seconds'),
  'unix-milliseconds': t('Unix time in milliseconds'),
  'base-units': t('base units'),
  'micro-lamports': t('micro-lamports per compute unit'),
  'compute-units': t('compute units'),
  'basis-points': t('basis points'),
  usd: 'USD',
};
