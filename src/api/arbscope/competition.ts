import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Count,
  NullableText,
  nullable,
  OneOf,
  Parameters,
  RawAmount,
  Response,
  Signature,
  SignedRawAmount,
  Text,
} from '../schema.ts';

/** Of version 1, the longest, in Base64. */
const maxTransactionCharacters = 5_500;

/** Slots around the trigger. */
export const competitionSlots = { before: 4, after: 8, maximum: 32 } as const;

export const triggerKinds = ['swap', 'quote', 'orders', 'oracle'] as const;

/** How it is known that a transaction wanted a pool; see docs/competition.md. */
export const attemptEvidences = [
  'ran',
  'planned',
  'instruction',
  'private-program',
  'named',
] as const;

/**
 * What an attempt is in the competition. `own-copy`: of the party of the winner or of the transaction that
 * was asked about. `possible`: it names a contested pool, and nothing shows that it would have used it.
 * `none`: the transaction that was asked about, if nothing shows what it wanted.
 */
export const competitionRoles = [
  'winner',
  'rival',
  'earlier-taker',
  'later-taker',
  'own-copy',
  'possible',
  'none',
] as const;
export type CompetitionRole = (typeof competitionRoles)[number];

export const attemptOutcomes = ['gain', 'loss', 'swap', 'no-swap', 'failed', 'not-landed'] as const;

export const failureKinds = ['slippage', 'no-profit', 'own', 'unknown'] as const;

/**
 * Why an attempt did not get the arbitrage: the first that applies, in this order.
 * `own-error`: its failure is neither slippage nor a missing gain. `unknown-error`: its failure has no
 * known meaning. `unprofitable`: it stood ahead of the winner, and had no gain. `lost-anyway`: it stood
 * behind, and would have had no gain either way. `outbid`: behind, at a lower price. `latency`: behind,
 * at an equal or higher price. `later-taker`: it succeeded as well.
 */
export const competitionCauses = [
  'own-error',
  'unknown-error',
  'unprofitable',
  'lost-anyway',
  'outbid',
  'latency',
  'later-taker',
] as const;
export type CompetitionCause = (typeof competitionCauses)[number];

const Pool = Response({
  pool: Text('Pool'),
  amm: Text('Program of its AMM'),
  input_mint: Text('What the route pays into it'),
  output_mint: Text('What the route gets from it'),
  is_hub: Type.Boolean({ description: 'Many different circles of the window use it' }),
});

const CircleSwap = Response({
  pool: nullable(Type.String(), 'Pool; null: the instruction does not reveal it'),
  amm: Text('Program of its AMM'),
  input_mint: Text('Mint paid'),
  output_mint: Text('Mint received'),
  input_amount: nullable(RawAmount('Paid, smallest unit'), 'Null: it did not run'),
  output_amount: nullable(RawAmount('Received, smallest unit'), 'Null: it did not run'),
  state: OneOf(
    ['ran', 'broke', 'planned'],
    'broke: the transaction failed at it; planned: it stands behind the failure',
  ),
});

const Change = Response({ mint: Text('Mint'), amount: SignedRawAmount('Smallest unit') });

const Place = {
  signature: Text('Signature'),
  slot: Count('Slot'),
  position: Count('Position in the block, from 0, votes included'),
  slots_after: nullable(Type.Integer(), 'Slots behind the trigger; null: no trigger'),
  positions_after: nullable(
    Type.Integer(),
    'Transactions from the trigger to it; null: no trigger, or a block between was not read',
  ),
  estimated_ms_after: nullable(
    Type.Number(),
    'Milliseconds behind the trigger, estimated from positions and the measured slot time; null: unknown',
  ),
  wallet: Text('Fee payer'),
} as const;

