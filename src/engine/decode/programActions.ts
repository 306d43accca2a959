import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';
import { type AccountKeys, type Instruction, invalidEntry } from './message.ts';

/** Effects on balances, read from instruction data: p-token does not write logs. */
export type ProgramAction =
  | {
      readonly kind: 'transfer';
      readonly from: number;
      readonly to: number;
      readonly authority: number;
      readonly amount: bigint;
      /** Index of the mint if the instruction contains it, else -1. */
      readonly mint: number;
      /** Transfer fee if the instruction contains it; `null`: inferred from the balances. */
      readonly fee: bigint | null;
    }
  | { readonly kind: 'mint'; readonly mint: number; readonly to: number; readonly amount: bigint }
  | { readonly kind: 'burn'; readonly mint: number; readonly from: number; readonly amount: bigint }
  | {
      readonly kind: 'open';
      readonly account: number;
      readonly mint: number;
      readonly owner: string;
    }
  /** Closes an account or withdraws its excess lamports; only the balances show the amount. */
  | { readonly kind: 'close'; readonly account: number; readonly to: number }
  /** Unwraps native SOL without closing the account; `null`: the whole balance. */
  | {
      readonly kind: 'unwrap';
      readonly from: number;
      readonly to: number;
      readonly amount: bigint | null;
    }
  /** The System program gives an account to a program: lamports sent before are its rent. */
  | { readonly kind: 'claim'; readonly account: number }
  | {
      readonly kind: 'lamports';
      readonly from: number;
      readonly to: number;
      readonly amount: bigint;
      /** The lamports are rent and initial balance. */
      readonly opensAccount: boolean;
    };

const noBytes = new Uint8Array(0);

/** Empty for malformed Base58. */
export function instructionData({ data }: Pick<Instruction, 'data'>): Uint8Array {
  return typeof data === 'string' ? (decodeBase58(data) ?? noBytes) : data;
}

export const startsWith = (data: Uint8Array, prefix: Uint8Array): boolean =>
  prefix.every((byte, at) => data[at] === byte);

/** Maximum Base58 length of System and Token instructions that move funds, except `batch`. */
const longestOrdinaryData = 64;

export function tokenActions(instruction: Instruction, keys: AccountKeys): ProgramAction[] {
  if (instruction.parsed) return parsedTokenActions(instruction.parsed, keys);
  const data = instructionData(instruction);
  if (data[0] === tokenTag.batch) return batchActions(data, instruction.accounts, keys);
  const action = tokenAction(data, instruction.accounts, 0, keys);
  return action === null ? [] : [action];
}

const tokenTag = {
  initializeAccount: 1,
  transfer: 3,
  mintTo: 7,
  burn: 8,
  closeAccount: 9,
  transferChecked: 12,
  mintToChecked: 14,
  burnChecked: 15,
  initializeAccount2: 16,
  initializeAccount3: 18,
  transferFeeExtension: 26,
  withdrawExcessLamports: 38,
  unwrapLamports: 45,
  batch: 255,
} as const;

function tokenAction(
  data: Uint8Array,
  accounts: ArrayLike<number>,
  start: number,
  keys: AccountKeys,
): ProgramAction | null {
  const account = (position: number) => accounts[start + position] ?? -1;
  switch (data[0]) {
    case tokenTag.transfer:
      if (data.length < 9) return null;
      return transfer(account(0), account(1), account(2), -1, u64(data, 1), null);
    case tokenTag.transferChecked:
      if (data.length < 9) return null;
      return transfer(account(0), account(2), account(3), account(1), u64(data, 1), null);
    case tokenTag.transferFeeExtension:
      if (data[1] !== 1 || data.length < 19) return null;
      return transfer(account(0), account(2), account(3), account(1), u64(data, 2), u64(data, 11));
    case tokenTag.mintTo:
    case tokenTag.mintToChecked:
      if (data.length < 9) return null;
      return { kind: 'mint', mint: account(0), to: account(1), amount: u64(data, 1) };
    case tokenTag.burn:
    case tokenTag.burnChecked:
      if (data.length < 9) return null;
      return { kind: 'burn', from: account(0), mint: account(1), amount: u64(data, 1) };
    case tokenTag.initializeAccount:
      if (account(2) < 0) return null;
      return open(account(0), account(1), keys.at(account(2)));
    case tokenTag.initializeAccount2:
    case tokenTag.initializeAccount3:
      if (data.length < 33) return null;
      return open(account(0), account(1), encodeBase58(data.subarray(1, 33)));
    case tokenTag.closeAccount:
    case tokenTag.withdrawExcessLamports:
      return { kind: 'close', account: account(0), to: account(1) };
    case tokenTag.unwrapLamports: {
      const amount = data[1] === 1 && data.length >= 10 ? u64(data, 2) : null;
      return { kind: 'unwrap', from: account(0), to: account(1), amount };
    }
    default:
      return null;
  }
}

