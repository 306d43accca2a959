import { t } from '@vscode/l10n';

/**
 * Least tips that providers ask for, as they publish them, with the provider's own page or what
 * else it is known from. They change: data with a date. What a provider that is not here asks for
 * is not known.
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
  // Of its stake-weighted path alone; its other ways ask for more.
  ['SENDER', { lamports: 5_000n, source: 'helius.dev/docs/sending-transactions/sender' }],
]);
