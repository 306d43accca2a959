import {
  addressLookupTableProgram,
  computeBudgetProgram,
  systemProgram,
  voteProgram,
} from '../knownPrograms.ts';
import type { ProgramInvocation, ProgramLogs } from './programLogs.ts';

/**
 * Fixed compute units of programs built into the runtime, which logs nothing about them. Agave
 * names each `DEFAULT_COMPUTE_UNITS`: `programs/{system,vote,stake,config}`,
 * `programs/compute-budget`, `programs/address-lookup-table` and, as `…_LOADER_COMPUTE_UNITS`,
 * `programs/bpf_loader`. Stake, config and lookup tables are on-chain programs since 2025 and log
 * their consumption.
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

/** One invocation. */
export interface ComputeUnitRow {
  readonly program: string;
  /** 1: called by the transaction. */
  readonly depth: number;
  readonly instruction: number | null;
  /** Units including those of called programs; `null`: unknown. */
  readonly totalUnits: number | null;
  /**
   * Units of the program alone; `null`: unknown, for example if those of a called program are unknown.
   */
  readonly ownUnits: number | null;
  /** Fraction of the transaction's units, 0 to 1. */
  readonly totalShare: number | null;
  readonly ownShare: number | null;
  /** `fixed`: not logged, but always the same amount. */
  readonly source: 'logged' | 'fixed' | 'unknown';
}

/**
 * Every invocation, callers before the programs they call.
 * @param transactionUnits consumed by the transaction; `null`: the sum over its instructions
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
  // Negative: the log contradicts itself.
  return called > total ? null : total - called;
}

const sum = (units: readonly (number | null)[]): number | null =>
  units.reduce((all, each) => (all === null || each === null ? null : all + each), 0);

const share = (units: number | null, whole: number | null): number | null =>
  units === null || whole === null || whole <= 0 || units > whole ? null : units / whole;
