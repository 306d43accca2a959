import { type Address, address, getTransactionDecoder, lamports } from '@solana/kit';
import { t } from '@vscode/l10n';
import type { LiteSVM } from 'litesvm';
import { MarketError } from '../../api/marketError.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { RpcInstruction } from '../decode/rpcBlock.ts';
import type { ExecutionResult } from '../landing/executionResult.ts';
import type { TransactionError } from '../rpc/transactionError.ts';

const slotsPerEpoch = 432_000n;

/** Wraps LiteSVM; loads its native library on `open`. */
export class VirtualMachine {
  readonly #svm: LiteSVM;
  readonly #library: typeof import('litesvm');
  readonly #decoder = getTransactionDecoder();
  /** Accounts by owner, cached until a transaction runs: listing them takes 100 ms. */
  readonly #ownedBy = new Map<string, Map<string, ChainAccount>>();

  private constructor(library: typeof import('litesvm')) {
    this.#library = library;
    // SandboxChain checks blockhashes, duplicates and nonces: LiteSVM supports only one blockhash.
    this.#svm = new library.LiteSVM()
      .withSigverify(true)
      .withBlockhashCheck(false)
      .withTransactionHistory(0n)
      .withNativeMints();
  }

  /** Throws a MarketError that says what is missing. */
  static async open(): Promise<VirtualMachine> {
    try {
      // CommonJS: in a split bundle, all its exports are members of the default export.
      const { default: library } = await import('litesvm');
      return new VirtualMachine(library);
    } catch (cause) {
      throw new MarketError(
        'service-failing',
        t(
          'The Sandbox cannot land transactions on this machine: LiteSVM has no build for it. Use a Node connection.',
        ),
        { cause },
      );
    }
  }

  /** Programs read the clock; lookup tables need the slot hashes. */
  setClock(slot: number, timeSeconds: number, hashes: readonly { slot: number; hash: string }[]) {
    const epoch = BigInt(slot) / slotsPerEpoch;
    this.#svm.setClock(
      new this.#library.Clock(
        BigInt(slot),
        BigInt(timeSeconds),
        epoch,
        epoch + 1n,
        BigInt(timeSeconds),
      ),
    );
    // The types require instances, but only their members are read.
    const list = hashes.map((each) => ({ slot: BigInt(each.slot), hash: each.hash }));
    this.#svm.setSlotHashes(list as never);
  }

  /** A new blockhash lets durable nonces advance. */
  nextBlock(): void {
    this.#svm.expireBlockhash();
  }

  rentExemption(dataBytes: number): number {
    const bytes = Number.isSafeInteger(dataBytes) && dataBytes >= 0 ? dataBytes : 0;
    return Number(this.#svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  account(key: string): ChainAccount | null {
    const found = this.#svm.getAccount(address(key));
    if (!found.exists) return null;
    return {
      owner: found.programAddress,
      lamports: found.lamports,
      data: found.data as Uint8Array,
    };
  }

  hasProgram(key: string): boolean {
    const found = this.#svm.getAccount(address(key));
    return found.exists && found.executable;
  }

  /** `code`: a shared object. */
  addProgram(key: string, code: Uint8Array): void {
    this.#svm.addProgram(address(key), code);
  }

  accountsOwnedBy(program: string): readonly (readonly [address: string, ChainAccount])[] {
    const known = this.#ownedBy.get(program);
    if (known !== undefined) return [...known];
    const accounts = new Map(
      this.#svm
        .getProgramAccounts(address(program))
        .map((one): [string, ChainAccount] => [
          one.address,
          { owner: one.programAddress, lamports: one.lamports, data: one.data as Uint8Array },
        ]),
    );
    this.#ownedBy.set(program, accounts);
    return [...accounts];
  }

  setAccount(key: string, account: ChainAccount): void {
    const { owner, lamports: balance, data } = account;
    for (const [program, accounts] of this.#ownedBy) {
      if (program === owner) accounts.set(key, account);
      else accounts.delete(key);
    }
    // LiteSVM checks the addresses as it encodes them: once is enough for hundreds of accounts.
    this.#svm.setAccount({
      address: key as Address,
      data,
      executable: false,
      lamports: lamports(balance),
      programAddress: owner as Address,
      space: BigInt(data.length),
    });
  }

  execute(bytes: Uint8Array): ExecutionResult {
    this.#ownedBy.clear();
    const done = this.#svm.sendTransaction(this.#decode(bytes));
    if (done instanceof this.#library.FailedTransactionMetadata) return toFailure(done);
    return { ...toExecutionResult(done), error: null, accounts: new Map() };
  }

  /** `checksSignatures`: whether an unsigned transaction fails. */
  simulate(bytes: Uint8Array, checksSignatures = true): ExecutionResult {
    this.#svm.withSigverify(checksSignatures);
    const done = this.#svm.simulateTransaction(this.#decode(bytes));
    this.#svm.withSigverify(true);
    if (done instanceof this.#library.FailedTransactionMetadata) return toFailure(done);
    const accounts = new Map(
      done
        .postAccounts()
        .map((one): [string, ChainAccount] => [
          one.address,
          { owner: one.programAddress, lamports: one.lamports, data: one.data as Uint8Array },
        ]),
    );
    return { ...toExecutionResult(done.meta()), error: null, accounts };
  }

  #decode(bytes: Uint8Array): Parameters<LiteSVM['sendTransaction']>[0] {
    return this.#decoder.decode(bytes);
  }
}

function toExecutionResult(
  meta: import('litesvm').TransactionMetadata,
): Omit<ExecutionResult, 'error' | 'accounts'> {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    returnData: data.length === 0 ? null : { program: encodeBase58(returned.programId()), data },
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    logs: meta.logs(),
    innerInstructions: toInnerInstructions(meta),
  };
}

const toFailure = (done: import('litesvm').FailedTransactionMetadata): ExecutionResult => ({
  ...toExecutionResult(done.meta()),
  error: parseTransactionError(done.toString()),
  accounts: new Map(),
});

export const toInnerInstructions = (
  meta: import('litesvm').TransactionMetadata,
): ExecutionResult['innerInstructions'] =>
  meta.innerInstructions().flatMap((inner, index) =>
    inner.length === 0
      ? []
      : [
          {
            index,
            instructions: inner.map((each): RpcInstruction => {
              const instruction = each.instruction();
              return {
                accounts: [...instruction.accounts()],
                data: encodeBase58(instruction.data()),
                programIdIndex: instruction.programIdIndex(),
                stackHeight: each.stackHeight(),
              };
            }),
          },
        ],
  );

/** Parses LiteSVM's error text: names of its error numbers exist only at compile time. */
export function parseTransactionError(words: string): TransactionError {
  const text = /\berr: (.*?), meta: /s.exec(words)?.[1] ?? words;
  const [, name = 'Unknown', rest = ''] = /^(\w+)\s*(.*)$/s.exec(text) ?? [];
  const instruction = /^\((\d+), (?:Custom\((\d+)\)|(\w+).*)\)$/s.exec(rest);
  if (instruction) {
    const [, index, custom, reason] = instruction;
    return {
      [name]: [Number(index), custom === undefined ? (reason ?? '') : { Custom: Number(custom) }],
    };
  }
  const member = /^\{ (\w+): (\d+) \}$/.exec(rest);
  if (member) return { [name]: { [member[1] ?? '']: Number(member[2]) } };
  const number = /^\((\d+)\)$/.exec(rest);
  return number ? { [name]: Number(number[1]) } : name;
}
