import { encodeBase58 } from '../../solana/base58.ts';
import type { SwapInstructionTemplate } from './poolAccounts.ts';

const scratch = new Uint8Array(256);

/** Up to 53 bits as 8 bytes, little endian. */
function writeAmount(bytes: Uint8Array, at: number, amount: number): void {
  let low = amount % 4_294_967_296;
  let high = Math.floor(amount / 4_294_967_296);
  for (let byte = 0; byte < 4; byte++) {
    bytes[at + byte] = low & 0xff;
    bytes[at + 4 + byte] = high & 0xff;
    low >>>= 8;
    high >>>= 8;
  }
}

export function tokenTransferData(amount: number, decimals: number | null): string {
  scratch[0] = decimals === null ? 3 : 12;
  writeAmount(scratch, 1, amount);
  scratch[9] = decimals ?? 0;
  return encodeBase58(scratch.subarray(0, decimals === null ? 9 : 10));
}

export function systemTransferData(lamports: number): string {
  scratch.fill(0, 0, 4);
  scratch[0] = 2;
  writeAmount(scratch, 4, lamports);
  return encodeBase58(scratch.subarray(0, 12));
}

export const advanceNonceData = encodeBase58(Uint8Array.of(4, 0, 0, 0));

/** Discriminator, amount in, minimum amount out, zeros. */
export function swapData(
  template: SwapInstructionTemplate,
  amountIn: number,
  leastOut: number,
): string {
  const { discriminator, dataLength } = template;
  scratch.set(discriminator);
  writeAmount(scratch, discriminator.length, amountIn);
  writeAmount(scratch, discriminator.length + 8, leastOut);
  scratch.fill(0, discriminator.length + 16, dataLength);
  return encodeBase58(scratch.subarray(0, dataLength));
}

const limits = new Map<number, string>();
const prices = new Map<number, string>();

/** Limits and prices repeat, so their data is cached. */
export function unitLimitData(units: number): string {
  return kept(limits, units, () => {
    const data = new Uint8Array(5);
    data[0] = 2;
    new DataView(data.buffer).setUint32(1, units, true);
    return data;
  });
}

export function unitPriceData(microLamports: number): string {
  return kept(prices, microLamports, () => {
    const data = new Uint8Array(9);
    data[0] = 3;
    writeAmount(data, 1, microLamports);
    return data;
  });
}

function kept(texts: Map<number, string>, key: number, make: () => Uint8Array): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = encodeBase58(make());
  texts.set(key, text);
  return text;
}

/** Jupiter's `route`: discriminator, plan, amount in, quoted out, slippage, platform fee. */
export function jupiterRouteData(hops: number, amountIn: number, quotedOut: number): string {
  scratch.set(jupiterRoute);
  scratch.fill(0, 8, 12 + hops * 4 + 19);
  scratch[8] = hops;
  for (let hop = 0; hop < hops; hop++) scratch.set([7, 100, hop, hop + 1], 12 + hop * 4);
  const at = 12 + hops * 4;
  writeAmount(scratch, at, amountIn);
  writeAmount(scratch, at + 8, quotedOut);
  return encodeBase58(scratch.subarray(0, at + 19));
}

const jupiterRoute = Buffer.from('e517cb977ae3ad2a', 'hex');
const jupiterSwapEvent = Buffer.from('e445a52e51cb9a1d40c6cde8260871e2', 'hex');

/** Jupiter's SwapEvent: AMM, input mint and amount, output mint and amount; keys as 32 bytes. */
export function jupiterEventData(
  amm: Uint8Array,
  input: { readonly mint: Uint8Array; readonly amount: number },
  output: { readonly mint: Uint8Array; readonly amount: number },
): string {
  scratch.set(jupiterSwapEvent);
  scratch.set(amm, 16);
  scratch.set(input.mint, 48);
  writeAmount(scratch, 80, input.amount);
  scratch.set(output.mint, 88);
  writeAmount(scratch, 120, output.amount);
  return encodeBase58(scratch.subarray(0, 128));
}
