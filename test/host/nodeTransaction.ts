import { readFile } from 'node:fs/promises';
import { decodeTransaction } from '../../src/engine/decode/decodeTransaction.ts';
import type { RpcTransaction } from '../../src/engine/decode/rpcBlock.ts';
import { recordedExamples } from '../../src/extension/transaction/recordedExamples.ts';
import { sandboxTransaction } from '../fixtures/engineResponses.ts';
import { sharedData } from '../sharedData.ts';

/** An arbitrage as returned by a node, with the expected decoding. */
export interface NodeTransaction {
  readonly signature: string;
  readonly transaction: RpcTransaction;
  readonly legs: readonly NodeLeg[];
}

export interface NodeLeg {
  readonly pool: string;
  readonly inputMint: string;
  readonly inputAmount: number;
  readonly outputMint: string;
  readonly outputAmount: number;
}

interface Truth {
  readonly arbitrages: readonly {
    readonly signature: string;
    readonly steps: readonly NodeLeg[];
  }[];
}

/**
 * A real transaction, decoded by hand, if the shared data is available; otherwise one of the
 * Sandbox.
 */
export async function nodeTransaction(): Promise<NodeTransaction> {
  const truthFile = sharedData('data', 'transactions', 'truth.json');
  if (truthFile !== undefined) {
    const { arbitrages } = JSON.parse(await readFile(truthFile, 'utf8')) as Truth;
    for (const { signature, steps } of arbitrages) {
      // Recorded examples are shown without a request.
      if (recordedExamples.some(({ detail }) => detail.signature === signature)) continue;
      const file = sharedData('data', 'transactions', `${signature}.json`);
      if (file === undefined) continue;
      const transaction = JSON.parse(await readFile(file, 'utf8')) as RpcTransaction;
      return { signature, transaction, legs: steps };
    }
  }
  const { signature, transaction } = await sandboxTransaction();
  const { record } = decodeTransaction(transaction);
  const legs = (record?.legs ?? []).map(
    ({ pool, inputMint, inputAmount, outputMint, outputAmount }) => ({
      pool: pool ?? '',
      inputMint,
      inputAmount: Number(inputAmount),
      outputMint,
      outputAmount: Number(outputAmount),
    }),
  );
  return { signature, transaction, legs };
}
