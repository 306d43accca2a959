import * as zlib from 'node:zlib';
import { encodeBase58 } from '../../../solana/base58.ts';
import { token2022Program } from '../../../solana/knownPrograms.ts';
import { type ChainAccount, parseLookupTable } from '../../../solana/landing/chainAccounts.ts';
import { readTokenAccount } from '../../landing/balanceChanges.ts';
import { decodeMintAccount } from '../../rpc/decodeMint.ts';
import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import type { RpcParameters } from './rpcParameters.ts';

const encodings = ['base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;
type AccountEncoding = (typeof encodings)[number];

/** `binary`, the default, is Base58 as a plain string. */
export interface AccountFormat {
  readonly encoding: AccountEncoding | 'binary';
  readonly slice: { readonly offset: number; readonly length: number } | null;
}

/** Agave's limit for Base58, which is slow to encode. */
const maxBase58Bytes = 128;
/** Accounts pay no rent; nodes return the largest u64. */
const rentExemptEpoch = 2n ** 64n - 1n;

export function accountFormat(
  options: RpcParameters,
  otherwise: AccountFormat['encoding'] = 'binary',
): AccountFormat {
  const encoding = options.choice('encoding', encodings) ?? otherwise;
  // Requires Node.js 22.15.
  if (encoding === 'base64+zstd' && zlib.zstdCompressSync === undefined) {
    throw options.fault('encoding', 'another encoding: this machine cannot compress with zstd');
  }
  if (!options.has('dataSlice')) return { encoding, slice: null };
  const slice = options.options('dataSlice');
  const offset = slice.integer('offset', 'a number of bytes');
  return { encoding, slice: { offset, length: slice.integer('length', 'a number of bytes') } };
}

export function encodeAccount(
  chain: SandboxChain,
  address: string,
  format: AccountFormat,
  account: ChainAccount | null = chain.account(address),
): object | null {
  if (account === null) return null;
  return {
    lamports: account.lamports,
    owner: account.owner,
    data: encodeData(chain, account, format),
    executable: chain.isExecutable(address),
    rentEpoch: rentExemptEpoch,
    space: account.data.length,
  };
}

function encodeData(chain: SandboxChain, account: ChainAccount, format: AccountFormat): unknown {
  const { encoding, slice } = format;
  if (encoding === 'jsonParsed') {
    const parsed = parseAccountData(chain, account);
    if (parsed !== null) return { ...parsed, space: account.data.length };
  }
  const data =
    slice === null
      ? account.data
      : account.data.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === 'binary' || encoding === 'base58') {
    if (data.length > maxBase58Bytes) {
      throw new LandingError(
        rpcErrorCodes.invalidRequest,
        `Encoded binary (base 58) data should be less than ${maxBase58Bytes} bytes, please use Base64 encoding.`,
      );
    }
    const text = encodeBase58(data);
    return encoding === 'binary' ? text : [text, encoding];
  }
  if (encoding === 'base64+zstd') {
    return [zlib.zstdCompressSync(data).toString('base64'), encoding];
  }
  // Also for accounts that jsonParsed has no parser for.
  return [Buffer.from(data).toString('base64'), 'base64'];
}

/** `null` except for token accounts, mints and lookup tables. */
function parseAccountData(
  chain: SandboxChain,
  account: ChainAccount,
): { readonly program: string; readonly parsed: object } | null {
  const table = parseLookupTable(account);
  if (table !== null) {
    const info = {
      addresses: table.addresses,
      ...(account.data[21] === 1 ? { authority: readKey(account.data, 22) } : {}),
      deactivationSlot: String(table.deactivationSlot ?? 2n ** 64n - 1n),
      lastExtendedSlot: String(table.lastExtendedSlot),
      lastExtendedSlotStartIndex: table.lastExtendedStart,
    };
    return { program: 'address-lookup-table', parsed: { type: 'lookupTable', info } };
  }
  const program = account.owner === token2022Program ? 'spl-token-2022' : 'spl-token';
  const token = parseTokenAccount(chain, account);
  if (token !== null) return { program, parsed: { type: 'account', info: token } };
  const mint = decodeMintAccount({ address: '', ...account })?.mint;
  if (mint === undefined) return null;
  const { decimals, mintAuthority, freezeAuthority, supply } = mint;
  const info = {
    decimals,
    freezeAuthority,
    isInitialized: true,
    mintAuthority,
    supply: String(supply),
  };
  return { program, parsed: { type: 'mint', info } };
}

const tokenAccountStates = ['uninitialized', 'initialized', 'frozen'];

function parseTokenAccount(chain: SandboxChain, account: ChainAccount): object | null {
  const token = readTokenAccount(account);
  if (token === null) return null;
  const view = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.length);
  const decimals = mintDecimals(chain, token.mint) ?? 0;
  const hasDelegate = view.readUInt32LE(72) !== 0;
  const isNative = view.readUInt32LE(109) !== 0;
  return {
    mint: token.mint,
    owner: token.owner,
    state: tokenAccountStates[view.readUInt8(108)] ?? 'uninitialized',
    isNative,
    tokenAmount: uiTokenAmount(token.amount, decimals),
    ...(hasDelegate
      ? {
          delegate: readKey(account.data, 76),
          delegatedAmount: uiTokenAmount(view.readBigUInt64LE(121), decimals),
        }
      : {}),
    ...(isNative ? { rentExemptReserve: uiTokenAmount(view.readBigUInt64LE(113), 9) } : {}),
    ...(view.readUInt32LE(129) !== 0 ? { closeAuthority: readKey(account.data, 133) } : {}),
  };
}

const readKey = (data: Uint8Array, at: number): string => encodeBase58(data.subarray(at, at + 32));

/** `null` if the account is not a mint. */
export function mintDecimals(chain: SandboxChain, mint: string): number | null {
  const account = chain.account(mint);
  const decoded = account === null ? null : decodeMintAccount({ address: mint, ...account });
  return decoded?.mint.decimals ?? null;
}

/** `uiAmount` has the precision of a double. */
export function uiTokenAmount(amount: bigint, decimals: number) {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
