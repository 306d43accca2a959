import type { CoverageReport } from '../../../../src/api/arbscope/coverage.ts';
import type { Replay } from '../../../../src/api/arbscope/replay.ts';
import type {
  BoundsContent,
  ConfigGroup,
  CoverageContent,
  ReportContent,
  SettingsContent,
} from '../../../../src/webview/messages/coverage.ts';

export const sampleEnd = Date.UTC(2026, 10, 22, 14);
const dayMilliseconds = 86_400_000;
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const figures = (transactions: number, netGainsUsd: number) => ({
  transactions,
  revenues_usd: netGainsUsd * 1.25,
  net_gains_usd: netGainsUsd,
});

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const sampleAddress = (at: number): string =>
  Array.from({ length: 44 }, (_, digit) => base58[(at * 7 + digit * (at + 3)) % 58]).join('');

const window = { from: iso(sampleEnd - dayMilliseconds), to: iso(sampleEnd), coverage: 0.979 };
const total = figures(66_842, 28_105);
const covered = figures(44_032, 15_514);

const pairs = ['BONK SOL', 'POPCAT USDC', 'JUP SOL', 'BONK USDC', 'WIF SOL', 'JUP USDC', 'MEW SOL'];
const amms = ['Raydium CLMM', 'Orca Whirlpool', 'Meteora DLMM', 'PumpSwap', 'HumidiFi', 'SolFi'];
const missingGains = [
  ...[1_736, 1_439, 1_111, 876, 576, 480, 340, 280, 233, 200, 160, 140],
  ...[75, 70, 62, 50, 45, 40, 35, 30, 25, 22, 20, 18, 15, 12, 10, 8, 6, 4],
];

const missingPools = (): CoverageReport['missing_pools'] => {
  let sum = covered.net_gains_usd;
  return missingGains.map((gain, at) => {
    sum += gain;
    const symbols = (pairs[at % pairs.length] ?? '').split(' ');
    return {
      pool: sampleAddress(100 + at),
      amm: sampleAddress(200 + (at % amms.length)),
      amm_name: amms[at % amms.length] ?? '',
      mints: symbols.map((_, mint) => sampleAddress(300 + at * 2 + mint)),
      symbols,
      lookup_table: '',
      group: null,
      adds: figures(Math.round(gain * 1.15), gain),
      covers_usd: sum,
    };
  });
};

const entries = [
  ['BONK', 17_140, 7_694, 12],
  ['JUP', 9_635, 3_542, 8],
  ['POPCAT', 6_866, 2_376, 41],
  ['USDC', 10_391, 1_902, 3],
  ['MOTHER', 0, 0, null],
  ['SLERF', 0, 0, null],
] as const;
const comparedGains = [4_431, 3_114, 2_417, 1_351, 0, 0];
const poolCounts = [12, 9, 6, 6, 3, 2];

const groups = () =>
  entries.map(([, transactions, gain, secondsAgo]) => ({
    ...figures(transactions, gain),
    newest: secondsAgo === null ? null : iso(sampleEnd - secondsAgo * 1_000),
  }));

const configGroups = (): ConfigGroup[] =>
  entries.map(([label], at) => ({
    key: sampleAddress(500 + at),
    label,
    poolCount: poolCounts[at] ?? 0,
  }));

export function sampleReport(changes: Partial<CoverageReport> = {}): ReportContent {
  const report: CoverageReport = {
    window,
    total,
    covered,
    causes: [
      { cause: 'no-net-gain', ...figures(5_342, -610) },
      { cause: 'base-mint', ...figures(1_444, 565) },
      { cause: 'missing-pool', ...figures(18_046, 10_196) },
      { cause: 'different-groups', ...figures(3_320, 1_830) },
    ],
    assumed: [
      { provider: 'JITO', number: 51_204, tips: 1_210_000, fees: 21_000 },
      { provider: 'NO_PROVIDER', number: 12, tips: 0, fees: 64_000 },
    ],
    groups: groups(),
    pools: Array.from({ length: 38 }, (_, at) => ({
      address: sampleAddress(600 + at),
      ...(at < 32 ? figures(5_000 - at * 120, 2_000 - at * 55) : figures(0, 0)),
      newest: at < 32 ? iso(sampleEnd - at * 7_000) : null,
    })),
    missing_pools: missingPools(),
    missed_tokens: ['WIF', 'MEW', 'BONK', 'PNUT'].map((symbol, at) => ({
      mint: sampleAddress(700 + at),
      symbol,
      ...figures(4_000 - at * 700, 3_100 - at * 640),
    })),
    ...changes,
  };
  return { kind: 'report', ...report };
}

