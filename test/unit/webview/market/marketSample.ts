import type {
  ListedArbitrage,
  MarketContent,
  MarketFigures,
  MarketHistoryContent,
  MarketPoint,
  Sampled,
} from '../../../../src/webview/messages/market.ts';

export const sampleStart = Date.UTC(2026, 0, 2, 14);
const intervalSeconds = 900;
const pointCount = 96;

const nothing: Sampled = { sample: 0, values: [null, null, null] };

/** A day with a quiet night, one spike, half an hour that is not indexed, and small samples. */
function samplePoint(at: number): MarketPoint {
  if (at === 62 || at === 63) {
    const none = { transactions: 0, failures: 0, revenuesUsd: 0, netGainsUsd: 0, volumeUsd: 0 };
    return { ...none, tips: nothing, fees: nothing, coverage: null };
  }
  const wave = 1 + Math.cos((at / pointCount) * 2 * Math.PI);
  const spike = at >= 85 && at <= 87 ? 3 : 1;
  const transactions = Math.round((200 + 600 * wave) * spike);
  const scale = 1 + (at % 5) / 10;
  const sample = at % 8 === 0 ? 12 : transactions;
  return {
    transactions,
    failures: Math.round(transactions * 0.6),
    revenuesUsd: transactions * 0.45,
    netGainsUsd: transactions * 0.25 - (at === 70 ? 400 : 0),
    volumeUsd: transactions * 40,
    tips: { sample, values: [300_000, 900_000, 4_000_000].map((each) => each * scale * spike) },
    fees: { sample, values: [6_000, 20_000, 90_000].map((each) => each * scale) },
    coverage: at === 61 ? 0.4 : 1,
  };
}

export function sampleFigures(changes: Partial<MarketFigures> = {}): MarketFigures {
  return {
    transactions: 70_000,
    failures: 45_319,
    revenuesUsd: 31_000,
    netGainsUsd: 18_250.5,
    volumeUsd: 2_800_000,
    tips: { sample: 70_000, values: [340_000, 1_000_000, 4_600_000] },
    fees: { sample: 115_319, values: [6_600, 21_000, 95_000] },
    ...changes,
  };
}

export function sampleHistory(changes: Partial<MarketHistoryContent> = {}): MarketHistoryContent {
  return {
    fromMilliseconds: sampleStart,
    period: {
      from: sampleStart / 1_000,
      to: sampleStart / 1_000 + pointCount * intervalSeconds,
    },
    intervalSeconds,
    points: Array.from({ length: pointCount }, (_, at) => samplePoint(at)),
    total: sampleFigures(),
    before: { transactions: 60_000, failures: 42_900, revenuesUsd: 33_000, netGainsUsd: 16_000 },
    storedFromMilliseconds: sampleStart,
    rowsFromMilliseconds: null,
    dayTip: 340_000,
    untilMilliseconds: sampleStart + pointCount * intervalSeconds * 1_000 - 61_000,
    ...changes,
  };
}

export const sampleSignatures = Array.from({ length: 12 }, (_, at) => `${'4w'.repeat(43)}${at}`);

export function sampleRows(): ListedArbitrage[] {
  const outcomes = ['gain', 'gain', 'loss', 'failed', 'no-swap'] as const;
  return sampleSignatures.map((signature, at) => ({
    signature,
    atMilliseconds: sampleStart + at * 61_000,
    outcome: outcomes[at % outcomes.length] ?? 'gain',
    netGainsUsd: at % 5 < 2 ? 12.06 - at : -0.01 * at,
    route: at % 5 > 2 ? [] : ['SOL', 'BONK', 'JUP', 'SOL'],
    provider: at === 3 ? 'No provider' : 'JITO',
  }));
}

export function sampleMarket(changes: Partial<MarketContent> = {}): MarketContent {
  return {
    query: {
      scope: null,
      periodSeconds: 86_400,
      intervalSeconds: null,
      maxPoints: 300,
      selection: null,
      order: 'gain',
    },
    source: 'Sandbox',
    isSimulated: true,
    scopeLabel: '',
    choices: [
      {
        scope: { kind: 'token', value: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' },
        label: 'BONK',
      },
      { scope: { kind: 'provider', value: 'JITO' }, label: 'JITO' },
      { scope: { kind: 'bot', value: 'SMB' }, label: 'SMB' },
    ],
    history: sampleHistory(),
    list: {
      total: null,
      rows: sampleRows(),
      hasMore: true,
    },
    ...changes,
  };
}
