import tipProviders from './tipAccounts.json' with { type: 'json' };

/** By provider its name, then the accounts that take its tips. Others may too: providers change them. */
const providers = Object.entries(tipProviders).map(([provider, [name = '', ...accounts]]) => ({
  provider,
  name,
  accounts,
}));

/** Newest source of `tipAccounts.json`. */
export const tipAccountsDate = '2026-09-27';

export const tipAccountsByProvider: ReadonlyMap<string, readonly string[]> = new Map(
  providers.map(({ provider, accounts }) => [provider, accounts]),
);

export const tipProviderNames: ReadonlyMap<string, string> = new Map(
  providers.map(({ provider, name }) => [provider, name]),
);

export const tipProviderByAccount: ReadonlyMap<string, string> = new Map(
  providers.flatMap(({ provider, accounts }) =>
    accounts.map((account): [string, string] => [account, provider]),
  ),
);
