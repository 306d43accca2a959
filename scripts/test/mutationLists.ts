import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutation } from '../../test/mutations/mutation.ts';
import { root } from '../paths.ts';

export interface ListedMutation extends Mutation {
  /** Name of the list, which is its file's. */
  readonly area: string;
}

/** Every list that test/mutations/*.ts exports as `…Mutations`, in the order of the files' names. */
export async function listedMutations(): Promise<readonly ListedMutation[]> {
  const folder = join(root, 'test/mutations');
  const lists = (await readdir(folder)).sort().map(async (name) => {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, name)).href);
    const area = name.replace(/\.ts$/, '');
    return Object.entries(exported)
      .filter(([list]) => list.endsWith('Mutations'))
      .flatMap(([, list]) => (list as readonly Mutation[]).map((one) => ({ area, ...one })));
  });
  return (await Promise.all(lists)).flat();
}

/** Its only place in the text, or null where it stands there never or twice. */
export function onlyPlace(text: string, find: string): number | null {
  const first = text.indexOf(find);
  return find === '' || first === -1 || text.indexOf(find, first + 1) !== -1 ? null : first;
}
