import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.ts';

/** A file with this line, and a reason after it, builds dist/ anew, out of which windows load. */
const replacesMark = /^\/\/ Replaces dist\/: /m;

/** Its pages are built for it, and no window is opened. */
const needsNoDist = (text: string): boolean =>
  text.includes("from './standalonePanel.ts'") && !text.includes("from './workbench.ts'");

/**
 * The files of the browser level in the rounds that they run in. First the windows, on the
 * production build that the level before has made. Then what replaces it, one file after the other,
 * which is why they come as one, written to a folder; beside them the pages, which do without.
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
  const together = join(folder, 'replacing.test.mjs');
  const imports = replacing
    .sort()
    .map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
  await writeFile(together, imports.join(''));
  return [windows, [together, ...pages]];
}
