import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import { Count, IsoTimestamp, Parameters, Response, RowsFrom, Text } from '../schema.ts';

const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const nullableTime = (description: string) =>
  Type.Union([IsoTimestamp(description), Type.Null()], { description });

export const ArbscopeStatus = Response({
  version: Text('Version of Arbscope'),
  source: Text('sandbox, recorded, or the origin of a node'),
  now: nullableTime('Where every time window ends; null before the first block'),
  newest_slot: nullable('Slot of the newest block; null before the first'),
  lag_slots: nullable('Slots behind the source; null: unknown'),
  lag_milliseconds: nullable('Milliseconds behind the source; null: unknown'),
  seconds_since_block: Type.Optional(
    nullable(
      'Seconds since the last new block, or since the start, by the clock of the server; null for a recording',
    ),
  ),
  from: nullableTime('Block time of the oldest block; null before the first'),
  rows_from: RowsFrom('only sums by minute or hour'),
  coverage: nullable(
    'Indexed fraction of the blocks since the first missing one of the last 24 hours; 1: none is missing; null: unknown',
  ),
  unreadable_transactions: Type.Optional(
    Count('Transactions since the start that could not be read and are not indexed'),
  ),
  message: Type.Optional(Text('Problems of the source or the index, with a remedy; empty: none')),
  arbitrages: Count('Arbitrages stored'),
  rows: nullable('Rows stored; null: not counted yet'),
  bytes: nullable('Size of the store in bytes; null: not measured yet'),
  offers: Type.Array(Type.String(), { description: 'Arbscope operations available here' }),
});
export type ArbscopeStatus = Type.Static<typeof ArbscopeStatus>;

export const status = defineOperation({
  method: 'GET',
  path: '/arbscope/status',
  summary: t('Status'),
  parameters: Parameters({}),
  response: ArbscopeStatus,
  isUnshared: true,
  isImmediate: true,
  tool: {
    name: 'arbscope_status',
    title: 'Status',
    description:
      'Version, source, stored period, coverage and size of the market data. Only the Sandbox, a node ' +
      'and an Arbscope server offer arbscope_status, arbscope_arbitrages, arbscope_wallet_ranking, ' +
      'arbscope_history, arbscope_simulate, arbscope_coverage and arbscope_replay.',
  },
});
