/** Plain data, so that the extension need not load schemas. */
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
  'arbscope_simulate',
  'arbscope_coverage',
  'arbscope_replay',
  'arbscope_search_pools',
  'arbscope_decode',
] as const;
export type ToolName = (typeof toolNames)[number];

export const isToolName = (name: unknown): name is ToolName =>
  (toolNames as readonly unknown[]).includes(name);
