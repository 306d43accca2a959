import type { Instruction } from './message.ts';
import { instructionData } from './programActions.ts';

/**
 * Where the pool and its vaults sit in the account list of each AMM's swap instruction, read from
 * the programs' published interfaces in 2026-08 and checked against real transactions. An
 * instruction that is not here is still found by its transfers, only its pool is then guessed.
 */

/** One swap instruction of an AMM. */
export interface SwapLayout {
  /** Leading bytes of the instruction data, hexadecimal; empty matches any data. */
  readonly discriminator: string;
  /** Positions of the pools in the account list: one, or one for each hop. */
  readonly pools: readonly number[];
  /** Positions of the vaults, two for each pool in the order of `pools`. */
  readonly vaults: readonly number[];
}

const anchorSwap = 'f8c69e91e17587c8';
const anchorSwapV2 = '2b04ed0b1ac91e62';
const meteoraSwap2 = '414b3f4ceb5b5b88';
const buy = '66063d1201daebea';
const sell = '33e685a4017f83ad';

const layout = (
  discriminator: string,
  pools: number | readonly number[],
  vaults: readonly number[],
): SwapLayout => ({
  discriminator,
  pools: typeof pools === 'number' ? [pools] : pools,
  vaults,
});

/** The order of the SPL token-swap program and its forks. */
const tokenSwap = [layout('01', 0, [4, 5])];
/** The order of Raydium's concentrated pools and their forks. */
const concentrated = [layout(anchorSwap, 2, [5, 6]), layout(anchorSwapV2, 2, [5, 6])];
const stabble = [layout(anchorSwap, 6, [3, 4]), layout(anchorSwapV2, 8, [5, 6])];
const anyData = (pool: number, vaults: readonly number[]) => [layout('', pool, vaults)];

/** AMM program -> its swap instructions. */
const ammLayouts: ReadonlyMap<string, readonly SwapLayout[]> = new Map(
  Object.entries({
    // With 17 accounts every position from 4 on is one lower, so the vaults are told by the
    // transfers; the pool stays where it is.
    '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': [
      layout('09', 1, [5, 6]),
      layout('0b', 1, [5, 6]),
      layout('10', 1, [3, 4]),
      layout('11', 1, [3, 4]),
    ],
    CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: [
      layout('8fbe5adac41e33de', 3, [6, 7]),
      layout('37d96256a34ab4ad', 3, [6, 7]),
    ],
    CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: concentrated,
    LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: [
      layout(anchorSwap, 0, [2, 3]),
      layout(meteoraSwap2, 0, [2, 3]),
      layout('fa49652126cf4bb8', 0, [2, 3]),
      layout('2bd7f784893cf351', 0, [2, 3]),
      layout('38ade6d0ade49ccd', 0, [2, 3]),
      layout('4a62c0d6b1334b33', 0, [2, 3]),
    ],
    cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: [
      layout(anchorSwap, 1, [4, 5]),
      layout(meteoraSwap2, 1, [4, 5]),
    ],
    Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: [layout(anchorSwap, 0, [5, 6])],
    whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: [
      layout(anchorSwap, 2, [4, 6]),
      layout(anchorSwapV2, 4, [8, 10]),
      layout('c360ed6c44a2dbe6', [2, 3], [5, 7, 9, 11]),
      layout('ba8fd11dfe02c275', [0, 1], [9, 10, 11, 12]),
    ],
    pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: [
      layout(buy, 0, [7, 8]),
      layout(sell, 0, [7, 8]),
      layout('c62e1552b4d9e870', 0, [7, 8]),
    ],
    PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY: [layout('00', 2, [6, 7]), layout('01', 2, [])],
    '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c': [layout(anchorSwap, 1, [5, 6])],
    HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq: concentrated,
    REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2: concentrated,
    swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ: stabble,
    swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW: stabble,
    FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X: tokenSwap,
    DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1: tokenSwap,
    '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP': tokenSwap,
    SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr: tokenSwap,
    SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ: tokenSwap,
    opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb: [layout('032c47031ac7cb55', 2, [6, 7])],
    HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o: [
      layout(buy, 4, [10, 11]),
      layout(sell, 4, [10, 11]),
    ],
    dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN: [
      layout(anchorSwap, 2, [5, 6]),
      layout(meteoraSwap2, 2, [5, 6]),
    ],
    '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': [
      layout(buy, 3, [3, 4]),
      layout(sell, 3, [3, 4]),
      layout('38fc74089edfcd5f', 3, [3, 4]),
    ],
    LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj: [
      layout('faea0d7bd59c13ec', 4, [7, 8]),
      layout('18d3742869039938', 4, [7, 8]),
      layout('9527de9bd37c981a', 4, [7, 8]),
      layout('5fc8472208090ba6', 4, [7, 8]),
    ],
    MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky: [layout('04', 0, [5, 6])],
    HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt: [layout(anchorSwap, 1, [5, 6])],
    H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt: [layout(anchorSwap, 2, [4, 6])],
    obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y: [layout(anchorSwap, 0, [3, 4])],
    SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe: anyData(1, [2, 3]),
    '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp': anyData(1, [2, 3]),
    goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j: anyData(1, [4, 5]),
    // Its own interface is not published; public code that builds its swaps names the pair first.
    ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY: [layout('06', 0, [2, 4])],
    // One pool account, called by several instruction numbers with the market first.
    srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX: anyData(0, []),
    '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin': anyData(0, []),
    // Read in public scripts, not yet seen in a real swap.
    goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE: anyData(1, [4, 5]),
    ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA: anyData(1, [5, 6]),
    SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF: anyData(1, [4, 5]),
    MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms: anyData(2, [6, 7]),
    TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH: anyData(1, [3, 4]),
    DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm: anyData(1, [3, 4]),
    BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi: anyData(1, [2, 3]),
  }),
);

/** The layout of a swap instruction, where its AMM and its discriminator are known. */
export function findSwapLayout(
  program: string,
  instruction: Pick<Instruction, 'data'>,
): SwapLayout | null {
  const layouts = ammLayouts.get(program);
  if (!layouts) return null;
  const [only] = layouts;
  if (only && only.discriminator === '') return only;
  const data = instructionData(instruction);
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(8, data.length)).toString('hex');
  return layouts.find(({ discriminator }) => head.startsWith(discriminator)) ?? null;
}
