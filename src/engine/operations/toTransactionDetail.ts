import type { MintInfo, TipDetail, TransactionDetail } from '../../api/transaction.ts';
import type { MintAmount } from '../decode/arbitrageRecord.ts';
import type { StoredRecord } from '../store/findRecord.ts';
import type { PriceAtRecord } from '../store/recordDetail.ts';

const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** A record with its figures and the prices that they were computed at. */
export interface PricedRecord extends Omit<StoredRecord, 'prices'> {
  readonly prices: Pick<StoredRecord['prices'], 'get'>;
}

/** The wire form of a record, at the prices that come with it. */
export function toTransactionDetail(
  stored: PricedRecord,
  symbol: (mint: string) => string,
): TransactionDetail {
  const { record } = stored;
  const infoOf = (mint: string): MintInfo => mintInfo(stored.prices.get(mint), symbol(mint));
  const withInfo = ({ mint, amount }: MintAmount) => ({ amount, mint, ...infoOf(mint) });
  return {
    signature: record.signature,
    wallet: record.wallet,
    isSuccess: record.isSuccess,
    timestamp: record.blockTimeSeconds === null ? null : isoTime(stored.timeSeconds),
    type: record.type,
    block_number: record.slot,
    compute_unit: record.computeUnits,
    fees: record.feeLamports,
    gains_details: record.grossGains.map(withInfo),
    tips_details: mergePayments(
      record.tips.map(({ provider, recipient, ...tip }) => ({
        ...tip,
        type: provider,
        to: recipient,
      })),
    ).map(({ type, to, ...tip }): TipDetail => ({ ...withInfo(tip), type, to })),
    route_map_details: record.legs.map((leg) => ({
      order: leg.order,
      input_mint: leg.inputMint,
      output_mint: leg.outputMint,
      input_amount: leg.inputAmount,
      output_amount: leg.outputAmount,
      input_mint_info: infoOf(leg.inputMint),
      output_mint_info: infoOf(leg.outputMint),
      pool: leg.pool ?? '',
      amm: leg.program,
    })),
    net_gains_usd: stored.profitsUsd,
    net_gains_sol: stored.netGainsSol,
    volume_usd: stored.volumeUsd,
    volume_sol: stored.volumeSol,
    bot: record.bot,
    bot_fees_details: mergePayments(record.botFees.map((fee) => ({ ...fee, type: '' }))).map(
      ({ to, ...fee }) => ({ ...withInfo(fee), to }),
    ),
    failure: record.failure,
    priority_fees: record.priorityFeeLamports,
    other_payments_details: record.otherPayments.map(({ to, ...payment }) => ({
      ...withInfo(payment),
      to: [to],
    })),
    rent: record.rentLamports,
    closing_differences_details: record.closingDifferences.map(withInfo),
  };
}

function mintInfo(price: PriceAtRecord | undefined, symbol: string): MintInfo {
  return {
    price: price?.priceUsd ?? null,
    price_timestamp:
      price === undefined || price.timeSeconds === null ? null : isoTime(price.timeSeconds),
    digits: price?.digits ?? 0,
    symbol,
  };
}

/** One item per kind and mint, with the sum and every recipient once. */
function mergePayments(
  payments: readonly (MintAmount & { readonly type: string; readonly to: string })[],
): { type: string; mint: string; amount: bigint; to: string[] }[] {
  const merged = new Map<string, { type: string; mint: string; amount: bigint; to: string[] }>();
  for (const { type, mint, amount, to } of payments) {
    const key = `${type} ${mint}`;
    const item = merged.get(key);
    if (item === undefined) merged.set(key, { type, mint, amount, to: [to] });
    else {
      item.amount += amount;
      if (!item.to.includes(to)) item.to.push(to);
    }
  }
  return [...merged.values()];
}
