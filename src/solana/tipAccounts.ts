import tipProviders from './tipAccounts.json' with { type: 'json' };

/** Accounts that take tips, by provider. Providers change them: others may take tips too. */
const providers = Object.entries(tipProviders);

/** Newest source of `tipAccounts.json`. */
export const tipAccountsDate = '2026-09-27';

export const tipAccountsByProvider: ReadonlyMap<string, readonly string[]> = new Map(
  providers.map(([provider, { accounts }]) => [provider, accounts]),
);

export const tipProviderNames: ReadonlyMap<string, string> = new Map(
  providers.map(([provider, { name }]) => [provider, name]),
);

export const tipProviderByAccount: ReadonlyMap<string, string> = new Map(
  providers.flatMap(([provider, { accounts }]) =>
    accounts.map((account): [string, string] => [account, provider]),
  ),
);
