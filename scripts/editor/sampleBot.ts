import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleBotFolder } from '../paths.ts';

/** Copies the sample workspace below `parent`, so that the repository stays clean; its path. */
export async function copySampleBot(parent: string): Promise<string> {
  const folder = join(parent, 'sample-bot');
  await cp(sampleBotFolder, folder, { recursive: true, force: true });
  return folder;
}
