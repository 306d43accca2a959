/**
 * npm run generate: updates the generated parts of files; a test checks that they are up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { generated, measured } from './generated.ts';

for (const { file, make } of [...generated, ...measured]) {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  const made = make(text);
  if (made === text) continue;
  await writeFile(path, made);
  console.log(`Wrote ${file}`);
}
