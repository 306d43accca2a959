import tipProviders from './tipAccounts.json' with { type: 'json' };

/** Not complete: providers change their accounts. */
const providers = Object.entries(tipProviders).map(([provider, [name = '', ...accounts]]) => ({
  provider,
  name,
  accounts,
}));

/** Date of the newest source of `tipAccounts.json`. */
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
