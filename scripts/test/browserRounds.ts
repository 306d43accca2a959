import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../paths.ts';
import { writeImports } from './writeImports.ts';

/** A file with this line, and a reason after it, builds dist/ anew, out of which windows load. */
const replacesMark = /^\/\/ Replaces dist\/: /m;

/** Its pages are built for it, and no window is opened. */
const needsNoDist = (text: string): boolean =>
  text.includes("from './standalonePanel.ts'") && !text.includes("from './workbench.ts'");

/**
 * The files that open windows, from the longest (two minutes) to the shortest (half a minute). They
 * start in this order, so that none is left to run alone at the end; one that is not here is first.
 */
const longestFirst: readonly string[] = [
  'panels',
  'transactions',
  'views',
  'package',
  'clickPaths',
  'node',
  'connections',
  'chinese',
];

/**
 * The files of the browser level in the rounds that they run in. First the windows, on the
 * production build that the level before has made. Then what replaces it, one file after the other,
 * which is why they come as one; beside them the pages, which do without.
 * @param folder Gets files that import those of the tests.
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
  const rank = (file: string): number => longestFirst.indexOf(basename(file, '.test.ts'));
  windows.sort((one, other) => rank(one) - rank(other));
  // The runner sorts by name.
  const numbered = windows.map((file, at) =>
    writeImports(folder, `window${String(at).padStart(2, '0')}`, [file]),
  );
  return [
    await Promise.all(numbered),
    [await writeImports(folder, 'replacing', replacing.sort()), ...pages],
  ];
}
