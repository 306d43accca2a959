import type { HistoryInterval } from '../../api/arbscope/history.ts';
import type { ArbscopeStatus } from '../../api/arbscope/status.ts';
import { MarketError } from '../../api/marketError.ts';
import type { TipPercentiles } from '../../api/percentiles.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import type { WalletContent, WalletState } from '../../webview/messages/wallet.ts';
import { longestWalletDetailSeconds } from '../../webview/messages/walletChoices.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';
import { asMarketError, waitingMessage } from '../backend/errorDescription.ts';
import { type DataSource, isSimulated } from '../base/connections.ts';
import { loadFullPage } from '../shared/fullPage.ts';
import { toPercentileSeries } from '../shared/percentileSeries.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import {
  figuresOfOverview,
  figuresOfRanking,
  toPoints,
  toProviderTips,
  toRollups,
  toTransaction,
  type WalletRollups,
} from './walletContent.ts';

export interface WalletContentOptions {
  readonly service: Pick<
    ChannelMarketService,
    'tipsByComputeUnit' | 'finder' | 'walletOverview' | 'walletTransactions'
  >;
  readonly arbscope: ChannelArbscopeService;
  readonly tracked: Pick<TrackedWallets, 'labelOf' | 'find'>;
  readonly source: () => DataSource;
  readonly symbolOf: (mint: string) => string | null;
}

const maxTransactions = 25;
const finderTokens = 50;

/** Interval of the history by window: enough points for a line, few enough for bars. */
const intervals: Readonly<Record<number, HistoryInterval>> = {
  ...{ 3600: 60, 21600: 300, 86400: 3_600, 604800: 3_600, 2592000: 86_400 },
};

/** Throws a MarketError if the basic figures fail; any other failed part becomes a message. */
export async function loadWalletContent(
  options: WalletContentOptions,
  { wallets, windowSeconds }: WalletState,
  { signal, report, forceRefresh = false }: LoadOptions,
): Promise<Omit<WalletContent, 'competition'>> {
  const { arbscope, service, tracked } = options;
  const call: ChannelCallOptions = {
    signal,
    forceRefresh,
    onWaiting: (progress) => report(waitingMessage(progress)),
  };
  const status = await arbscope.status({}, call).catch(nullIfNotOffered);
  const nowMilliseconds = Date.parse(status?.now ?? '') || Date.now();
  const detailSeconds = Math.min(windowSeconds, longestWalletDetailSeconds);
  const faults = new Set<string>();
  /** The part, or `otherwise` after a failure, whose reason is added to `faults`. */
  const orElse = async <Part>(part: Promise<Part>, otherwise: Part): Promise<Part> =>
    part.catch((thrown: unknown) => {
      const error = asMarketError(thrown);
      if (signal.aborted || error.kind === 'cancelled') throw error;
      faults.add(error.message);
      return otherwise;
    });
  const period = { wallets, windowSeconds, nowMilliseconds };
  const basics =
    status === null ? loadFromInterface(options, wallets, call) : loadRanked(options, period, call);
  const tipsOf = async (own: readonly string[]) => {
    const parameters = {
      maxTimeRange: detailSeconds,
      ...(own.length > 0 && { wallets: [...own] }),
    };
    return toProviderTips(solTips(await service.tipsByComputeUnit(parameters, call)));
  };
  const rollupsOf = async (wallet: string): Promise<WalletRollups> => {
    const parameters = {
      tokensMint: [wrappedSolMint, usdcMint, usdtMint],
      tokensMax: finderTokens,
      tokensTimeRange: detailSeconds,
      wallets: [wallet],
    };
    return toRollups(await service.finder(parameters, call), options.symbolOf);
  };
  const [basic, marketTips, ...parts] = await Promise.all([
    basics,
    orElse(tipsOf([]), []),
    ...wallets.map(async (wallet) => ({
      tips: await orElse(tipsOf([wallet]), []),
      ...(await orElse(rollupsOf(wallet), { tokens: [], amms: [] })),
    })),
  ]);
  const { name } = options.source();
  return {
    wallets: wallets.map((address, at) => ({
      address,
      label: tracked.labelOf(address),
      isTracked: tracked.find(address) !== undefined,
      figures: basic.figures.get(address) ?? null,
      history: basic.histories[at] ?? [],
      tips: parts[at]?.tips ?? [],
      tokens: parts[at]?.tokens ?? [],
      amms: parts[at]?.amms ?? [],
    })),
    windowSeconds,
    storedFromMilliseconds: Date.parse(status?.from ?? '') || null,
    walletsTotal: basic.walletsTotal,
    figuresFromMilliseconds: basic.figuresFromMilliseconds,
    intervalSeconds: intervalOf(windowSeconds),
    marketTips,
    transactions: basic.transactions,
    coverage: status?.coverage ?? null,
    nowMilliseconds,
    source: name,
    isSimulated: isSimulated(options.source()),
    isOffered: status !== null,
    faults: [...faults].slice(0, 20),
  };
}

