import type {
  PanelWallet,
  ProviderTips,
  WalletContent,
  WalletPanelTransaction,
} from '../../../../src/webview/messages/wallet.ts';

const hour = 3_600_000;
export const sampleNow = Date.UTC(2026, 10, 22, 14);
export const sampleWallets = [
  '7Yq2DfJwZxS1nKcVb5TtRr8uHhGgFfEeDdCcBbAam1Ke',
  'Fs4kWqLmNnPpRrSsTtUuVvWwXxYyZzAaBbCcDdEe9TnB',
  '9xKdAaBbCcDdEeFfGgHhJjKkLlMmNnPpQqRrSsTtRr4u',
  'HzB3AaBbCcDdEeFfGgHhJjKkLlMmNnPpQqRrSsTtu8Lw',
] as const;

export const sampleTips = (provider: string, sample: number, median: number): ProviderTips => ({
  provider,
  sample,
  values: [0.1, 0.3, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 3, 6, 12].map((by) => Math.round(by * median)),
});

/** Sample wallet by index; the first is tracked. */
export function samplePanelWallet(at: number): PanelWallet {
  const address = sampleWallets[at % sampleWallets.length] ?? '';
  const scale = 1 / (at + 1);
  return {
    address,
    label: at === 0 ? 'main bot' : `${address.slice(0, 4)}…${address.slice(-4)}`,
    isTracked: at === 0,
    figures: {
      rank: at * 3 + 2,
      share: 0.074 * scale,
      netGainsUsd: 2_079.5 * scale,
      netGainsSol: 12.482 * scale,
      grossGainsUsd: 3_650.1 * scale,
      success: Math.round(1_131 * scale),
      failed: Math.round(715 * scale),
      tips: String(Math.round(8_214_000_000 * scale)),
      fees: '1210000000',
      bot: at === 0 ? 'SMB' : null,
    },
    history: Array.from({ length: 24 }, (_, index) => ({
      atMilliseconds: sampleNow - (24 - index) * hour,
      isKnown: index > 3,
      success: Math.round((20 + 30 * Math.sin(index / 4) ** 2) * scale),
      failed: Math.round((10 + 20 * Math.sin(index / 3) ** 2) * scale),
      netGainsUsd: (60 + 50 * Math.sin(index)) * scale,
    })),
    tips: [
      sampleTips('JITO', 512, 620_000 * scale),
      sampleTips('TEMPORAL', 288, 470_000),
      sampleTips('FALCON', 12, 600_000),
      sampleTips('NO_PROVIDER', 11, 0),
    ],
    tokens: [
      rollup('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'BONK', 3_402 * scale),
      rollup('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'JUP', 2_011 * scale),
      rollup('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', 'WIF', -41),
    ],
    amms: [
      rollup('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'Raydium CLMM', 4_902 * scale),
      rollup('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'Meteora DLMM', 4_770 * scale),
    ],
  };
}

const rollup = (address: string, name: string, netGainsUsd: number) => ({
  address,
  name,
  transactions: 391,
  grossGainsUsd: Math.abs(netGainsUsd) * 1.4,
  netGainsUsd,
});

const outcomes = ['gain', 'loss', 'failed', 'no-swap'] as const;

const sampleTransaction = (at: number, wallet: string): WalletPanelTransaction => ({
  signature: `${'4GDjwyXqVz1mRrTtUuPpLlKkJjHhGgFfDdSsAaQqWwEeRrTtYyUuPpAaSsDdFfGgHhJjKkLlZzXxCcVv'.slice(0, 80)}aQ7${at + 1}`,
  wallet,
  outcome: outcomes[at % outcomes.length] ?? 'gain',
  atMilliseconds: at === 3 ? null : sampleNow - at * 31_000,
  netGainsUsd: 0.33 - at * 0.2,
  netGainsSol: 0.00198 - at * 0.0012,
  route: at === 3 ? '' : 'SOL → USDC → JUP → SOL',
  provider: 'JITO',
  tips: '1000000',
  computeUnits: 162_010,
});

export function sampleWalletContent(count = 1): WalletContent {
  const wallets = Array.from({ length: count }, (_, at) => samplePanelWallet(at));
  return {
    wallets,
    windowSeconds: 86_400,
    storedFromMilliseconds: sampleNow - 25 * hour,
    walletsTotal: 412,
    figuresFromMilliseconds: null,
    intervalSeconds: 3_600,
    marketTips: [
      sampleTips('JITO', 9_120, 360_000),
      sampleTips('TEMPORAL', 4_000, 520_000),
      sampleTips('FALCON', 900, 900_000),
    ],
    transactions: Array.from({ length: 6 }, (_, at) =>
      sampleTransaction(at, wallets[at % count]?.address ?? ''),
    ),
    coverage: 0.987,
    nowMilliseconds: sampleNow,
    source: 'Sandbox',
    isSimulated: true,
    isOffered: true,
    faults: [],
    competition: null,
  };
}
