import type { TransactionDetail } from '../../interface/transaction.ts';
import { knownMints, wrappedSolMint } from '../../solana/knownMints.ts';
import { ammPrograms, botPrograms } from '../../solana/knownPrograms.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import type {
  LegContent,
  MintContent,
  PaymentContent,
  TransactionContent,
} from '../../webview/messages/transaction.ts';
import { answerJson } from '../transaction/answerJson.ts';

export interface AnswerSource {
  /** Name of the connection that answered. */
  readonly name: string;
  readonly isSimulated: boolean;
  /** What else is to be known about where the answer comes from; empty: nothing. */
  readonly note: string;
}

/** An answer of the transaction operation as the panel's page takes it. */
export function transactionContent(
  answer: TransactionDetail,
  source: AnswerSource,
  answeredAtMilliseconds: number,
): TransactionContent {
  const mints = mintsOf(answer);
  return {
    signature: cut(answer.signature, 100),
    wallet: cut(answer.wallet, 100),
    isSuccess: answer.isSuccess ?? true,
    type: words(answer.type),
    failure: answer.failure === undefined || answer.failure === null ? null : words(answer.failure),
    slot: finiteOr(answer.block_number, 0),
    timeMilliseconds: time(answer.timestamp),
    computeUnits: finiteOr(answer.compute_unit, 0),
    feeLamports: raw(answer.fees),
    priorityFeeLamports: rawOrNull(answer.priority_fees),
    gains: listOf(answer.gains_details).map(amountOf),
    tips: listOf(answer.tips_details).map((tip) => ({
      ...paymentOf(tip),
      provider: words(tip.type),
    })),
    botFees: answer.bot_fees_details?.map(paymentOf) ?? null,
    otherPayments: answer.other_payments_details?.map(paymentOf) ?? null,
    rentLamports: rawOrNull(answer.rent),
    differences: answer.closing_differences_details?.map(amountOf) ?? null,
    legs: legsOf(answer),
    mints,
    bot: botOf(answer),
    ...totalsOf(answer, mints),
    source: source.name,
    isSimulated: source.isSimulated,
    sourceNote: source.note,
    answeredAtMilliseconds,
    json: answerJson(answer),
  };
}

/** A member that a service sent in another form was left out, whatever its type says. */
const listOf = <Entry>(list: readonly Entry[] | undefined): readonly Entry[] => list ?? [];

const cut = (text: string | undefined, longest: number): string => (text ?? '').slice(0, longest);
const words = (text: string | undefined): string => cut(text, 1_000);

const raw = (amount: bigint | undefined): string => (amount ?? 0n).toString();
const rawOrNull = (amount: bigint | undefined): string | null =>
  amount === undefined ? null : raw(amount);

const finite = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const finiteOr = (value: number | undefined, otherwise: number): number =>
  finite(value) ?? otherwise;

/**
 * Without a price of SOL, in which fees are paid, nothing else can be added to it: a sum would hold
 * only a part of what was gained and spent, and a figure of a part is no figure of the whole.
 */
function totalsOf(
  answer: TransactionDetail,
  mints: readonly MintContent[],
): Pick<TransactionContent, 'netGainsUsd' | 'netGainsSol' | 'volumeUsd' | 'volumeSol'> {
  const { net_gains_usd, net_gains_sol, volume_usd, volume_sol } = answer;
  const isPriced = mints.some(
    ({ address, priceUsd }) => address === wrappedSolMint && priceUsd !== null,
  );
  const hasOther = listOf(answer.gains_details).some(
    ({ mint, amount }) => mint !== wrappedSolMint && amount !== 0n,
  );
  return {
    netGainsUsd: isPriced || net_gains_sol === 0 ? finite(net_gains_usd) : null,
    netGainsSol: isPriced || !hasOther ? finite(net_gains_sol) : null,
    volumeUsd: volume_usd === 0 && volume_sol !== 0 ? null : finite(volume_usd),
    volumeSol: volume_sol === 0 && volume_usd !== 0 ? null : finite(volume_sol),
  };
}