export const CompetitionCauseFigures = Response({
  kind: nullable(
    OneOf(competitionCauses, 'The first that applies'),
    'Null: the price of one of the two is unknown, which alone would tell',
  ),
  slots_behind: nullable(
    Type.Integer(),
    'Slots behind the winner; negative: ahead; null: nobody won',
  ),
  positions_behind: nullable(
    Type.Integer(),
    'Transactions behind the winner; negative: ahead; null: nobody won, or a block between was not read',
  ),
  same_circle: NullableText('Transaction ahead of the winner with the same circle and a loss'),
  at_winners_rates: nullable(
    SignedRawAmount('Smallest unit of the mint that its circle starts from'),
    'What its circle would have returned above its input at the winner’s rates; null: not known',
  ),
  is_price_mixed: Type.Boolean({
    description: 'Prices by compute unit compare the other way round',
  }),
});

export const CompetitionAttempt = Response({
  ...Place,
  party: Text('The same text for all transactions of one party of this response'),
  role: OneOf(competitionRoles, 'possible: it names a contested pool, and may not have wanted it'),
  is_subject: Type.Boolean({ description: 'The transaction that was asked about' }),
  bot: nullable(
    Response({ family: Text('Name, or the program of an unlisted bot'), program: Text('Program') }),
    'Null: none was recognized',
  ),
  provider: NullableText('Provider of the tip; null: no tip, or an unknown one'),
  outcome: OneOf(
    attemptOutcomes,
    'no-swap: it succeeded and did nothing; not-landed: it is in no block, and stands behind its slot here',
  ),
  failure: nullable(
    Response({
      kind: OneOf(failureKinds, 'own: neither slippage nor a missing gain; unknown: no meaning'),
      text: Text('The error in one line; empty for a success without a swap'),
      name: NullableText('Name of the error; null: unknown'),
      program: NullableText('Program that failed; null: unknown'),
      code: nullable(Type.Integer(), 'Code of a custom error; null: none'),
      is_inferred: Type.Boolean({
        description: 'The error has no name; the loss of the completed circle shows its meaning',
      }),
    }),
    'Null: it succeeded and swapped',
  ),
  priority_fee: RawAmount('Priority fee paid, lamports'),
  tip: nullable(
    RawAmount('Tip, lamports'),
    'Null: unknown, as of programs that tip after their swaps',
  ),
  is_tip_offered: Type.Boolean({ description: 'Offered and not paid: the transaction failed' }),
  tip_signature: NullableText(
    'Next transaction of the party, which paid the tip as in a bundle; null: this one or none',
  ),
  price: nullable(RawAmount('Tip and priority fee, lamports'), 'Null: unknown'),
  micro_lamports_per_unit: nullable(
    RawAmount('Price by compute unit of the limit, micro-lamports'),
    'Null: unknown',
  ),
  compute_units: nullable(Type.Integer(), 'Compute units consumed; null: unknown'),
  compute_unit_limit: Count('Limit in force: as set, or the default for its instructions'),
  swaps: Type.Array(CircleSwap, { description: 'Its circle, in order' }),
  result: Type.Array(Change, {
    description: 'What a closed circle returned above its input, by mint',
  }),
  net_gain_sol: nullable(
    Type.Number(),
    'Net gain in SOL at the prices of the index, less a tip of tip_signature; null: a failure, or a price is unknown',
  ),
  evidence: OneOf(attemptEvidences, 'How it is known that it wanted the pools'),
  pools: Type.Array(Type.String(), { description: 'Contested pools that it used or names' }),
  is_weak: Type.Boolean({ description: 'It shares hubs alone with the winner' }),
  cause: nullable(CompetitionCauseFigures, 'Null except for rivals and later takers'),
});
export type CompetitionAttempt = Type.Static<typeof CompetitionAttempt>;

export const CompetitionTrigger = Response({
  kind: OneOf(triggerKinds, 'What changed the pool'),
  pool: Text('Pool that it changed last; contested has all of the route that it changed'),
  ...Place,
  transactions: Type.Array(Type.String(), {
    description:
      'Signatures of the swaps that count together, oldest first; the last is the trigger',
  }),
  swaps: Type.Array(CircleSwap, { description: 'Of the trigger' }),
});

