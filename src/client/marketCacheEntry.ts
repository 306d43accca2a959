import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { MarketCacheAccount, MarketCacheEntry } from '../api/marketCache.ts';
import { type JsonPath, type ValidationIssue, validateSchema } from '../api/validation.ts';

export interface MarketCacheEntryReading {
  /** `null` where not even the pool and its owner can be read. */
  readonly entry: MarketCacheEntry | null;
  readonly faults: readonly ValidationIssue[];
}

/**
 * An entry of the market cache, of which a wrong member loses itself and not the pool: an account
 * keeps its place without its address or name, since the order of accounts counts, and the accounts
 * are lost together where one of them has no role.
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

/** What the schema says of most entries, hundreds of thousands of which it would take longer over. */
const isBareEntry = (value: unknown): value is MarketCacheEntry =>
  isObject(value) &&
  typeof value['pubkey'] === 'string' &&
  typeof value['owner'] === 'string' &&
  (value['params'] === undefined || isObject(value['params'])) &&
  value['accounts'] === undefined;

/** The accounts without what is wrong in them, as far as an account can do without it. */
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
      // Empty text stands for what is not known.
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
