import { t } from '@vscode/l10n';
import { formatCount, formatLamports, formatLamportsAsSol } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { findDurableNonce } from '../../solana/landing/durableNonce.ts';
import {
  findTopLevelTips,
  programIdOf,
  readComputeBudget,
} from '../../solana/landing/transactionDocument.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type SignatureCheck, verifySignatures } from '../../solana/verifySignatures.ts';
import { transactionSizeLimits } from '../../solana/wireTransaction.ts';
import type { FactSheet } from '../shared/factSheet.ts';
import { formatTip } from '../ui/formatTip.ts';
import type { SerializedTransaction } from './serializedTransaction.ts';

const signatureStateLabels: Readonly<Record<SignatureCheck['state'], string>> = {
  valid: t('valid'),
  invalid: t('invalid'),
  missing: t('missing'),
};

const knownName = (address: string): string => knownAddress(address)?.name ?? shortAddress(address);

export function serializedTransactionFacts({
  bytes,
  transaction,
}: SerializedTransaction): FactSheet {
  const checks = verifySignatures(transaction);
  const [payer = ''] = transaction.staticKeys;
  const [signature] = transaction.signatures;
  const isSigned = checks[0]?.state !== 'missing';
  const programs = new Set(
    transaction.instructions.map((instruction) => programIdOf(transaction, instruction)),
  );
  const tips = findTopLevelTips(transaction).map(({ provider, amountLamports }) =>
    formatTip(formatLamportsAsSol(amountLamports), provider),
  );
  const { unitLimit, priorityFeeLamports } = readComputeBudget(transaction);
  const invalid = checks.filter(({ state }) => state === 'invalid');
  const missing = checks.filter(({ state }) => state === 'missing');
  const { version, lookups } = transaction;
  return {
    title: t('Transaction'),
    kindLabel:
      version === 'legacy' ? t('serialized, legacy') : t('serialized, version {0}', version),
    facts: [
      ...(isSigned && signature !== undefined
        ? [[t('Signature'), encodeBase58(signature)] as const]
        : []),
      [t('Fee payer'), payer],
      [t('Signatures'), joinList(checks.map(({ state }) => signatureStateLabels[state]))],
      [t('Programs'), joinList([...programs].map(knownName))],
      [t('Tip'), joinList(tips) || t('none at top level')],
      [
        t('Compute limit'),
        unitLimit === null ? t('not set') : t('{0} units', formatCount(unitLimit)),
      ],
      [
        t('Priority fee'),
        priorityFeeLamports === null ? t('not set') : formatLamports(priorityFeeLamports),
      ],
      [
        findDurableNonce(transaction) !== null ? t('Durable nonce') : t('Blockhash'),
        transaction.blockhash,
      ],
      ...(lookups.length === 0
        ? []
        : [[t('Lookup tables'), joinList(lookups.map(({ table }) => knownName(table)))] as const]),
      [
        t('Size'),
        t(
          '{0} of {1} bytes',
          formatCount(bytes.length),
          formatCount(transactionSizeLimits[version]),
        ),
      ],
    ],
    warnings: [
      ...invalid.map(({ signer }) =>
        t('The signature of {0} does not match this message.', knownName(signer)),
      ),
      ...missing.map(({ signer }) => t('{0} has not signed yet.', knownName(signer))),
    ],
  };
}
