import { transactionContent } from '../../../src/extension/panels/transactionContent.ts';
import type { TransactionDetail } from '../../../src/interface/transaction.ts';
import {
  isTransactionContent,
  type TransactionContent,
} from '../../../src/webview/messages/transaction.ts';
import { closingCheck } from '../../../src/webview/routeMap/closingCheck.ts';
import { layOut } from '../../../src/webview/routeMap/layout.ts';
import { routeOf } from '../../../src/webview/routeMap/routeModel.ts';
import { statementOf } from '../../../src/webview/routeMap/statement.ts';
import { legWords } from '../../../src/webview/routeMap/words.ts';

/** An answer as the page gets it: through the panel, over the border, past the check. */
export function received(answer: TransactionDetail): TransactionContent {
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  const message: unknown = JSON.parse(JSON.stringify(transactionContent(answer, source, 0)));
  if (!isTransactionContent(message)) throw new Error('The page would drop this content');
  return message;
}

/** All that the page makes of its content before it draws. */
export function modelsOf(content: TransactionContent) {
  const route = routeOf(content);
  const statement = statementOf(content, route);
  return {
    route,
    statement,
    check: closingCheck(content, route, statement),
    layout: layOut(route, (leg) => legWords(leg, 'human')),
  };
}

const price = { price: 100, price_timestamp: '2026-09-01T12:00:00.000Z' };
export const sol = { ...price, digits: 9, symbol: 'SOL' };
export const solMint = 'So11111111111111111111111111111111111111112';
const usdc = { price: 1, price_timestamp: '2026-09-01T12:00:00.000Z', digits: 6, symbol: 'USDC' };
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A made-up cycle of two legs that gains 0.01 SOL, changed by what a test is about. */
export const answer = (members: Partial<TransactionDetail> = {}): TransactionDetail => ({
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
