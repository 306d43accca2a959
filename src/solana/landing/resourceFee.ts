import { signaturePrograms } from '../knownPrograms.ts';
import { countWritable, type WireTransaction } from '../wireTransaction.ts';

/** Cost units of the scheduler (Agave, `cost-model/src/block_cost_limits.rs`). */
const costUnits = { signature: 720n, writeLock: 300n, page: 8n } as const;
const instructionBytesPerUnit = 4n;
const pageBytes = 32n * 1_024n;
const inclusionFeeLamports = 2_500n;
/** Lamports per cost unit of the three feature gates, in the order of activation. */
const denominators = [10n, 4n, 2n] as const;

export interface ProposedFee {
  readonly requestedCostUnits: bigint;
  /** The whole fee at 1/10, 1/4 and 1/2 lamport per requested cost unit. */
  readonly lamports: readonly [tenth: bigint, quarter: bigint, half: bigint];
}

/**
 * What the transaction would pay under SIMD-0553, whose feature gates are not active: 2,500 lamports
 * per transaction, the priority fee as now, and a share of the requested cost units, rounded up.
 * `loadedDataBytes` is the requested limit of loaded account data, or the chain's default.
 */
export function proposedFee(
  transaction: WireTransaction,
  {
    computeUnitLimit,
    loadedDataBytes,
    priorityFeeLamports,
  }: {
    readonly computeUnitLimit: number;
    readonly loadedDataBytes: number;
    readonly priorityFeeLamports: bigint;
  },
): ProposedFee {
  let units =
    BigInt(transaction.requiredSignatures) * costUnits.signature +
    BigInt(countWritable(transaction)) * costUnits.writeLock +
    BigInt(computeUnitLimit) +
    divideUp(BigInt(loadedDataBytes), pageBytes) * costUnits.page;
  let bytes = 0;
  for (const { programIndex, data } of transaction.instructions) {
    bytes += data.length;
    const cost = signaturePrograms.get(transaction.staticKeys[programIndex] ?? '') ?? 0;
    units += BigInt(cost * (data[0] ?? 0));
  }
  units += BigInt(bytes) / instructionBytesPerUnit;
  const [tenth, quarter, half] = denominators;
  const at = (denominator: bigint) =>
    inclusionFeeLamports + priorityFeeLamports + divideUp(units, denominator);
  return { requestedCostUnits: units, lamports: [at(tenth), at(quarter), at(half)] };
}

const divideUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;