/** p-token's `batch`: for each part the number of accounts, the data length, then the data. */
function batchActions(
  data: Uint8Array,
  accounts: ArrayLike<number>,
  keys: AccountKeys,
): ProgramAction[] {
  const actions: ProgramAction[] = [];
  let offset = 1;
  let firstAccount = 0;
  while (offset + 2 <= data.length) {
    const accountCount = data[offset] ?? 0;
    const length = data[offset + 1] ?? 0;
    // The program rejects nested batches.
    const part = data.subarray(offset + 2, offset + 2 + length);
    const action = tokenAction(part, accounts, firstAccount, keys);
    if (action !== null) actions.push(action);
    offset += 2 + length;
    firstAccount += accountCount;
  }
  return actions;
}

const systemTag = {
  createAccount: 0,
  assign: 1,
  transfer: 2,
  createAccountWithSeed: 3,
  assignWithSeed: 10,
  transferWithSeed: 11,
  /** SIMD-0312: the account may already have lamports, and is listed before its payer. */
  createAccountAllowPrefund: 13,
} as const;

/** `null` if it neither moves lamports nor opens an account. */
export function systemAction(instruction: Instruction, keys: AccountKeys): ProgramAction | null {
  if (instruction.parsed) return parsedSystemAction(instruction.parsed, keys);
  const { data: raw, accounts } = instruction;
  if (typeof raw === 'string' && raw.length > longestOrdinaryData * 3) return null;
  const data = instructionData(instruction);
  if (data.length < 12 || data[1] !== 0 || data[2] !== 0 || data[3] !== 0) return null;
  const first = accounts[0] ?? -1;
  switch (data[0]) {
    case systemTag.assign:
    case systemTag.assignWithSeed:
      return { kind: 'claim', account: first };
    case systemTag.transfer:
      return lamports(first, accounts[1] ?? -1, u64(data, 4), false);
    case systemTag.transferWithSeed:
      return lamports(first, accounts[2] ?? -1, u64(data, 4), false);
    case systemTag.createAccount:
      return lamports(first, accounts[1] ?? -1, u64(data, 4), true);
    case systemTag.createAccountAllowPrefund:
      return lamports(accounts[1] ?? -1, first, u64(data, 4), true);
    case systemTag.createAccountWithSeed: {
      // tag, base key, seed (u64 length and text), then the lamports.
      if (data.length < 44) return null;
      const seedLength = Number(u64(data, 36));
      const at = 44 + seedLength;
      if (!(at + 8 <= data.length)) return null;
      return lamports(first, accounts[1] ?? -1, u64(data, at), true);
    }
    default:
      return null;
  }
}

type Info = Readonly<Record<string, unknown>>;

