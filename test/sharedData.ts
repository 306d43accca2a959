import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Folder of real chain data next to the project; the variable ARBSCOPE_SHARED overrides it. */
const sharedFolder = process.env['ARBSCOPE_SHARED'] ?? join(root, '..', 'shared');

const said = new Set<string>();

/**
 * Path of a file or folder of the shared data. If it is missing, `undefined`, after logging a line
 * that says what is skipped.
 */
export function sharedData(...path: string[]): string | undefined {
  const full = join(sharedFolder, ...path);
  if (existsSync(full)) return full;
  const name = path.join('/');
  if (!said.has(name)) {
    said.add(name);
    console.log(`left out: what needs ${name} of the shared data, which is not here`);
  }
  return undefined;
}

/** The `skip` option of a test that needs shared data: a reason, or false if the data exists. */
export const skipWithout = (found: unknown): string | false =>
  found ? false : 'the shared data is not here';
