/**
 * node runFirstUse.ts FILE.vsix: installs the package into a VS Code and follows the README's tour.
 * Prints lines of JSON: the package's files, each step, and a failure. `ARBSCOPE_PICTURES` names a
 * folder for a picture of each step, and `ARBSCOPE_PANEL_PICTURES` adds those of further panels.
 * `ARBSCOPE_THEME` sets the theme. The test runs it without a network except loopback.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { serverVariable } from '../../scripts/editor/installServer.ts';
import { FirstUse, type Shoot } from './firstUse.ts';
import { panelScreenshots } from './panelScreenshots.ts';
import { takeScreenshot } from './takeScreenshot.ts';
import { type ThemeName, Workbench } from './workbench.ts';

const [vsix] = process.argv.slice(2);
if (vsix === undefined) throw new Error('A VSIX file is missing');
const theme = (process.env['ARBSCOPE_THEME'] ?? 'dark') as ThemeName;
const pictures = process.env['ARBSCOPE_PICTURES'];

const settings = {
  // Avoids half-drawn pictures; hovers fade in nevertheless.
  'workbench.reduceMotion': 'on',
  // The minimap is unreadable in pictures, and takes a fifth of their bytes.
  'editor.minimap.enabled': false,
};
const animations = 'disabled';
const workbench = await Workbench.open({ vsix, theme, settings });
const started = performance.now();
try {
  const [extension = ''] = (await readdir(workbench.extensionsFolder)).filter((name) =>
    name.startsWith('arbscope.arbscope-'),
  );
  const folder = join(workbench.extensionsFolder, extension);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  console.log(JSON.stringify({ files: files.sort() }));
  const shoot: Shoot = async (name, { part, detail, maxHeight } = {}) => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(JSON.stringify({ step: name, seconds }));
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    const { page } = workbench;
    // The tour waits for none of them, and they cover what it shows.
    for (const toast of await page
      .locator('.notifications-toasts .codicon-notifications-clear')
      .all()) {
      await toast.dispatchEvent('click');
    }
    const take = async (shown: Locator, end: string) => {
      const clip = await shown.boundingBox();
      if (clip === null) throw new Error(`There is nothing to see for ${name}`);
      clip.height = Math.min(clip.height, maxHeight ?? clip.height);
      await takeScreenshot(page, { path: join(pictures, `${name}${end}`), clip, animations });
    };
    await take(part ?? page.locator('body'), '.png');
    if (detail !== undefined) await take(detail, '.detail.png');
  };
  await new FirstUse(workbench, { shoot }).run();
  if (process.env['ARBSCOPE_PANEL_PICTURES'] !== undefined)
    await panelScreenshots(workbench, shoot);
} catch (error) {
  await workbench.screenshot(`failed-package-${process.env[serverVariable] ?? 'newest'}`);
  console.log(JSON.stringify({ failure: error instanceof Error ? error.stack : String(error) }));
  process.exitCode = 1;
} finally {
  await workbench.close();
}
