import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { treeProcesses } from '../../scripts/editor/processTree.ts';
import { root } from '../../scripts/paths.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { patienceMilliseconds } from './patience.ts';

const mark = 'ARBSCOPE_START_TEST';

/** `npm start -- --browser`, as a person types it, with its process family marked. */
function npmStart(run: string): ChildProcess {
  return spawn('npm', ['start', '--', '--browser'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [mark]: run },
    // A group of its own, as a terminal gives it.
    detached: true,
  });
}

async function printedUrl(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout !== null);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line)?.[0];
    if (url !== undefined) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('npm start ended without printing an address');
}

/**
 * Processes that still live at the end of the limit. They are looked for again and again: nothing
 * tells of the end of a process that is no child of this one and holds none of its pipes.
 */
async function leftAfter(run: string, limitMilliseconds: number): Promise<string[]> {
  const deadline = performance.now() + limitMilliseconds;
  let members = treeProcesses(run, mark);
  while (members.length > 0 && performance.now() < deadline) {
    await delay(100);
    members = treeProcesses(run, mark);
  }
  return members.map(({ pid, command }) => `${pid} ${command}`);
}

/** As Ctrl+C does, SIGINT goes to the whole group; the others to npm alone, which may pass them on. */
function stop(child: ChildProcess, signal: NodeJS.Signals): void {
  assert.ok(child.pid !== undefined);
  process.kill(signal === 'SIGINT' ? -child.pid : child.pid, signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  test(`npm start prints an address that opens the sample bot, and ${signal} leaves no process behind`, {
    ...suiteLimit,
    skip: process.platform === 'win32',
  }, async (context) => {
    const run = randomUUID();
    const child = npmStart(run);
    context.after(() => {
      for (const { pid } of treeProcesses(run, mark)) process.kill(pid, 'SIGKILL');
    });
    const url = await printedUrl(child);

    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patienceMilliseconds);
      await page.goto(url);
      await page.getByRole('treeitem', { name: 'config.toml' }).waitFor();
    } finally {
      await browser.close();
    }

    const exited = once(child, 'exit');
    stop(child, signal);
    await exited;
    assert.deepEqual(await leftAfter(run, patienceMilliseconds), []);
  });
}
