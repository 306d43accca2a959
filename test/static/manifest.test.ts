import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';
import { contextKeys } from '../../src/extension/contributions/commands.ts';
import { viewContainerId, viewIds } from '../../src/extension/contributions/views.ts';
import { manifestBreaches } from './manifestRules.ts';

const manifest = readManifest();

test('package.json keeps the rules for ids, categories, targets and conditions', () => {
  assert.deepEqual(manifestBreaches(manifest, Object.keys(contextKeys)), []);
});

test('every icon that package.json names exists', () => {
  const icons = JSON.stringify(manifest).match(/media\/[\w./-]+/g) ?? [];
  for (const icon of icons) assert.equal(existsSync(join(root, icon)), true, icon);
  assert.notEqual(icons.length, 0);
});

test('the header of a view has at most three icons, and Clear Filters while a filter is on', () => {
  const inHeader = manifest.contributes.menus['view/title'].filter(({ group }) =>
    group.startsWith('navigation'),
  );
  for (const view of Object.values(viewIds)) {
    // Collapse All is the editor's own. If two share a place, their conditions show only one at a time.
    const places = inHeader.filter(
      ({ when, command }) => when.includes(`view == ${view}`) && !/clear\w*Filters$/.test(command),
    );
    const icons = new Set(places.map(({ group }) => group));
    assert.ok(icons.size > 0 && icons.size <= 2, `${view}: ${[...icons]}`);
  }
});

test('the Finder and Live are open at first: the other views are collapsed', () => {
  const [finder, live, ...others] = manifest.contributes.views[viewContainerId];
  assert.deepEqual([finder?.id, live?.id], [viewIds.finder, viewIds.live]);
  for (const view of [finder, live])
    assert.equal(view !== undefined && 'visibility' in view, false);
  for (const view of others) assert.equal('visibility' in view && view.visibility, 'collapsed');
});

test('a search for Track Wallet finds no command that stops tracking, least of all untracked', () => {
  const palette = manifest.contributes.menus.commandPalette;
  const isOffered = (id: string) =>
    !palette.some(({ command, when }) => command === id && when === 'false');
  const titles = manifest.contributes.commands
    .filter(({ command }) => isOffered(command))
    .map(({ title }) => title);
  assert.deepEqual(
    titles.filter((title) => /track/i.test(title)),
    ['Track Wallet…'],
  );
  const remove = palette.find(({ command }) => command === 'arbscope.removeWallet');
  assert.equal(remove?.when, 'arbscope.hasWallets');
});
