import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.ts';

/** First lines of test files that say how they run, each followed by the reason. */
export const marks = {
  /** `npm test` skips it. */
  onlyInAll: /^\/\/ Only in test:all: ./m,
  alone: /^\/\/ Alone in its process: ./m,
  /** Builds `dist/`, from which the windows of other files load. */
  replacesDist: /^\/\/ Replaces dist\/: ./m,
} as const;

export interface TestFile {
  readonly path: string;
  readonly has: (mark: keyof typeof marks) => boolean;
}

/** In order of their paths. */
export async function testFiles(level: string, all: boolean): Promise<readonly TestFile[]> {
  const paths: string[] = [];
  for await (const path of glob(`test/${level}/**/*.test.ts`, { cwd: root })) paths.push(path);
  const files = await Promise.all(
    paths.sort().map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      return { path, has: (mark: keyof typeof marks) => marks[mark].test(text) };
    }),
  );
  return all ? files : files.filter(({ has }) => !has('onlyInAll'));
}

/**
 * Combines neighboring test files into files that import them, because starting a process and
 * loading shared modules takes longer than most of these tests. Larger groups share more but
 * distribute less evenly over the cores.
 * @param folder The group files are written here.
 */
export async function groupTestFiles(
  files: readonly TestFile[],
  folder: string,
  groupSize: number,
): Promise<string[]> {
  const absolute = (list: readonly TestFile[]) => list.map(({ path }) => join(root, path));
  const grouped = absolute(files.filter(({ has }) => !has('alone')));
  const groups: string[] = [];
  for (let start = 0; start < grouped.length; start += groupSize) {
    const path = join(folder, `group${String(groups.length + 1).padStart(2, '0')}.test.mjs`);
    const imports = grouped
      .slice(start, start + groupSize)
      .map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
    await writeFile(path, imports.join(''));
    groups.push(path);
  }
  return [...absolute(files.filter(({ has }) => has('alone'))), ...groups];
}
