import { t } from '@vscode/l10n';

/**
 * Minimum tips that providers publish, with the source. They change over time, hence the date. For
 * providers not listed, the minimum is unknown.
 */
export const tipMinimumsDate = '2026-11';

export const tipMinimums = new Map([
  ['JITO', { lamports: 1_000n, source: 'docs.jito.wtf' }],
  ['FAST', { lamports: 1_000_000n, source: t('minimum in the service’s statistics') }],
  ['TEMPORAL', { lamports: 1_000_000n, source: 'use.temporal.xyz/nozomi/tipping-and-faq' }],
  [
    'BLOX',
    {
      lamports: 1_000_000n,
      source: 'docs.bloxroute.com/solana/trader-api/introduction/tip-and-tipping-addresses',
    },
  ],
  ['FLASHBLOCK', { lamports: 1_000_000n, source: t('FlashBlock quick start') }],
  [
    'ASTRALANE',
    {
      lamports: 10_000n,
      source: 'astralane.gitbook.io/docs/low-latency/submit-transactions',
    },
  ],
  ['SUPANODE', { lamports: 1_000_000n, source: 'landing.fast' }],
  // Only for its stake-weighted path; its other paths require more.
  ['SENDER', { lamports: 5_000n, source: 'helius.dev/docs/sending-transactions/sender' }],
]);
