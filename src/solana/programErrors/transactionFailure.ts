import { sanitizeMessage, sanitizeText } from '../../api/sanitizeText.ts';
import { knownProgramName } from '../knownAddresses.ts';
import { computeBudgetProgram, signaturePrograms, systemProgram } from '../knownPrograms.ts';
import type { ProgramInvocation, ProgramLogs } from '../logs/programLogs.ts';
import { type AnchorLogError, readAnchorLine } from './anchorLog.ts';
import { adviseOnFailure } from './errorAdvice.ts';
import { findAnchorError, findProgramError, isAnchorProgram } from './knownErrors.ts';
import { type RuntimeError, readRuntimeError, runtimeErrorMessage } from './runtimeErrors.ts';

/** Why a transaction failed. All texts are sanitized to one line; only `advice` is translated. */
export interface TransactionFailure {
  /** `null`: the whole transaction was rejected. */
  readonly instruction: number | null;
  /** Program that failed, possibly called by others that passed on its error. */
  readonly program: string | null;
  readonly programName: string | null;
  /** False: the log does not show the failure, so `program` may only have passed it on. */
  readonly isProgramCertain: boolean;
  /** Of the program's own error; `null`: a runtime error. */
  readonly code: number | null;
  /** e.g. `TooLittleOutputReceived`, `BlockhashNotFound`; `null`: unknown. */
  readonly name: string | null;
  /** In English; `null`: unknown. */
  readonly message: string | null;
  /** Named by Anchor with the error. */
  readonly account: string | null;
  /** Last log message of the failed program: arbitrary text. */
  readonly programWords: string | null;
  readonly advice: string | null;
  /** Source of the name: the program's log, its table, Anchor's table, or the runtime. */
  readonly source: 'anchor-log' | 'program-table' | 'anchor-table' | 'runtime' | null;
  /** One-line summary in English, e.g. for a log or the command line. */
  readonly summary: string;
}

type Naming = Pick<TransactionFailure, 'name' | 'message' | 'account' | 'source'>;

/**
 * @param error `err` of Solana's RPC
 * @param logs `null`: unknown; a program's code then has no name, because any program may have
 * failed
 * @param topLevelPrograms program of each instruction, in order
 * @param timeSeconds when it ran: numbers of errors change with the version of a program; default: now
 * @returns `null` if `error` is not an error
 */
export function explainTransactionFailure(
  error: unknown,
  logs: ProgramLogs | null,
  topLevelPrograms: readonly string[] = [],
  timeSeconds?: number,
): TransactionFailure | null {
  const read = readRuntimeError(error);
  if (read === null) return null;
  const failed = logs === null || read.kind === 'transaction' ? null : findFailed(read, logs);
  const program = failed?.program ?? topLevelProgram(read, topLevelPrograms);
  const isProgramCertain = failed !== null || (program !== null && callsNothing(program));
  const code = read.kind === 'instruction' ? read.code : null;
  const naming =
    code === null
      ? nameRuntimeError(read, failed)
      : nameProgramError(code, isProgramCertain ? program : null, failed, timeSeconds);
  const programWords = failed === null ? null : lastWords(failed.lines);
  const failure = failed?.failure ?? null;
  const explained = {
    instruction: read.kind === 'instruction' ? read.instruction : null,
    program,
    programName: program === null ? null : knownProgramName(program),
    isProgramCertain,
    code,
    ...naming,
    programWords,
    advice: adviseOnFailure({
      name: naming.name,
      isRuntimeError: naming.source === 'runtime',
      program,
      failure,
      programWords,
    }),
  };
  return { ...explained, summary: summarize(explained) };
}

type InstructionFailure = Extract<RuntimeError, { kind: 'instruction' }>;

/** Follows the failure inwards: a failed call ends every caller with the same error. */
function findFailed(error: InstructionFailure, { roots }: ProgramLogs): ProgramInvocation | null {
  const root = roots.at(-1);
  if (root?.state !== 'failed' || !fits(root, error)) return null;
  if (root.instruction !== null && root.instruction !== error.instruction) return null;
  let failed = root;
  for (;;) {
    const called = failed.children.at(-1);
    if (called?.state !== 'failed' || !fits(called, error)) return failed;
    failed = called;
  }
}

