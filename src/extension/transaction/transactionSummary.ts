import type { Outcome } from '../../api/arbscope/arbitrageFilter.ts';
import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import { knownNetGains } from '../../api/netGains.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';

export interface TransactionSummary {
  readonly signature: string;
  /** Null until the transaction is looked up. */
  readonly outcome: Outcome | null;
  readonly netGainsSol: number | null;
  /** Symbols in route order, starting and ending with the base; empty if unknown. */
  readonly route: readonly string[];
  readonly timeMilliseconds: number | null;
  readonly wallet: string;
  readonly provider: string;
}

export const summaryOfArbitrage = (arbitrage: ArbitrageSummary): TransactionSummary => ({
  signature: arbitrage.signature,
  outcome: arbitrage.outcome,
  netGainsSol: knownNetGains(arbitrage).sol,
  route: arbitrage.mints.map(({ mint, symbol }) => symbol || shortAddress(mint)),
  timeMilliseconds: parseTime(arbitrage.timestamp),
  wallet: arbitrage.wallet,
  provider: arbitrage.provider,
});

export const summaryOfWalletTransaction = (transaction: WalletTransaction): TransactionSummary => ({
  signature: transaction.signature,
  outcome: outcomeOf(transaction.isSuccess, knownNetGains(transaction).sol),
  netGainsSol: knownNetGains(transaction).sol,
  route: [],
  timeMilliseconds: parseTime(transaction.timestamp),
  wallet: transaction.wallet,
  provider: '',
});

export function summaryOfContent(content: TransactionContent): TransactionSummary {
  const symbols = new Map(content.mints.map(({ address, symbol }) => [address, symbol]));
  const first = content.legs[0]?.inputMint;
  const visited = new Set(
    content.legs.flatMap(({ inputMint, outputMint }) => [inputMint, outputMint]),
  );
  const route = first === undefined ? [] : [...visited, first];
  return {
    signature: content.signature,
    outcome: outcomeOf(content.isSuccess, content.netGainsSol),
    netGainsSol: content.netGainsSol,
    route: route.map((mint) => symbols.get(mint) || shortAddress(mint)),
    timeMilliseconds: content.timeMilliseconds,
    wallet: content.wallet,
    provider: content.tips[0]?.provider ?? '',
  };
}

function outcomeOf(isSuccess: boolean, netGainsSol: number | null): Outcome {
  if (!isSuccess) return 'failed';
  if (netGainsSol === null) return 'unknown';
  return netGainsSol > 0 ? 'gain' : 'loss';
}

function parseTime(timestamp: string | null): number | null {
  const milliseconds = Date.parse(timestamp ?? '');
  return Number.isFinite(milliseconds) ? milliseconds : null;
}
