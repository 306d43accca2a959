import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Address,
  Count,
  IsoTimestamp,
  NullableText,
  nullable,
  OneOf,
  Parameters,
  RawAmount,
  Response,
  Text,
  UnixSeconds,
} from '../schema.ts';
import { competitionCauses } from './competition.ts';

export const maxComparedOpportunities = 500;
export const defaultComparedOpportunities = 50;
export const maxListedRivals = 50;
export const maxListedLosses = 100;

/**
 * Of an opportunity with several attempts of the wallet, the first one behind the trigger stands for it:
 * its cause, price, provider, slot and hour count. Attempts that only name pools stand for none.
 */
const Cause = nullable(
  OneOf(competitionCauses, 'As in the competition for a transaction'),
  'Null: unknown, as a price is',
);

/** Opportunities of one kind, and what they were worth. */
const group = {
  count: Count('Opportunities'),
  gain_sol: Type.Number({ description: 'Net gain of whoever took them, SOL; known gains alone' }),
  unknown_gains: Count('Opportunities whose net gain is not known'),
} as const;

const WinRate = Response({
  count: Count('Contested opportunities'),
  won: Count('Of these, won'),
});

export const WalletRival = Response({
  wallet: Text('Fee payer of its party, the most used one'),
  wallets: Type.Array(Type.String(), { description: 'All fee payers of its party that were met' }),
  bot: NullableText('Bot family, or program of an unlisted bot, used most; null: none recognised'),
  meetings: Count('Opportunities that both wanted'),
  won: Count('Of these, won by the wallet'),
  lost: Count('Of these, won by the rival'),
  gain_lost_sol: Type.Number({
    description: 'Net gain of those that the rival won, SOL; known gains alone',
  }),
  unknown_gains: Count('Of those that the rival won, with a net gain that is not known'),
  median_price: nullable(
    RawAmount('Median tip and priority fee of the rival, lamports'),
    'Null: none is known',
  ),
  own_median_price: nullable(
    RawAmount('The same of the wallet in these meetings, lamports'),
    'Null: none is known',
  ),
  causes: Type.Array(Response({ kind: Cause, count: Count('Opportunities') }), {
    description: 'Why the wallet lost to it; most frequent first',
  }),
  providers: Type.Array(
    Response({
      provider: NullableText('Provider of its tip; null: no tip, or an unknown one'),
      count: Count('Meetings'),
    }),
    { description: 'Most frequent first' },
  ),
});
export type WalletRival = Type.Static<typeof WalletRival>;

export const LostOpportunity = Response({
  signature: Text('The wallet’s attempt'),
  slot: Count('Its slot'),
  iso_time: nullable(IsoTimestamp('Time of its block'), 'Null: unknown'),
  cause: Cause,
  winner_signature: Text('Who took it'),
  winner_wallet: Text('Fee payer of the winner'),
  gain_sol: nullable(Type.Number(), 'Net gain of the winner, SOL; null: unknown'),
  slots_after: nullable(Type.Integer(), 'Slots from the trigger to the attempt; null: no trigger'),
  provider: NullableText('Provider of the attempt’s tip; null: no tip, or an unknown one'),
  price: nullable(RawAmount('Tip and priority fee of the attempt, lamports'), 'Null: unknown'),
  winner_price: nullable(RawAmount('The same of the winner, lamports'), 'Null: unknown'),
  tip_percent: nullable(
    Type.Number(),
    'The least tip that would have won, in percent of what the arbitrage earned before its tip; null: no tip would have, or it is unknown',
  ),
});
export type LostOpportunity = Type.Static<typeof LostOpportunity>;

