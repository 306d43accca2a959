/**
 * npm run soak [-- --minutes=10]: windows land transactions through a backend that is killed at
 * random times, with a full disk at times, corrupted files, and lost, broken and forged responses
 * of nodes and services. Exits with 0 only if the journal contained every submission before it was
 * received, none was repeated without a confirmation, memory stayed bounded and no process is left.
 *
 * The full disk needs a separate file system: on Linux the program runs in a namespace where it may
 * mount one; elsewhere it skips that fault and notes it in the summary.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newProcessTreeId, treeProcesses } from '../../scripts/editor/processTree.ts';
import type { CallableOperation } from '../../src/backend/protocol/callProtocol.ts';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { testBlockhash } from '../contract/fakeLandingServers.ts';
import { LandingWindow } from '../contract/landingWindow.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { chance, openHostile, openNode, openService, pick, Receipts } from './faultyReceivers.ts';
import { FaultyStorage } from './faultyStorage.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const milliseconds = Number(values.minutes) * 60_000;
const landingWindows = 4;
const meanLifeMilliseconds = 12_000;
/** Below the limit of the journal, which keeps the newest 2,000 submissions. */
const maxLandings = 1_800;
const pauseMilliseconds = 300;
const maxRssBytes = 1024 * 1024 * 1024;
const diskMegabytes = 64;
type Question = readonly [operation: CallableOperation, parameters: object];

const inNamespace = 'ARBSCOPE_SOAK_DISK';
const treeVariable = 'ARBSCOPE_SOAK';

const hostileQuestions: readonly [Question, ...Question[]] = [
  ['feesByComputeUnit', {}],
  ['marketCache', { tokens: [wrappedSolMint] }],
  ['finder', { tokensMint: [wrappedSolMint] }],
];

