import type { BotConfig, ConfigEntry } from '../../../../../src/botConfig/model.ts';
import type { Coverage } from '../../../../../src/extension/botConfig/coverage/configCoverage.ts';

const range = { start: 0, end: 0 };

const entryOf = (mint: string, pools: readonly string[], start: number): ConfigEntry => ({
  headRange: { start, end: start },
  range,
  mint: { address: mint, range },
  lists: [
    {
      ...{ key: 'raydium_pool_list', keyRange: null, range, program: null },
      pools: pools.map((address, index) => ({
        address,
        range: { start: start + index * 10, end: start + index * 10 + 5 },
      })),
    },
  ],
  lookupTables: [],
  lookupTablesRange: null,
  isNoTrade: false,
});

/** SMB's form A, with an entry for each list of pools. */
export function configOf(...lists: readonly (readonly string[])[]): BotConfig {
  return {
    form: 'smb-mints',
    entries: lists.map((pools, index) => entryOf(`mint${index}`, pools, index * 1_000)),
    groups: lists.map((pools, index) => ({ entries: [index], pools })),
    baseMints: [],
    keys: [],
    updatedAtMilliseconds: null,
  };
}

export const figures = (transactions: number, gains: number) => ({
  transactions,
  revenues_usd: gains * 2,
  net_gains_usd: gains,
});

const to = '2026-01-02T00:00:00.000Z';
const newest = '2026-01-01T23:59:48.000Z';

export function reportOf(
  pools: Readonly<Record<string, number>>,
  groups: readonly number[],
  indexed: number | null = 1,
): Coverage {
  const dated = (gains: number) => ({
    ...figures(gains === 0 ? 0 : 10, gains),
    newest: gains === 0 ? null : newest,
  });
  return {
    kind: 'report',
    window: { from: '2026-01-01T00:00:00.000Z', to, coverage: indexed },
    total: figures(100, 200),
    covered: figures(40, 110.4),
    causes: [],
    assumed: [],
    groups: groups.map(dated),
    pools: Object.entries(pools).map(([address, gains]) => ({ address, ...dated(gains) })),
    missing_pools: [],
    missed_tokens: [],
  };
}