export const WalletCompetition = Response({
  wallet: Text('Wallet'),
  from: IsoTimestamp('Begin of the window'),
  to: IsoTimestamp('End of the window'),
  compared_from: nullable(
    IsoTimestamp('Not all attempts before it were compared'),
    'Null: the whole window was compared',
  ),
  compared_reason: Text('Why earlier attempts were not compared; empty if all were'),
  continues: Type.Boolean({
    description: 'The time for one request was over: the same request goes on from there',
  }),
  attempts: Count('The wallet’s arbitrages and failed attempts that were compared'),
  attempts_unclear: Count(
    'Of these, attempts that only name pools: what they wanted is not known, and they count nowhere else but in the cost',
  ),
  attempts_unread: Count('Transactions of the wallet whose blocks could not be read'),
  slots_unread: Count('Slots around the attempts that could not be read: rivals there are unknown'),
  leaders_reason: Text('Why leaders are unknown; empty if they are known'),
  uncontested: Response({ ...group }),
  won: Response({ ...group }),
  lost: Response({ ...group }),
  taken_by_nobody: Count('Opportunities that no transaction in the blocks took'),
  cost_of_losing_sol: Type.Number({
    description:
      'Fees, tips and losses of the wallet’s attempts that won nothing, SOL; 0 or below; known ones alone',
  }),
  unknown_costs: Count('Attempts that won nothing, at a cost that is not known'),
  causes: Type.Array(Response({ kind: Cause, ...group }), {
    description: 'Lost opportunities by cause; they add up to lost',
  }),
  rivals_total: Count('Rivals, listed or not'),
  rivals: Type.Array(WalletRival, {
    maxItems: maxListedRivals,
    description: 'Most wins against the wallet first',
  }),
  by_provider: Type.Array(
    Response({ provider: NullableText('Of the wallet’s tip; null: none'), ...WinRate.properties }),
  ),
  by_leader: Type.Array(
    Response({
      leader: NullableText('Validator of the attempt’s slot; null: unknown'),
      leader_name: NullableText('Its name; null: unknown'),
      ...WinRate.properties,
    }),
  ),
  by_distance: Type.Array(
    Response({
      slots_after: nullable(Type.Integer(), 'Slots behind the trigger; null: no trigger found'),
      ...WinRate.properties,
    }),
    { description: 'Ascending; without a trigger last' },
  ),
  by_hour: Type.Array(
    Response({
      hour: nullable(IsoTimestamp('Begin of the hour'), 'Null: the time is unknown'),
      ...WinRate.properties,
    }),
    { description: 'Ascending; hours without a contested opportunity are left out' },
  ),
  tip_curve: Response({
    count: Count('Lost opportunities'),
    unknown: Count('Of these, where a tip may have won, and the tip or the gain is not known'),
    unknown_costs: Count('Opportunities that the wallet won, with a gain or tip that is not known'),
    points: Type.Array(
      Response({
        percent: Count('Tip in percent of what the arbitrage earned before its tip'),
        won: Count('Lost opportunities that this tip would have won, at most'),
        gain_sol: Type.Number({
          description: 'Net gain that they would have left, at the fees of the winners, SOL',
        }),
        extra_cost_sol: Type.Number({
          description:
            'What the same tip would have cost above the tips paid where the wallet won, contested or not, SOL',
        }),
      }),
      { description: 'For each percent from 0 to 100; rivals would have answered' },
    ),
  }),
  losses: Type.Array(LostOpportunity, {
    maxItems: maxListedLosses,
    description: 'Lost opportunities, newest first',
  }),
});
export type WalletCompetition = Type.Static<typeof WalletCompetition>;

/** One wallet: what it contests, what it wins, and to whom and why it loses the rest. */
export const walletCompetition = defineOperation({
  method: 'GET',
  path: '/arbscope/competition/wallet',
  summary: t('Competition of a wallet'),
  parameters: Parameters({
    wallet: Address('Wallet'),
    from: Type.Optional(UnixSeconds('Begin; an hour before the end by default')),
    to: Type.Optional(UnixSeconds('End; now by default')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxComparedOpportunities,
        description: `Newest attempts to compare; ${defaultComparedOpportunities} by default`,
      }),
    ),
  }),
  response: WalletCompetition,
  // Reads blocks of the node, and takes as long as they do.
  isUnshared: true,
  tool: {
    name: 'arbscope_wallet_competition',
    title: 'Competition of a wallet',
    description:
      'What a wallet of a Solana arbitrage bot contests: opportunities won and lost, why it lost them, ' +
      'its rivals with their prices, its win rate by provider, leader, distance to the trigger and ' +
      'hour, and the share of lost opportunities that a higher tip would have won. Bundles and ' +
      'transactions that never reached a block cannot be seen. Never give a secret key.',
    more: 'a shorter window, or a smaller limit',
  },
});
