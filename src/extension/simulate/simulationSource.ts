import { createHash } from 'node:crypto';
import { tryDecodeTransaction } from '../../solana/wireTransaction.ts';
import type { SimulationSource } from '../../webview/messages/simulate.ts';
import type { PlacedTransaction } from '../addresses/findSerializedTransactions.ts';

/** True if the transactions can be found again when their file changes. */
export const canFollow = ({ uri, ordinal }: SimulationSource): boolean =>
  uri !== null && ordinal >= 0;

/** A source other than a file: clipboard, typed text, another extension. */
export const sourceWithoutFile = (label: string): SimulationSource => ({
  label: label.slice(0, 200),
  uri: null,
  line: null,
  variable: null,
  ordinal: -1,
});

/** Equal for the same place in a file, or for transactions that differ only by blockhash. */
export function simulationKey(
  source: SimulationSource,
  transactions: readonly Uint8Array[],
): string {
  const { uri, line, variable, ordinal } = source;
  const subject = canFollow(source)
    ? [uri, line === null ? 'file' : (variable ?? ordinal)]
    : transactions.map(withoutBlockhash);
  return createHash('sha256').update(JSON.stringify(subject)).digest('hex');
}

/** The blockhash changes with each build of the same transaction. */
function withoutBlockhash(bytes: Uint8Array): unknown {
  const transaction = tryDecodeTransaction(bytes);
  if (transaction === null) return Buffer.from(bytes).toString('base64');
  const { version, staticKeys, lookups, instructions, config, requiredSignatures } = transaction;
  return [
    version,
    requiredSignatures,
    staticKeys,
    lookups,
    instructions.map(({ programIndex, accountIndexes, data }) => [
      programIndex,
      accountIndexes,
      Buffer.from(data).toString('base64'),
    ]),
    config === null ? null : { ...config, priorityFeeLamports: String(config.priorityFeeLamports) },
  ];
}

/** Null if the transaction is gone. */
export function findAgain(
  found: readonly PlacedTransaction[],
  { variable, ordinal }: SimulationSource,
): PlacedTransaction | null {
  const named = variable === null ? [] : found.filter((each) => each.variable === variable);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (variable !== null && named.length === 0) return null;
  return found[ordinal] ?? null;
}
