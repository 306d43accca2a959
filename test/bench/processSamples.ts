import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Workbench } from '../browser/workbench.ts';

const sampleSeconds = 30;
const ticksPerSecond = 100;

interface Sample {
  readonly name: string;
  readonly rssMegabytes: number;
  readonly cpuSeconds: number;
}

/**
 * Yields twice a minute, as text, the resident memory of each process of an editor and its share of
 * a core since the last sample; finally the memory of the browser's page after a garbage
 * collection. Linux only.
 */
export async function* watchProcesses(
  workbench: Workbench,
  minutes: number,
): AsyncGenerator<{ readonly seconds: number; readonly text: string }> {
  const client = await workbench.page.context().newCDPSession(workbench.page);
  await client.send('Performance.enable');
  let before = new Map<number, Sample>();
  for (let seconds = 0; seconds <= minutes * 60; seconds += sampleSeconds) {
    const now = samples(workbench);
    const parts = [...now].map(([pid, { name, rssMegabytes, cpuSeconds }]) => {
      const spent = cpuSeconds - (before.get(pid)?.cpuSeconds ?? cpuSeconds);
      const share = ((100 * spent) / sampleSeconds).toFixed(1);
      return `${name} ${rssMegabytes.toFixed(0)} MB ${share} %`;
    });
    yield { seconds, text: [...parts, await pageMemory(client)].join('; ') };
    before = now;
    if (seconds < minutes * 60) await setTimeout(sampleSeconds * 1_000);
  }
}

function nameOf(command: string): string {
  if (command.includes('type=extensionHost')) return 'extension host';
  if (command.includes('backend.js')) return 'backend';
  return basename(command.split(' ').find((part) => /\.[jt]s$/.test(part)) ?? command).slice(0, 30);
}

function samples(workbench: Workbench): Map<number, Sample> {
  const now = new Map<number, Sample>();
  for (const { pid, command } of workbench.processes()) {
    const sample = sampleOf(pid, command);
    if (sample !== null) now.set(pid, sample);
  }
  return now;
}

/** `null`: the process has ended. */
function sampleOf(pid: number, command: string): Sample | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return {
      name: nameOf(command),
      rssMegabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024,
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

/** JavaScript heap and DOM nodes of the page that VS Code runs in, after a garbage collection. */
async function pageMemory(client: CDPSession): Promise<string> {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const figureOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const heapMegabytes = figureOf('JSHeapUsedSize') / 1_048_576;
  return `page ${heapMegabytes.toFixed(1)} MB heap, ${figureOf('Nodes')} nodes`;
}
