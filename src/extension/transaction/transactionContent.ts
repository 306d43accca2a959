import type { MintInfo, TransactionDetail } from '../../api/transaction.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms, botPrograms } from '../../solana/knownPrograms.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import type {
  LegContent,
  MintContent,
  PaymentContent,
  TransactionContent,
} from '../../webview/messages/transaction.ts';
import { responseJson } from '../ui/responseJson.ts';

export interface TransactionSource {
  readonly name: string;
  readonly isSimulated: boolean;
  /** Remark about the source; may be empty. */
  readonly note: string;
}

/** Longer than any address or signature. */
const maxAddressLength = 100;

export function buildTransactionContent(
  answer: TransactionDetail,
  source: TransactionSource,
): TransactionContent {
  const mints = toMints(answer);
  const { bot } = answer;
  return {
    signature: truncate(answer.signature),
    wallet: truncate(answer.wallet),
    isSuccess: answer.isSuccess ?? true,
    type: truncateText(answer.type),
    failure: answer.failure == null ? null : truncateText(answer.failure),
    version: answer.version == null ? null : truncate(String(answer.version)),
    slot: finiteOrNull(answer.block_number) ?? 0,
    timeMilliseconds: parseTime(answer.timestamp),
    computeUnits: finiteOrNull(answer.compute_unit),
    feeLamports: rawAmount(answer.fees),
    priorityFeeLamports: rawAmountOrNull(answer.priority_fees),
    gains: orEmpty(answer.gains_details).map(toAmount),
    tips: orEmpty(answer.tips_details).map((tip) => ({
      ...toPayment(tip),
      provider: truncateText(tip.type),
    })),
    botFees: answer.bot_fees_details?.map(toPayment) ?? null,
    otherPayments: answer.other_payments_details?.map(toPayment) ?? null,
    rentLamports: rawAmountOrNull(answer.rent),
    differences: answer.closing_differences_details?.map(toAmount) ?? null,
    legs: toLegs(answer),
    mints,
    bot:
      bot == null
        ? null
        : {
            family: truncateText(bot.family),
            program: truncate(bot.program),
            name: botPrograms.get(bot.program)?.name ?? '',
          },
    attempt: toAttempt(answer),
    ...toTotals(answer, mints),
    source: source.name,
    isSimulated: source.isSimulated,
    sourceNote: source.note,
    calls: [],
    errorName: '',
    errorSource: '',
    json: responseJson(answer),
  };
}

/** A malformed member of a service's response is missing here, despite its type. */
const orEmpty = <Entry>(list: readonly Entry[] | undefined): readonly Entry[] => list ?? [];

const truncate = (text = '', longest = maxAddressLength): string => text.slice(0, longest);
const truncateText = (text?: string): string => truncate(text, 1_000);

const rawAmount = (amount: bigint | undefined): string => (amount ?? 0n).toString();
const rawAmountOrNull = (amount: bigint | undefined): string | null =>
  amount === undefined ? null : rawAmount(amount);

const finiteOrNull = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Gains of the base mint, or all without them; losses, tips and bot fees. */
function hasUnpricedPart(answer: TransactionDetail): boolean {
  const gains = orEmpty(answer.gains_details).filter(({ amount }) => amount !== 0n);
  const base = orEmpty(answer.route_map_details)[0]?.input_mint;
  const hasBase = gains.some(({ mint }) => mint === base);
  const counted = gains.filter(({ mint, amount }) => !hasBase || mint === base || amount < 0n);
  const payments = [...orEmpty(answer.tips_details), ...orEmpty(answer.bot_fees_details)];
  return [...counted, ...payments].some(
    ({ mint, price }) => mint !== wrappedSolMint && price === null,
  );
}

/** Totals are null if they need a price that is unknown: they would be incomplete. */
function toTotals(
  answer: TransactionDetail,
  mints: readonly MintContent[],
): Pick<TransactionContent, 'netGainsUsd' | 'netGainsSol' | 'volumeUsd' | 'volumeSol'> {
  const { net_gains_usd, net_gains_sol, volume_usd, volume_sol } = answer;
  const isPriced = mints.some(
    ({ address, priceUsd }) => address === wrappedSolMint && priceUsd !== null,
  );
  const isComplete = !hasUnpricedPart(answer);
  const hasOther = orEmpty(answer.gains_details).some(
    ({ mint, amount }) => mint !== wrappedSolMint && amount !== 0n,
  );
  return {
    netGainsUsd:
      isComplete && (isPriced || net_gains_sol === 0) ? finiteOrNull(net_gains_usd) : null,
    netGainsSol: isComplete && (isPriced || !hasOther) ? finiteOrNull(net_gains_sol) : null,
    volumeUsd: volume_usd === 0 && volume_sol !== 0 ? null : finiteOrNull(volume_usd),
    volumeSol: volume_sol === 0 && volume_usd !== 0 ? null : finiteOrNull(volume_sol),
  };
}

