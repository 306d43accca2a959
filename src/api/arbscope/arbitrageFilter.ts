import Type from 'typebox';
import { maxFilterEntries, maxListEntries } from '../limits.ts';
import { Address, OneOf } from '../schema.ts';

/**
 * Outcome of a transaction: a net gain above 0; no net gain (the costs exceeded the gain, or a
 * closed flow lost); an arbitrage whose net gain needs an unknown price; a failure on chain; or a
 * known bot's success without a swap.
 */
export const outcomes = ['gain', 'loss', 'unknown', 'failed', 'no-swap'] as const;
export type Outcome = (typeof outcomes)[number];

const addresses = (description: string) =>
  Type.Optional(Type.Array(Address('Base58'), { maxItems: maxFilterEntries, description }));
const texts = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: maxFilterEntries,
      description,
    }),
  );

/**
 * A transaction passes if it matches one entry of every given list. Failures and successes without
 * a swap have no route: with filters by token, AMM or pool they count for the pools that their bot
 * tried, where its instruction lists them, and are excluded otherwise.
 */
export const arbitrageFilterProperties = {
  tokens: addresses('Mints traded in the route, base mints left out'),
  amms: addresses('AMM programs of the route'),
  pools: addresses('Pools of the route'),
  wallets: Type.Optional(
    Type.Array(Address('Base58'), { maxItems: maxListEntries, description: 'Signer wallets' }),
  ),
  bots: texts('Bot families, or program addresses of bots without one'),
  providers: texts('Providers; NO_PROVIDER for transactions without a tip to a known one'),
  bases: addresses('Base mints'),
  outcomes: Type.Optional(
    Type.Array(OneOf(outcomes, 'Outcome'), { maxItems: outcomes.length, description: 'Outcomes' }),
  ),
  minNetGainsUsd: Type.Optional(Type.Number({ description: 'Min net gains, USD' })),
} as const;
