import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import {
  Count,
  IsoTimestamp,
  nullable,
  Parameters,
  RawAmount,
  Response,
  Signature,
  SignedRawAmount,
  Text,
} from './schema.ts';

const priceProperties = {
  price: Type.Union([Type.Number(), Type.Null()], { description: 'USD; null: not known' }),
  price_timestamp: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 UTC' }),
  digits: Count('Decimals'),
  symbol: Text('Symbol; empty when not known'),
};

export const MintInfo = Response(priceProperties);
export type MintInfo = Type.Static<typeof MintInfo>;

const mintProperties = { mint: Text('Mint'), ...priceProperties };
const amountProperties = { amount: RawAmount('Smallest unit of the mint'), ...mintProperties };
const SignedAmount = Response({
  amount: SignedRawAmount('Smallest unit of the mint'),
  ...mintProperties,
});

export const TipDetail = Response({
  ...amountProperties,
  type: Text('Provider'),
  to: Type.Array(Type.String(), { description: 'Recipients' }),
});
export type TipDetail = Type.Static<typeof TipDetail>;

export const RouteStep = Response({
  order: Count('Position in the route, from 0'),
  input_mint: Text('Mint paid'),
  output_mint: Text('Mint received'),
  input_amount: RawAmount('Amount that left the owner'),
  output_amount: RawAmount('Amount that reached the owner'),
  input_mint_info: MintInfo,
  output_mint_info: MintInfo,
  /** Extensions of the embedded service. */
  pool: Type.Optional(Type.String({ description: 'Pool address; empty when not known' })),
  amm: Type.Optional(Type.String({ description: 'AMM program address' })),
});
export type RouteStep = Type.Static<typeof RouteStep>;

const BotAttemptDetail = Response({
  pools_tried: Type.Array(
    Response({
      pool: Text('Pool address'),
      amm: Text('AMM program address'),
      mints: Type.Array(Type.String(), { description: 'Its two mints; empty when not known' }),
      group: Count('Pools of a number are one group of the bot, from 0'),
      used: Type.Boolean({ description: 'The transaction swapped on it' }),
    }),
    { description: 'Pools that the bot chose from on the chain' },
  ),
  unknown_pools: Count(
    'Listed pools that are not recognised: more were tried than pools_tried has',
  ),
  parameters: Type.Union(
    [
      Response({
        minimum_profit: RawAmount('Smallest gain, smallest unit of base_mint'),
        base_mint: Text('Mint in which the bot settles'),
        compute_unit_limit: Count('Compute units that the program may use'),
        no_failure: Type.Boolean({
          description: 'Without a profitable trade it succeeds and does nothing',
        }),
        flashloan: Type.Boolean({ description: 'It trades with a flash loan' }),
      }),
      Type.Null(),
    ],
    { description: 'null: the instruction has none that is known' },
  ),
});

export const TransactionDetail = Response({
  signature: Text('Signature'),
  wallet: Text('Fee payer'),
  isSuccess: Type.Boolean(),
  /** Null is an extension of the embedded service: nodes do not know the time of every block. */
  timestamp: Type.Union([IsoTimestamp('Block time'), Type.Null()], {
    description: 'Block time; null: not known',
  }),
  type: Text('arbitrage, or another class'),
  block_number: Count('Slot'),
  /** Null is an extension, as for `timestamp`: old blocks do not have it. */
  compute_unit: nullable(Type.Integer(), 'Compute units consumed; null: not known'),
  /** The unit is not published; the embedded service returns lamports. */
  fees: RawAmount('Transaction fee, lamports'),
  gains_details: Type.Array(SignedAmount, { description: 'Gross gain per mint' }),
  tips_details: Type.Array(TipDetail),
  route_map_details: Type.Array(RouteStep),
  net_gains_usd: Type.Number(),
  net_gains_sol: Type.Number(),
  volume_usd: Type.Number(),
  volume_sol: Type.Number(),
  /** Extensions of the embedded service. */
  version: Type.Optional(
    Type.Union([Type.Literal('legacy'), Type.Integer(), Type.Null()], {
      description: 'Format of the transaction: legacy, 0 or 1; null: unknown',
    }),
  ),
  bot: Type.Optional(
    Type.Union(
      [
        Response({
          family: Text('Bot family; the program address where no list names it'),
          program: Text('Program address'),
        }),
        Type.Null(),
      ],
      { description: 'Bot program; null: none was recognised, which does not mean no bot' },
    ),
  ),
  bot_attempt: Type.Optional(
    Type.Union([BotAttemptDetail, Type.Null()], {
      description:
        'What the instruction of the bot lists; null: not known, as only those of SMB and NotArb are read',
    }),
  ),
  bot_fees_details: Type.Optional(
    Type.Array(
      Response({
        ...amountProperties,
        to: Type.Array(Type.String(), { description: 'Recipients' }),
      }),
    ),
  ),
  from_node: Type.Optional(
    Type.Boolean({
      description: 'Not in the index: fetched from the node and decoded for this response',
    }),
  ),
  failure: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed, in the words of the chain; null for a success',
    }),
  ),
  priority_fees: Type.Optional(RawAmount('Part of the fee that bought priority, lamports')),
  other_payments_details: Type.Optional(
    Type.Array(
      Response({
        amount: SignedRawAmount('Smallest unit of the mint; negative: received'),
        ...mintProperties,
        to: Type.Array(Type.String(), { description: 'The other side' }),
      }),
      { description: 'Payments of the traders that are neither leg, tip nor fee' },
    ),
  ),
  rent: Type.Optional(
    RawAmount('Rent that the traders paid for new accounts and left in them, lamports'),
  ),
  closing_differences_details: Type.Optional(
    Type.Array(SignedAmount, {
      description: 'Balance changes that nothing above explains; none: the sum closes',
    }),
  ),
});
export type TransactionDetail = Type.Static<typeof TransactionDetail>;

export const transaction = defineOperation({
  method: 'GET',
  path: '/transaction',
  summary: t('Transaction detail'),
  parameters: Parameters({ signature: Signature('Transaction signature') }),
  response: TransactionDetail,
  failures: { 404: 'Transaction not in the index' },
  tool: {
    name: 'arbscope_transaction',
    title: 'Transaction',
    description:
      'Route, gross gains, tips, fee and net gains of an arbitrage transaction, and the pools that ' +
      'its bot tried.',
  },
});
