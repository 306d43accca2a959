import { finderProviders } from '../../../../src/api/enumerations.ts';
import {
  type PercentileContent,
  type PercentileResponse,
  type PercentileSeries,
  readHistory,
  writeHistory,
} from '../../../../src/webview/messages/percentiles.ts';
import { solMint } from './samples.ts';

/** Twelve providers of a busy market: multiples of a median tip, increasing to the tail. */
const twelve = ['NO_PROVIDER', ...finderProviders.filter((provider) => provider !== 'ALL')];
const growth = [0, 0.2, 0.4, 0.55, 0.75, 1, 1.3, 1.8, 2.9, 6.5, 14, 60];

const lineOf = (provider: string, at: number): PercentileSeries => ({
  provider,
  mint: solMint,
  symbol: 'SOL',
  unit: 'lamports',
  sample: at === 9 ? 12 : 4_000 - at * 311,
  values: growth.map((share, index) =>
    Math.round(share * 1_000_000 * (0.4 + ((at * 7) % 12) / 8) * (1 + index / (9 + at))),
  ),
});

export const sampleResponse = (
  windowSeconds: number,
  answeredAtMilliseconds: number,
  factor = 1,
): PercentileResponse => ({
  windowSeconds,
  answeredAtMilliseconds,
  series: twelve.map(lineOf).map((line) => ({
    ...line,
    values: line.values.map((value) => (value === null ? null : Math.round(value * factor))),
  })),
  faults: [],
});

export function sampleContent(
  windowsSeconds: readonly number[] = [3_600],
  answeredAtMilliseconds = Date.UTC(2026, 8, 27, 12, 34, 56),
): PercentileContent {
  return {
    query: {
      statistic: 'tipsByComputeUnit',
      minimum: null,
      maximum: null,
      providers: [],
      wallets: [],
      windowsSeconds: [...windowsSeconds],
    },
    responses: windowsSeconds.map((seconds, at) =>
      sampleResponse(seconds, answeredAtMilliseconds, 1 + at / 2),
    ),
    nonces: windowsSeconds.map(() => null),
    isPastUnread: false,
    history: writeHistory(
      windowsSeconds.map((seconds) =>
        Array.from({ length: 48 }, (_, at) =>
          sampleResponse(
            seconds,
            answeredAtMilliseconds - (47 - at) * 1_800_000,
            1 + Math.sin(at / 6) / 2 + Math.sin(at * 1.7) / 8,
          ),
        ),
      ),
    ),
    source: 'Sandbox',
    isSimulated: true,
    isNearestRank: true,
    solPrice: { usd: 165.2, atMilliseconds: answeredAtMilliseconds },
    requestsPerMinute: 10,
    nextRequestAtMilliseconds: null,
    requestsLeft: 9,
  };
}

/** Twenty providers, five of them with 30 transactions or more, as in the tips of an hour. */
const samples = {
  RAZOR: 31,
  LUNARLANDER: 29,
  JITO: 104,
  NODEONE: 29,
  FLASHBLOCK: 22,
  SENDER: 19,
  NEXTBLOCK: 53,
  ASTRALANE: 19,
  STELLIUM: 18,
  FAST: 14,
  SOYAS: 32,
  BLOX: 12,
  FALCON: 10,
  GLAIVE: 9,
  ZEROSLOT: 8,
  TEMPORAL: 31,
  SOLAMI: 7,
  SPEEDLANDING: 5,
  LIGHTSPEED: 5,
} as const;

/** The same page with many small samples and a night without responses. */
export function smallSamplesContent(
  windowsSeconds: readonly number[] = [3_600],
): PercentileContent {
  const content = sampleContent(windowsSeconds);
  const series = Object.entries(samples).map(([provider, sample], at) => ({
    ...lineOf(provider, at),
    sample,
  }));
  return {
    ...content,
    responses: content.responses.map((response) => ({ ...response, series })),
    history: writeHistory(
      readHistory(content.history).map((responses) =>
        responses
          .filter((_, at) => at < 12 || at > 30)
          .map((response) => ({ ...response, series })),
      ),
    ),
  };
}
