import type { PeriodContent } from '../../../../src/webview/messages/period.ts';
import type { PoolContent } from '../../../../src/webview/messages/pool.ts';
import type { PageFact } from '../../../../src/webview/messages.ts';
import { sampleHistory, sampleRows, sampleStart } from '../market/marketSample.ts';

const program = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const wallet = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';

const toFacts = (facts: Readonly<Record<string, string>>): PageFact[] =>
  Object.entries(facts).map(([name, value]) => ({ name, value }));

export const samplePeriod = (changes: Partial<PeriodContent> = {}): PeriodContent => ({
  periodSeconds: 86_400,
  figures: toFacts({
    Arbitrages: '1,546',
    Failed: '312',
    'Gross gains': '$412.10',
    'Net gains': '$268.77',
    Volume: '$81,250.00',
    'Median tip': '340,000 lamports',
  }),
  history: sampleHistory({ storedFromMilliseconds: sampleStart - 10 * 86_400_000 }),
  arbitrages: sampleRows(),
  wallets: [1, 2, 3].map((each) => ({
    wallet: `${each}${wallet.slice(1)}`,
    label: each === 1 ? 'Rival' : `${each}rca…ktZE`,
    netGainsUsd: 120 / each,
    success: 400 - each,
    failed: 30 * each,
  })),
  walletsTotal: 41,
  ...changes,
});

export const samplePool = (changes: Partial<PoolContent> = {}): PoolContent => ({
  pool: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs',
  pair: 'SOL / USDC',
  tokens: [
    { mint: 'So11111111111111111111111111111111111111112', label: 'SOL' },
    { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', label: 'USDC' },
  ],
  facts: toFacts({
    AMM: 'Orca Whirlpool',
    Program: program,
    'Lookup table': 'unknown',
    'In the aggregator cache': 'yes',
  }),
  finder: toFacts({
    'Gross gains': '$19.29',
    'Net gains': '$12.64',
    Transactions: '112',
    Finder: 'last 1 h, 5 s ago',
  }),
  finderNote: '',
  period: samplePeriod(),
  isPeriodOffered: true,
  accounts: [
    ['token program', program, false, false, false],
    ['user', null, true, true, true],
    ['pool', '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs', false, false, true],
    ['tick array', null, false, false, true],
  ].map(([name, address, isCaller, isSigner, isWritable]) => ({
    name: name as string,
    address: address as string | null,
    isCaller: isCaller === true,
    isSigner: isSigner === true,
    isWritable: isWritable === true,
  })),
  accountsNote: '',
  canLoadPools: false,
  source: 'Service',
  isSimulated: false,
  answeredAtMilliseconds: Date.UTC(2026, 8, 27, 12),
  ...changes,
});
