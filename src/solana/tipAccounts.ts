import tipProviders from './tipAccounts.json' with { type: 'json' };

/**
 * Not complete: providers change their accounts. To renew: read the source of each provider again, add
 * what is new, and keep old accounts, which recorded transactions paid.
 */
const providers = Object.entries(tipProviders).map(([provider, { name, accounts }]) => ({
  provider,
  name,
  accounts,
}));

/** Date of the newest source of `tipAccounts.json`. */
export const tipAccountsDate = '2026-11-29';

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
