import {
  addressLookupTableProgram,
  computeBudgetProgram,
  systemProgram,
  voteProgram,
} from '../knownPrograms.ts';
import type { ProgramInvocation, ProgramLogs } from './programLogs.ts';

/**
 * Compute units of the programs that the runtime itself contains: it takes the same for each
 * instruction and logs nothing about it. Agave names each `DEFAULT_COMPUTE_UNITS`:
 * `programs/{system,vote,stake,config}`, `programs/compute-budget`, `programs/address-lookup-table`
 * and, as `…_LOADER_COMPUTE_UNITS`, `programs/bpf_loader`. Stake, config and lookup tables are
 * programs on the chain since 2025, and log what they consume.
 */
const fixedComputeUnits: ReadonlyMap<string, number> = new Map([
  [systemProgram, 150],
  [computeBudgetProgram, 150],
  [voteProgram, 2_100],
  [addressLookupTableProgram, 750],
  ['Stake11111111111111111111111111111111111111', 750],
  ['Config1111111111111111111111111111111111111', 450],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 2_370],
  ['BPFLoader2111111111111111111111111111111111', 570],
  ['BPFLoader1111111111111111111111111111111111', 1_140],
]);

/** One invocation in the table of compute units. */
export interface ComputeUnitRow {
  readonly program: string;
  /** 1: called by the transaction. */
  readonly depth: number;
  /** Position of the transaction's instruction; `null`: unknown. */
  readonly instruction: number | null;
  /** Consumed with the programs that it called; `null`: unknown. */
  readonly totalUnits: number | null;
  /** Consumed by the program alone; `null`: unknown, as when that of a called one is. */
  readonly ownUnits: number | null;
  /** Part of `totalUnits` in what the transaction consumed, 0 to 1. */
  readonly totalShare: number | null;
  /** Part of `ownUnits` in what the transaction consumed, 0 to 1. */
  readonly ownShare: number | null;
  /** `fixed`: the runtime does not log it, and always takes that much. */
  readonly source: 'logged' | 'fixed' | 'unknown';
}

/**
 * Every invocation, callers before the called.
 * @param transactionUnits what the transaction consumed; `null`: the sum over its instructions
 */
export function computeUnitTable(
  logs: ProgramLogs,
  transactionUnits: number | null = null,
): readonly ComputeUnitRow[] {
  const whole = transactionUnits ?? (logs.isTruncated ? null : sum(logs.roots.map(totalUnits)));
  const rows: ComputeUnitRow[] = [];
  const visit = (invocation: ProgramInvocation) => {
    const total = totalUnits(invocation);
    const own = ownUnits(invocation, total);
    rows.push({
      program: invocation.program,
      depth: invocation.depth,
      instruction: invocation.instruction,
      totalUnits: total,
      ownUnits: own,
      totalShare: share(total, whole),
      ownShare: share(own, whole),
      source: sourceOf(invocation),
    });
    invocation.children.forEach(visit);
  };
  logs.roots.forEach(visit);
  return rows;
}

function sourceOf({ computeUnits, program, state }: ProgramInvocation): ComputeUnitRow['source'] {
  if (computeUnits !== null) return 'logged';
  return state !== 'unfinished' && fixedComputeUnits.has(program) ? 'fixed' : 'unknown';
}

function totalUnits(invocation: ProgramInvocation): number | null {
  const source = sourceOf(invocation);
  if (source === 'logged') return invocation.computeUnits;
  if (source === 'unknown' || !invocation.isComplete) return null;
  const called = sum(invocation.children.map(totalUnits));
  return called === null ? null : called + (fixedComputeUnits.get(invocation.program) ?? 0);
}

function ownUnits(invocation: ProgramInvocation, total: number | null): number | null {
  if (!invocation.isComplete) return null;
  const called = sum(invocation.children.map(totalUnits));
  if (total === null || called === null) return null;
  // Less than nothing: the log contradicts itself.
  return called > total ? null : total - called;
}

const sum = (units: readonly (number | null)[]): number | null =>
  units.reduce((all, each) => (all === null || each === null ? null : all + each), 0);

const share = (units: number | null, whole: number | null): number | null =>
  units === null || whole === null || whole <= 0 || units > whole ? null : units / whole;
