import { count, lamports, lamportsAsSol } from '../../interface/figures.ts';
import { knownAddress } from '../../solana/addressBook.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { verifySignatures } from '../../solana/signatures.ts';
import { programOf, usesNonce, wireBudget, wireTips } from '../../solana/wireDocument.ts';
import type { Facts } from './facts.ts';
import type { FoundTransaction } from './transactionText.ts';

const sizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

/** Name of an account where the tables have one. */
const named = (address: string): string => knownAddress(address)?.name ?? shortAddress(address);

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
