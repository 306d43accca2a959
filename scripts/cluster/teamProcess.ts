import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export class TeamProcess {
  readonly child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #ended: Promise<unknown>;
  #hasEnded = false;

  constructor(
    args: readonly string[],
    environment: NodeJS.ProcessEnv,
    onLine: (line: string) => void,
  ) {
    this.child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl+C must reach only the parent, which stops the processes in order.
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.#lines.push(line);
        onLine(line);
        this.#wake();
      });
    }
    this.#ended = once(this.child, 'close').then(() => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  /** Rejects if the process exits without a match. */
  async line(pattern: RegExp): Promise<string> {
    while (true) {
      const found = this.#lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.#hasEnded) throw new Error(`It ended: ${this.#lines.at(-1) ?? ''}`);
      await new Promise<void>((wake) => {
        this.#waiting.add(wake);
      });
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#ended;
  }

  /** Lets it flush its data; kills it if that takes too long. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const patience = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.#ended;
    clearTimeout(patience);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
