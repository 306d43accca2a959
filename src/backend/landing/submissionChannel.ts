import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { LandingChain, SendOptions } from '../../engine/landing/landingChain.ts';
import { LandingError } from '../../engine/landing/landingError.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';

/** The landing service asks for this much, whatever path it takes. */
const serviceMinimumTipLamports = 1_000_000n;

/** Where transactions go, for their checks; `chain` is `null` for a service, as the interface has it. */
export const submissionChannel = (
  host: string,
  chain: LandingChain | null,
  isProtected: boolean,
): NonNullable<CheckFacts['submission']> => {
  const endpoint = chain?.submissionEndpoint;
  return {
    host,
    isBundleOnly: isProtected,
    openPathDescription:
      endpoint?.openPathDescription ??
      t('Others may see it first: sent on the stake-weighted path and as a bundle.'),
    simulates: endpoint?.simulates ?? false,
    provider: endpoint?.provider(isProtected) ?? null,
    minimumTipLamports: endpoint?.minimumTipLamports(isProtected) ?? serviceMinimumTipLamports,
  };
};

export const landingParameters = (bytes: Uint8Array, options: SendOptions) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'sendTransaction' as const,
  params: [Buffer.from(bytes).toString('base64'), options] as [string, SendOptions],
});

/** After these nobody knows whether the transaction was taken. */
const unknownOutcomeKinds: ReadonlySet<MarketErrorKind> = new Set([
  'unreachable',
  'unreadable-answer',
  'service-failing',
  'cancelled',
]);

/** Whether a transaction may have been taken although sending it failed so. */
export function isOutcomeUnknown(error: unknown): boolean {
  const kind = MarketError.is(error) ? error.kind : 'service-failing';
  return unknownOutcomeKinds.has(kind) && !LandingError.isLandingError(error);
}

/** 64 bytes in Base58. */
const maxSignatureLength = 88;

/** What to say of an answer that names another signature than the transaction has; else `null`. */
export const signatureMismatchAlarm = (answered: string, own: string | null): string | null =>
  answered === own
    ? null
    : t(
        'The response has a different signature ({0}) than the transaction. Do not trust this service.',
        sanitizeText(answered, maxSignatureLength),
      );
