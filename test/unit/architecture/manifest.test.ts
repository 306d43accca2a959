import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest } from '../../../scripts/manifest.ts';
import {
  commandIds,
  contextKeys,
  panelIds,
  settingDefaults,
  viewContainerId,
  viewIds,
} from '../../../src/extension/contributions.ts';
import { manifestBreaches } from './manifestRules.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const manifest = readManifest();

test('package.json contributes exactly what the code declares', () => {
  const breaches = manifestBreaches(manifest, {
    commandIds: Object.keys(commandIds),
    settingDefaults: { ...settingDefaults },
    viewIds: Object.values(viewIds),
    contextKeys: Object.keys(contextKeys),
    panelIds: Object.values(panelIds),
  });
  assert.deepEqual(breaches, []);
  assert.deepEqual(Object.keys(manifest.contributes.views), [viewContainerId]);
});

test('every icon that package.json names exists', () => {
  const icons = JSON.stringify(manifest).match(/media\/[\w./-]+/g) ?? [];
  for (const icon of icons) assert.equal(existsSync(join(root, icon)), true, icon);
  assert.notEqual(icons.length, 0);
});
