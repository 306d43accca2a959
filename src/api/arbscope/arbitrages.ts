import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import { transactionTypes } from '../enumerations.ts';
import { maxArbitrages } from '../limits.ts';
import {
  Count,
  formatDescriptionKey,
  IsoTimestamp,
  nullable,
  OneOf,
  Parameters,
  RawAmount,
  Response,
  RowsFrom,
  Text,
  UnixSeconds,
} from '../schema.ts';
import { arbitrageFilterProperties, outcomes } from './arbitrageFilter.ts';
import { failureEvent } from './eventStream.ts';

export const defaultArbitrages = 50;

export const arbitrageOrders = ['time', 'gain'] as const;

/** Opaque to callers: only the service that issued it can read it. */
export const Cursor = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[0-9a-zA-Z.:_-]+$',
    description,
    [formatDescriptionKey]: t('a cursor of a former response'),
  });

export const RouteMint = Response({
  mint: Text('Mint'),
  symbol: Text('Symbol; empty when not known'),
});

/** One transaction as shown in lists; the transaction operation returns the details. */
export const ArbitrageSummary = Response({
  signature: Text('Signature'),
  block_number: Count('Slot'),
  timestamp: Type.Union([IsoTimestamp('Block time'), Type.Null()], {
    description: 'Block time; null: not known',
  }),
  type: OneOf(transactionTypes, 'arbitrage, or another class'),
  outcome: OneOf(outcomes, 'Outcome'),
  wallet: Text('Fee payer'),
  provider: Text('Provider of the largest tip, or NO_PROVIDER'),
  bot: Type.Union(
    [
      Response({
        family: Text('Bot family; the program address where no list names it'),
        program: Text('Program address; empty when not known'),
      }),
      Type.Null(),
    ],
    { description: 'Bot program; null: none was recognised' },
  ),
  compute_unit: nullable(Type.Integer(), 'Compute units consumed; null: not known'),
  fees: RawAmount('Transaction fee, lamports'),
  tips: RawAmount('All tips in SOL, lamports'),
  /** Empty if a failed transaction names no mint. */
  base: Text('Base mint'),
  revenues_usd: Type.Number({ description: 'Gross gains, USD' }),
  net_gains_usd: Type.Number({ description: 'Net gains, USD' }),
  net_gains_sol: Type.Number({ description: 'Net gains, SOL' }),
  volume_usd: Type.Number({ description: 'Volume, USD' }),
  mints: Type.Array(RouteMint, {
    description: 'Mints in the order of the route, the base first and last; empty without a route',
  }),
  pools: Type.Array(
    Response({
      pool: Text('Pool address; empty when not known'),
      amm: Text('AMM program address'),
    }),
    { description: 'One for each leg in the order of the route' },
  ),
});
export type ArbitrageSummary = Type.Static<typeof ArbitrageSummary>;

export const ArbitragePage = Response({
  arbitrages: Type.Array(ArbitrageSummary, { maxItems: maxArbitrages }),
  next: Type.Union([Cursor('Next page'), Type.Null()], {
    description: 'Cursor of the next page; null: this is the last',
  }),
  searched_from: Type.Optional(
    Type.Union([IsoTimestamp('Block time'), Type.Null()], {
      description:
        'Present when a search by time took long: the page may have fewer rows than limit, as blocks ' +
        'before this time were not searched yet; next continues there. null: not known',
    }),
  ),
  rows_from: RowsFrom('none is listed'),
  newest: Cursor('Cursor from which the stream continues'),
});
export type ArbitragePage = Type.Static<typeof ArbitragePage>;

export const arbitrages = defineOperation({
  method: 'GET',
  path: '/arbscope/arbitrages',
  summary: t('Arbitrages'),
  parameters: Parameters({
    ...arbitrageFilterProperties,
    order: Type.Optional(
      OneOf(arbitrageOrders, 'Newest first (time, the default), or highest net gains first (gain)'),
    ),
    from: Type.Optional(UnixSeconds('Earliest block time')),
    to: Type.Optional(UnixSeconds('Latest block time, itself included')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxArbitrages,
        description: `Rows; ${defaultArbitrages} by default`,
      }),
    ),
    cursor: Type.Optional(
      Cursor('next of the page before; the other parameters stay as they were'),
    ),
  }),
  response: ArbitragePage,
  tool: {
    name: 'arbscope_arbitrages',
    title: 'Arbitrages',
    description:
      'Newest or most profitable Solana arbitrage transactions by token, AMM, pool, wallet, bot, ' +
      'provider, outcome and time. Use arbscope_transaction with a signature for the whole. A filter ' +
      'by token, AMM or pool keeps only those failures of SMB and NotArb that tried such a pool: ' +
      'failures have no route. With searched_from, older ones were not searched yet: continue with ' +
      'cursor and the value of next.',
    more: 'a smaller limit, then cursor with the value of next',
  },
});

/** Path of the stream: server-sent events of `ArbitrageEvent`; each event's id is its cursor. */
export const arbitrageStreamPath = `${arbitrages.path}/stream`;

export const ArbitrageStreamParameters = Parameters({
  ...arbitrageFilterProperties,
  cursor: Type.Optional(
    Cursor('Where to continue: newest of a page, or of an event; now when left out'),
  ),
});
export type ArbitrageStreamParameters = Type.Static<typeof ArbitrageStreamParameters>;

/** Arbitrages that became visible since the previous event, newest first. */
export const ArbitrageEvent = Response({
  arbitrages: Type.Array(ArbitrageSummary, { maxItems: maxArbitrages }),
  newest: Cursor('Cursor from which the stream continues'),
  /** Above 0 after a long interruption, or if more arrived at once than fit in one event. */
  skipped: nullable(
    Count('Older ones that are left out here; the pages have them'),
    'Null: unknown, as the cursor is of another store',
  ),
});
export type ArbitrageEvent = Type.Static<typeof ArbitrageEvent>;

export const arbitrageStream = defineOperation({
  method: 'GET',
  path: arbitrageStreamPath,
  summary: t('Arbitrage stream'),
  parameters: ArbitrageStreamParameters,
  response: ArbitrageEvent,
  failures: { 429: 'Too many streams are open; retry-after says when to come back' },
  responseDescription:
    'Server-sent events until either side ends it, the first at once: data is JSON of this schema, id its cursor. The header Last-Event-ID continues after the event seen last. A stream that fails ends with an event ' +
    `${failureEvent}, whose data is an Error`,
});
