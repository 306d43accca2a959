import { isAddress } from '../../api/base58.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { PoolAccount } from '../../backend/protocol/poolProtocol.ts';

export const accountFormats = ['typescript-web3', 'typescript-kit', 'rust', 'json'] as const;
export type AccountFormat = (typeof accountFormats)[number];

export const accountFormatNames: Readonly<Record<AccountFormat, string>> = {
  'typescript-web3': 'TypeScript AccountMeta[], @solana/web3.js',
  'typescript-kit': 'TypeScript AccountMeta[], @solana/kit',
  rust: 'Rust Vec<AccountMeta>',
  json: 'JSON',
};

export function accountFormatFor(languageId: string, text: string): AccountFormat | null {
  if (languageId === 'rust') return 'rust';
  if (languageId.startsWith('json')) return 'json';
  if (!/^(typescript|javascript)(react)?$/.test(languageId)) return null;
  return text.includes('@solana/kit') ? 'typescript-kit' : 'typescript-web3';
}

/**
 * The caller's own and unknown entries are variables, so that the code does not compile before the
 * developer fills them in. Names and addresses come from the service: only plain words and valid
 * addresses get into the code.
 */
export function formatAccountList(
  accounts: readonly PoolAccount[],
  format: AccountFormat,
  pool: string,
  note: string | null = null,
): string {
  const entries = accounts.map((account) => {
    const { isSigner, isWritable } = parseAccountRole(account.role);
    const name = sanitizeName(account.name);
    const isCaller = isCallerAccount(account);
    const address = isCaller || !isAddress(account.address) ? null : account.address;
    const mark = isCaller ? `TODO: your own ${name}` : `TODO: unknown ${name}`;
    // In the order of the members in JSON.
    return { name, address, isSigner, isWritable, isCaller, note: address === null ? mark : name };
  });
  if (format === 'json') {
    const members = entries.map(({ note: _, ...account }) => account);
    return JSON.stringify(members, null, 2);
  }
  const lines = entries.map(({ address, isSigner, isWritable, name, note }) => {
    switch (format) {
      case 'typescript-web3': {
        const key = address === null ? camelCase(name) : `new PublicKey('${address}')`;
        return `  { pubkey: ${key}, isSigner: ${isSigner}, isWritable: ${isWritable} }, // ${note}`;
      }
      case 'typescript-kit': {
        const key = address === null ? camelCase(name) : `address('${address}')`;
        return `  { address: ${key}, role: AccountRole.${kitRole(isSigner, isWritable)} }, // ${note}`;
      }
      default: {
        const key = address === null ? snakeCase(name) : `pubkey!("${address}")`;
        const make = isWritable ? 'new' : 'new_readonly';
        return `    AccountMeta::${make}(${key}, ${isSigner}), // ${note}`;
      }
    }
  });
  const comment = `// Accounts of a swap on pool ${isAddress(pool) ? pool : 'unknown'}`;
  const warning = note === null ? [] : [`// ${sanitizeText(note, 300)}`];
  return [comment, ...warning, format === 'rust' ? 'vec![' : '[', ...lines, ']'].join('\n');
}

/** Payers and names with `user` are the caller's, even if a service does not mark them. */
export const isCallerAccount = ({ isCaller, name }: PoolAccount): boolean =>
  isCaller ?? /(^|[^a-z])payer|user/i.test(name);

/** Removes anything that could end a comment, a line or a string. */
const sanitizeName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, 60) || 'unnamed';

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word, index) => (index === 0 && /^\d/.test(word) ? `account${word}` : word));

const camelCase = (name: string): string =>
  splitWords(name)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

const snakeCase = (name: string): string => splitWords(name).join('_');

const kitRole = (isSigner: boolean, isWritable: boolean): string =>
  `${isWritable ? 'WRITABLE' : 'READONLY'}${isSigner ? '_SIGNER' : ''}`;

/** Solana's AccountRole: 0 readonly, 1 writable, 2 readonly signer, 3 writable signer. */
export const parseAccountRole = (role: number) => ({
  isSigner: role === 2 || role === 3,
  isWritable: role === 1 || role === 3,
});
