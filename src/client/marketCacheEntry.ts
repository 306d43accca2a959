import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { MarketCacheAccount, MarketCacheEntry } from '../api/marketCache.ts';
import { type JsonPath, type ValidationIssue, validateSchema } from '../api/validation.ts';

export interface MarketCacheEntryReading {
  /** `null` if the pool or its owner cannot be read. */
  readonly entry: MarketCacheEntry | null;
  readonly faults: readonly ValidationIssue[];
}

/**
 * Reads an entry of the market cache and drops invalid members, not the pool. An account without a
 * valid address or name stays in the list, since the order of accounts matters; if one account has
 * no role, all accounts are dropped.
 */
export function readMarketCacheEntry(value: unknown, index: number): MarketCacheEntryReading {
  if (isBareEntry(value)) return { entry: value, faults: [] };
  const { result, fault } = validateSchema(MarketCacheEntry, value);
  if (fault === null) return { entry: result, faults: [] };
  if (!isObject(value)) return { entry: null, faults: [issueAt([index], fault)] };
  const { params, accounts, ...pool } = value;
  const bare = validateSchema(MarketCacheEntry, pool);
  if (bare.fault !== null) return { entry: null, faults: [issueAt([index], bare.fault)] };
  const faults: ValidationIssue[] = [];
  const members = { params, accounts: readAccounts(accounts, index, faults) };
  let entry = bare.result;
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue;
    const checked = validateSchema(MarketCacheEntry, { ...entry, [name]: member });
    if (checked.fault === null) entry = checked.result;
    else faults.push(issueAt([index], checked.fault));
  }
  return { entry, faults };
}

/** Fast check for most entries: schema validation of hundreds of thousands takes longer. */
const isBareEntry = (value: unknown): value is MarketCacheEntry =>
  isObject(value) &&
  typeof value['pubkey'] === 'string' &&
  typeof value['owner'] === 'string' &&
  (value['params'] === undefined || isObject(value['params'])) &&
  value['accounts'] === undefined;

function readAccounts(accounts: unknown, index: number, faults: ValidationIssue[]): unknown {
  if (!Array.isArray(accounts)) return accounts;
  return accounts.map((account: unknown, at) => {
    if (!isObject(account)) return account;
    const read = new Map(Object.entries(account));
    for (const name of dispensableMembers) {
      const member = { ...emptyAccount, ...(read.has(name) ? { [name]: read.get(name) } : {}) };
      const isMissing = name in emptyAccount && !read.has(name);
      const fault = isMissing
        ? { path: [name], message: t('is missing') }
        : validateSchema(MarketCacheAccount, member).fault;
      if (fault === null) continue;
      faults.push(issueAt([index, 'accounts', at], fault));
      // Empty text means unknown.
      if (name in emptyAccount) read.set(name, '');
      else read.delete(name);
    }
    return Object.fromEntries(read);
  });
}

const emptyAccount: MarketCacheAccount = { address: '', role: 0, name: '' };
const dispensableMembers = ['address', 'name', 'isCaller', 'isUnknown'] as const;

const issueAt = (path: JsonPath, issue: ValidationIssue): ValidationIssue => ({
  path: [...path, ...issue.path],
  message: issue.message,
});