/** Runs this program again in a namespace that allows mounts; `null` if that is not possible. */
async function runInNamespace(): Promise<number | null> {
  const arguments_ = ['-rm', '--', process.execPath, ...process.argv.slice(1)];
  if (inNamespace in process.env) return null;
  if (spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status !== 0)
    return null;
  const child = spawn('unshare', arguments_, {
    stdio: 'inherit',
    env: { ...process.env, [inNamespace]: '1' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const within = <Value>(limit: number, value: Promise<Value>): Promise<Value> =>
  Promise.race([
    value,
    setTimeout(limit, undefined, { ref: false }).then(() => Promise.reject(new Error('Too late'))),
  ]);

class Soak {
  readonly counts = new Map<string, number>();
  readonly failures: string[] = [];
  readonly readMilliseconds: number[] = [];
  readonly receipts: Receipts;
  maxRss = 0;
  readonly #storage: FaultyStorage;
  readonly #socket: string;
  readonly #secret = randomBytes(32).toString('hex');
  readonly #tree = newProcessTreeId();
  readonly #end = performance.now() + milliseconds;
  readonly #recent: Uint8Array[] = [];
  #made = 0n;

  constructor(folder: string, storage: FaultyStorage) {
    this.#storage = storage;
    this.#socket = join(folder, 'run', 'soak.sock');
    this.receipts = new Receipts(storage.folder);
  }

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  get leftProcesses(): readonly string[] {
    return treeProcesses(this.#tree, treeVariable).map(({ command }) => command);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  async start(): Promise<BackendProcess | null> {
    const secretFile = join(this.#storage.folder, 'channel.secret');
    const backend = new BackendProcess(
      ['channel', '--socket', this.#socket, '--secret-file', secretFile],
      { [treeVariable]: this.#tree },
    );
    try {
      await within(60_000, backend.line(new RegExp(channelStatusLines.ready)));
      return backend;
    } catch {
      await backend.kill();
      this.failures.push(`The backend did not start: ${backend.errors.join(' ')}`);
      return null;
    }
  }

  async writeSecret(): Promise<void> {
    await writeFile(join(this.#storage.folder, 'channel.secret'), this.#secret, { mode: 0o600 });
  }

  /** Runs one backend after the other, with disk faults during and between their lives. */
  async live(hasDisk: boolean): Promise<void> {
    while (!this.isOver) {
      const isFull = hasDisk && chance(0.4);
      if (isFull && chance(0.3)) this.#storage.fill();
      const backend = await this.start();
      if (backend === null) {
        this.#storage.free();
        continue;
      }
      this.count('lives of the backend');
      const life = Math.min(60_000, -Math.log(1 - Math.random()) * meanLifeMilliseconds);
      const over = new AbortController();
      void setTimeout(life / 2, undefined, { signal: over.signal }).then(
        () => isFull && this.#storage.fill(),
        () => undefined,
      );
      const watch = setInterval(() => this.#measure(backend), 500);
      const killed = setTimeout(life, 'killed', { signal: over.signal }).catch(() => 'killed');
      const end = await Promise.race([killed, backend.ended]);
      clearInterval(watch);
      over.abort();
      if (end === 'killed') await backend.kill('SIGKILL');
      // 0: the backend exited because it had no window for a moment.
      else if (end !== 0) this.failures.push(`It ended by itself: ${end} ${backend.errors.at(-1)}`);
      if (isFull) this.count('full disks');
      this.#storage.free();
      this.#storage.repair();
      if (chance(0.5)) this.count(this.#storage.corrupt());
    }
    this.#storage.free();
    this.#storage.repair();
  }

  #measure({ child }: BackendProcess): void {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      this.maxRss = Math.max(this.maxRss, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024);
    } catch {
      // The process has ended, or the system does not report it.
    }
  }

  async #open(): Promise<FakeWindow | null> {
    try {
      return await within(20_000, FakeWindow.open(this.#socket, this.#secret));
    } catch {
      await setTimeout(100);
      return null;
    }
  }

  /** Opens windows one after the other; each works until the backend dies or the window closes. */
  async windows(work: (window: FakeWindow) => Promise<void>): Promise<void> {
    while (!this.isOver) {
      const window = await this.#open();
      if (window === null) continue;
      const isGone = window.closed.then(() => true);
      let isOpen = true;
      while (isOpen && !this.isOver && !chance(0.02)) {
        const done = work(window).catch(async () => {
          this.count('errors that a window was told');
          await setTimeout(100);
        });
        await Promise.race([done, isGone, setTimeout(30_000)]);
        isOpen = !(await Promise.race([isGone, setTimeout(1, false)]));
      }
      window.socket.destroy();
      await window.closed;
    }
  }

  async land(
    window: FakeWindow,
    receivers: readonly [ConnectionSettings, ...ConnectionSettings[]],
  ) {
    const bytes = await this.#transaction();
    const landing = await LandingWindow.open(window, pick(receivers));
    const { id, reports } = await landing.prepare(bytes);
    // The user does not confirm a repeated submission.
    const isSentBefore = reports[0]?.findings.some(({ code }) => code === 'sent-before');
    if (isSentBefore) this.count('repeats declined');
    else {
      const { state } = await landing.land(id);
      this.count(`landings ${state}`);
    }
    await setTimeout(Math.random() * 2 * pauseMilliseconds);
  }

  /** A new transaction, or one that another window may be submitting right now. */
  async #transaction(): Promise<Uint8Array> {
    const isEnough = this.#made >= maxLandings;
    if (this.#recent.length > 0 && (isEnough || chance(0.3)))
      return pick(this.#recent as [Uint8Array]);
    const payer = await wallet(1);
    this.#made += 1n;
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.tip(payer.address, 2_000_000n + this.#made, 'FAST')],
      blockhash: testBlockhash,
    });
    this.#recent.push(bytes);
    if (this.#recent.length > 20) this.#recent.shift();
    return bytes;
  }

  async read(window: FakeWindow): Promise<void> {
    const start = performance.now();
    await window.call('finder', { tokensMint: [wrappedSolMint] });
    this.readMilliseconds.push(performance.now() - start);
    await setTimeout(500);
  }

  async askHostile(window: FakeWindow, settings: ConnectionSettings): Promise<void> {
    this.count('questions to hostile servers');
    const [operation, parameters] = pick(hostileQuestions);
    await window.call(operation, parameters, settings);
  }

  /** The last backend: its journal must contain every received submission, and it must exit. */
  async finish(): Promise<void> {
    const backend = await this.start();
    if (backend === null) return;
    const window = await FakeWindow.open(this.#socket, this.#secret);
    const landing = await LandingWindow.open(window, { kind: 'sandbox' });
    const known = new Set((await landing.entries()).map(({ signature }) => signature));
    for (const signature of this.receipts.signatures) {
      if (!known.has(signature)) this.failures.push(`${signature} is lost`);
    }
    window.socket.destroy();
    const end = await Promise.race([backend.ended, setTimeout(30_000, 'no end')]);
    if (end !== 0) this.failures.push(`The last backend ended with ${end}`);
  }
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-soak-'));
  const storage = new FaultyStorage(await mkdtemp(join(folder, 'storage-')));
  const hasDisk = inNamespace in process.env;
  const options = ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0700`, 'none'];
  if (hasDisk) execFileSync('mount', [...options, storage.folder]);
  const soak = new Soak(folder, storage);
  const [node, service] = [await openNode(soak.receipts), await openService(soak.receipts)];
  const [strange, stranger] = [await openHostile(), await openHostile()];
  try {
    const receivers = [node.settings, service.settings] as const;
    const hostile = [
      { kind: 'service', baseUrl: strange.url, apiKey: 'soak-key' },
      { kind: 'node', rpcUrl: stranger.url },
    ] as const;
    await soak.writeSecret();
    await Promise.all([
      soak.live(hasDisk),
      soak.windows((window) => soak.read(window)),
      ...hostile.map((settings) => soak.windows((window) => soak.askHostile(window, settings))),
      ...Array.from({ length: landingWindows }, () =>
        soak.windows((window) => soak.land(window, receivers)),
      ),
    ]);
    await soak.finish();
  } finally {
    await Promise.all([node.close(), service.close(), strange.close(), stranger.close()]);
    if (hasDisk) execFileSync('umount', ['--lazy', storage.folder]);
    await rm(folder, { recursive: true, force: true });
  }
  return report(soak, hasDisk);
}

function report(soak: Soak, hasDisk: boolean): number {
  const { receipts, failures, maxRss, readMilliseconds: reads } = soak;
  const problems = [...receipts.violations, ...failures];
  for (const command of soak.leftProcesses) problems.push(`A process is left: ${command}`);
  if (maxRss > maxRssBytes) problems.push('The backend took more than a gigabyte');
  if (receipts.received === 0 || reads.length === 0) problems.push('Nothing went through');
  const sorted = reads.toSorted((first, second) => first - second);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(0);
  if (!hasDisk) console.log('without the full disk: no file system can be mounted here');
  for (const [what, count] of [...soak.counts].sort()) console.log(`${count} ${what}`);
  console.log(
    `${receipts.received} transactions received, ${receipts.signatures.length} different`,
  );
  console.log(`${reads.length} reads, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
  console.log(`${(maxRss / 1e6).toFixed(0)} MB at most`);
  console.log(`${problems.length} problems`);
  for (const problem of new Set(problems)) console.log(`  ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

const code = (await runInNamespace()) ?? (await main());
// Exits even if a faulty server keeps resources open: the caller waits for the exit.
process.exit(code);
