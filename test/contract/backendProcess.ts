import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(resolve(import.meta.dirname, '../..'), 'dist', 'backend.js');

export type WrapCommand = (
  command: string,
  args: readonly string[],
) => readonly [command: string, args: readonly string[]];

/** The built backend as a child process; tests can wait for lines of its output. */
export class BackendProcess {
  readonly child: ChildProcess;
  readonly output: string[] = [];
  readonly errors: string[] = [];
  /** Resolves to the exit code, or to the signal that killed it. */
  readonly ended: Promise<number | string>;
  readonly #waiting = new Set<() => void>();
  #hasExited = false;

  /** `wrap` can prefix the command, for example with a resource limit. */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    wrap: WrapCommand = (...plain) => plain,
  ) {
    const { ARBSCOPE_API_KEY: _, ...inherited } = process.env;
    const [command, all] = wrap(process.execPath, [program, ...args]);
    this.child = spawn(command, all, {
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#collect(this.child.stdout, this.output);
    this.#collect(this.child.stderr, this.errors);
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      this.#hasExited = true;
      for (const wake of this.#waiting) wake();
      return code ?? signal;
    });
  }

  async line(pattern: RegExp): Promise<string> {
    while (true) {
      const found = [...this.output, ...this.errors].find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.#hasExited) {
        throw new Error(`The process ended without ${pattern}: ${this.errors.join('\n')}`);
      }
      await new Promise<void>((wake) => {
        this.#waiting.add(wake);
      });
      this.#waiting.clear();
    }
  }

  async url(): Promise<string> {
    const line = await this.line(/ at http:\/\//);
    return line.slice(line.indexOf('http://'));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | string> {
    this.child.kill(signal);
    return await this.ended;
  }

  #collect(stream: NodeJS.ReadableStream | null, lines: string[]): void {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const wake of this.#waiting) wake();
    });
  }
}