/** `unknown`: a bot whose instruction cannot be read. Null: no bot, or not provided by the service. */
function toAttempt({ bot, bot_attempt }: TransactionDetail): TransactionContent['attempt'] {
  if (bot_attempt === undefined) return null;
  if (bot_attempt === null) return bot == null ? null : 'unknown';
  const { pools_tried, unknown_pools, parameters } = bot_attempt;
  return {
    pools: orEmpty(pools_tried).map(({ pool, amm, used }) => ({
      pool: truncate(pool),
      amm: truncate(amm),
      ammName: ammPrograms.get(amm)?.name ?? '',
      isUsed: used,
    })),
    unknownPools: finiteOrNull(unknown_pools) ?? 0,
    parameters: parameters && {
      minimumProfit: rawAmount(parameters.minimum_profit),
      baseMint: truncate(parameters.base_mint),
      computeUnitLimit: parameters.compute_unit_limit,
      noFailure: parameters.no_failure,
      flashLoan: parameters.flashloan,
    },
  };
}

const parseTime = (timestamp: string | null | undefined): number | null =>
  typeof timestamp === 'string' ? finiteOrNull(Date.parse(timestamp)) : null;

const toAmount = ({ mint, amount }: { readonly mint: string; readonly amount: bigint }) => ({
  mint: truncate(mint),
  amount: rawAmount(amount),
});

const toPayment = (payment: {
  readonly mint: string;
  readonly amount: bigint;
  readonly to: readonly string[];
}): PaymentContent => ({ ...toAmount(payment), to: payment.to.map((to) => truncate(to)) });

/** Sorted by `order`, since a service may list them in any order. */
function toLegs({ route_map_details }: TransactionDetail): LegContent[] {
  return [...orEmpty(route_map_details)]
    .sort((first, second) => first.order - second.order)
    .map((step) => ({
      inputMint: truncate(step.input_mint),
      inputAmount: rawAmount(step.input_amount),
      outputMint: truncate(step.output_mint),
      outputAmount: rawAmount(step.output_amount),
      pool: truncate(step.pool) || null,
      amm: truncate(step.amm) || null,
      ammName: ammPrograms.get(step.amm ?? '')?.name ?? '',
    }));
}

/** Every mint of the response once, with a priced entry if there is one. */
function toMints(answer: TransactionDetail): MintContent[] {
  const mints = new Map<string, MintContent>();
  const add = (mint: string, info: MintInfo) => {
    const address = truncate(mint);
    const before = mints.get(address);
    if (before !== undefined && (before.priceUsd !== null || info.price === null)) return;
    // Responses spell the symbol of wrapped SOL differently; look it up by mint.
    const symbol = knownMints.get(mint)?.symbol ?? truncateText(info.symbol);
    mints.set(address, {
      address,
      symbol,
      decimals: decimalsOf(mint, info.digits),
      priceUsd: finiteOrNull(info.price),
      priceTimeMilliseconds: parseTime(info.price_timestamp),
      looksLike: lookAlikeSymbol(mint, symbol),
    });
  };
  for (const step of orEmpty(answer.route_map_details)) {
    add(step.input_mint, step.input_mint_info);
    add(step.output_mint, step.output_mint_info);
  }
  const { gains_details: gains, tips_details: tips, bot_fees_details: botFees } = answer;
  const { other_payments_details: payments, closing_differences_details: rest } = answer;
  const lists = [gains, tips, botFees, payments, rest];
  for (const item of lists.flatMap(orEmpty<MintInfo & { mint: string }>)) add(item.mint, item);
  const unpriced = { symbol: '', digits: 0, price: null, price_timestamp: null };
  // Fees are in SOL even if the route is not.
  const sol = mints.get(wrappedSolMint);
  if (sol === undefined || sol.priceUsd === null) {
    add(wrappedSolMint, { ...unpriced, digits: 9, price: impliedSolPrice(answer) });
  }
  const settled = answer.bot_attempt?.parameters?.base_mint;
  if (settled !== undefined && knownMints.has(settled)) add(settled, unpriced);
  return [...mints.values()];
}

/** SOL price implied by the net gain, if the response contains no other. */
function impliedSolPrice({ net_gains_usd, net_gains_sol }: TransactionDetail): number | null {
  const price = net_gains_usd / net_gains_sol;
  return Number.isFinite(price) && price > 0 ? price : null;
}

/** SPL mints have at most 255 decimals; 0 if the value is invalid. */
function decimalsOf(mint: string, digits: number): number {
  const known = knownMints.get(mint)?.decimals;
  if (known !== undefined) return known;
  return Number.isInteger(digits) && digits >= 0 && digits <= 255 ? digits : 0;
}
