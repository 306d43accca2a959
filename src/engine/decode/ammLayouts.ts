import { sandboxAmmProgram } from '../../solana/sandboxAmm.ts';
import type { Instruction } from './message.ts';
import { instructionData, startsWith } from './programActions.ts';

/**
 * Positions in an instruction's account list, from the programs' published interfaces (2026-08),
 * checked against real transactions. For other instructions the pool is a guess. Both Pump programs:
 * https://github.com/pump-fun/pump-public-docs, docs/instructions (TRADE_V3, PUMP_SWAP_TRADE_V2,
 * MULTI_HOP_SWAP), read on 2026-11-29. None is known of Scorch, Quantum, Aquifer, Archer, WhaleStreet,
 * Quay and JupLend AMM. To renew: compare each program's current IDL, and for the others look at where
 * the vaults of recent swaps stand in the list.
 */

export interface SwapLayout {
  /**
   * Leading bytes of the instruction data, hexadecimal. Empty if the program does not publish its
   * instructions: it then matches all, and only the transfers show which are swaps.
   */
  readonly discriminator: string;
  /** One, or one for each hop. */
  readonly pools: readonly number[];
  /** Two for each pool, in the order of `pools`. */
  readonly vaults: readonly number[];
}

const anchorSwap = 'f8c69e91e17587c8';
const anchorSwapV2 = '2b04ed0b1ac91e62';
const meteoraSwap2 = '414b3f4ceb5b5b88';
const buy = '66063d1201daebea';
const sell = '33e685a4017f83ad';

/** `buy_v2`, `sell_v2` and `buy_exact_quote_in_v2` of both Pump programs. */
const pumpV2 = ['b817ee6167c5d33d', '5df6823ce7e940b2', 'c2ab1c46684d5b2f'];
/** `buy_v3`, `sell_v3` and `buy_exact_quote_in_v3` of the curve. */
const pumpV3 = ['07051dc4f5176550', '1c92de7726c469d5', 'e1f7501ed5b38488'];
/** Of PumpSwap: after 16 accounts, two mints, the pool or curve and its vaults for each hop. */
const multiHopSwap = '2b644913e9f66f94';
const hopsOfMultiHop = Array.from({ length: 8 }, (_, hop) => 16 + 5 * hop);

/** Instructions of an AMM with the same account order. Pools: one position, or one for each hop. */
type LayoutRow = readonly [
  program: string,
  discriminators: readonly string[],
  pools: number | readonly number[],
  vaults: readonly number[],
];

const anchor = [anchorSwap, anchorSwapV2];
const meteora = [anchorSwap, meteoraSwap2];
const tokenSwap = ['01'];
/** `NewOrderV3` and `SendTake` after a version byte. */
const serumNewOrder = '000a000000';
const serumOrders = [serumNewOrder, '000d000000'];
const anyData = [''];

