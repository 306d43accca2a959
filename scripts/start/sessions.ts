import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../paths.ts';

const sessions = join(cacheFolder, 'sessions');
const keptName = 'kept';

/** Also deletes the folders of processes that were killed. */
export async function makeSessionFolder(): Promise<string> {
  const folder = join(sessions, String(process.pid));
  await mkdir(sessions, { recursive: true });
  for (const name of await readdir(sessions)) {
    if (name === keptName) continue;
    if (name === String(process.pid) || !isAlive(Number(name))) {
      await rm(join(sessions, name), { recursive: true, force: true });
    }
  }
  await mkdir(folder);
  return folder;
}

export interface KeptSession {
  readonly folder: string;
  readonly sampleBot: string;
  /** Nothing is kept yet. */
  readonly isNew: boolean;
  release(): Promise<void>;
}

/** The one folder that outlives its process, which only one at a time may use. */
export async function keptSessionFolder(parent: string): Promise<KeptSession> {
  const folder = join(parent, keptName);
  const owner = join(folder, 'pid');
  const sampleBot = join(folder, 'sample-bot');
  await mkdir(folder, { recursive: true });
  const pid = Number(await readFile(owner, 'utf8').catch(() => ''));
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new Error(`The kept session is open in process ${pid}. Stop that one first.`);
  }
  await writeFile(owner, String(process.pid));
  const isNew = !(await readdir(folder)).includes('sample-bot');
  return { folder, sampleBot, isNew, release: () => rm(owner, { force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
