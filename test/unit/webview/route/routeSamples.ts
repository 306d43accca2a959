import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import { buildTransactionContent } from '../../../../src/extension/transaction/transactionContent.ts';
import type { TransactionContent } from '../../../../src/webview/messages/transaction.ts';
import { checkBalance } from '../../../../src/webview/route/balanceCheck.ts';
import { gainBreakdown } from '../../../../src/webview/route/gainBreakdown.ts';
import { routeLabels } from '../../../../src/webview/route/routeLabels.ts';
import { layoutRoute } from '../../../../src/webview/route/routeLayout.ts';
import { buildRoute } from '../../../../src/webview/route/routeModel.ts';

/** Converts a response to page content like the panel does, and sends it. */
export function transactionContentOf(answer: TransactionDetail): TransactionContent {
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  return JSON.parse(JSON.stringify(buildTransactionContent(answer, source)));
}

export function transactionModels(content: TransactionContent, room = 800) {
  const route = buildRoute(content);
  const statement = gainBreakdown(content, route);
  return {
    route,
    statement,
    check: checkBalance(content, route, statement),
    layout: layoutRoute(route, routeLabels(route, 'human'), room),
  };
}

const price = { price: 100, price_timestamp: '2026-09-01T12:00:00.000Z' };
export const sol = { ...price, digits: 9, symbol: 'SOL' };
export const solMint = 'So11111111111111111111111111111111111111112';
const usdc = { price: 1, price_timestamp: '2026-09-01T12:00:00.000Z', digits: 6, symbol: 'USDC' };
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A synthetic cycle of two legs that gains 0.01 SOL, with changes. */
export const transactionResponse = (
  members: Partial<TransactionDetail> = {},
): TransactionDetail => ({
  signature: '5'.repeat(88),
  wallet: '9'.repeat(44),
  isSuccess: true,
  timestamp: '2026-09-01T12:00:00.000Z',
  type: 'arbitrage',
  block_number: 5,
  compute_unit: 1_000,
  fees: 6_000n,
  gains_details: [{ amount: 10_000_000n, mint: solMint, ...sol }],
  tips_details: [{ amount: 1_000_000n, mint: solMint, ...sol, type: 'JITO', to: ['tip'] }],
  route_map_details: [
    step(0, [solMint, sol, 1_000_000_000n], [usdcMint, usdc, 100_500_000n]),
    step(1, [usdcMint, usdc, 100_500_000n], [solMint, sol, 1_010_000_000n]),
  ],
  net_gains_usd: 0.8994,
  net_gains_sol: 0.008994,
  volume_usd: 100,
  volume_sol: 1,
  ...members,
});

/** A route through mints `0`, `1`, … by pairs: `[[0, 1], [1, 0]]` goes there and back. */
export const routeThrough = (pairs: readonly (readonly [from: number, to: number])[]) => {
  const side = (mint: number): Side => [
    mint === 0 ? solMint : String(mint).padEnd(44, 'x'),
    { ...sol, symbol: mint === 0 ? 'SOL' : `TOKEN${mint}` },
    1_234_567_000n * BigInt(mint + 1),
  ];
  return transactionResponse({
    route_map_details: pairs.map(([from, to], order) => step(order, side(from), side(to))),
  });
};

type Side = readonly [mint: string, info: typeof sol, amount: bigint];

export const step = (
  order: number,
  [inputMint, inputInfo, input]: Side,
  [outputMint, outputInfo, output]: Side,
): TransactionDetail['route_map_details'][number] => ({
  order,
  input_mint: inputMint,
  output_mint: outputMint,
  input_amount: input,
  output_amount: output,
  input_mint_info: inputInfo,
  output_mint_info: outputInfo,
});
