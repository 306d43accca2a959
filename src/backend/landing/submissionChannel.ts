import { t } from '@vscode/l10n';
import type { LandingChain, SendOptions } from '../../engine/landing/landingChain.ts';
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

/** Parameters of the landing operation. */
export const landingParameters = (bytes: Uint8Array, options: SendOptions) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'sendTransaction' as const,
  params: [Buffer.from(bytes).toString('base64'), options] as [string, SendOptions],
});