function time(timestamp: string | null | undefined): number | null {
  return typeof timestamp === 'string' ? finite(Date.parse(timestamp)) : null;
}

const amountOf = ({ mint, amount }: { readonly mint: string; readonly amount: bigint }) => ({
  mint: cut(mint, 100),
  amount: raw(amount),
});

const paymentOf = (payment: {
  readonly mint: string;
  readonly amount: bigint;
  readonly to: readonly string[];
}): PaymentContent => ({ ...amountOf(payment), to: payment.to.map((to) => cut(to, 100)) });

/** In their order; a service may list them in any. */
function legsOf({ route_map_details }: TransactionDetail): LegContent[] {
  return [...listOf(route_map_details)]
    .sort((first, second) => first.order - second.order)
    .map((step) => ({
      inputMint: cut(step.input_mint, 100),
      inputAmount: raw(step.input_amount),
      outputMint: cut(step.output_mint, 100),
      outputAmount: raw(step.output_amount),
      pool: addressOrNull(step.pool),
      amm: addressOrNull(step.amm),
      ammName: ammPrograms.get(step.amm ?? '')?.name ?? '',
    }));
}

const addressOrNull = (address: string | undefined): string | null =>
  address === undefined || address === '' ? null : cut(address, 100);

function botOf({ bot }: TransactionDetail): TransactionContent['bot'] {
  if (bot === undefined || bot === null) return null;
  return {
    family: words(bot.family),
    program: cut(bot.program, 100),
    name: botPrograms.get(bot.program)?.name ?? '',
  };
}

/** Every mint that the answer names, once, with the best that it tells of it. */
function mintsOf(answer: TransactionDetail): MintContent[] {
  const mints = new Map<string, MintContent>();
  const add = (
    mint: string,
    info: {
      readonly symbol: string;
      readonly digits: number;
      readonly price: number | null;
      readonly price_timestamp: string | null;
    },
  ) => {
    const address = cut(mint, 100);
    const before = mints.get(address);
    if (before !== undefined && (before.priceUsd !== null || info.price === null)) return;
    // What the chain calls wrapped SOL is written in many ways; its mint is one.
    const symbol = knownMints.get(mint)?.symbol ?? words(info.symbol);
    mints.set(address, {
      address,
      symbol,
      decimals: decimalsOf(mint, info.digits),
      priceUsd: finite(info.price),
      priceTimeMilliseconds: time(info.price_timestamp),
      looksLike: lookAlikeSymbol(mint, symbol),
    });
  };
  for (const step of listOf(answer.route_map_details)) {
    add(step.input_mint, step.input_mint_info);
    add(step.output_mint, step.output_mint_info);
  }
  for (const item of listOf(answer.gains_details)) add(item.mint, item);
  for (const item of listOf(answer.tips_details)) add(item.mint, item);
  for (const item of answer.bot_fees_details ?? []) add(item.mint, item);
  const unpriced = { symbol: '', digits: 0, price: null, price_timestamp: null };
  for (const { mint } of answer.other_payments_details ?? []) {
    if (!mints.has(mint)) add(mint, unpriced);
  }
  for (const { mint } of answer.closing_differences_details ?? []) {
    if (!mints.has(mint)) add(mint, unpriced);
  }
  // Fees are in SOL whether or not the route touches it.
  const sol = mints.get(wrappedSolMint);
  if (sol === undefined || sol.priceUsd === null) {
    add(wrappedSolMint, { ...unpriced, digits: 9, price: impliedSolPrice(answer) });
  }
  return [...mints.values()];
}

/** The price of SOL behind the net gain, where the answer names no other. */
function impliedSolPrice({ net_gains_usd, net_gains_sol }: TransactionDetail): number | null {
  const price = net_gains_usd / net_gains_sol;
  return Number.isFinite(price) && price > 0 ? price : null;
}

/** SPL mints have at most 255 decimals; anything else says that nothing is known. */
function decimalsOf(mint: string, digits: number): number {
  const known = knownMints.get(mint)?.decimals;
  if (known !== undefined) return known;
  return Number.isInteger(digits) && digits >= 0 && digits <= 255 ? digits : 0;
}
