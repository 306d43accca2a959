import tipProviders from './tipAccounts.json' with { type: 'json' };

/**
 * Accounts that take tips for submitting a transaction, by provider: those of the interface under
 * its names, then further ones under their own. Providers change their lists: a transfer to an
 * account that is not here can still be a tip.
 */
const providers = Object.entries(tipProviders);

/** Newest source of `tipAccounts.json`. */
export const tipAccountsDate = '2026-09-27';

export const tipAccountsByProvider: ReadonlyMap<string, readonly string[]> = new Map(
  providers.map(([provider, { accounts }]) => [provider, accounts]),
);

/** What the providers call themselves. */
export const tipProviderNames: ReadonlyMap<string, string> = new Map(
  providers.map(([provider, { name }]) => [provider, name]),
);

export const tipProviderByAccount: ReadonlyMap<string, string> = new Map(
  providers.flatMap(([provider, { accounts }]) =>
    accounts.map((account): [string, string] => [account, provider]),
  ),
);
