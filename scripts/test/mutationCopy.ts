import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { transform } from 'esbuild';
import type { Protection } from '../../test/mutations/protection.ts';
import { newProcessTreeId, treeProcesses } from '../editor/processTree.ts';
import { cacheFolder, root } from '../paths.ts';
import type { FunctionBody } from './findFunction.ts';

export interface TestRun {
  readonly result: 'passed' | 'failed' | 'could not run';
  readonly seconds: number;
  /** The first failure, or why the tests could not run. */
  readonly reason: string;
}

export type Tests = Pick<Protection, 'tests' | 'needsBuild'>;

const buildLimitSeconds = 300;
/** All processes of a copy inherit it, also those that tests detach. */
const treeVariable = 'ARBSCOPE_MUTATIONS';

/** A private copy of the checkout, in which a protection is removed and tests run. */
export class MutationCopy {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #tree = newProcessTreeId();
  readonly #stop: AbortSignal;

  /** `folder` has a short path: tests open sockets below it, whose paths have at most 107 bytes. */
  constructor(folder: string, stop: AbortSignal) {
    this.#folder = join(folder, 'copy');
    this.#temporary = join(folder, 't');
    this.#stop = stop;
  }

  /** Copies the files that git knows or would add, as they are now. */
  async make(): Promise<void> {
    const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 2 ** 26,
    });
    await mkdir(this.#temporary, { recursive: true });
    for (const file of new Set(listed.toString().split('\0'))) {
      const from = join(root, file);
      if (file !== '' && existsSync(from)) await cp(from, join(this.#folder, file));
    }
    await mkdir(cacheFolder, { recursive: true });
    await symlink(cacheFolder, join(this.#folder, '.cache'), 'junction');
    await symlink(join(root, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
  }

  /** Runs the tests of a protection with another body for its function, then restores it. */
  async runWithout(
    protection: Protection,
    { file, start, end }: FunctionBody,
    limitSeconds: number,
  ): Promise<TestRun> {
    const path = join(this.#folder, file);
    const text = await readFile(path, 'utf8');
    const changed = `${text.slice(0, start)}{ ${protection.body} }${text.slice(end)}`;
    const isValid = await transform(changed, { loader: 'ts', logLevel: 'silent' }).then(
      () => true,
      () => false,
    );
    // A syntax error would fail every test and show nothing.
    if (!isValid) return couldNotRun(`${file} has a syntax error with the other body`);
    await writeFile(path, changed);
    try {
      return await this.run(protection, limitSeconds);
    } finally {
      await writeFile(path, text);
    }
  }

  /** Tests that exceed the limit have failed. `dist/` exists only with `needsBuild`. */
  async run({ tests, needsBuild }: Tests, limitSeconds: number): Promise<TestRun> {
    await rm(join(this.#folder, 'dist'), { recursive: true, force: true });
    if (needsBuild === true) {
      const build = await this.#node(['esbuild.mjs'], buildLimitSeconds);
      if (build.result !== 'passed') return couldNotRun(`the build fails: ${build.reason}`);
    }
    return this.#node(['--test', ...tests], limitSeconds);
  }

  async #node(args: readonly string[], limitSeconds: number): Promise<TestRun> {
    const start = performance.now();
    const over = AbortSignal.any([
      this.#stop,
      AbortSignal.timeout(Math.ceil(limitSeconds * 1_000)),
    ]);
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ARBSCOPE_SHARED: process.env['ARBSCOPE_SHARED'] ?? join(root, '..', 'shared'),
        NODE_COMPILE_CACHE: join(this.#temporary, 'compiled'),
        TMPDIR: this.#temporary,
        [treeVariable]: this.#tree,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        output += bytes;
      });
    }
    const exited = once(child, 'exit');
    over.addEventListener('abort', () => killGroup(child.pid));
    const [code] = (await exited) as [number | null];
    await this.#endLeftovers(child.pid);
    this.#stop.throwIfAborted();
    const seconds = (performance.now() - start) / 1_000;
    if (code === 0) return wereSkipped(output) ?? { result: 'passed', seconds, reason: '' };
    const reason = over.aborted
      ? `no end after ${limitSeconds.toFixed(0)} s`
      : firstFailure(output);
    return { result: 'failed', seconds, reason };
  }

  /** Descendants of a killed test would disturb the next one. */
  async #endLeftovers(group: number | undefined): Promise<void> {
    killGroup(group);
    for (let left = treeProcesses(this.#tree, treeVariable); left.length > 0; ) {
      for (const { pid } of left) kill(pid);
      await setTimeout(20);
      left = treeProcesses(this.#tree, treeVariable);
    }
  }
}

const couldNotRun = (reason: string): TestRun => ({ result: 'could not run', seconds: 0, reason });

/** Skipped tests, such as those on ClickHouse without chDB, prove nothing about a protection. */
function wereSkipped(output: string): TestRun | null {
  if (!/^ℹ pass 0$/m.test(output)) return null;
  const [, why = ''] = /^ *﹣ .+ # (.+)$/m.exec(output) ?? [];
  return couldNotRun(`all of its tests are skipped: ${why}`);
}

function firstFailure(output: string): string {
  const failed = /^ *✖ (?!failing tests)(.+?)(?: \([\d.]+ms\))?$/gm;
  const titles = [...output.matchAll(failed)].map(([, title]) => title ?? '');
  // A suite's line follows those of its tests; a file that failed by itself has only its name.
  return titles[0] ?? output.trim().split('\n').slice(-12).join('\n');
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) kill(-pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Has ended.
  }
}
