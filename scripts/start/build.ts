import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Everything that a build reads, from the project's folder. */
const inputs = [
  // The suites that run inside VS Code are built too.
  ...['src', 'scripts', 'test'],
  ...['esbuild.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'],
] as const;
/** Written by each build, also by one for production. */
const outputs = ['dist/package.json', 'dist/extension.js', 'dist/backend.js'] as const;

/** Builds for development, unless nothing has changed since the last build of `npm start`. */
export function buildIfChanged(root: string, build: () => boolean = () => runBuild(root)): boolean {
  const stampFile = join(root, '.cache/build.stamp');
  if (readText(stampFile) === stampOf(root)) return true;
  console.log('Building…');
  if (!build()) return false;
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stampOf(root));
  return true;
}

const runBuild = (root: string): boolean =>
  spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' }).status === 0;

/** By size and time of each file, which costs milliseconds. */
function stampOf(root: string): string {
  const hash = createHash('sha256');
  for (const file of [...inputs.flatMap((name) => filesOf(root, name)), ...outputs]) {
    const found = statSync(join(root, file), { throwIfNoEntry: false });
    hash.update(`${file} ${found?.size} ${found?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesOf(root: string, name: string): string[] {
  if (statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
