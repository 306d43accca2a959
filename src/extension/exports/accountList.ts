import { isAddress } from '../../interface/base58Length.ts';
import { visibleText } from '../../interface/displayText.ts';
import type { MarketCacheAccount } from '../../interface/marketCache.ts';

/** Libraries whose account metas an account list is written for; JSON for everything else. */
export const accountForms = {
  kit: { label: 'TypeScript, @solana/kit', language: 'typescript' },
  web3: { label: 'TypeScript, @solana/web3.js', language: 'typescript' },
  rust: { label: 'Rust', language: 'rust' },
  json: { label: 'JSON', language: 'json' },
} as const;
export type AccountForm = keyof typeof accountForms;

/** What an account of a swap is to whoever calls it. */
export interface AccountPart {
  readonly name: string;
  /** Null: it is not named, or no address. */
  readonly address: string | null;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
  /** The caller must put in its own. */
  readonly isYours: boolean;
}

export function accountPart(account: MarketCacheAccount): AccountPart {
  const { address, role, name } = account;
  // A service that does not mark them tells the caller's entries by their names alone.
  const isYours = account.isCaller ?? /user|payer/i.test(name);
  return {
    name,
    address: !isYours && isAddress(address) ? address : null,
    isWritable: (role & 1) === 1,
    isSigner: (role & 2) === 2,
    isYours,
  };
}

/** The accounts of a pool in their order, those marked that are the caller's own or not known. */
export function accountList(accounts: readonly MarketCacheAccount[], form: AccountForm): string {
  const parts = accounts.map(accountPart);
  if (form === 'json') return `${JSON.stringify(parts.map(jsonPart), null, 2)}\n`;
  const names = variableNames(parts, form === 'rust' ? snakeCase : camelCase);
  const lines = parts.map((part, index) => {
    const line = writers[form](part, names[index] ?? '');
    return `${line}, // ${noteOf(part)}`;
  });
  const [open, indent, close] = form === 'rust' ? ['vec![', '    ', ']'] : ['[', '  ', ']'];
  return [open, ...lines.map((line) => `${indent}${line}`), close].join('\n');
}

const kitRoles = ['READONLY', 'WRITABLE', 'READONLY_SIGNER', 'WRITABLE_SIGNER'] as const;
const roleOf = ({ isWritable, isSigner }: AccountPart): number =>
  (isWritable ? 1 : 0) + (isSigner ? 2 : 0);

const writers: Readonly<
  Record<Exclude<AccountForm, 'json'>, (part: AccountPart, variable: string) => string>
> = {
  kit: (part, variable) => {
    const address = part.address === null ? variable : `address('${part.address}')`;
    return `{ address: ${address}, role: AccountRole.${kitRoles[roleOf(part)] ?? 'READONLY'} }`;
  },
  web3: (part, variable) => {
    const key = part.address === null ? variable : `new PublicKey('${part.address}')`;
    const { isSigner, isWritable } = part;
    return `{ pubkey: ${key}, isSigner: ${isSigner}, isWritable: ${isWritable} }`;
  },
  rust: ({ address, isSigner, isWritable }, variable) => {
    const key = address === null ? variable : `pubkey!("${address}")`;
    return `AccountMeta::${isWritable ? 'new' : 'new_readonly'}(${key}, ${isSigner})`;
  },
};

const noteOf = ({ name, address, isYours }: AccountPart): string => {
  const words = visibleText(name, 60);
  if (isYours) return `${words}: yours`;
  return address === null ? `${words}: not known` : words;
};

const jsonPart = (part: AccountPart) => ({
  name: visibleText(part.name, 60),
  address: part.address,
  role: roleOf(part),
  isSigner: part.isSigner,
  isWritable: part.isWritable,
  isYours: part.isYours,
});

/** A variable for each account that has no address; the same name twice gets a number. */
function variableNames(
  parts: readonly AccountPart[],
  casing: (words: readonly string[]) => string,
): string[] {
  const used = new Map<string, number>();
  return parts.map(({ name, address }) => {
    if (address !== null) return '';
    const words = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '');
    // Never a reserved word, and never one that begins with a digit.
    const all = words.length < 2 || /^\d/.test(words[0] ?? '') ? ['my', ...words] : words;
    const variable = casing(all.length === 1 ? [...all, 'account'] : all);
    const times = (used.get(variable) ?? 0) + 1;
    used.set(variable, times);
    return times === 1 ? variable : `${variable}${times}`;
  });
}

const snakeCase = (words: readonly string[]): string => words.join('_').toLowerCase();

const camelCase = (words: readonly string[]): string =>
  words
    .map((word, index) => {
      const lower = word.toLowerCase();
      return index === 0 ? lower : `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
    })
    .join('');
