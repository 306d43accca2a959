import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { treeProcesses } from '../../scripts/editor/processTree.ts';
import { root } from '../../scripts/paths.ts';

const mark = 'ARBSCOPE_START_TEST';

/** `npm start -- --browser`, as a person types it, with its process family marked. */
export class NpmStart {
  readonly #run = randomUUID();
  readonly #child: ChildProcess;

  constructor() {
    this.#child = spawn('npm', ['start', '--', '--browser'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, [mark]: this.#run },
      // A group of its own, as a terminal gives it.
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

  /** As Ctrl+C does, SIGINT goes to the whole group; the others to npm alone, which may pass them on. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { pid } = this.#child;
    assert.ok(pid !== undefined);
    const exited = once(this.#child, 'exit');
    process.kill(signal === 'SIGINT' ? -pid : pid, signal);
    await exited;
  }

  /**
   * Processes that still live at the end of the limit. They are looked for again and again: nothing
   * tells of the end of a process that is no child of this one and holds none of its pipes.
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

  /** Ends what a failed test has left. */
  kill(): void {
    for (const { pid } of treeProcesses(this.#run, mark)) process.kill(pid, 'SIGKILL');
  }
}
