import { t } from '@vscode/l10n';
import { encodeBase58 } from '../base58.ts';
import { knownAddress } from '../knownAddresses.ts';
import { computeBudgetProgram, systemProgram } from '../knownPrograms.ts';
import { tipProviderByAccount } from '../tipAccounts.ts';
import { verifySignatures } from '../verifySignatures.ts';
import type { WireInstruction, WireTransaction } from '../wireTransaction.ts';
import { findDurableNonce } from './durableNonce.ts';
import { InstructionDataReader } from './instructionDataReader.ts';

const staticKeyAt = ({ staticKeys }: WireTransaction, index: number | undefined): string =>
  index === undefined ? '' : (staticKeys[index] ?? '');

/** A note if the program comes from a lookup table. */
export const programIdOf = (
  transaction: WireTransaction,
  { programIndex }: WireInstruction,
): string => staticKeyAt(transaction, programIndex) || t('from a lookup table');

const systemTransferTag = 2;

/** Top-level system transfers, from any payer. */
export function findTopLevelTips(transaction: WireTransaction) {
  return transaction.instructions.flatMap(({ programIndex, accountIndexes, data }) => {
    const program = staticKeyAt(transaction, programIndex);
    if (program !== systemProgram || data.length !== 12) return [];
    const reader = new InstructionDataReader(data);
    const account = staticKeyAt(transaction, accountIndexes[1]);
    const provider = tipProviderByAccount.get(account);
    if (reader.u32() !== systemTransferTag || provider === undefined) return [];
    return [{ provider, account, amountLamports: reader.u64() ?? 0n }];
  });
}

/** `null` for values that the transaction does not set. */
export function readComputeBudget(transaction: WireTransaction) {
  const { config } = transaction;
  let unitLimit = config?.computeUnitLimit ?? null;
  let price: bigint | null = null;
  for (const { programIndex, data } of config === null ? transaction.instructions : []) {
    if (staticKeyAt(transaction, programIndex) !== computeBudgetProgram) continue;
    const reader = new InstructionDataReader(data);
    const tag = reader.u8();
    if (tag === 2) unitLimit = reader.u32() ?? unitLimit;
    if (tag === 3) price = reader.u64() ?? price;
  }
  const fee =
    unitLimit === null || price === null
      ? null
      : (BigInt(unitLimit) * price + 999_999n) / 1_000_000n;
  return {
    unitLimit,
    unitPriceMicroLamports: price,
    /** Computed from limit and price, or taken from the version 1 header. */
    priorityFeeLamports: config === null ? fee : config.priorityFeeLamports,
  };
}

/** `names`: what IDLs say about each instruction, if known. */
export function transactionDocument(
  { bytes, transaction }: { readonly bytes: Uint8Array; readonly transaction: WireTransaction },
  names: readonly (object | null)[] = [],
): unknown {
  const { staticKeys, lookups, instructions, requiredSignatures } = transaction;
  const checks = verifySignatures(transaction);
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
    [findDurableNonce(transaction) !== null ? 'durableNonce' : 'blockhash']: transaction.blockhash,
    computeBudget: readComputeBudget(transaction),
    tips: findTopLevelTips(transaction),
    instructions: instructions.map((instruction, at) => ({
      program: account(instruction.programIndex),
      ...(names[at] ? { idl: names[at] } : {}),
      accounts: instruction.accountIndexes.map(account),
      dataHex: Buffer.from(instruction.data).toString('hex'),
    })),
    lookupTables: lookups,
  };
}
