import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { LandingChain, SendOptions, SendResult } from '../../engine/chain/landingChain.ts';
import { LandingError } from '../../engine/rpc/landingError.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import type { LandingTarget } from './landingTarget.ts';

/** Minimum of the landing service, on every path. */
const serviceMinimumTipLamports = 1_000_000n;

export interface SubmissionChannelOptions {
  /** Origin that gets the transactions. */
  readonly receiver: string;
  /** `null` for a service. */
  readonly chain: LandingChain | null;
  readonly isProtected: boolean;
  readonly skipsPreflight?: boolean;
}

export const submissionChannel = ({
  receiver,
  chain,
  isProtected,
  skipsPreflight = false,
}: SubmissionChannelOptions): NonNullable<CheckFacts['submission']> => {
  const endpoint = chain?.submissionEndpoint;
  const isSimulated = endpoint?.simulates === true && endpoint.passesOptions(isProtected);
  return {
    receiver,
    isBundleOnly: isProtected,
    openPathDescription:
      endpoint?.openPathDescription ??
      t('Others may see it first: sent on the stake-weighted path and as a bundle.'),
    simulates: isSimulated && !skipsPreflight,
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

/** Not cancelled when the requesting window disconnects. */
export async function submit(
  { connection, kind }: LandingTarget,
  bytes: Uint8Array,
  options: SendOptions,
): Promise<SendResult> {
  const chain = connection.landing ?? null;
  if (chain !== null) return await chain.send(bytes, options);
  if (kind !== 'service') {
    throw new MarketError('plan-lacks-operation', t('This connection cannot land transactions'));
  }
  const { result } = await connection.call('landTransaction', landingParameters(bytes, options), {
    signal: new AbortController().signal,
    window: connection,
    priority: 'interactive',
    onProgress: () => undefined,
  });
  const { signature, uuid } = (result as { result: { signature: string; uuid: string } }).result;
  return { signature, uuid };
}

/** After these errors, the transaction may or may not have been accepted. */
const unknownOutcomeKinds: ReadonlySet<MarketErrorKind> = new Set([
  'unreachable',
  'unreadable-answer',
  'service-failing',
  'cancelled',
]);

export function isOutcomeUnknown(error: unknown): boolean {
  const kind = MarketError.is(error) ? error.kind : 'service-failing';
  return unknownOutcomeKinds.has(kind) && !LandingError.isLandingError(error);
}

/** 64 bytes in Base58. */
const maxSignatureLength = 88;

/** Alarm for a response with another signature than the transaction's; `null` if they are equal. */
export const signatureMismatchAlarm = (answered: string, own: string | null): string | null =>
  answered === own
    ? null
    : t(
        'The response has a different signature ({0}) than the transaction. Do not trust this service.',
        sanitizeText(answered, maxSignatureLength),
      );
