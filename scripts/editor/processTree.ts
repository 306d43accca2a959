import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A process and everything that it started, however far down and however detached: all of them
 * inherit one environment variable. Found by it on Linux; elsewhere only the process group is known.
 */
export const processTreeVariable = 'ARBSCOPE_PROCESS_TREE';

export function newProcessTreeId(): string {
  return randomUUID();
}

export interface TreeProcess {
  readonly pid: number;
  readonly processGroup: number;
  readonly command: string;
}

/** The living processes, without the caller, whose `variable` has the family's value. */
export function treeProcesses(family: string, variable = processTreeVariable): TreeProcess[] {
  if (process.platform !== 'linux') return [];
  const mark = `${variable}=${family}`;
  const members: TreeProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      // A process that has ended but was not yet waited for has an empty environment.
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // pid (name, which may hold anything) state parent group …
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      members.push({ pid, processGroup: Number(stat[2]), command });
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
  return members;
}
