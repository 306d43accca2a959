import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';
import { commands, contextKeys } from '../../src/extension/contributions/commands.ts';
import { viewIds } from '../../src/extension/contributions/views.ts';
import { tourEntries } from '../browser/firstUse.ts';

interface Entry {
  readonly title: string;
  readonly description: string;
  readonly media: { readonly image: Readonly<Record<string, string>> };
  readonly completionEvents: readonly string[];
}

const { contributes } = readManifest() as {
  readonly contributes: { readonly walkthroughs: readonly { readonly steps: readonly Entry[] }[] };
};
const entries = contributes.walkthroughs.flatMap(({ steps }) => steps);

describe('The walkthrough', () => {
  it('has the entries of the README’s tour, in its order', () => {
    assert.deepEqual(
      entries.map(({ title }) => title),
      [...tourEntries().keys()],
    );
  });

  it('has a picture of each in every theme', () => {
    for (const { title, media } of entries) {
      assert.deepEqual(Object.keys(media.image).sort(), ['dark', 'hc', 'hcLight', 'light'], title);
      for (const path of Object.values(media.image)) assert.ok(existsSync(join(root, path)), path);
    }
  });

  it('runs commands, and is completed by commands, views and context keys, that exist', () => {
    const known = new Set([
      ...Object.keys(commands),
      ...Object.keys(contextKeys),
      ...Object.values(viewIds).flatMap((id) => [id, `${id}.focus`]),
    ]);
    const ids = entries.flatMap(({ description, completionEvents }) => [
      ...[...description.matchAll(/command:([\w.]+)/g)].map(([, id = '']) => id),
      ...completionEvents.flatMap((event) => event.match(/arbscope\.\w+/g) ?? [event]),
    ]);
    assert.ok(ids.length >= 2 * entries.length);
    assert.deepEqual(
      ids.filter((id) => !known.has(id)),
      [],
    );
  });
});
