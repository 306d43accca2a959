import type { operationNames } from './storeOperations.ts';

type ScannedTable = 'transactions' | 'tips' | 'credits' | 'stops';

/** What a user of the data could expect at best. */
export type Baseline =
  /** The columns that the response shows, read once. */
  | { readonly columns: Readonly<Partial<Record<ScannedTable, readonly string[]>>> }
  /** As many rows of the same store that no filter chooses. */
  | { readonly operation: 'live' }
  /** The response shows just the rows of its statements. */
  | { readonly statements: true };

const gains = ['profits_nanocents', 'revenues_nanocents'] as const;

export const baselines: Readonly<Record<(typeof operationNames)[number], Baseline>> = {
  finder: {
    columns: {
      credits: ['place_credit', ...gains, 'volume_nanocents'],
      transactions: [...gains, 'fee_lamports', 'tip_lamports'],
    },
  },
  tips: { columns: { tips: ['provider', 'mint', 'amount', 'compute_units'] } },
  fees: { columns: { transactions: ['fee_lamports', 'compute_units', 'durable_nonce'] } },
  overview: {
    columns: {
      transactions: [
        ...['wallet', 'is_success', 'net_gains_lamports', 'profits_nanocents'],
        ...['volume_lamports', 'volume_nanocents'],
      ],
    },
  },
  page: { operation: 'live' },
  transaction: { operation: 'live' },
  live: { statements: true },
  'live.token': { operation: 'live' },
  wallets: {
    columns: {
      transactions: [
        ...['wallet', 'bot', 'is_success', 'net_gains_lamports', ...gains, 'volume_nanocents'],
        ...['fee_lamports', 'tip_lamports'],
      ],
    },
  },
  history: {
    columns: {
      transactions: [
        ...['time', 'is_success', ...gains, 'volume_nanocents', 'fee_lamports', 'tip_lamports'],
      ],
    },
  },
  coverage: {
    columns: {
      transactions: ['time', 'base', 'provider', ...gains, 'fee_lamports', 'tip_lamports'],
      stops: ['slot', 'place'],
    },
  },
};

export const baselineName = (baseline: Baseline): string => {
  if ('columns' in baseline) return 'one scan of the columns shown';
  return 'operation' in baseline ? 'Live without a filter' : 'the statements alone';
};

/** One statement for each table; `tableOf` names it in the store. */
export const scansOf = (
  baseline: Baseline,
  fromSeconds: number,
  tableOf: (table: ScannedTable) => string,
): readonly string[] =>
  'columns' in baseline
    ? Object.entries(baseline.columns).map(([table, columns]) => {
        const sums = columns.map((column) => `sum(${column})`).join(', ');
        // The condition keeps databases from answering from what they know of a whole table.
        return `SELECT ${sums} FROM ${tableOf(table as ScannedTable)} WHERE time >= ${fromSeconds}`;
      })
    : [];