export const CompetitionSlot = Response({
  slot: Count('Slot'),
  state: OneOf(['read', 'no-block', 'unknown'], 'unknown: its block could not be read'),
  reason: Text('Why its block could not be read; else empty'),
  transactions: nullable(Type.Integer(), 'Transactions with votes; null: not read'),
  unreadable: nullable(Type.Integer(), 'Transactions that could not be read; null: not read'),
  leader: NullableText('Validator that made the block; null: unknown'),
  leader_name: NullableText('Its name in the validator info of the node; null: unknown'),
});

export const WouldHaveWon = Response({
  provider: Text('Provider of the winner’s tip'),
  tip: RawAmount('Least tip above the winner’s, lamports'),
  net_gain_sol: nullable(Type.Number(), 'Net gain that it leaves; null: a price is unknown'),
  tip_by_unit: nullable(
    RawAmount('Least tip above the winner’s by requested compute unit, lamports'),
    'Null: a limit of 0',
  ),
  net_gain_by_unit_sol: nullable(Type.Number(), 'Net gain that this leaves; null: unknown'),
  ranking: OneOf(
    ['by-unit', 'unknown'],
    'How the provider’s auction ranks; unknown: compare both tips',
  ),
  source: NullableText('Where the provider says so, and when that was read; null: nowhere known'),
  break_even_tip: nullable(
    RawAmount('Tip that leaves no net gain, lamports; 0 also if the fee alone takes it'),
    'Null: unknown',
  ),
});

export const Competition = Response({
  signature: Text('The transaction that was asked about'),
  slot_milliseconds: nullable(Type.Number(), 'Measured slot time; null: not measured'),
  slots: Type.Array(CompetitionSlot, { description: 'The window, ascending' }),
  leaders_reason: Text('Why leaders are unknown; empty if they are known'),
  route: Type.Array(Pool, { description: 'Of the winner, otherwise of the transaction' }),
  contested: Type.Array(Type.String(), {
    description: 'Pools of the trigger, otherwise all pools of the route',
  }),
  trigger: nullable(CompetitionTrigger, 'Null: none in the blocks that were read'),
  trigger_candidates: Type.Array(Response({ ...Place, pool: Text('Pool') }), {
    description: 'They name a pool whose price somebody sets, and may have set it',
  }),
  attempts: Type.Array(CompetitionAttempt, {
    description: 'The transaction that was asked about, the winner, then the others in order',
  }),
  would_have_won: nullable(WouldHaveWon, 'Null: see would_have_won_reason'),
  would_have_won_reason: Text('Why no tip is known that would have won; empty if one is'),
  symbols: Type.Record(Type.String(), Type.String(), { description: 'Symbols of mints, if known' }),
  decimals: Type.Record(Type.String(), Type.Integer(), { description: 'Decimals of mints' }),
});
export type Competition = Type.Static<typeof Competition>;

/** One transaction: who else wanted it, who got it, and what would have won. */
export const competition = defineOperation({
  method: 'GET',
  path: '/arbscope/competition',
  summary: t('Competition for an arbitrage'),
  parameters: Parameters({
    signature: Signature('Arbitrage, or failed attempt'),
    transaction: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxTransactionCharacters,
        description: 'Its bytes in Base64, if it never reached a block; requires slot',
      }),
    ),
    slot: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Slot in which a transaction that never reached a block would have landed',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: competitionSlots.maximum,
        description: `Slots before it; ${competitionSlots.before} by default`,
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: competitionSlots.maximum,
        description: `Slots behind it; ${competitionSlots.after} by default, with those before at most ${competitionSlots.maximum}`,
      }),
    ),
  }),
  response: Competition,
  // Reads blocks of the node, and takes as long as they do.
  isUnshared: true,
  tool: {
    name: 'arbscope_competition',
    title: 'Competition',
    description:
      'Who else wanted a Solana arbitrage, from the blocks around it: the trigger, earlier takers, the ' +
      'winner, rivals with their price, error and cause, own copies, later takers, and the tip that ' +
      'would have won. For an arbitrage or a failed attempt. Bundles and transactions that never ' +
      'reached a block cannot be seen. Never give a secret key.',
    more: 'fewer slots before or after',
  },
});
