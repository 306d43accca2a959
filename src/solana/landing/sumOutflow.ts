import { knownMints } from '../knownMints.ts';
import type { DecodedInstruction } from './decodedInstruction.ts';
import type { OutflowReport, TipReport } from './transactionReport.ts';

/** What the instructions themselves take from the signers; what programs take is not in it. */
export function sumOutflow(
  calls: readonly { readonly call: DecodedInstruction }[],
  signers: ReadonlySet<string>,
  tips: readonly TipReport[],
): OutflowReport {
  const tipInstructions = new Set(tips.map(({ instruction }) => instruction));
  let lamports = 0n;
  const tokens: OutflowReport['tokens'][number][] = [];
  calls.forEach(({ call }, index) => {
    const { lamports: movement, tokens: movements = [] } = call;
    if (movement?.from && signers.has(movement.from) && !tipInstructions.has(index)) {
      const staysHome = movement.to !== null && signers.has(movement.to);
      if (!staysHome) lamports += movement.amount;
    }
    for (const { from, authority, mint, amount, decimals } of movements) {
      if (from === null || authority === null || !signers.has(authority)) continue;
      const known = mint === null ? undefined : knownMints.get(mint);
      tokens.push({
        source: from,
        mint,
        symbol: known?.symbol ?? null,
        amount,
        decimals: decimals ?? known?.decimals ?? null,
      });
    }
  });
  const tipLamports = tips.reduce((sum, tip) => sum + tip.lamports, 0n);
  return { lamports, tipLamports, tokens };
}
