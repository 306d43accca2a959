/**
 * Runs a command with its own temporary folder. Ends it and its descendants, and deletes the folder,
 * when the standard input of this process closes, which happens even if its parent is killed.
 *
 * node supervisor.ts COMMAND ARGUMENTS…   with the process-tree variable set, as a process group leader
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processTreeVariable, type TreeProcess, treeProcesses } from './processTree.ts';

/** The editor's own processes write to scratch folders only: nothing is lost without them. */
const editorGraceMilliseconds = 500;
/** The backend leaves about two seconds after its last window; more than that is a leak. */
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

/** True for processes that left the process group of the command. */
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
    // It has just ended.
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
  // Elsewhere the process tree cannot be listed: only the group is known.
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
// When the starter is gone, nobody reads our output.
process.stdout.on('error', () => void stop());
process.stderr.on('error', () => void stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
