import { accountRoles, type MarketCacheAccount } from '../../api/marketCache.ts';
import type { SwapInstruction } from '../decode/arbitrageRecord.ts';
import { deriveAccount, type FindAccount, type PoolAddresses } from './deriveAccount.ts';

import {
  type AddressSource,
  type SwapAccount,
  type SwapTemplate,
  swapTemplates,
} from './swapTemplates.ts';

export interface ObservedSwap {
  readonly discriminator: string;
  /** In order; empty text for the caller's own accounts. */
  readonly accounts: readonly string[];
}

export interface PoolDescription extends PoolAddresses {
  /** The `params` of the pool's entry in an imported file, unchanged. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly addresses: Readonly<Record<string, string>>;
}

/**
 * Removes the caller's accounts; all of them if the instruction is known, but not with this
 * structure. `null` for an unknown instruction.
 */
export function toObservedSwap(program: string, call: SwapInstruction): ObservedSwap | null {
  const { discriminator, accounts } = call;
  const templates = swapTemplates.get(program) ?? [];
  if (!templates.some((template) => template.discriminator === discriminator)) return null;
  const template = findTemplate(program, discriminator, accounts);
  if (template === undefined) return { discriminator, accounts: accounts.map(() => '') };
  const listed = template.accounts;
  return {
    discriminator,
    accounts: accounts
      .slice(0, template.remainingAccountsName === undefined ? listed.length : undefined)
      .map((address, at) => (listed[at]?.source.kind === 'own' ? '' : address)),
  };
}

/** False if a program has changed the accounts of its swaps since the templates were written. */
export const hasKnownStructure = (program: string, swap: ObservedSwap): boolean =>
  findTemplate(program, swap.discriminator, swap.accounts) !== undefined;

export function hasSwapTemplate(program: string): boolean {
  return swapTemplates.has(program);
}

/**
 * The swap accounts of a pool; `undefined` for an AMM outside the families. An address is empty if
 * the caller must insert its own (`isCaller`), or if no swap, imported file or seeds reveal it
 * (`isUnknown`).
 */
export function describeAccounts(
  facts: PoolDescription,
  swap: ObservedSwap | null,
): MarketCacheAccount[] | undefined {
  const known =
    swap === null ? undefined : findTemplate(facts.program, swap.discriminator, swap.accounts);
  const template = known ?? swapTemplates.get(facts.program)?.[0];
  if (template === undefined) return undefined;
  const addresses = known === undefined || swap === null ? [] : swap.accounts;
  const listed = template.accounts;
  const find = createAccountFinder(facts, listed, addresses);
  const described = listed.map((account) =>
    account.source.kind === 'own'
      ? { address: '', role: account.role, name: publishedName(account), isCaller: true }
      : describeAccount(account, find),
  );
  return [...described, ...followingAccounts(template, addresses.slice(listed.length), find)];
}

/** Raydium's concentrated pools read this account among the tick arrays that they write. */
const bitmapExtension = 'tick_array_bitmap_extension';

/** The accounts after those of the template, as in the observed swap. */
function followingAccounts(
  { remainingAccountsName }: SwapTemplate,
  addresses: readonly string[],
  find: FindAccount,
): MarketCacheAccount[] {
  if (addresses.length === 0) return [];
  const extension = find(bitmapExtension);
  let count = 0;
  return addresses.map((address) =>
    address === extension
      ? { address, role: accountRoles.readonly, name: camelCase(bitmapExtension) }
      : {
          address,
          role: accountRoles.writable,
          name: camelCase(`${remainingAccountsName}_${count++}`),
        },
  );
}

function describeAccount(account: SwapAccount, find: FindAccount): MarketCacheAccount {
  const { role } = account;
  const address = find(account.name);
  const name = publishedName(account);
  return address === '' ? { address, role, name, isUnknown: true } : { address, role, name };
}

/** Names as services of this interface write them: `tokenProgram`, and `pool` for every AMM. */
export const publishedName = ({ name, source }: SwapAccount): string =>
  source.kind === 'pool' ? 'pool' : camelCase(name);

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());

/** Caches accounts; one that depends on itself is unknown. */
function createAccountFinder(
  facts: PoolDescription,
  listed: readonly SwapAccount[],
  seen: readonly string[],
): FindAccount {
  const found = new Map<string, string>();
  const find = (name: string): string => {
    const known = found.get(name);
    if (known !== undefined) return known;
    found.set(name, '');
    const at = listed.findIndex((account) => account.name === name);
    const source = listed[at]?.source;
    const address =
      (source === undefined ? '' : resolveAddress(source, facts, seen[at] ?? '')) ||
      (facts.addresses[name] ?? '') ||
      deriveAccount(facts, name, find);
    found.set(name, address);
    return address;
  };
  return find;
}

/** The longest template that the accounts fit; a caller may pass more. */
function findTemplate(
  program: string,
  discriminator: string,
  accounts: readonly string[],
): SwapTemplate | undefined {
  let longest: SwapTemplate | undefined;
  for (const template of swapTemplates.get(program) ?? []) {
    const length = template.accounts.length;
    if (template.discriminator !== discriminator || length > accounts.length) continue;
    const fits = template.accounts.every(
      ({ source }, at) => source.kind !== 'oneOf' || source.addresses.includes(accounts[at] ?? ''),
    );
    if (fits && length > (longest?.accounts.length ?? 0)) longest = template;
  }
  return longest;
}

function resolveAddress(source: AddressSource, facts: PoolDescription, seen: string): string {
  switch (source.kind) {
    case 'own':
    case 'seen':
      return seen;
    case 'fixed':
      return source.address;
    case 'oneOf':
      return seen || (source.addresses[0] ?? '');
    case 'pool':
      return facts.pool;
    case 'parameter':
      return seen || stringAtPath(facts.parameters, source.path);
    default:
      return seen || facts[source.kind];
  }
}

function stringAtPath(parameters: unknown, path: readonly string[]): string {
  let at = parameters;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return '';
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === 'string' ? at : '';
}
