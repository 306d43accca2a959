/**
 * Runs a command and stops it with all of its descendants as soon as this process's standard input
 * closes, so that the command never outlives its starter, even after SIGKILL.
 *
 * node supervisor.ts COMMAND ARGUMENTS…   with the process-tree variable set, in a separate process group
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processTreeVariable, type TreeProcess, treeProcesses } from './processTree.ts';

/** Short, as the editor's processes write only to scratch folders. */
const editorGraceMilliseconds = 500;
/** The backend exits about two seconds after its last window closes; much longer is a leak. */
const graceMilliseconds = 6_000;
const pollMilliseconds = 50;

const treeId = process.env[processTreeVariable] ?? '';
const [command = '', ...args] = process.argv.slice(2);
/** VS Code never deletes its sockets and some caches. The name is short because socket paths are limited. */
const temporary = mkdtempSync(join(tmpdir(), 'e-'));
const child = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
    XDG_RUNTIME_DIR: temporary,
  },
});
let exitCode = 0;
let stopping = false;

/** Detached processes have another process group. */
const isDetached = ({ processGroup }: TreeProcess): boolean => processGroup !== process.pid;

async function waitForTreeExit(milliseconds: number): Promise<TreeProcess[]> {
  const deadline = performance.now() + milliseconds;
  let members = treeProcesses(treeId);
  while (members.length > 0 && performance.now() < deadline) {
    await delay(pollMilliseconds);
    members = treeProcesses(treeId);
  }
  return members;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just exited.
  }
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (process.platform === 'win32') child.kill();
  else kill(-process.pid, 'SIGTERM');
  for (const member of await waitForTreeExit(editorGraceMilliseconds)) {
    if (!isDetached(member)) kill(member.pid, 'SIGKILL');
  }
  for (const { pid, command: what } of await waitForTreeExit(graceMilliseconds)) {
    process.stderr.write(`Ended by force: ${pid} ${what}\n`);
    kill(pid, 'SIGKILL');
  }
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  if (process.platform === 'win32' || process.platform === 'linux') process.exit(exitCode);
  // Other systems cannot list the process tree, only the group.
  kill(-process.pid, 'SIGKILL');
}

child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`);
  exitCode = 1;
  void stop();
});
child.on('exit', (code) => {
  exitCode = stopping ? 0 : (code ?? 1);
  void stop();
});
process.stdin.on('end', () => void stop());
process.stdin.on('close', () => void stop());
process.stdin.resume();
// The output pipe breaks when the starter dies.
process.stdout.on('error', () => void stop());
process.stderr.on('error', () => void stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