/** Without a code, any failure matches. */
const fits = ({ failure }: ProgramInvocation, { code }: InstructionFailure): boolean =>
  code === null || failure === `custom program error: 0x${code.toString(16)}`;

function topLevelProgram(error: RuntimeError, programs: readonly string[]): string | null {
  if (error.kind === 'transaction' || error.instruction === null) return null;
  return programs[error.instruction] ?? null;
}

const callsNothing = (program: string): boolean =>
  program === systemProgram || program === computeBudgetProgram || signaturePrograms.has(program);

function nameProgramError(
  code: number,
  program: string | null,
  failed: ProgramInvocation | null,
  timeSeconds?: number,
): Naming {
  const logged = failed === null ? null : readAnchorError(failed.lines, code);
  if (logged !== null) {
    const { name, message, account } = logged;
    return { name, message, account, source: 'anchor-log' };
  }
  const known = program === null ? null : findProgramError(program, code, timeSeconds);
  if (known !== null) return { ...known, account: null, source: 'program-table' };
  const anchor = program !== null && usesAnchor(program, failed) ? findAnchorError(code) : null;
  if (anchor !== null) return { ...anchor, account: null, source: 'anchor-table' };
  return { name: null, message: null, account: null, source: null };
}

/** The last one with the transaction's error code; earlier ones were handled or forged. */
function readAnchorError(lines: readonly string[], code: number): AnchorLogError | null {
  for (const line of lines.toReversed()) {
    const logged = readAnchorLine(line);
    if (logged?.code === code) return logged;
  }
  return null;
}

/** Anchor logs a line at the start of each instruction, also in unknown programs. */
const usesAnchor = (program: string, failed: ProgramInvocation | null): boolean =>
  isAnchorProgram(program) ??
  failed?.lines.some((line) => line.startsWith('Program log: Instruction: ')) === true;

const maxNameLength = 64;
const maxWordsLength = 300;

function nameRuntimeError(error: RuntimeError, failed: ProgramInvocation | null): Naming {
  // Without its code, a program error is meaningless.
  if (error.name === 'Custom') return { name: null, message: null, account: null, source: null };
  const name = sanitizeText(error.name, maxNameLength);
  return { name, message: runtimeMessage(error, failed), account: null, source: 'runtime' };
}

function runtimeMessage(error: RuntimeError, failed: ProgramInvocation | null): string | null {
  const words = runtimeErrorMessage(error);
  // This name has many reasons; the log shows which.
  if (error.name === 'ProgramFailedToComplete' && failed?.failure) {
    return sanitizeMessage(failed.failure, maxWordsLength);
  }
  const place = error.kind === 'transaction' ? readPlace(error.detail) : null;
  return words !== null && place !== null ? `${words} (${place})` : words;
}

function readPlace(detail: unknown): string | null {
  if (typeof detail === 'number') return `instruction ${detail}`;
  if (typeof detail !== 'object' || detail === null || !('account_index' in detail)) return null;
  return typeof detail.account_index === 'number' ? `account ${detail.account_index}` : null;
}

const logPrefix = 'Program log: ';

/** The last line that begins with `Error`, else the last line. */
function lastWords(lines: readonly string[]): string | null {
  const said = lines
    .filter((line) => line.startsWith(logPrefix))
    .map((line) => line.slice(logPrefix.length));
  const words =
    said.findLast((line) => /^(Error|ERR|panicked at)\b/.test(line)) ??
    said.findLast((line) => !/^(Instruction: |ray_log: |AnchorError )/.test(line));
  return words === undefined ? null : sanitizeMessage(words, maxWordsLength) || null;
}

function summarize(failure: Omit<TransactionFailure, 'summary'>): string {
  const { instruction, program, programName, code, name, message, account, programWords } = failure;
  const at = instruction === null ? '' : `Instruction ${instruction}: `;
  const number = code === null ? '' : `${code}, 0x${code.toString(16)}`;
  const what =
    name === null ? `custom error ${number || '?'}` : `${name}${number && ` (${number})`}`;
  const where = program === null ? '' : ` in ${programName ?? program}`;
  const through =
    program === null || failure.isProgramCertain ? '' : ' or a program that it called';
  const of = account === null ? '' : `, account ${account}`;
  const words = message ?? programWords;
  return `${at}${what}${where}${through}${of}${words === null ? '' : `: ${words}`}`;
}
