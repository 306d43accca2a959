import type { SimulatedTransaction } from '../../api/arbscope/simulate.ts';
import { solToLamports } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { Advice, MarketTips } from '../../webview/messages/simulate.ts';

/** Maximum limit of a transaction: https://solana.com/docs/core/fees/compute-budget */
const maxComputeUnitLimit = 1_400_000;
/** Limit of a transaction that sets none, in bytes. */
const defaultLoadedDataLimit = 64 * 1_024 * 1_024;
/** The cost model counts whole pages: https://solana.com/docs/core/fees/compute-budget */
const pageBytes = 32 * 1_024;
const computeUnitsPerPage = 8;
const microLamportsPerLamport = 1_000_000n;

export interface AdviceOptions {
  /** Added to the measured usage, in percent. */
  readonly marginPercent: number;
  /** Tips of a provider in the last hour; null if unknown. */
  readonly tipsOf: (provider: string) => MarketTips | null;
  /** Why no tips could be loaded; empty if they were. */
  readonly tipsFault: string;
}

/** Empty for a failed simulation, which stopped early and has no usable figures. */
export function simulationAdvice(
  transaction: SimulatedTransaction,
  options: AdviceOptions,
): Advice[] {
  if (!transaction.is_success) return [];
  return [
    ...unitLimitAdvice(transaction, options.marginPercent),
    ...tipAdvice(transaction, options),
    ...loadedDataAdvice(transaction, options.marginPercent),
  ];
}

/** Usage plus margin, rounded up, at most the maximum of a transaction. */
export const suggestedUnitLimit = (used: number, marginPercent: number): number =>
  Math.min(maxComputeUnitLimit, Math.ceil((used * (100 + marginPercent)) / 100));

function unitLimitAdvice(
  {
    compute_units: used,
    compute_unit_limit: limit,
    is_limit_set: isSet,
    micro_lamports_per_unit: price,
  }: SimulatedTransaction,
  marginPercent: number,
): Advice[] {
  if (used === null) return [];
  const suggested = suggestedUnitLimit(used, marginPercent);
  if (suggested === limit && isSet) return [];
  const feeChange =
    price === null ? null : priorityFee(suggested, price) - priorityFee(limit, price);
  return [
    {
      kind: 'unit-limit',
      limit,
      isSet,
      used,
      marginPercent,
      suggested,
      feeChange: feeChange === null ? null : String(feeChange),
    },
  ];
}

/** In lamports, rounded up as in the runtime. */
const priorityFee = (limit: number, microLamportsPerUnit: bigint): bigint =>
  (BigInt(limit) * microLamportsPerUnit + microLamportsPerLamport - 1n) / microLamportsPerLamport;

function tipAdvice(
  { record }: SimulatedTransaction,
  { tipsOf, tipsFault }: AdviceOptions,
): Advice[] {
  const tips = (record?.tips_details ?? []).filter(({ mint }) => mint === wrappedSolMint);
  if (record === null || tips.length === 0) return [];
  const providers = new Map<string, bigint>();
  for (const { type, amount } of tips) providers.set(type, (providers.get(type) ?? 0n) + amount);
  const all = tips.reduce((sum, { amount }) => sum + amount, 0n);
  const beforeTips = gainBeforeTips(record, all);
  return [...providers].map(([provider, tip]) => {
    const market = tipsOf(provider);
    return {
      kind: 'tip',
      provider: provider.slice(0, 100),
      tip: String(tip),
      breakEven: beforeTips === null ? null : String(beforeTips - (all - tip)),
      market,
      fault: market === null ? tipsFault : '',
    };
  });
}

type Detail = NonNullable<SimulatedTransaction['record']>;

/** Lamports left after the fee and the bot's fee; exact if all amounts are in SOL. */
function gainBeforeTips(record: Detail, tips: bigint): bigint | null {
  const { gains_details: gains, bot_fees_details: botFees = [], fees, net_gains_sol } = record;
  const parts = [...gains, ...botFees];
  if (parts.every(({ mint, amount }) => mint === wrappedSolMint || amount === 0n)) {
    const sum = (list: readonly { readonly amount: bigint }[]) =>
      list.reduce((total, { amount }) => total + amount, 0n);
    return sum(gains) - sum(botFees) - fees;
  }
  // Through USD; null if a token has no price.
  if (!Number.isFinite(net_gains_sol) || parts.some(({ price }) => price === null)) return null;
  return solToLamports(net_gains_sol) + tips;
}

function loadedDataAdvice(
  {
    loaded_accounts_data_bytes: loaded,
    loaded_accounts_data_limit: limitOrNull,
  }: SimulatedTransaction,
  marginPercent: number,
): Advice[] {
  if (loaded === null) return [];
  const limit = limitOrNull ?? defaultLoadedDataLimit;
  const suggested = Math.min(
    defaultLoadedDataLimit,
    roundUpToPages((loaded * (100 + marginPercent)) / 100),
  );
  if (loadedDataCost(suggested) >= loadedDataCost(limit) && limit >= loaded) return [];
  return [
    {
      kind: 'loaded-data',
      limit,
      isSet: limitOrNull !== null,
      loaded,
      suggested,
      costNow: loadedDataCost(limit),
      costSuggested: loadedDataCost(suggested),
    },
  ];
}

const pages = (bytes: number): number => Math.ceil(bytes / pageBytes);
const roundUpToPages = (bytes: number): number => Math.max(1, pages(bytes)) * pageBytes;

/** Compute units that a limit counts toward the block's limit, however much is loaded. */
export const loadedDataCost = (bytes: number): number => pages(bytes) * computeUnitsPerPage;
