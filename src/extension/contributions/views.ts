import type { PanelDeclaration, ViewDeclaration } from './declare.ts';

export const viewContainerId = 'arbscope';

export const viewIds = {
  finder: 'arbscope.finder',
  live: 'arbscope.live',
  wallets: 'arbscope.wallets',
  marketCache: 'arbscope.marketCache',
  landings: 'arbscope.landings',
} as const;
export type ViewId = (typeof viewIds)[keyof typeof viewIds];

export const panelIds = {
  transaction: 'arbscope.transaction',
  percentiles: 'arbscope.percentiles',
  token: 'arbscope.token',
  pool: 'arbscope.pool',
  wallet: 'arbscope.wallet',
  market: 'arbscope.market',
  simulate: 'arbscope.simulate',
  coverage: 'arbscope.coverage',
} as const;
export type PanelId = (typeof panelIds)[keyof typeof panelIds];

/** Of views that need a connection. */
const withoutConnection = [
  {
    when: 'arbscope.connection == needs-secret && arbscope.connectionKind == service',
    text: 'needsKey',
  },
  {
    when: 'arbscope.connection == needs-secret && arbscope.connectionKind == node',
    text: 'needsUrl',
  },
  { when: 'arbscope.connection == restricted', text: 'restricted' },
  { when: 'arbscope.connection == failed', text: 'failed' },
];

/** In the order in which they appear. */
export const views: readonly (ViewDeclaration & { readonly id: ViewId })[] = [
  {
    id: viewIds.finder,
    docs: 'a recommendation to trade or not, the fees and tips of others, and the tokens by gains, down to their pools',
    page: 'finder.md',
    welcome: [
      ...withoutConnection,
      { when: 'arbscope.connection == idle || arbscope.connection == ready', text: 'finder' },
    ],
  },
  {
    id: viewIds.live,
    docs: 'arbitrages as they arrive, with links to their transaction, wallet, tokens and pools',
    page: 'live.md',
    initialSize: 50,
    welcome: withoutConnection,
  },
  {
    id: viewIds.wallets,
    docs: 'tracked wallets: their last day, rank and last transactions; below them, the leaders',
    page: 'wallets.md',
    visibility: 'collapsed',
    welcome: [
      { when: 'true', text: 'wallets' },
      { when: 'arbscope.walletsUnranked', text: 'wallets.unranked' },
    ],
  },
  {
    id: viewIds.marketCache,
    docs: 'every pool of the connection by AMM, with the accounts of a swap',
    page: 'market-cache.md',
    visibility: 'collapsed',
    welcome: [
      ...withoutConnection,
      {
        when: '(arbscope.connection == idle || arbscope.connection == ready) && arbscope.connectionKind == service && !arbscope.poolsLoading',
        text: 'marketCache.service',
      },
      {
        when: '(arbscope.connection == idle || arbscope.connection == ready) && arbscope.connectionKind != service && !arbscope.poolsLoading',
        text: 'marketCache.other',
      },
    ],
  },
  {
    id: viewIds.landings,
    docs: 'your transactions from accepted to landed, with the landing rate',
    page: 'landing.md#the-landings-view',
    visibility: 'collapsed',
    welcome: [{ text: 'landings' }],
  },
];

export const panels: readonly (PanelDeclaration & { readonly id: PanelId })[] = [
  {
    id: panelIds.transaction,
    title: 'Transaction',
    docs: 'one transaction: its route as a map, and every step from gross to net',
    page: 'transactions.md',
  },
  {
    id: panelIds.percentiles,
    title: 'Percentiles',
    docs: 'tips and fees by provider, and the amount at a percentile',
    page: 'finder.md#percentiles',
  },
  {
    id: panelIds.token,
    title: 'Token',
    docs: 'one token: authorities, on-chain and off-chain metadata, figures, pools',
    page: 'finder.md#token-panel',
  },
  {
    id: panelIds.pool,
    title: 'Pool',
    docs: 'one pool: figures and history of up to 30 days, arbitrages, wallets, and the accounts of a swap',
    page: 'market-cache.md#pool-panel',
  },
  {
    id: panelIds.wallet,
    title: 'Wallet',
    docs: 'one to four wallets: gains over time, tips beside the market, tokens, AMMs, transactions',
    page: 'wallets.md#wallet-panel',
  },
  {
    id: panelIds.market,
    title: 'Market',
    docs: 'history of the whole market or of a part: transactions, gains, volume, tips and fees over time',
    page: 'finder.md#market-history',
  },
  {
    id: panelIds.simulate,
    title: 'Simulation',
    docs: 'what a transaction would do if it were sent: route, net gain, compute units, logs, advice',
    page: 'simulate.md',
  },
  {
    id: panelIds.coverage,
    title: 'Coverage',
    docs: 'one bot config: the arbitrages that it could have taken, what it misses, and a replay by hour',
    page: 'definitions.md',
  },
];
