import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../paths.ts';

const sessions = join(cacheFolder, 'sessions');

/** Also deletes the folders of processes that were killed. */
export async function makeSessionFolder(): Promise<string> {
  const folder = join(sessions, String(process.pid));
  await mkdir(sessions, { recursive: true });
  for (const name of await readdir(sessions)) {
    if (name === String(process.pid) || !isAlive(Number(name))) {
      await rm(join(sessions, name), { recursive: true, force: true });
    }
  }
  await mkdir(folder);
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
