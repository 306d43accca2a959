import type { Writable } from 'node:stream';
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorMessage } from '../../api/errorMessage.ts';
import { stringifyJson } from '../../api/json.ts';
import { sanitizeJson, sanitizeLine } from '../../api/sanitizeText.ts';

export interface CommandContext {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user or the system ends the program. */
  readonly signal: AbortSignal;
}

export interface Command {
  /** How it is called, without the program's name. */
  readonly usage: string;
  readonly summary: string;
  /** Resolves to the exit code. Throws a UsageError for arguments that are not as they must be. */
  run(args: readonly string[], terminal: CommandContext): Promise<number>;
}

/** Arguments that cannot be understood; the message says which and why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** 1: it failed. 2: what it was given cannot be understood. */
export type FailureCode = 1 | 2;

/** A failure that the user can do something about; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: FailureCode;

  constructor(message: string, exitCode: FailureCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** `parseArgs`, with its complaints as a UsageError. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    const config = { args: [...args], options, allowPositionals: true, strict: true } as const;
    return parseArgs(config satisfies ParseArgsConfig);
  } catch (error) {
    // For an unknown option, Node.js adds advice about arguments that begin with a hyphen.
    throw new UsageError(errorMessage(error).replace(/\. To specify a positional .*/s, ''));
  }
}

export function parseInteger(
  option: string,
  text: string | undefined,
  bounds: { readonly minimum: number; readonly maximum: number; readonly otherwise: number },
): number {
  if (text === undefined) return bounds.otherwise;
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= bounds.minimum && value <= bounds.maximum)) {
    throw new UsageError(
      `${option} must be a whole number from ${bounds.minimum} to ${bounds.maximum}, not "${text}"`,
    );
  }
  return value;
}

/** Takes a secret out of the environment, which crash reports show; empty where it is not set. */
export function takeVariable(environment: CommandContext['environment'], name: string): string {
  const value = environment[name] ?? '';
  delete process.env[name];
  return value;
}

/** Lines for a terminal or a log: whatever one holds, it stays that line and draws nothing else. */
export const terminalLines = (...lines: readonly string[]): string =>
  lines.map((line) => `${sanitizeLine(line)}\n`).join('');

/** An unexpected error: its message as one line, then its stack frames. */
export function crashLines(error: unknown): string {
  if (!(error instanceof Error)) return terminalLines(`error: ${String(error)}`);
  const { message, stack = message } = error;
  const end = stack.indexOf(message) + message.length;
  const frames = stack.slice(end).split('\n').slice(1);
  return terminalLines(`error: ${stack.slice(0, end)}`, ...frames);
}

/** Writes lines and waits until the stream took them, so that a slow reader slows the writer. */
export const writeLine = (stream: Writable, ...lines: readonly string[]): Promise<void> =>
  write(stream, terminalLines(...lines));

/** A value as one line of JSON, which `sanitizeJson` leaves equal to it. */
export const writeJson = (stream: Writable, value: unknown): Promise<void> =>
  write(stream, `${sanitizeJson(stringifyJson(value))}\n`);

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
