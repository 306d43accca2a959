import { accountRoles, type MarketCacheAccount } from '../../interface/marketCache.ts';
import type { SwapInstruction } from '../decode/record.ts';
import {
  type AddressSource,
  type SwapAccount,
  type SwapTemplate,
  swapTemplates,
} from './swapTemplates.ts';

/** The accounts of a swap that was seen on a pool. */
export interface SeenSwap {
  readonly discriminator: string;
  /** In order; empty text where the account was the caller's own. */
  readonly accounts: readonly string[];
}

/** What is known of a pool beside the swap seen on it. */
export interface PoolFacts {
  readonly pool: string;
  readonly program: string;
  /** Empty text where it is not known. */
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An account of a market cache entry; `user` marks those that the caller sets to its own. */
export type DescribedAccount = MarketCacheAccount & { readonly user: boolean };

/** Raydium's instruction may leave this one out. */
const optionalAccount = 'amm_target_orders';

/**
 * What of a swap's accounts is worth keeping for the next caller; `null` for an instruction that
 * has no template here.
 */
export function keepSwap(program: string, call: SwapInstruction): SeenSwap | null {
  const { discriminator, accounts } = call;
  const template = findTemplate(program, discriminator);
  if (template === undefined) return null;
  const listed = listedAccounts(template, accounts.length);
  if (accounts.length < Math.min(listed.length, leastAccounts)) return null;
  return {
    discriminator,
    accounts: accounts
      .slice(0, template.following === null ? listed.length : undefined)
      .map((address, at) => (listed[at]?.source.kind === 'own' ? '' : address)),
  };
}

/** A swap with fewer accounts than this is none that is described here. */
const leastAccounts = 9;

/** Whether the accounts of a swap on this program are described here. */
export function describesProgram(program: string): boolean {
  return swapTemplates.has(program);
}

/**
 * The account structure of a pool; `undefined` for an AMM outside the families. An address is empty
 * where the caller must set its own (`user`) or where nothing seen or imported tells it.
 */
export function describeAccounts(
  facts: PoolFacts,
  swap: SeenSwap | null,
): DescribedAccount[] | undefined {
  const known = swap === null ? undefined : findTemplate(facts.program, swap.discriminator);
  const template = known ?? swapTemplates.get(facts.program)?.[0];
  if (template === undefined) return undefined;
  const addresses = known === undefined || swap === null ? [] : swap.accounts;
  const count = addresses.length === 0 ? Number.POSITIVE_INFINITY : addresses.length;
  const listed = listedAccounts(template, count);
  const described = listed.map(({ name, role, source }, at) => ({
    address: addressOf(source, facts, addresses[at] ?? ''),
    role,
    name,
    user: source.kind === 'own',
  }));
  const following = addresses.slice(listed.length).map((address, at) => ({
    address,
    role: accountRoles.writable,
    name: `${template.following}_${at}`,
    user: false,
  }));
  return [...described, ...following];
}

function findTemplate(program: string, discriminator: string): SwapTemplate | undefined {
  return swapTemplates.get(program)?.find((template) => template.discriminator === discriminator);
}

/** A template's accounts for an instruction with `count` of them. */
function listedAccounts({ accounts }: SwapTemplate, count: number): readonly SwapAccount[] {
  if (count !== accounts.length - 1) return accounts;
  const without = accounts.filter(({ name }) => name !== optionalAccount);
  return without.length === count ? without : accounts;
}

function addressOf(source: AddressSource, facts: PoolFacts, seenAddress: string): string {
  switch (source.kind) {
    case 'own':
      return '';
    case 'fixed':
      return source.address;
    case 'pool':
      return facts.pool;
    case 'parameter': {
      const value = facts.parameters[source.key];
      return seenAddress === '' && typeof value === 'string' ? value : seenAddress;
    }
    case 'seen':
      return seenAddress;
    default:
      return seenAddress === '' ? facts[source.kind] : seenAddress;
  }
}
