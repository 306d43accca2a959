import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import { buildTransactionContent } from '../../../../src/extension/transaction/transactionContent.ts';
import type { TransactionContent } from '../../../../src/webview/messages/transaction.ts';
import { sol, solMint, step, transactionResponse, usdcMint } from '../route/routeSamples.ts';

/** A mint without a symbol. */
export const stranger = 'J2juZpGLh9o1ez9ekriq2gTjX3aHmESU7pa7pPSvYntz';
const pools = ['58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2', 'pool-b', 'pool-c', 'pool-d'];
const priced = { price_timestamp: '2026-09-01T11:59:00.000Z' };
const usdc = { ...priced, price: 1, digits: 6, symbol: 'USDC' };
const unknown = { ...sol, price: 101, digits: 4, symbol: '' };

/**
 * SOL to USDC through two parallel pools, then to a token without a name, and back; 0.001 USDC
 * stays.
 */
export const splitRoute = (members: Partial<TransactionDetail> = {}): TransactionDetail =>
  transactionResponse({
    compute_unit: 162_010,
    block_number: 361_774_429,
    version: 1,
    fees: 6_000n,
    priority_fees: 1_000n,
    bot: { family: 'SMB', program: 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz' },
    bot_fees_details: [{ ...sol, amount: 100_000n, mint: solMint, to: ['maker'] }],
    closing_differences_details: [],
    gains_details: [
      { ...sol, amount: 10_000_000n, mint: solMint },
      { ...usdc, amount: 1_000n, mint: usdcMint },
    ],
    tips_details: [
      { ...sol, amount: 1_000_000n, mint: solMint, type: 'JITO', to: ['one'] },
      { ...sol, amount: 500_000n, mint: solMint, type: 'NOZOMI', to: ['two'] },
    ],
    route_map_details: [
      step(0, [solMint, sol, 600_000_000n], [usdcMint, usdc, 60_300_000n]),
      step(1, [solMint, sol, 400_000_000n], [usdcMint, usdc, 40_200_000n]),
      step(2, [usdcMint, usdc, 100_499_000n], [stranger, unknown, 5_000_000n]),
      step(3, [stranger, unknown, 5_000_000n], [solMint, sol, 1_010_000_000n]),
    ].map((each, at) => ({
      ...each,
      pool: pools[at] ?? '',
      amm: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    })),
    net_gains_sol: 0.008394,
    net_gains_usd: 0.8394,
    ...members,
  });

/** As the page gets it from a node. */
export const splitRouteContent = (
  members: Partial<TransactionDetail> = {},
  note = '',
): TransactionContent =>
  buildTransactionContent(splitRoute(members), { name: 'My node', isSimulated: false, note });
