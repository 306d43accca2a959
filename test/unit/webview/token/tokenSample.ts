import type { TokenContent } from '../../../../src/webview/messages/token.ts';
import { samplePeriod } from '../pool/poolSample.ts';

const holder = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';

const toFacts = (facts: Readonly<Record<string, string>>): TokenContent['facts'] =>
  Object.entries(facts).map(([name, value]) => ({ name, value }));

export const sampleToken = (changes: Partial<TokenContent> = {}): TokenContent => ({
  mint: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs',
  name: 'Moon Otter',
  symbol: 'USDС',
  knownAs: null,
  isKnown: true,
  warnings: [
    'Looks like USDC, but is another token. The mint of USDC is EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v.',
    'Mint authority is active: supply can grow.',
    'Transfer fee: 1% of every transfer.',
  ],
  facts: toFacts({
    'Token program': 'Token-2022',
    Decimals: '6',
    Supply: '420,690,000',
    'Mint authority': holder,
    'Freeze authority': 'none',
    'Update authority': holder,
    Metadata: 'mutable',
    'Metadata account': holder,
  }),
  metadata: [
    { field: 'Name', onChain: 'Moon Otter', offChain: 'Moon Otter' },
    { field: 'Symbol', onChain: 'USDС', offChain: 'OTTER' },
    { field: 'Creators', onChain: `${holder} (verified)`, offChain: 'Somebody, https://x.example' },
    { field: 'Description', onChain: null, offChain: 'To the moon and back. '.repeat(20) },
  ],
  imageUrl: 'https://img.example/otter.png',
  image: null,
  imageNote: '',
  market: toFacts({
    Price: '$0.000123 (12:00:00 UTC)',
    Rank: '3 of 20 by gross gains',
    'Gross gains': '$119.29',
    'Net gains': '$82.64',
    Transactions: '512',
    Volume: '$12,345.60',
    'Market cap': '$51,745.00',
    Liquidity: 'unknown',
    Finder: 'last 1 h, 12:00:00 UTC',
  }),
  marketNote: '',
  period: samplePeriod(),
  isPeriodOffered: true,
  windowSeconds: 3_600,
  pools: [1, 2, 3].map((each) => ({
    pool: `${each}${holder.slice(1)}`,
    amm: holder,
    ammName: 'Orca Whirlpool',
    pair: each === 2 ? null : 'SOL / USDС',
    transactions: each === 3 ? null : 100 * each,
    revenuesUsd: each === 3 ? null : 12.3 * each,
    profitsUsd: each === 3 ? null : -1.2 * each,
    lookupTable: each === 1 ? holder : null,
  })),
  poolsNote: 'The market cache is not loaded.',
  canLoadPools: true,
  source: 'Service',
  isSimulated: false,
  answeredAtMilliseconds: Date.UTC(2026, 8, 27, 12),
  ...changes,
});
