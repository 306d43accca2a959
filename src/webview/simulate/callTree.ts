import type { SimulatedTransactionContent, SimulationCall } from '../messages/simulate.ts';

export interface CallNode {
  /** Index in log order. */
  readonly index: number;
  readonly call: SimulationCall;
  readonly children: readonly CallNode[];
}

/** A depth that skips a level is reduced to the next level. */
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

export interface UnitRow {
  /** 0-based. */
  readonly depth: number;
  /** 1-based number of a top-level instruction; null for inner calls. */
  readonly instruction: number | null;
  readonly kind: 'call' | 'own-code';
  readonly program: string;
  readonly name: string;
  /** Number of consecutive equal calls in this row. */
  readonly count: number;
  /** Null: not logged. */
  readonly computeUnits: number | null;
  readonly hasChildren: boolean;
  readonly state: SimulationCall['state'];
  /** The row opens this call's log. */
  readonly index: number;
  /** Indexes of the rows that hide this one when collapsed. */
  readonly parents: readonly number[];
}

/** The calls as rows. The units of a row include those of the rows below it. */
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

/** Groups consecutive equal calls without inner calls. */
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
