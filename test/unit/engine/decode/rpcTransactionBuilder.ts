import { createHash } from 'node:crypto';
import { toJsonInteger } from '../../../../src/api/json.ts';
import type {
  RpcInstruction,
  RpcTokenBalance,
  RpcTransaction,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import {
  computeBudgetProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../../../src/solana/knownPrograms.ts';

export const address = (name: string): string =>
  encodeBase58(createHash('sha256').update(name).digest());

export const signatureOf = (name: string): string =>
  encodeBase58(createHash('sha512').update(name).digest());

export const u64 = (amount: bigint | number): number[] => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(amount));
  return [...bytes];
};

interface TokenAccount {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  readonly program: string;
  before: bigint | null;
  after: bigint | null;
}

interface BuiltInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: readonly number[];
  readonly depth: number;
}

/**
 * Builds transactions in the form of `getTransaction` (json encoding). The balances are derived
 * from the instructions, so tests only list those.
 */
export class RpcTransactionBuilder {
  readonly payer: string;
  readonly #signers: string[];
  readonly #tokens = new Map<string, TokenAccount>();
  readonly #lamports = new Map<string, { before: bigint; after: bigint }>();
  readonly #instructions: BuiltInstruction[] = [];
  #feeLamports = 5_000;
  #error: unknown = null;
  #withStackHeight = true;

  constructor(payer: string, otherSigners: readonly string[] = []) {
    this.payer = payer;
    this.#signers = [payer, ...otherSigners];
  }

  fee(lamports: number): this {
    this.#feeLamports = lamports;
    return this;
  }

  fail(error: unknown): this {
    this.#error = error;
    return this;
  }

  /** As in old blocks. */
  withoutStackHeight(): this {
    this.#withStackHeight = false;
    return this;
  }

  /** It exists before the transaction. Returns its address. */
  account(owner: string, mint: string, options: { name?: string; program?: string } = {}): string {
    const key = address(options.name ?? `${owner} holds ${mint}`);
    if (!this.#tokens.has(key)) {
      const before = 1_000_000_000_000n;
      const program = options.program ?? tokenProgram;
      this.#tokens.set(key, { address: key, mint, owner, program, before, after: before });
    }
    return key;
  }

  /** Depth 1 is top level. */
  call(
    program: string,
    accounts: readonly string[],
    data: readonly number[] | string,
    depth = 1,
  ): this {
    const bytes = typeof data === 'string' ? [...Buffer.from(data, 'hex')] : data;
    this.#instructions.push({ program, accounts, data: bytes, depth });
    return this;
  }

  computeUnitLimit(units: number): this {
    const bytes = Buffer.alloc(5);
    bytes[0] = 2;
    bytes.writeUInt32LE(units, 1);
    return this.call(computeBudgetProgram, [], [...bytes]);
  }

  /** `withheld` is the transfer fee of a Token-2022 mint. */
  transfer(
    from: string,
    to: string,
    amount: bigint | number,
    options: { depth?: number; withheld?: bigint } = {},
  ): this {
    const source = this.#tokens.get(from);
    if (!source) throw new Error('transfer out of an account that was not opened');
    this.#move(from, to, BigInt(amount), options.withheld ?? 0n);
    return this.call(
      source.program,
      [from, source.mint, to, source.owner],
      [12, ...u64(amount), 6],
      options.depth ?? 2,
    );
  }

