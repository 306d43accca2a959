import fc from 'fast-check';
import type { FinderResult, TokenRanking } from '../../../../../src/api/finder.ts';
import type { ExportOptions } from '../../../../../src/extension/finder/exports/formats/botPlan.ts';
import type { FinderResponse } from '../../../../../src/extension/finder/finderResponse.ts';
import { encodeBase58 } from '../../../../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { ammPrograms } from '../../../../../src/solana/knownPrograms.ts';
import { anyText } from '../../../../fixtures/anyText.ts';

export const raydiumV4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
export const raydiumCpmm = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
export const meteoraDammV1 = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB';
export const gamma = 'GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT';
export const phoenix = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
export const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

/** A dummy address: 32 bytes of one number. */
export const addressOf = (number: number): string => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(28, number);
  return encodeBase58(bytes);
};

export const table = (number: number): string => addressOf(1_000_000 + number);

const figures = { profits: 4, revenues: 5, transactions: 6 };

export interface PoolSketch {
  readonly address: string;
  readonly lookupTable?: string;
  readonly revenues?: number;
}

export const token = (
  mint: string,
  amms: Readonly<Record<string, readonly PoolSketch[]>>,
): TokenRanking => ({
  mint,
  ...figures,
  volume: 7,
  marketCap: 8,
  liquidity: 9,
  AMMs: Object.entries(amms).map(([address, pools]) => ({
    address,
    ...figures,
    pools: pools.map((pool) => ({ ...figures, lookupTable: '', ...pool })),
  })),
});

/** BONK on a known and an unsupported AMM, USDC on two, and a pool under both. */
export const tokens: readonly TokenRanking[] = [
  token(bonk, {
    [raydiumV4]: [
      { address: addressOf(1), lookupTable: table(1), revenues: 1 },
      { address: addressOf(2), lookupTable: table(2), revenues: 50 },
    ],
    [phoenix]: [{ address: addressOf(3), lookupTable: table(3), revenues: 900 }],
    [meteoraDammV1]: [{ address: addressOf(4), lookupTable: table(2) }],
  }),
  token(usdcMint, {
    [raydiumV4]: [{ address: addressOf(1), lookupTable: table(1), revenues: 1 }],
    [gamma]: [{ address: addressOf(5) }],
  }),
];

export const result: FinderResult = {
  tokens: [...tokens],
  threshold: {
    isArbitrageRecommended: true,
    thresholdProfits: 10,
    profits: 12.3,
    thresholdRevenues: 0,
    revenues: 20,
    thresholdTransactions: 0,
    transactions: 3_412,
    timeRange: 3_600,
    thresholdProvider: 'JITO',
    thresholdBot: 'SMB',
  },
  fees: {
    percentile: 'p50',
    percentileInt: 50,
    amount: 18_446_744_073_709_551_615n,
    transactions: 3_412,
    timeRange: 3_600,
  },
  tips: { percentile: 'p90', percentileInt: 90, amount: 0n, transactions: 0, timeRange: 60 },
  filters: { tokensMint: [wrappedSolMint], tokensMax: 20, tokensTimeRange: 600 },
};

export const finderResponse = (change: Partial<FinderResponse> = {}): FinderResponse => ({
  result,
  request: { tokensMint: [wrappedSolMint], tokensMax: 20, thresholdProfits: 10 },
  source: { kind: 'service', name: 'Mainnet' },
  answeredAtMilliseconds: Date.UTC(2026, 0, 2, 14, 3, 59, 123),
  ...change,
});

export const withTokens = (changed: readonly TokenRanking[]): FinderResponse =>
  finderResponse({ result: { ...result, tokens: [...changed] } });

export const withPairs = (
  answer: FinderResponse,
  mintsOf: (pool: string) => readonly string[] | undefined,
): FinderResponse => ({
  ...answer,
  pairs: {
    loaded: Promise.resolve(),
    get(pool) {
      const [mintA, mintB] = mintsOf(pool) ?? [];
      if (mintA === undefined || mintB === undefined) return undefined;
      return { mintA, mintB, symbolA: '', symbolB: '' };
    },
  },
});

export const notRecommended = (answer = finderResponse()): FinderResponse => ({
  ...answer,
  result: {
    ...answer.result,
    threshold: { ...answer.result.threshold, isArbitrageRecommended: false, profits: 3 },
  },
});

export const options: ExportOptions = {
  processDelayMilliseconds: 400,
  tablesPerToken: 10,
  tablesPerFile: 64,
  isVerdictObeyed: true,
  notArbAttributes: { enabled: 'recommended', cu_limit: 400_000 },
  refreshSeconds: 0,
};

const address = fc.integer({ min: 0, max: 4_000_000_000 }).map(addressOf);
/** Any text from a service, the chain or a user, including what ends lines and strings. */
export const hostileText = fc.oneof(
  anyText(40),
  fc.constantFrom(
    '"\n[spam]\nenabled = true\n#',
    "'''\r\n[[group]]",
    '"""\\',
    '=cmd|calc',
    '# ]]',
    '</td>|`x`',
    '\u2028[spam]\u2029\u0000\u0085',
    '\ud800',
    '‮evil',
  ),
);
const amount = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
const sums = { profits: amount, revenues: amount, transactions: fc.nat() };
const maybeHostile = fc.oneof(
  { weight: 9, arbitrary: address },
  { weight: 1, arbitrary: hostileText },
);
const program = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ammPrograms.keys()) },
  { weight: 1, arbitrary: maybeHostile },
);
const pool = fc.record({
  address: maybeHostile,
  lookupTable: fc.oneof(fc.constant(''), maybeHostile),
  ...sums,
});
const amm = fc.record({ address: program, pools: fc.array(pool, { maxLength: 5 }), ...sums });
const ranking = fc.record({
  mint: maybeHostile,
  volume: amount,
  marketCap: amount,
  liquidity: amount,
  AMMs: fc.array(amm, { maxLength: 4 }),
  ...sums,
});

export const arbitraryResponse: fc.Arbitrary<FinderResponse> = fc
  .record({
    tokens: fc.uniqueArray(ranking, { maxLength: 8, selector: ({ mint }) => mint }),
    isArbitrageRecommended: fc.boolean(),
    provider: hostileText,
    source: hostileText,
    filter: hostileText,
    wallets: fc.array(maybeHostile, { maxLength: 30 }),
    exclude: fc.array(maybeHostile, { maxLength: 3 }),
  })
  .map(({ tokens: found, isArbitrageRecommended, provider, source, filter, wallets, exclude }) => ({
    ...finderResponse(),
    source: { kind: 'service' as const, name: source },
    request: { tokensMint: [wrappedSolMint], wallets, tokensExclude: exclude },
    result: {
      ...result,
      tokens: found,
      threshold: { ...result.threshold, isArbitrageRecommended, thresholdProvider: provider },
      filters: { ...result.filters, percentilesBot: filter, [filter]: filter },
    },
  }));
