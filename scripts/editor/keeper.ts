/**
 * Runs a command and ends it, with everything that it started, as soon as this process's standard
 * input closes: so the command does not outlive its starter, even one that is killed outright.
 *
 * node keeper.ts COMMAND ARGUMENTS…   with the family variable set and in a process group of its own
 */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { familyMembers, familyVariable } from './family.ts';

/** The market process leaves about two seconds after its last window; more than that is a leak. */
const graceMilliseconds = 6_000;
const pollMilliseconds = 50;

const family = process.env[familyVariable] ?? '';
const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let exitCode = 0;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const deadline = performance.now() + graceMilliseconds;
  let left = familyMembers(family);
  while (left.length > 0 && performance.now() < deadline) {
    await delay(pollMilliseconds);
    left = familyMembers(family);
  }
  for (const { pid, command: what } of left) {
    process.stderr.write(`Ended by force: ${pid} ${what}\n`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  if (process.platform === 'win32' || process.platform === 'linux') process.exit(exitCode);
  process.kill(-process.pid, 'SIGKILL');
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
// A starter that is gone takes the readers of our output with it.
process.stdout.on('error', () => void stop());
process.stderr.on('error', () => void stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
