import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { treeProcesses } from '../../scripts/editor/processTree.ts';
import { root } from '../../scripts/paths.ts';

const mark = 'ARBSCOPE_START_TEST';

/** `npm start -- --browser`, as on the command line, with a mark on all of its processes. */
export class NpmStart {
  readonly #run = randomUUID();
  readonly #child: ChildProcess;

  constructor() {
    this.#child = spawn('npm', ['start', '--', '--browser'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, [mark]: this.#run },
      // A separate process group, as in a terminal.
      detached: true,
    });
  }

  async printedUrl(): Promise<string> {
    const { stdout } = this.#child;
    assert.ok(stdout !== null);
    for await (const line of createInterface({ input: stdout })) {
      const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line)?.[0];
      if (url !== undefined) {
        stdout.resume();
        return url;
      }
    }
    throw new Error('npm start ended without printing an address');
  }

  /**
   * Sends SIGINT to the whole group, as Ctrl+C does; other signals only to npm, which may forward
   * them.
   */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { pid } = this.#child;
    assert.ok(pid !== undefined);
    const exited = once(this.#child, 'exit');
    process.kill(signal === 'SIGINT' ? -pid : pid, signal);
    await exited;
  }

  /**
   * Processes that are still running at the deadline. Polls, because they are not children of this
   * process and share no pipe with it.
   */
  async leftAfter(limitMilliseconds: number): Promise<string[]> {
    const deadline = performance.now() + limitMilliseconds;
    let members = treeProcesses(this.#run, mark);
    while (members.length > 0 && performance.now() < deadline) {
      await delay(100);
      members = treeProcesses(this.#run, mark);
    }
    return members.map(({ pid, command }) => `${pid} ${command}`);
  }

  kill(): void {
    for (const { pid } of treeProcesses(this.#run, mark)) process.kill(pid, 'SIGKILL');
  }
}
