import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

const tailLines = 30;

/** The lines that a VS Code server and its keeper print: kept in a file, read for what they tell. */
export class ServerOutput {
  readonly logFile: string;
  /** Processes that did not end when asked to, in the keeper's words. */
  readonly killedProcesses: string[] = [];
  readonly #supervisor: ChildProcess;
  readonly #stdout: Interface;
  readonly #lines: string[] = [];

  constructor(keeper: ChildProcess, logFile: string) {
    this.#supervisor = keeper;
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
    this.#stdout = lines(keeper.stdout);
    lines(keeper.stderr);
    keeper.once('close', () => log.end());
  }

  tail(): string {
    return this.#lines.join('\n');
  }

  /** Resolves with the port once the server listens; rejects when it ends or takes too long. */
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
