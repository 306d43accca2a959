import { count, lamports, lamportsAsSol } from '../../interface/figures.ts';
import { knownAddress } from '../../solana/addressBook.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { computeBudgetProgram, systemProgram } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { verifySignatures } from '../../solana/signatures.ts';
import { tipProviders } from '../../solana/tipAccounts.ts';
import type { WireInstruction, WireTransaction } from '../../solana/wireTransaction.ts';
import type { Facts } from './facts.ts';
import type { FoundTransaction } from './transactionText.ts';

const sizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

export interface WireTip {
  readonly provider: string;
  readonly account: string;
  readonly amountLamports: bigint;
}

/** Name of an account where the tables have one. */
const named = (address: string): string => knownAddress(address)?.name ?? shortAddress(address);

const keyOf = ({ staticKeys }: WireTransaction, index: number | undefined): string =>
  index === undefined ? '' : (staticKeys[index] ?? '');

const programOf = (transaction: WireTransaction, { programIndex }: WireInstruction): string =>
  keyOf(transaction, programIndex) || 'through a lookup table';

const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

/** System transfers at top level to a provider's tip account. */
export function wireTips(transaction: WireTransaction): WireTip[] {
  return transaction.instructions.flatMap((instruction) => {
    const { data, accountIndexes } = instruction;
    if (programOf(transaction, instruction) !== systemProgram || data.length !== 12) return [];
    if (viewOf(data).getUint32(0, true) !== 2) return [];
    const account = keyOf(transaction, accountIndexes[1]);
    const provider = tipProviders.get(account);
    if (provider === undefined) return [];
    return [{ provider, account, amountLamports: viewOf(data).getBigUint64(4, true) }];
  });
}

export interface WireBudget {
  readonly unitLimit: number | null;
  readonly unitPriceMicroLamports: bigint | null;
  /** What the two, or the header of version 1, come to; `null`: not told. */
  readonly priorityFeeLamports: bigint | null;
}

/** What a transaction asks of the compute budget. */
export function wireBudget(transaction: WireTransaction): WireBudget {
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
    if (programOf(transaction, instruction) !== computeBudgetProgram) continue;
    const { data } = instruction;
    if (data[0] === 2 && data.length >= 5) unitLimit = viewOf(data).getUint32(1, true);
    if (data[0] === 3 && data.length >= 9) price = viewOf(data).getBigUint64(1, true);
  }
  const fee =
    unitLimit === null || price === null
      ? null
      : (BigInt(unitLimit) * price + 999_999n) / 1_000_000n;
  return { unitLimit, unitPriceMicroLamports: price, priorityFeeLamports: fee };
}

/** A durable nonce is advanced by the first instruction. */
export function usesNonce(transaction: WireTransaction): boolean {
  const [first] = transaction.instructions;
  return (
    first !== undefined &&
    programOf(transaction, first) === systemProgram &&
    first.data.length === 4 &&
    first.data[0] === 4
  );
}

/** What can be said of a serialized transaction without asking anybody. */
export function wireFacts({ bytes, transaction }: FoundTransaction): Facts {
  const checks = verifySignatures(transaction);
  const [payer = ''] = transaction.staticKeys;
  const [signature] = transaction.signatures;
  const isSigned = checks[0]?.state !== 'missing';
  const programs = new Set(
    transaction.instructions.map((instruction) => programOf(transaction, instruction)),
  );
  const tips = wireTips(transaction).map(
    ({ provider, amountLamports }) => `${lamportsAsSol(amountLamports)} to ${provider}`,
  );
  const { unitLimit, priorityFeeLamports } = wireBudget(transaction);
  const invalid = checks.filter(({ state }) => state === 'invalid');
  const missing = checks.filter(({ state }) => state === 'missing');
  const { version, lookups } = transaction;
  return {
    title: 'Transaction',
    what: `serialized, ${version === 'legacy' ? 'legacy' : `version ${version}`}`,
    facts: [
      ...(isSigned && signature !== undefined
        ? [['Signature', encodeBase58(signature)] as const]
        : []),
      ['Fee payer', payer],
      ['Signatures', checks.map(({ state }) => state).join(', ')],
      ['Programs', [...programs].map(named).join(', ')],
      ['Tip', tips.length === 0 ? 'none at top level' : tips.join(', ')],
      ['Compute limit', unitLimit === null ? 'not set' : `${count(unitLimit)} units`],
      ['Priority fee', priorityFeeLamports === null ? 'not set' : lamports(priorityFeeLamports)],
      [usesNonce(transaction) ? 'Durable nonce' : 'Blockhash', transaction.blockhash],
      ...(lookups.length === 0
        ? []
        : [['Lookup tables', lookups.map(({ table }) => named(table)).join(', ')] as const]),
      ['Size', `${count(bytes.length)} of ${count(sizeLimits[version])} bytes`],
    ],
    warnings: [
      ...invalid.map(({ signer }) => `The signature of ${named(signer)} does not fit the message.`),
      ...missing.map(({ signer }) => `${named(signer)} has not signed yet.`),
    ],
  };
}

/** The whole of a transaction as a document for people to read. */
export function wireDocument({ bytes, transaction }: FoundTransaction): unknown {
  const { staticKeys, lookups, instructions, requiredSignatures } = transaction;
  const checks = verifySignatures(transaction);
  const budget = wireBudget(transaction);
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
    [usesNonce(transaction) ? 'durableNonce' : 'blockhash']: transaction.blockhash,
    computeBudget: budget,
    tips: wireTips(transaction),
    instructions: instructions.map((instruction) => ({
      program: account(instruction.programIndex),
      accounts: instruction.accountIndexes.map(account),
      dataHex: Buffer.from(instruction.data).toString('hex'),
    })),
    lookupTables: lookups,
  };
}