/** A day that is quiet in the evening, with a spike at night. */
export function sampleReplay(changes: Partial<Replay> = {}): Replay {
  const hours = [
    ...[615, 500, 405, 365, 460, 580, 845, 1_175, 1_520, 1_690, 1_560, 1_345],
    ...[1_230, 1_480, 2_520, 2_095, 1_540, 1_385, 1_270, 1_175, 1_115, 1_135, 1_080, 1_025],
  ];
  const rollup = (key: number, name: string, gain: number) => ({
    key: sampleAddress(key),
    name,
    market: figures(gain * 2, gain),
    configs: [figures(gain, gain * 0.6), figures(gain, gain * 0.4)],
  });
  return {
    window,
    interval: 3_600,
    total,
    assumed: [],
    configs: [
      { covered, groups: groups() },
      {
        covered: figures(31_000, 11_313),
        groups: groups().map((group, at) => ({
          ...group,
          ...figures(group.transactions, comparedGains[at] ?? 0),
        })),
      },
    ],
    points: hours.map((gain, at) => ({
      time: iso(sampleEnd - dayMilliseconds + at * 3_600_000),
      market: figures(gain * 2, gain),
      configs: [
        figures(gain, gain * (0.52 + (at % 5) * 0.02)),
        figures(gain, gain * (0.34 + (at % 3) * 0.05)),
      ],
    })),
    tokens: ['BONK', 'JUP', 'POPCAT', 'WIF'].map((name, at) =>
      rollup(700 + at, name, 9_000 - at * 2_000),
    ),
    amms: amms.map((name, at) => rollup(200 + at, name, 8_000 - at * 1_100)),
    settings: [],
    ...changes,
  };
}

const percents = [
  [38, 45, 55, 61, 62],
  [38, 46, 57, 63, 64],
  [37, 46, 58, 65, 65],
  [35, 43, 53, 57, 57],
  [29, 36, 41, 42, 42],
];
const tokens = [2, 5, 10, 20, 50];
const transactions = [1, 2, 5, 10, 20];
const slice = { refresh_seconds: 300, tokens_time_range: 3_600 };

export const sampleSettings = (changes: Partial<SettingsContent> = {}): SettingsContent => ({
  current: { tokens_max: 10, min_transactions: 1, ...slice },
  axes: {
    tokens_max: tokens,
    min_transactions: transactions,
    refresh_seconds: [slice.refresh_seconds],
    tokens_time_range: [slice.tokens_time_range],
  },
  outcomes: percents.flatMap((row, at) =>
    row.map((percent, column) => ({
      tokens_max: tokens[column] ?? 0,
      min_transactions: transactions[at] ?? 0,
      ...slice,
      ...figures(percent * 500, (total.net_gains_usd * percent) / 100),
    })),
  ),
  total,
  running: null,
  fault: '',
  ...changes,
});

/** A config with six entries, two of them dead, compared with its last commit. */
export function sampleCoverage(changes: Partial<CoverageContent> = {}): CoverageContent {
  const { settings: _, ...replay } = sampleReplay();
  return {
    state: {
      uri: 'file:///work/bot.toml',
      windowSeconds: 86_400,
      percentile: 'p75',
      compared: { kind: 'commit' },
    },
    source: 'Sandbox',
    isSimulated: true,
    config: {
      name: 'bot.toml',
      form: 'SMB form A',
      entryCount: 6,
      poolCount: 38,
      baseTokens: ['SOL', 'USDC'],
      groups: configGroups(),
      canMerge: true,
      canEdit: true,
    },
    coverage: sampleReport(),
    replay,
    compared: { label: 'last commit 3f2c91a', groups: configGroups() },
    commitLabel: 'last commit 3f2c91a',
    settings: sampleSettings(),
    faults: [],
    ...changes,
  };
}

/** Bounds from a service without Arbscope's own operations. */
export function sampleBounds(changes: Partial<BoundsContent> = {}): CoverageContent {
  const bounds: BoundsContent = {
    kind: 'bounds',
    window: { ...window, coverage: null },
    total,
    covered: { lower: figures(20_000, 8_200), upper: figures(51_000, 19_400) },
    groups: groups().map((group) => ({
      lower: figures(Math.round(group.transactions / 2), group.net_gains_usd / 2),
      upper: group,
    })),
    pools: sampleReport().pools,
    missing_pools: missingPools().map(({ covers_usd: _, ...pool }) => pool),
    ...changes,
  };
  const content = sampleCoverage();
  return {
    ...content,
    state: { ...content.state, percentile: null, compared: null },
    source: 'Remote',
    isSimulated: false,
    coverage: bounds,
    replay: null,
    compared: null,
    settings: null,
  };
}