type Basics = Pick<WalletContent, 'walletsTotal' | 'figuresFromMilliseconds' | 'transactions'> & {
  readonly figures: ReadonlyMap<string, NonNullable<WalletContent['wallets'][number]['figures']>>;
  readonly histories: readonly WalletContent['wallets'][number]['history'][];
};

interface Period {
  readonly wallets: readonly string[];
  readonly windowSeconds: number;
  readonly nowMilliseconds: number;
}

const intervalOf = (windowSeconds: number): HistoryInterval => intervals[windowSeconds] ?? 3_600;

async function loadRanked(
  { arbscope }: WalletContentOptions,
  { wallets, windowSeconds, nowMilliseconds }: Period,
  call: ChannelCallOptions,
): Promise<Basics> {
  const interval = intervalOf(windowSeconds);
  const to = Math.floor(nowMilliseconds / 1_000);
  const from = to - windowSeconds;
  const [ranking, page, ...histories] = await Promise.all([
    arbscope.walletRanking(
      { wallets: [...wallets], timeRange: windowSeconds, order: 'gains', limit: wallets.length },
      call,
    ),
    loadFullPage(arbscope, { wallets: [...wallets], limit: maxTransactions }, call),
    ...wallets.map((wallet) => arbscope.history({ wallets: [wallet], from, to, interval }, call)),
  ]);
  return {
    walletsTotal: ranking.wallets_total,
    figuresFromMilliseconds: Date.parse(ranking.rows_from ?? '') || null,
    figures: new Map(ranking.wallets.map((each) => [each.wallet, figuresOfRanking(each)])),
    transactions: page.arbitrages.map(toTransaction),
    histories: histories.map(toPoints),
  };
}

/** Data that every service offers: the last 24 hours and the newest transactions. */
async function loadFromInterface(
  { service }: WalletContentOptions,
  wallets: readonly string[],
  call: ChannelCallOptions,
): Promise<Basics> {
  const [overviews, newest] = await Promise.all([
    service.walletOverview({ wallets: [...wallets] }, call),
    service.walletTransactions({ wallets: [...wallets] }, call),
  ]);
  const known = wallets.filter((wallet) => Object.hasOwn(overviews, wallet));
  return {
    walletsTotal: null,
    figuresFromMilliseconds: null,
    figures: new Map(
      known.flatMap((wallet) => {
        const overview = overviews[wallet];
        return overview === undefined ? [] : [[wallet, figuresOfOverview(overview)] as const];
      }),
    ),
    transactions: newest.slice(0, maxTransactions).map(toTransaction),
    histories: [],
  };
}

/** Tips in SOL only; tips in other mints do not share an axis. */
function solTips(response: TipPercentiles) {
  const { series } = toPercentileSeries({ kind: 'tips', response }, false);
  return series.filter(({ mint, unit }) => mint === wrappedSolMint && unit === 'lamports');
}

function nullIfNotOffered(error: unknown): ArbscopeStatus | null {
  if (MarketError.is(error, 'not-offered')) return null;
  throw error;
}
