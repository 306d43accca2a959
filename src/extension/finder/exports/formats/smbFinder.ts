import { isAddress } from '../../../../api/base58.ts';
import type { FinderParameters } from '../../../../api/finder.ts';
import { smbFinderBaseMints } from '../../../../botConfig/botPrograms.ts';
import { mintLabel } from '../../../ui/addressLabels.ts';
import type { ExportInput } from './botPlan.ts';
import { formatAnsweredAt, formatSource } from './provenance.ts';
import { tomlComment, tomlList, tomlString } from './toml.ts';

/** The bot's interval if the Finder has none. */
const defaultRefreshSeconds = 5;

const parameterKeys: readonly (readonly [key: string, parameter: keyof FinderParameters])[] = [
  ['max_tokens_list', 'tokensMax'],
  ['max_time_range', 'tokensTimeRange'],
  ['threshold_max_time_range', 'thresholdMaxTimeRange'],
  ['min_profit_token', 'tokensMinProfits'],
  ['min_transactions_token', 'tokensMinTransactions'],
  ['threshold_amount', 'thresholdProfits'],
  ['threshold_provider', 'thresholdProvider'],
  ['threshold_bot', 'thresholdBot'],
  ['fees_percentiles', 'percentilesFees'],
  ['tips_percentiles', 'percentilesTips'],
  ['percentiles_provider', 'percentilesProvider'],
  ['percentiles_bot', 'percentilesBot'],
  ['percentiles_time_range', 'percentilesTimeRange'],
];

const handledSeparately: readonly string[] = ['tokensMint', 'tokensExclude', 'tokensAMMS'];

/** The section that makes the SMB bot query a finder with this Finder's filters. */
export function smbFinder({ answer, options }: ExportInput): string {
  const { request, localFilters = {} } = answer;
  const mints = new Set(request.tokensMint);
  const foreign = [...mints].filter((mint) => !smbFinderBaseMints.has(mint)).map(mintLabel);
  const excluded = request.tokensExclude?.filter(isAddress) ?? [];
  const written = new Set<string>([
    ...parameterKeys.map(([, parameter]) => parameter),
    ...handledSeparately,
  ]);
  const unsupported = Object.entries({ ...request, ...localFilters }).flatMap(([name, value]) =>
    written.has(name) || value === undefined ? [] : [name],
  );
  const lines = [
    'enabled = true',
    `refresh_interval_secs = ${Math.max(options.refreshSeconds, defaultRefreshSeconds)}`,
    '# api_key = "…"',
    ...[...smbFinderBaseMints].map(([mint, key]) => `${key} = ${mints.has(mint)}`),
    ...parameterKeys.flatMap(([key, parameter]) => {
      const value = request[parameter];
      return value === undefined ? [] : [`${key} = ${tomlValue(value)}`];
    }),
    ...ammLines(request.tokensAMMS ?? []),
    ...(excluded.length === 0 ? [] : [`exclude_tokens = ${tomlList(excluded)}`]),
  ];
  return [
    tomlComment([
      'SMB config, built-in finder, by Arbscope',
      `Filters of the Finder at ${formatAnsweredAt(answer)} (${formatSource(answer)}).`,
      'Merge this into the bot’s config: keep mint_config_list empty and [routing.markets] unset.',
      'Enter the API key yourself: Arbscope never writes keys into files.',
      ...(foreign.length === 0
        ? []
        : [`Left out: base tokens that the bot does not support: ${foreign.join(', ')}.`]),
      ...(unsupported.length === 0
        ? []
        : [`Left out: filters that the bot does not support: ${unsupported.join(', ')}.`]),
    ]),
    '[bot]',
    'skip_ata_creation = true',
    '',
    '[routing]',
    'mint_config_list = []',
    '',
    '[routing.circular_api]',
    ...lines,
    '',
  ].join('\n');
}

const tomlValue = (value: unknown): string =>
  typeof value === 'number' ? String(value) : tomlString(String(value));

function ammLines(entries: readonly string[]): string[] {
  const tables = entries.flatMap((entry) => {
    const [address = '', most = ''] = entry.split(',');
    return isAddress(address) && /^\d+$/.test(most)
      ? [`  { address = ${tomlString(address)}, max_pools_list = ${Number(most)} },`]
      : [];
  });
  return tables.length === 0 ? [] : ['amm = [', ...tables, ']'];
}
