import { t } from '@vscode/l10n';
import { encodeBase58 } from './base58.ts';
import { knownAddress } from './knownAddresses.ts';
import { computeBudgetProgram, systemProgram } from './knownPrograms.ts';
import { tipProviderByAccount } from './tipAccounts.ts';
import { verifySignatures } from './verifySignatures.ts';
import type { WireInstruction, WireTransaction } from './wireTransaction.ts';

export interface TransactionTip {
  readonly provider: string;
  readonly account: string;
  readonly amountLamports: bigint;
}

const staticKeyAt = ({ staticKeys }: WireTransaction, index: number | undefined): string =>
  index === undefined ? '' : (staticKeys[index] ?? '');

/** The program that an instruction calls, or that it is not told in the transaction itself. */
export const programIdOf = (
  transaction: WireTransaction,
  { programIndex }: WireInstruction,
): string => staticKeyAt(transaction, programIndex) || t('through a lookup table');

const dataViewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

/** System transfers at top level to a provider's tip account. */
export function findTopLevelTips(transaction: WireTransaction): TransactionTip[] {
  return transaction.instructions.flatMap((instruction) => {
    const { data, accountIndexes } = instruction;
    if (programIdOf(transaction, instruction) !== systemProgram || data.length !== 12) return [];
    if (dataViewOf(data).getUint32(0, true) !== 2) return [];
    const account = staticKeyAt(transaction, accountIndexes[1]);
    const provider = tipProviderByAccount.get(account);
    if (provider === undefined) return [];
    return [{ provider, account, amountLamports: dataViewOf(data).getBigUint64(4, true) }];
  });
}

export interface ComputeBudget {
  readonly unitLimit: number | null;
  readonly unitPriceMicroLamports: bigint | null;
  /** What the two, or the header of version 1, come to; `null`: not told. */
  readonly priorityFeeLamports: bigint | null;
}

/** What a transaction asks of the compute budget. */
export function readComputeBudget(transaction: WireTransaction): ComputeBudget {
  const { config } = transaction;
  if (config !== null) {
    return {
      unitLimit: config.computeUnitLimit,
      unitPriceMicroLamports: null,
      priorityFeeLamports: config.priorityFeeLamports,
    };
  }
  let unitLimit: number | null = null;
  let price: bigint | null = null;
  for (const instruction of transaction.instructions) {
    if (programIdOf(transaction, instruction) !== computeBudgetProgram) continue;
    const { data } = instruction;
    if (data[0] === 2 && data.length >= 5) unitLimit = dataViewOf(data).getUint32(1, true);
    if (data[0] === 3 && data.length >= 9) price = dataViewOf(data).getBigUint64(1, true);
  }
  const fee =
    unitLimit === null || price === null
      ? null
      : (BigInt(unitLimit) * price + 999_999n) / 1_000_000n;
  return { unitLimit, unitPriceMicroLamports: price, priorityFeeLamports: fee };
}

/** A durable nonce is advanced by the first instruction. */
export function usesDurableNonce(transaction: WireTransaction): boolean {
  const [first] = transaction.instructions;
  return (
    first !== undefined &&
    programIdOf(transaction, first) === systemProgram &&
    first.data.length === 4 &&
    first.data[0] === 4
  );
}

/** The whole of a transaction as a document for people to read. */
export function transactionDocument({
  bytes,
  transaction,
}: {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}): unknown {
  const { staticKeys, lookups, instructions, requiredSignatures } = transaction;
  const checks = verifySignatures(transaction);
  const budget = readComputeBudget(transaction);
  const nameOf = (address: string) => {
    const name = knownAddress(address)?.name;
    return name === undefined ? {} : { name };
  };
  const account = (index: number) => {
    const address = staticKeys[index];
    return address === undefined
      ? { index, throughLookupTable: true }
      : { address, ...nameOf(address), ...(index < requiredSignatures ? { signer: true } : {}) };
  };
  return {
    version: transaction.version,
    sizeBytes: bytes.length,
    signatures: transaction.signatures.map((signature, index) => ({
      signature: encodeBase58(signature),
      ...checks[index],
    })),
    feePayer: staticKeys[0],
    [usesDurableNonce(transaction) ? 'durableNonce' : 'blockhash']: transaction.blockhash,
    computeBudget: budget,
    tips: findTopLevelTips(transaction),
    instructions: instructions.map((instruction) => ({
      program: account(instruction.programIndex),
      accounts: instruction.accountIndexes.map(account),
      dataHex: Buffer.from(instruction.data).toString('hex'),
    })),
    lookupTables: lookups,
  };
}
