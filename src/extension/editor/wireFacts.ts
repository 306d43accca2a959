import { t } from '@vscode/l10n';
import { count, lamports, lamportsAsSol } from '../../interface/figures.ts';
import { knownAddress } from '../../solana/addressBook.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type SignatureCheck, verifySignatures } from '../../solana/signatures.ts';
import { programOf, usesNonce, wireBudget, wireTips } from '../../solana/wireDocument.ts';
import { tipWords } from '../tipWords.ts';
import type { Facts } from './facts.ts';
import type { FoundTransaction } from './transactionText.ts';

const sizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

/** What the check of a signature came to. */
const stateWords: Readonly<Record<SignatureCheck['state'], string>> = {
  valid: t('valid'),
  invalid: t('invalid'),
  missing: t('missing'),
};

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
  const tips = wireTips(transaction).map(({ provider, amountLamports }) =>
    tipWords(lamportsAsSol(amountLamports), provider),
  );
  const { unitLimit, priorityFeeLamports } = wireBudget(transaction);
  const invalid = checks.filter(({ state }) => state === 'invalid');
  const missing = checks.filter(({ state }) => state === 'missing');
  const { version, lookups } = transaction;
  return {
    title: t('Transaction'),
    what: version === 'legacy' ? t('serialized, legacy') : t('serialized, version {0}', version),
    facts: [
      ...(isSigned && signature !== undefined
        ? [[t('Signature'), encodeBase58(signature)] as const]
        : []),
      [t('Fee payer'), payer],
      [t('Signatures'), checks.map(({ state }) => stateWords[state]).join(', ')],
      [t('Programs'), [...programs].map(named).join(', ')],
      [t('Tip'), tips.length === 0 ? t('none at top level') : tips.join(', ')],
      [t('Compute limit'), unitLimit === null ? t('not set') : t('{0} units', count(unitLimit))],
      [
        t('Priority fee'),
        priorityFeeLamports === null ? t('not set') : lamports(priorityFeeLamports),
      ],
      [usesNonce(transaction) ? t('Durable nonce') : t('Blockhash'), transaction.blockhash],
      ...(lookups.length === 0
        ? []
        : [[t('Lookup tables'), lookups.map(({ table }) => named(table)).join(', ')] as const]),
      [t('Size'), t('{0} of {1} bytes', count(bytes.length), count(sizeLimits[version]))],
    ],
    warnings: [
      ...invalid.map(({ signer }) =>
        t('The signature of {0} does not fit the message.', named(signer)),
      ),
      ...missing.map(({ signer }) => t('{0} has not signed yet.', named(signer))),
    ],
  };
}
