import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { writeImports } from './writeImports.ts';

/** A test file with this line, and a reason after it, shares its process with no other. */
const aloneMark = /^\/\/ Alone in its process: /m;

/**
 * The files of a pattern, to be run by `node --test` with a process for each: neighbours come as one
 * file, written to a folder, that imports them. To start a process and to load there what nearly all
 * of them load takes longer than most of their tests. Larger groups share more, and leave less to
 * spread over the cores.
 */
export async function testGroups(
  pattern: string,
  folder: string,
  groupSize: number,
): Promise<string[]> {
  const files: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) files.push(join(root, path));
  files.sort();
  const alone: string[] = [];
  const together: string[] = [];
  for (const file of files) {
    const isAlone = aloneMark.test(await readFile(file, 'utf8'));
    (isAlone ? alone : together).push(file);
  }
  const groups: string[] = [];
  for (let start = 0; start < together.length; start += groupSize) {
    // The runner sorts by name: the engine's groups, which take the longest, are then not the last.
    const number = String(groups.length + 1).padStart(2, '0');
    const files = together.slice(start, start + groupSize);
    groups.push(await writeImports(folder, `group${number}`, files));
  }
  return [...alone, ...groups];
}