function parsedTokenActions(
  { type, info }: { readonly type: string; readonly info: Info },
  keys: AccountKeys,
): ProgramAction[] {
  const key = (name: string) => parsedKey(info, name, keys);
  const optionalKey = (name: string) => (name in info ? key(name) : -1);
  const sent = () => parsedAmount(info['tokenAmount'] ?? info['amount']) ?? fail('amount');
  switch (type) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee': {
      const authority = optionalKey('authority' in info ? 'authority' : 'multisigAuthority');
      const fee = type === 'transferCheckedWithFee' ? parsedAmount(info['feeAmount']) : null;
      const [from, to, mint] = [key('source'), key('destination'), optionalKey('mint')];
      return [transfer(from, to, authority, mint, sent(), fee)];
    }
    case 'mintTo':
    case 'mintToChecked':
      return [{ kind: 'mint', mint: key('mint'), to: key('account'), amount: sent() }];
    case 'burn':
    case 'burnChecked':
      return [{ kind: 'burn', mint: key('mint'), from: key('account'), amount: sent() }];
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3': {
      const { owner } = info;
      if (typeof owner !== 'string' || !isAddress(owner)) return fail('owner');
      return [open(key('account'), key('mint'), owner)];
    }
    case 'closeAccount':
      return [{ kind: 'close', account: key('account'), to: key('destination') }];
    case 'withdrawExcessLamports':
      return [{ kind: 'close', account: key('source'), to: key('destination') }];
    case 'unwrapLamports': {
      const some = parsedAmount(info['amount']);
      return [{ kind: 'unwrap', from: key('source'), to: key('destination'), amount: some }];
    }
    case 'batch':
      return parsedBatchActions(info, keys);
    default:
      return [];
  }
}

/** Newer nodes parse `batch` too (anza-xyz/agave#13512), with its parts in `instructions`. */
function parsedBatchActions({ instructions }: Info, keys: AccountKeys): ProgramAction[] {
  if (!Array.isArray(instructions)) return fail('instructions');
  return (instructions as readonly unknown[]).flatMap((part) => {
    const { type, info } = isObject(part) ? part : {};
    const isPart = typeof type === 'string' && type !== 'batch' && isObject(info);
    return isPart ? parsedTokenActions({ type, info }, keys) : fail('instructions');
  });
}

function parsedSystemAction(
  { type, info }: { readonly type: string; readonly info: Info },
  keys: AccountKeys,
): ProgramAction | null {
  const key = (name: string) => parsedKey(info, name, keys);
  const amount = () => parsedAmount(info['lamports']) ?? fail('lamports');
  switch (type) {
    case 'transfer':
    case 'transferWithSeed':
      return lamports(key('source'), key('destination'), amount(), false);
    case 'createAccount':
    case 'createAccountWithSeed':
    case 'createAccountAllowPrefund':
      return lamports(key('source'), key('newAccount'), amount(), true);
    case 'assign':
    case 'assignWithSeed':
      return { kind: 'claim', account: key('account') };
    default:
      return null;
  }
}

function parsedKey(info: Info, name: string, keys: AccountKeys): number {
  const value = info[name];
  const index = typeof value === 'string' ? keys.indexOf(value) : -1;
  return index >= 0 ? index : fail(name);
}

/** A member that cannot be read must not count as no movement. */
function fail(name: string): never {
  throw invalidEntry(name, 'parsed');
}

/** Amounts of jsonParsed: a decimal string, a number, or an object with the string. */
function parsedAmount(value: unknown): bigint | null {
  if (typeof value === 'object' && value !== null && 'amount' in value) {
    return parsedAmount(value.amount);
  }
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^[0-9]{1,20}$/.test(value) ? BigInt(value) : null;
}

const transfer = (
  from: number,
  to: number,
  authority: number,
  mint: number,
  amount: bigint,
  fee: bigint | null,
): ProgramAction => ({ kind: 'transfer', from, to, authority, mint, amount, fee });

const open = (account: number, mint: number, owner: string): ProgramAction => ({
  kind: 'open',
  account,
  mint,
  owner,
});

const lamports = (
  from: number,
  to: number,
  amount: bigint,
  opensAccount: boolean,
): ProgramAction => ({ kind: 'lamports', from, to, amount, opensAccount });

/** The caller has checked the length. */
function u64(data: Uint8Array, at: number): bigint {
  const low = u32(data, at);
  const high = u32(data, at + 4);
  // Fast path: nearly every amount is exact as a number, which saves two BigInt allocations.
  return high < 2 ** 21 ? BigInt(high * 2 ** 32 + low) : (BigInt(high) << 32n) | BigInt(low);
}

/** The caller has checked the length. */
export function u32(data: Uint8Array, at: number): number {
  const byte = (offset: number) => data[at + offset] ?? 0;
  return (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0;
}