  /** Adds p-token's batch: several transfers in one instruction. */
  batch(transfers: readonly { from: string; to: string; amount: bigint }[], depth = 2): this {
    const data = [255];
    const accounts: string[] = [];
    for (const { from, to, amount } of transfers) {
      this.#move(from, to, amount, 0n);
      data.push(3, 9, 3, ...u64(amount));
      accounts.push(from, to, this.#tokens.get(from)?.owner ?? this.payer);
    }
    return this.call(tokenProgram, accounts, data, depth);
  }

  sendLamports(from: string, to: string, amount: bigint | number, depth = 1): this {
    this.addLamports(from, -BigInt(amount));
    this.addLamports(to, BigInt(amount));
    return this.call(systemProgram, [from, to], [2, 0, 0, 0, ...u64(amount)], depth);
  }

  /** Called by a program. */
  openAccount(from: string, account: string, rent: bigint): this {
    this.addLamports(from, -rent);
    this.#lamports.set(account, { before: 0n, after: rent });
    const data = [0, 0, 0, 0, ...u64(rent), ...u64(83n), ...new Uint8Array(32)];
    return this.call(systemProgram, [from, account], data, 2);
  }

  /** It has no lamports before the transaction. */
  emptyAccount(account: string): this {
    this.#lamports.set(account, { before: 0n, after: 0n });
    return this;
  }

  /** Changes lamports without an instruction, as programs may do with their own accounts. */
  addLamports(account: string, amount: bigint): this {
    const known = this.#lamports.get(account) ?? { before: 10n ** 12n, after: 10n ** 12n };
    this.#lamports.set(account, { before: known.before, after: known.after + amount });
    return this;
  }

  #move(from: string, to: string, amount: bigint, withheld: bigint): void {
    const source = this.#tokens.get(from);
    const target = this.#tokens.get(to);
    if (!source || !target) throw new Error('transfer between accounts that were not opened');
    if (source.after !== null) source.after -= amount;
    if (target.after !== null) target.after += amount - withheld;
    if (source.mint === wrappedSolMint) {
      this.addLamports(from, -amount);
      this.addLamports(to, amount);
    }
  }

  build(name = 'transaction'): RpcTransaction {
    const keys = [...this.#signers];
    const indexOf = (key: string): number => {
      const known = keys.indexOf(key);
      return known >= 0 ? known : keys.push(key) - 1;
    };
    const top: RpcInstruction[] = [];
    const inner: { index: number; instructions: RpcInstruction[] }[] = [];
    for (const { program, accounts, data, depth } of this.#instructions) {
      const instruction = {
        programIdIndex: indexOf(program),
        accounts: accounts.map(indexOf),
        data: encodeBase58(Uint8Array.from(data)),
        ...(this.#withStackHeight ? { stackHeight: depth } : {}),
      };
      if (depth === 1) {
        top.push(instruction);
      } else {
        const index = top.length - 1;
        const list = inner.find((each) => each.index === index);
        if (list) list.instructions.push(instruction);
        else inner.push({ index, instructions: [instruction] });
      }
    }
    this.addLamports(this.payer, -BigInt(this.#feeLamports));
    const failed = this.#error !== null;
    const lamports = keys.map((key) => {
      const known = this.#lamports.get(key) ?? { before: 10n ** 9n, after: 10n ** 9n };
      const after = failed
        ? known.before - (key === this.payer ? BigInt(this.#feeLamports) : 0n)
        : known.after;
      // No balance is negative.
      const missing = after < 0n ? -after : 0n;
      return {
        before: toJsonInteger(known.before + missing),
        after: toJsonInteger(after + missing),
      };
    });
    const balances = (pick: 'before' | 'after'): RpcTokenBalance[] =>
      [...this.#tokens.values()].flatMap((account) => {
        const amount = account[failed ? 'before' : pick];
        const accountIndex = keys.indexOf(account.address);
        if (amount === null || accountIndex < 0) return [];
        return [
          {
            accountIndex,
            mint: account.mint,
            owner: account.owner,
            programId: account.program,
            uiTokenAmount: { amount: amount.toString(), decimals: 6 },
          },
        ];
      });
    return {
      slot: 400_000_000,
      blockTime: 1_790_000_000,
      version: 'legacy',
      transaction: {
        signatures: [signatureOf(name)],
        message: {
          accountKeys: keys,
          header: {
            numRequiredSignatures: this.#signers.length,
            numReadonlySignedAccounts: 0,
            numReadonlyUnsignedAccounts: 0,
          },
          instructions: top,
          recentBlockhash: address('blockhash'),
        },
      },
      meta: {
        err: this.#error,
        fee: this.#feeLamports,
        computeUnitsConsumed: 123_456,
        innerInstructions: inner,
        loadedAddresses: { writable: [], readonly: [] },
        logMessages: [],
        preBalances: lamports.map(({ before }) => before),
        postBalances: lamports.map(({ after }) => after),
        preTokenBalances: balances('before'),
        postTokenBalances: balances('after'),
      },
    };
  }

  /** Program for accounts of mints with transfer fees. */
  static readonly token2022 = token2022Program;
}
