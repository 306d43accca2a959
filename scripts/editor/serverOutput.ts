import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

const tailLines = 30;

/** Logs the output of a VS Code server and its supervisor to a file, and finds the port in it. */
export class ServerOutput {
  readonly logFile: string;
  /** The supervisor's lines about processes that it had to kill. */
  readonly killedProcesses: string[] = [];
  readonly #supervisor: ChildProcess;
  readonly #stdout: Interface;
  readonly #lines: string[] = [];

  constructor(supervisor: ChildProcess, logFile: string) {
    this.#supervisor = supervisor;
    this.logFile = logFile;
    const log = createWriteStream(logFile);
    const lines = (stream: Readable | null): Interface => {
      if (stream === null) throw new Error('The server was started without its output');
      const reader = createInterface({ input: stream });
      reader.on('line', (line) => {
        log.write(`${line}\n`);
        this.#addLine(line);
      });
      return reader;
    };
    this.#stdout = lines(supervisor.stdout);
    lines(supervisor.stderr);
    supervisor.once('close', () => log.end());
  }

  tail(): string {
    return this.#lines.join('\n');
  }

  /** Rejects if the server exits or takes too long. */
  port(limitMilliseconds: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        reject(new Error(`The VS Code server ${reason}:\n${this.tail()}`));
      };
      const timer = setTimeout(() => fail('did not start in time'), limitMilliseconds);
      this.#supervisor.once('close', (code) => {
        clearTimeout(timer);
        fail(`ended with code ${String(code)}`);
      });
      this.#stdout.on('line', (line) => {
        const port = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(Number(port));
      });
    });
  }

  #addLine(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > tailLines) this.#lines.shift();
    if (line.startsWith('Ended by force: ')) this.killedProcesses.push(line);
  }
}
