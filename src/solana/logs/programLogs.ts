/**
 * Parses a transaction's log into a tree of invocations. The runtime's lines follow Agave's
 * `program-runtime/src/stable_log.rs`; its `log_collector.rs` truncates the log at 10,000 bytes.
 */

/** One call of a program. Texts come from programs: sanitize them before display. */
export interface ProgramInvocation {
  readonly program: string;
  /** 1: called by the transaction; 2: called by such a program, and so on. */
  readonly depth: number;
  /** Index in the transaction; `null`: unknown. */
  readonly instruction: number | null;
  /** Including its children; `null`: not logged, as for programs built into the runtime. */
  readonly computeUnits: number | null;
  /** Compute units left at its start; `null`: not logged. */
  readonly computeUnitsLeft: number | null;
  /** `unfinished`: the end is missing from the log. */
  readonly state: 'success' | 'failed' | 'unfinished';
  /** Failure reason, e.g. `custom program error: 0x1771`. */
  readonly failure: string | null;
  /** False: some of its lines and child invocations may be missing. */
  readonly isComplete: boolean;
  /** Without those of the runtime and of its children. */
  readonly lines: readonly string[];
  readonly children: readonly ProgramInvocation[];
  /** First line of its part of the log, from 0, and the line after it; children are inside. */
  readonly firstLine: number;
  readonly endLine: number;
}

export interface ProgramLogs {
  /** In order. Signature-verifying programs log nothing. */
  readonly roots: readonly ProgramInvocation[];
  /** Lines outside of all invocations; current runtimes write none. */
  readonly otherLines: readonly string[];
  /** The node or this parser truncated the log: invocations may be missing from the tree. */
  readonly isTruncated: boolean;
}

/** Anchor programs log the instruction name first. */
export function loggedName({ lines }: ProgramInvocation): string | null {
  const [, name] = /^Program log: Instruction: (\w{1,60})$/.exec(lines[0] ?? '') ?? [];
  return name ?? null;
}

/** A log has at most 10,000 bytes, unless a node is configured otherwise. */
const maxLines = 20_000;
const maxLineLength = 20_000;
/** The runtime allows at most 9 (SIMD-0268). */
const maxDepth = 64;

const address = '([1-9A-HJ-NP-Za-km-z]{32,44})';
const invokeLine = new RegExp(`^Program ${address} invoke \\[(\\d{1,3})\\]$`);
const consumedLine = new RegExp(
  `^Program ${address} consumed (\\d{1,15}) of (\\d{1,15}) compute units$`,
);
const successLine = new RegExp(`^Program ${address} success$`);
const failedLine = new RegExp(`^Program ${address} failed: (.*)$`, 's');
const truncatedLine = 'Log truncated';

type Mutable<Type> = { -readonly [Member in keyof Type]: Type[Member] };
interface Frame extends Omit<Mutable<ProgramInvocation>, 'lines' | 'children'> {
  readonly lines: string[];
  readonly children: Frame[];
}

/**
 * Never throws; runs in linear time. Programs cannot imitate the runtime: their lines begin with
 * `Program log:`, `Program data:` or `Program return:`.
 * @param messages `logMessages` of a transaction, or `logs` of a simulation
 * @param topLevelPrograms program of each instruction of the transaction, if known
 */
export function parseProgramLogs(
  messages: readonly unknown[] | null | undefined,
  topLevelPrograms: readonly string[] = [],
): ProgramLogs {
  const tree = new LogTree();
  const all = Array.isArray(messages) ? (messages as readonly unknown[]) : [];
  for (const [at, message] of all.slice(0, maxLines).entries()) {
    tree.line = at;
    if (typeof message === 'string') tree.add(message.slice(0, maxLineLength));
  }
  tree.finish(Math.min(all.length, maxLines));
  assignInstructions(tree.roots, topLevelPrograms);
  return {
    roots: tree.roots,
    otherLines: tree.otherLines,
    isTruncated: tree.isTruncated || all.length > maxLines,
  };
}

class LogTree {
  readonly roots: Frame[] = [];
  readonly otherLines: string[] = [];
  isTruncated = false;
  line = 0;
  readonly #open: Frame[] = [];

