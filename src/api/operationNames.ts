// Generated from the definitions by `npm run generate`.

/** Plain data, so that the extension need not load schemas. */
export const operationNames = [
  'finder',
  'tipsByComputeUnit',
  'tipsByGains',
  'feesByComputeUnit',
  'tokenInfo',
  'walletOverview',
  'walletTransactions',
  'transaction',
  'marketCache',
  'landTransaction',
] as const;

export const arbscopeOperationNames = [
  'status',
  'arbitrages',
  'walletRanking',
  'walletGroups',
  'history',
  'growth',
  'simulate',
  'coverage',
  'replay',
  'competition',
  'walletCompetition',
] as const;

export const toolNames = [
  'arbscope_finder',
  'arbscope_tips_by_compute_unit',
  'arbscope_tips_by_gains',
  'arbscope_fees_by_compute_unit',
  'arbscope_token',
  'arbscope_wallet_overview',
  'arbscope_wallet_transactions',
  'arbscope_transaction',
  'arbscope_status',
  'arbscope_arbitrages',
  'arbscope_wallet_ranking',
  'arbscope_history',
  'arbscope_growth',
  'arbscope_simulate',
  'arbscope_coverage',
  'arbscope_replay',
  'arbscope_competition',
  'arbscope_wallet_competition',
  'arbscope_search_pools',
  'arbscope_decode',
] as const;
export type ToolName = (typeof toolNames)[number];
