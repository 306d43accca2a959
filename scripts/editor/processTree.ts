import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Marks a process and all of its descendants, including detached ones: they inherit this
 * environment variable. On Linux they are found by it; elsewhere only the process group is known.
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

/** Those whose `variable` has the family's value, without the caller. */
export function treeProcesses(family: string, variable = processTreeVariable): TreeProcess[] {
  if (process.platform !== 'linux') return [];
  const mark = `${variable}=${family}`;
  const members: TreeProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      // A zombie process has an empty environment.
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // pid (name, which may contain any character) state parent group …
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      members.push({ pid, processGroup: Number(stat[2]), command });
    } catch {
      // The process has exited, or belongs to another user.
    }
  }
  return members;
}
