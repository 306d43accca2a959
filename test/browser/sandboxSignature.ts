import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';

const minuteMilliseconds = 60_000;

export const sandboxSignature = async (): Promise<string> => (await sandboxArbitrage()).signature;

/**
 * An arbitrage in SOL that is in every Sandbox with the default seed by now: a seed's market is the same
 * on all machines, so a complete minute of the recent past is too.
 */
export async function sandboxArbitrage(): Promise<{
  readonly signature: string;
  readonly wallet: string;
}> {
  const minute = Math.floor(Date.now() / minuteMilliseconds) * minuteMilliseconds;
  const source = new SimulatedSource({
    seed: defaultSandboxSeed,
    // The last millisecond of the tenth minute before this one.
    nowMilliseconds: minute - 9 * minuteMilliseconds - 1,
    historySeconds: 3_600,
  });
  for await (const { slot, block } of source.history(AbortSignal.timeout(20_000))) {
    const record = decodeBlock(slot, block).records.find(
      ({ type, baseMint }) => type === 'arbitrage' && baseMint === wrappedSolMint,
    );
    if (record !== undefined) return record;
  }
  throw new Error('An hour of the Sandbox held no arbitrage');
}
