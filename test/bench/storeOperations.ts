import type { ArbscopeService } from '../../src/api/arbscope/arbscopeService.ts';
import type { MarketService } from '../../src/api/marketService.ts';
import { createArbscopeService } from '../../src/engine/operations/arbscope/createArbscopeService.ts';
import { createEngineService } from '../../src/engine/operations/createEngineService.ts';
import type { StoreReader } from '../../src/engine/store/storeReader.ts';
import { status } from '../unit/engine/operations/arbscope/market.ts';
import { day, finderOfDay } from './fillDay.ts';
import { end } from './measuredStores.ts';

interface Services {
  readonly market: MarketService;
  readonly arbscope: ArbscopeService;
}

export interface StoreOperation {
  readonly name: string;
  readonly call: (services: Services, round: number) => Promise<unknown>;
}

/** Without caches of previous requests. */
export function createServices(store: StoreReader): Services {
  const context = { store, source: { now: () => end.seconds * 1_000 }, tokens: new Map() };
  return {
    market: createEngineService(context),
    arbscope: createArbscopeService({
      ...context,
      status: () => status,
      version: '1.2.3',
      isSimulated: false,
    }),
  };
}

const poolsOfConfig = 500;

/** Names of `storeOperations`, in the same order. */
export const operationNames = [
  'finder',
  'tips',
  'fees',
  'overview',
  'page',
  'transaction',
  'live',
  'live.token',
  'wallets',
  'history',
  'coverage',
] as const;

/** All heavy operations for the whole day; coverage for the newest `coverageSeconds`. */
export async function storeOperations(
  store: StoreReader,
  coverageSeconds: number,
): Promise<Readonly<Record<(typeof operationNames)[number], StoreOperation['call']>>> {
  const services = createServices(store);
  const { wallets: ranked } = await services.arbscope.walletRanking({ limit: 5 });
  const wallets = ranked.map(({ wallet }) => wallet);
  const shown = await services.market.walletTransactions({ wallets });
  const signatures = shown.map(({ signature }) => signature);
  const { tokens } = await services.market.finder(finderOfDay);
  const [token = ''] = tokens.map(({ mint }) => mint);
  const groups = tokens
    .map(({ AMMs }) => AMMs.flatMap(({ pools }) => pools.map(({ address }) => address)))
    .slice(0, poolsOfConfig);
  const window = { maxTimeRange: day.seconds };
  return {
    finder: ({ market }) => market.finder(finderOfDay),
    tips: ({ market }) => market.tipsByComputeUnit(window),
    fees: ({ market }) => market.feesByComputeUnit(window),
    overview: ({ market }) => market.walletOverview({ wallets }),
    page: ({ market }) => market.walletTransactions({ wallets }),
    transaction: ({ market }, round) =>
      market.transaction({ signature: signatures[round % signatures.length] ?? '' }),
    live: ({ arbscope }) => arbscope.arbitrages({}),
    'live.token': ({ arbscope }) => arbscope.arbitrages({ tokens: [token] }),
    wallets: ({ arbscope }) => arbscope.walletRanking({}),
    history: ({ arbscope }) => arbscope.history({}),
    coverage: ({ arbscope }) =>
      arbscope.coverage({ groups, from: end.seconds - coverageSeconds + 1, to: end.seconds }),
  };
}
