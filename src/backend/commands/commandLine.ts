import type { Writable } from 'node:stream';
import { stringifyJson } from '../../api/json.ts';
import { sanitizeJson, sanitizeLine } from '../../api/sanitizeText.ts';
import { withoutSecretKeys } from '../../solana/scan/scanText.ts';

export interface CommandContext {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C or when the system stops the program. */
  readonly signal: AbortSignal;
}

export interface Command {
  /** The arguments, without the program's name. */
  readonly usage: string;
  readonly summary: string;
  /** Resolves to the exit code. Throws a UsageError for invalid arguments. */
  run(args: readonly string[], terminal: CommandContext): Promise<number>;
}

/** The message names the argument and the problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** 1: the command failed. 2: its input is invalid. */
export type FailureCode = 1 | 2;

/** A failure that the user can fix; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: FailureCode;

  constructor(message: string, exitCode: FailureCode = 1) {
    super(message);
    this.exitCode = exitCode;
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
      `${option} must be a whole number from ${bounds.minimum} to ${bounds.maximum}`,
    );
  }
  return value;
}

/** Removes a secret from the environment, which crash reports show; empty if unset. */
export function takeVariable(environment: CommandContext['environment'], name: string): string {
  const value = environment[name] ?? '';
  delete process.env[name];
  return value;
}

/**
 * For a terminal or a log: each stays one line without control characters and secret keys. A key may
 * be split by the line breaks of one text, or over several texts.
 */
export const terminalLines = (...lines: readonly string[]): string =>
  withoutSecretKeys(lines.map((line) => `${sanitizeLine(withoutSecretKeys(line))}\n`).join(''));

export function crashLines(error: unknown): string {
  if (!(error instanceof Error)) return terminalLines(`error: ${String(error)}`);
  const { message, stack = message } = error;
  const end = stack.indexOf(message) + message.length;
  const frames = stack.slice(end).split('\n').slice(1);
  return terminalLines(`error: ${stack.slice(0, end)}`, ...frames);
}

/** Waits for the stream, so that a slow reader slows the writer down. */
export const writeLine = (stream: Writable, ...lines: readonly string[]): Promise<void> =>
  write(stream, terminalLines(...lines));

/** `sanitizeJson` does not change the value, except for secret keys: files may hold one anywhere. */
export const writeJson = (stream: Writable, value: unknown): Promise<void> =>
  write(stream, `${withoutSecretKeys(sanitizeJson(stringifyJson(value)))}\n`);

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
