import type { SimulatedTransactionContent, SimulationCall } from '../messages/simulate.ts';

/** A call of a program, with the calls that it made. */
export interface CallNode {
  /** Position in the order of the log. */
  readonly index: number;
  readonly call: SimulationCall;
  readonly children: readonly CallNode[];
}

/** The calls of the top level; a depth that skips a level is as deep as it can be. */
export function buildCallTree(calls: readonly SimulationCall[]): CallNode[] {
  interface Growing extends CallNode {
    readonly children: Growing[];
  }
  const roots: Growing[] = [];
  const path: Growing[] = [];
  for (const [index, call] of calls.entries()) {
    path.length = Math.min(path.length, Math.max(0, call.depth - 1));
    const node: Growing = { index, call, children: [] };
    (path.at(-1)?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

/** A row of the table of compute units. */
export interface UnitRow {
  /** From 0. */
  readonly depth: number;
  /** Top-level instruction, from 1; null below it. */
  readonly instruction: number | null;
  readonly kind: 'call' | 'own-code';
  readonly program: string;
  readonly name: string;
  /** Equal calls in a row that the row stands for. */
  readonly count: number;
  /** Null: not logged. */
  readonly computeUnits: number | null;
  readonly hasChildren: boolean;
  readonly state: SimulationCall['state'];
  /** Of the call whose log it leads to. */
  readonly index: number;
  /** Rows whose folding hides this one, by their index. */
  readonly parents: readonly number[];
}

/** The calls as rows: a row contains the rows under it, so that the sum is visible. */
export const unitRows = ({ calls }: SimulatedTransactionContent): UnitRow[] =>
  buildCallTree(calls).flatMap((node) => rowsOf(node, 0, 1, []));

function rowsOf(
  { index, call, children }: CallNode,
  depth: number,
  count: number,
  parents: readonly number[],
  computeUnits = call.computeUnits,
): UnitRow[] {
  const row: UnitRow = {
    depth,
    instruction: depth === 0 ? call.instruction + 1 : null,
    kind: 'call',
    program: call.program,
    name: call.name,
    count,
    computeUnits,
    hasChildren: children.length > 0,
    state: call.state,
    index,
    parents,
  };
  const below = [...parents, index];
  const own: UnitRow = {
    ...row,
    depth: depth + 1,
    instruction: null,
    kind: 'own-code',
    name: '',
    count: 1,
    computeUnits: call.ownComputeUnits,
    hasChildren: false,
    state: 'success',
    parents: below,
  };
  return [
    row,
    ...groups(children).flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : rowsOf(first, depth + 1, group.length, below, sumUnits(group));
    }),
    ...(children.length > 0 && call.ownComputeUnits !== null ? [own] : []),
  ];
}

/** Equal calls one after the other that call nothing further are one row. */
function groups(nodes: readonly CallNode[]): CallNode[][] {
  const all: CallNode[][] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    const before = last?.at(-1);
    const isSame =
      before !== undefined &&
      before.children.length + node.children.length === 0 &&
      before.call.program === node.call.program &&
      before.call.name === node.call.name &&
      before.call.state === node.call.state;
    if (isSame) last?.push(node);
    else all.push([node]);
  }
  return all;
}

const sumUnits = (nodes: readonly CallNode[]): number | null =>
  nodes.reduce<number | null>(
    (sum, { call }) =>
      sum === null || call.computeUnits === null ? null : sum + call.computeUnits,
    0,
  );
