import type { Writable } from 'node:stream';
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorMessage } from '../../api/errorMessage.ts';

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

/** A failure that the user can do something about; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
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
    throw new UsageError(errorMessage(error));
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

/** Writes a line and waits until the stream took it, so that a slow reader slows the writer. */
export function writeLine(stream: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
