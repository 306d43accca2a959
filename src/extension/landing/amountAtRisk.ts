import { t } from '@vscode/l10n';
import { formatLamportsAsSol } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import {
  formatSimulatedAmount,
  type SimulatedAmount,
  succeedingTrade,
} from '../../solana/landing/simulatedOutcome.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

type Reports = readonly TransactionReport[];

/** Per mint; empty if no route is known. */
export const routeInputs = (reports: Reports): SimulatedAmount[] =>
  sumByMint(reports.flatMap(({ outcome }) => succeedingTrade(outcome)?.input ?? []));

/** Amount that the transactions can lose, read from instructions and routes: totals, then parts. */
export function formatAmountAtRisk(reports: Reports): string {
  const sum = (read: (report: TransactionReport) => bigint) =>
    reports.reduce((total, report) => total + read(report), 0n);
  const fee = sum((report) => report.fee?.feeLamports ?? 0n);
  const tips = sum((report) => report.outflow?.tipLamports ?? 0n);
  const inputs = routeInputs(reports);
  const route = inputs.find(isSol)?.amount ?? 0n;
  const transfers = sumByMint(reports.flatMap(transfersOf));
  const lamports = transfers.find(isSol)?.amount ?? 0n;
  const parts = [
    t('fee {0}', formatLamportsAsSol(fee)),
    ...(tips > 0n ? [t('tips {0}', formatLamportsAsSol(tips))] : []),
    ...(route > 0n ? [t('route {0}', formatLamportsAsSol(route))] : []),
    ...(lamports > 0n ? [t('transfers {0}', formatLamportsAsSol(lamports))] : []),
  ];
  const tokens = sumByMint([...inputs, ...transfers].filter((one) => !isSol(one)));
  const totals = joinList([
    formatLamportsAsSol(fee + tips + route + lamports),
    ...tokens.map(formatSimulatedAmount),
  ]);
  return joinNote(totals, joinList(parts));
}

const isSol = ({ mint }: SimulatedAmount): boolean => mint === wrappedSolMint;

/** Payments outside the route. A transfer that funds the route counts only as the route's input. */
function transfersOf({ outcome, outflow }: TransactionReport): SimulatedAmount[] {
  const trade = succeedingTrade(outcome);
  const instructed = byMint([
    toSol(outflow?.lamports ?? 0n),
    ...(outflow?.tokens ?? []).map(({ amount, decimals, symbol, mint, source }) => ({
      mint: mint ?? source,
      symbol: symbol ?? shortAddress(mint ?? source),
      decimals,
      amount,
    })),
  ]);
  const paid = byMint(trade?.otherPayments ?? []);
  return [...new Map([...paid, ...instructed])].flatMap(([mint, one]) => {
    const input = trade?.input?.mint === mint ? trade.input.amount : 0n;
    const rest = (instructed.get(mint)?.amount ?? 0n) - input;
    const payment = paid.get(mint)?.amount ?? 0n;
    const amount = rest > payment ? rest : payment;
    return amount > 0n ? [{ ...one, amount }] : [];
  });
}

const toSol = (amount: bigint): SimulatedAmount => ({
  mint: wrappedSolMint,
  symbol: 'SOL',
  decimals: 9,
  amount,
});

function byMint(amounts: readonly SimulatedAmount[]): Map<string, SimulatedAmount> {
  const sums = new Map<string, SimulatedAmount>();
  for (const one of amounts) {
    const sum = one.amount + (sums.get(one.mint)?.amount ?? 0n);
    sums.set(one.mint, { ...one, amount: sum });
  }
  return sums;
}

const sumByMint = (amounts: readonly SimulatedAmount[]): SimulatedAmount[] => [
  ...byMint(amounts).values(),
];
