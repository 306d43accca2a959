/**
 * npm run soak:stream [-- minutes]: a VS Code whose Live view is open over a service with 400
 * arbitrages a minute. Prints the memory of every process twice a minute, what share of a core the
 * extension host took, and what the browser's page keeps after a garbage collection.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { Workbench } from '../browser/workbench.ts';
import { StreamService } from './streamService.ts';

const perMinute = 400;
const minutes = Number(process.argv[2] ?? 10);
const sampleSeconds = 30;
const ticksPerSecond = 100;

interface Sample {
  readonly name: string;
  readonly rssMegabytes: number;
  readonly cpuSeconds: number;
}

/** What a process is, by its command line. */
function nameOf(command: string): string {
  if (command.includes('type=extensionHost')) return 'extension host';
  if (command.includes('backend.js')) return 'backend';
  return basename(command.split(' ').find((part) => /\.[jt]s$/.test(part)) ?? command).slice(0, 30);
}

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

const service = new StreamService('soak-key', perMinute);
const url = await service.listen();
const workbench = await Workbench.open({ theme: 'dark' });
try {
  await workbench.addService('Stream', url, 'soak-key');
  await workbench.openArbscopeView();
  await workbench.setOpen('Finder', false);
  await workbench.treeRows('Live', 1).nth(10).waitFor();
  const client = await workbench.page.context().newCDPSession(workbench.page);
  await client.send('Performance.enable');
  let before = new Map<number, Sample>();
  let sent = service.sent;
  for (let at = 0; at <= minutes * 60; at += sampleSeconds) {
    const now = new Map<number, Sample>();
    for (const { pid, command } of workbench.processes()) {
      const sample = sampleOf(pid, command);
      if (sample !== null) now.set(pid, sample);
    }
    const parts = [...now].map(([pid, { name, rssMegabytes, cpuSeconds }]) => {
      const seconds = cpuSeconds - (before.get(pid)?.cpuSeconds ?? cpuSeconds);
      const share = ((100 * seconds) / sampleSeconds).toFixed(1);
      return `${name} ${rssMegabytes.toFixed(0)} MB ${share} %`;
    });
    parts.push(await pageMemory(client));
    console.log(`${at} s: ${service.sent - sent} arbitrages; ${parts.join('; ')}`);
    before = now;
    sent = service.sent;
    if (at < minutes * 60) await setTimeout(sampleSeconds * 1_000);
  }
} finally {
  await workbench.close();
  service.close();
}