  add(line: string) {
    if (!this.#readRuntimeLine(line)) (this.#open.at(-1)?.lines ?? this.otherLines).push(line);
  }

  finish(lines: number) {
    this.#close(0, lines);
  }

  #close(open: number, endLine: number) {
    for (const frame of this.#open.splice(open)) frame.endLine = endLine;
  }

  /** False for lines of programs, and for runtime lines that do not fit the current state. */
  #readRuntimeLine(line: string): boolean {
    if (line === truncatedLine) {
      this.isTruncated = true;
      for (const frame of this.#open) frame.isComplete = false;
      return true;
    }
    if (!line.startsWith('Program ')) return false;
    const [, invoked, depth] = invokeLine.exec(line) ?? [];
    if (invoked !== undefined) return this.#begin(invoked, Number(depth));
    const [, consumer, units, left] = consumedLine.exec(line) ?? [];
    if (consumer !== undefined) return this.#consume(consumer, Number(units), Number(left));
    const [, succeeded] = successLine.exec(line) ?? [];
    if (succeeded !== undefined) return this.#end(succeeded, 'success', null);
    const [, failed, failure = ''] = failedLine.exec(line) ?? [];
    return failed !== undefined && this.#end(failed, 'failed', failure);
  }

  #begin(program: string, depth: number): boolean {
    if (depth < 1 || depth > maxDepth) return false;
    // Invocations at this depth or below have ended in missing lines.
    const callers = this.#open.findLastIndex((frame) => frame.depth < depth) + 1;
    this.#close(callers, this.line);
    this.#attach(newFrame(program, depth, !this.isTruncated, this.line));
    return true;
  }

  #consume(program: string, units: number, left: number): boolean {
    const frame = this.#findOpen(program);
    if (frame === undefined || frame.computeUnits !== null) return false;
    frame.computeUnits = units;
    frame.computeUnitsLeft = left;
    return true;
  }

  #end(program: string, state: Frame['state'], failure: string | null): boolean {
    let frame = this.#findOpen(program);
    if (frame === undefined) {
      // Its start line is missing. Failures are logged from the innermost program outwards.
      if (!this.isTruncated || state !== 'failed') return false;
      frame = newFrame(program, (this.#open.at(-1)?.depth ?? 0) + 1, false, this.line);
      this.#attach(frame);
    }
    frame.state = state;
    frame.failure = failure;
    this.#close(this.#open.indexOf(frame), this.line + 1);
    return true;
  }

  /** Before a truncation, only the innermost invocation can log. */
  #findOpen(program: string): Frame | undefined {
    if (!this.isTruncated) {
      const innermost = this.#open.at(-1);
      return innermost?.program === program ? innermost : undefined;
    }
    return this.#open.findLast((frame) => frame.program === program);
  }

  #attach(frame: Frame) {
    (this.#open.at(-1)?.children ?? this.roots).push(frame);
    this.#open.push(frame);
  }
}

const newFrame = (
  program: string,
  depth: number,
  isComplete: boolean,
  firstLine: number,
): Frame => ({
  program,
  depth,
  instruction: null,
  computeUnits: null,
  computeUnitsLeft: null,
  state: 'unfinished',
  failure: null,
  isComplete,
  lines: [],
  children: [],
  firstLine,
  endLine: firstLine,
});

/**
 * Assigns each root to the next instruction of its program. Between two roots are only programs
 * that log nothing or, in a truncated log, instructions whose line did not fit. Such a line is as
 * long as a later one of the same program, so the later one did not fit either.
 */
function assignInstructions(roots: readonly Frame[], programs: readonly string[]) {
  const positions = new Map<string, number[]>();
  programs.forEach((program, position) => {
    const known = positions.get(program);
    if (known === undefined) positions.set(program, [position]);
    else known.push(position);
  });
  for (const list of positions.values()) list.reverse();
  let next = 0;
  for (const root of roots) {
    const left = positions.get(root.program) ?? [];
    while ((left.at(-1) ?? next) < next) left.pop();
    const position = left.pop();
    if (position === undefined) continue;
    setInstruction(root, position);
    next = position + 1;
  }
}

function setInstruction(frame: Frame, instruction: number) {
  frame.instruction = instruction;
  for (const child of frame.children) setInstruction(child, instruction);
}
