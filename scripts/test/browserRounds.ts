import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { writeGroups } from './testGroups.ts';

/** A file with this line, and a reason after it, builds dist/ anew, out of which windows load. */
const replacesMark = /^\/\/ Replaces dist\/: /m;

/** Pages take little time, most of it the start of their process and what they all load there. */
const pagesTogether = 3;

/** Its pages are built for it, and no window is opened. */
const needsNoDist = (text: string): boolean =>
  text.includes("from './standalonePanel.ts'") && !text.includes("from './workbench.ts'");

/**
 * The files of the browser level in the rounds that they run in. First the windows, on the
 * production build that the level before has made. Then what replaces it, one file after the other,
 * which is why they come as one file, written to a folder; beside them the pages, which do without.
 */
export async function browserRounds(
  pattern: string,
  folder: string,
): Promise<readonly (readonly string[])[]> {
  const windows: string[] = [];
  const pages: string[] = [];
  const replacing: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) {
    const file = join(root, path);
    const text = await readFile(file, 'utf8');
    if (replacesMark.test(text)) replacing.push(file);
    else if (needsNoDist(text)) pages.push(file);
    else windows.push(file);
  }
  // The runner sorts by name: what takes the longest comes first.
  const first = await writeGroups(replacing.sort(), 'builds', folder);
  const beside = await writeGroups(pages.sort(), 'pages', folder, pagesTogether);
  return [windows, [...first, ...beside]];
}
