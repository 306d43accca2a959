import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes a test file that imports others, which then share its process; its path. */
export async function writeImports(
  folder: string,
  name: string,
  files: readonly string[],
): Promise<string> {
  const path = join(folder, `${name}.test.mjs`);
  const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
  await writeFile(path, imports.join(''));
  return path;
}