const layoutRows: readonly LayoutRow[] = [
  // Calls with 17 accounts have every position from 4 on one lower. The pool position stays valid;
  // the vaults are then taken from the transfers.
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', ['09', '0b'], 1, [5, 6]],
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', ['10', '11'], 1, [3, 4]],
  [
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    ['8fbe5adac41e33de', '37d96256a34ab4ad'],
    3,
    [6, 7],
  ],
  // Raydium's concentrated pools and their forks.
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', anchor, 2, [5, 6]],
  ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', anchor, 2, [5, 6]],
  ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', anchor, 2, [5, 6]],
  [
    'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    [...meteora, 'fa49652126cf4bb8', '2bd7f784893cf351', '38ade6d0ade49ccd', '4a62c0d6b1334b33'],
    0,
    [2, 3],
  ],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', meteora, 1, [4, 5]],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', [anchorSwap], 0, [5, 6]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', [anchorSwap], 2, [4, 6]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', [anchorSwapV2], 4, [8, 10]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', ['c360ed6c44a2dbe6'], [2, 3], [5, 7, 9, 11]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', ['ba8fd11dfe02c275'], [0, 1], [9, 10, 11, 12]],
  [
    'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    [buy, sell, 'c62e1552b4d9e870', ...pumpV2],
    0,
    [7, 8],
  ],
  [
    'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    [multiHopSwap],
    hopsOfMultiHop.map((hop) => hop + 2),
    hopsOfMultiHop.flatMap((hop) => [hop + 3, hop + 4]),
  ],
  ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', ['00'], 2, [6, 7]],
  ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', ['01'], 2, []],
  ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', [anchorSwap], 1, [5, 6]],
  ['swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', [anchorSwap], 6, [3, 4]],
  ['swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', [anchorSwapV2], 8, [5, 6]],
  ['swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW', [anchorSwap], 6, [3, 4]],
  ['swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW', [anchorSwapV2], 8, [5, 6]],
  // The SPL token-swap program and its forks.
  ['FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X', tokenSwap, 0, [4, 5]],
  ['DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1', tokenSwap, 0, [4, 5]],
  ['9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', tokenSwap, 0, [4, 5]],
  ['SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr', tokenSwap, 0, [4, 5]],
  ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', tokenSwap, 0, [4, 5]],
  ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb', ['032c47031ac7cb55'], 2, [6, 7]],
  ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', [buy, sell], 4, [10, 11]],
  ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', [...meteora, 'b75d992818e6c297'], 2, [5, 6]],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', [buy, sell, '38fc74089edfcd5f'], 3, [3, 4]],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', pumpV2, 10, [11, 12]],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', pumpV3, 5, [6, 7]],
  [
    'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
    ['faea0d7bd59c13ec', '18d3742869039938', '9527de9bd37c981a', '5fc8472208090ba6'],
    4,
    [7, 8],
  ],
  ['MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky', ['04'], 0, [5, 6]],
  ['HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt', [anchorSwap], 1, [5, 6]],
  ['H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt', [anchorSwap], 2, [4, 6]],
  ['obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y', [anchorSwap], 0, [3, 4]],
  ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', anyData, 1, [2, 3]],
  ['9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', anyData, 1, [2, 3]],
  ['goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j', anyData, 1, [4, 5]],
  // The interface is not published; public code that builds these swaps lists the pair first.
  ['ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY', ['06'], 0, [2, 4]],
  // Seen on mainnet on 2026-10-08. The position of Deriverse's pool is not certain.
  ['ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY', ['10'], 0, [3, 5]],
  ['DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD', ['1a'], 5, [3, 4]],
  ['goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE', anyData, 1, [4, 5]],
  ['srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX', serumOrders, 0, []],
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', serumOrders, 0, []],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', ['04'], 1, [5, 6]],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', ['0d'], 2, [6, 7]],
  // From public scripts; not yet verified with a real swap.
  ['ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA', anyData, 1, [5, 6]],
  ['SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF', anyData, 1, [4, 5]],
  ['TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH', anyData, 1, [3, 4]],
  [
    'DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm',
    ['0897f54caccb9027', 'fa1731862654db7d'],
    1,
    [3, 4],
  ],
  ['BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', anyData, 1, [2, 3]],
  [sandboxAmmProgram, tokenSwap, 0, [3, 4]],
];

type FindableLayout = SwapLayout & { readonly prefix: Uint8Array };

const ammLayouts = new Map<string, FindableLayout[]>();
for (const [program, discriminators, pools, vaults] of layoutRows) {
  const layouts = ammLayouts.get(program) ?? [];
  ammLayouts.set(program, layouts);
  for (const discriminator of discriminators) {
    layouts.push({
      discriminator,
      pools: typeof pools === 'number' ? [pools] : pools,
      vaults,
      prefix: Buffer.from(discriminator, 'hex'),
    });
  }
}

/** All of a program, in any order. */
export const swapLayoutsOf = (program: string): readonly SwapLayout[] =>
  ammLayouts.get(program) ?? [];

export function findSwapLayout(
  program: string,
  instruction: Pick<Instruction, 'data'>,
): SwapLayout | null {
  const layouts = ammLayouts.get(program);
  if (!layouts) return null;
  const [only] = layouts;
  if (only && only.discriminator === '') return only;
  const data = instructionData(instruction);
  const layout = layouts.find(({ prefix }) => startsWith(data, prefix)) ?? null;
  const rests = layout?.discriminator === serumNewOrder && restsOnBook(data);
  return rests ? null : layout;
}

/** Serum's `NewOrderV3` trades at once only as an immediate-or-cancel order. */
function restsOnBook(data: Uint8Array): boolean {
  const [orderTypeOffset, immediateOrCancel] = [37, 1];
  return data[orderTypeOffset] !== immediateOrCancel;
}
