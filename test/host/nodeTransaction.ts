import { readFile } from 'node:fs/promises';
import { decodeTransaction } from '../../src/engine/decode/decodeTransaction.ts';
import type { RpcTransaction } from '../../src/engine/decode/rpcBlock.ts';
import { recordedExamples } from '../../src/extension/transaction/recordedExamples.ts';
import { sandboxTransaction } from '../fixtures/engineResponses.ts';
import { sharedData } from '../sharedData.ts';

/** An arbitrage as a node tells it, and how it is to be read. */
export interface NodeTransaction {
  readonly signature: string;
  readonly transaction: RpcTransaction;
  readonly legs: readonly NodeLeg[];
}

/** Amounts in the smallest unit of the mint. */
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

/** A real one with its reading by hand, where it is beside the project; one of the Sandbox otherwise. */
export async function nodeTransaction(): Promise<NodeTransaction> {
  const truthFile = sharedData('data', 'transactions', 'truth.json');
  if (truthFile !== undefined) {
    const { arbitrages } = JSON.parse(await readFile(truthFile, 'utf8')) as Truth;
    for (const { signature, steps } of arbitrages) {
      // No connection is asked about those.
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
