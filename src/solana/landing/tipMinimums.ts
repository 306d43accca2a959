import { t } from '@vscode/l10n';

/**
 * Minimum tips by provider, with the source. They change over time, hence the date; to renew them,
 * compare `SWQOS_MIN_TIP_…` of the landing SDKs (0xfnzero/sol-trade-sdk) with the providers' own
 * documentation. For providers not listed, the minimum is unknown.
 */
export const tipMinimumsDate = '2026-11';

const landingSdks = t('landing SDKs');

const fromLandingSdks = (lamports: bigint, providers: readonly string[]) =>
  providers.map((provider) => [provider, { lamports, source: landingSdks }] as const);

export const tipMinimums: ReadonlyMap<
  string,
  { readonly lamports: bigint; readonly source: string }
> = new Map([
  ...fromLandingSdks(10_000n, ['JITO', 'ASTRALANE']),
  ...fromLandingSdks(100_000n, [
    ...['BLOX', 'ZEROSLOT', 'TEMPORAL', 'FLASHBLOCK', 'RAZOR', 'NODEONE', 'STELLIUM'],
    ...['LIGHTSPEED', 'SOLAMI'],
  ]),
  ...fromLandingSdks(1_000_000n, ['NEXTBLOCK', 'SOYAS', 'SPEEDLANDING', 'RAKURAI']),
  ['FAST', { lamports: 1_000_000n, source: t('minimum in the service’s statistics') }],
  ['SUPANODE', { lamports: 1_000_000n, source: 'landing.fast' }],
  // Only for its stake-weighted path; its other paths require 200,000 or 1,000,000 lamports.
  ['SENDER', { lamports: 5_000n, source: 'helius.dev/docs/sending-transactions/sender' }],
]);
