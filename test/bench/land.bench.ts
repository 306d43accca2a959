import { checkTransaction } from '../../src/solana/landing/checkTransaction.ts';
import { parseTransactionText } from '../../src/solana/landing/parseTransactions.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import type { Bench } from './benchResult.ts';
import { median, percentile } from './percentile.ts';

const rounds = { warmUp: 300, measured: 2_000 } as const;
const limitMilliseconds = 3;

/** All checks of one pasted transaction, from Base64 text to ranked findings. */
export const bench: Bench = async () => {
  const payer = await wallet(1);
  const list = [
    instructions.computeUnitLimit(60_000),
    instructions.computeUnitPrice(5_000n),
    ...(await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        instructions.transfer(payer.address, (await wallet(at + 2)).address, 5n),
      ),
    )),
    instructions.tip(payer.address, 2_000_000n),
  ];
  const bytes = await signedWithKit({
    version: 0,
    payer,
    instructions: list,
    blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
  });
  const text = Buffer.from(bytes).toString('base64');
  const facts = { lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 100 } } as const;
  const times: number[] = [];
  const bare: number[] = [];
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    const start = performance.now();
    const input = parseTransactionText(text);
    if (input.kind !== 'transactions') throw new Error('the bench transaction is none');
    for (const one of input.transactions) checkTransaction(one.bytes, facts);
    const between = performance.now();
    decodeTransactionBytes(bytes);
    const end = performance.now();
    if (round < 0) continue;
    times.push(between - start);
    bare.push(end - between);
  }
  const value = median(times);
  return [
    {
      name: 'land.checks',
      value,
      unit: `ms at the median (95th percentile ${percentile(times, 0.95).toFixed(2)}; at most ${limitMilliseconds})`,
      reference: { name: 'decoding and encoding again alone', value: median(bare) },
      ratio: limitMilliseconds / value,
    },
  ];
};
