/**
 * node walkPackage.ts FILE.vsix: installs the package into a VS Code, prints what was installed as a
 * line of JSON, and walks its main path. With `ARBSCOPE_PICTURES` naming a folder, pictures of every
 * step are kept there, and with `ARBSCOPE_PANEL_PICTURES` those of further panels. The test runs it where the machine has no network but itself.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serverVariable } from '../../scripts/editor/installServer.ts';
import { firstUseScenario } from './firstUse.ts';
import { panelScreenshots } from './panelScreenshots.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { type ThemeName, Workbench } from './workbench.ts';

const [vsix] = process.argv.slice(2);
if (vsix === undefined) throw new Error('A VSIX file is missing');
const theme = (process.env['ARBSCOPE_THEME'] ?? 'dark') as ThemeName;
const pictures = process.env['ARBSCOPE_PICTURES'];

const signature = await sandboxSignature();
// Nothing is half drawn when its picture is taken.
const settings = { 'workbench.reduceMotion': 'on' };
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
  let step = 0;
  const shoot = async (name: string) => {
    step += 1;
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(JSON.stringify({ step: name, seconds }));
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    await workbench.page.screenshot({ path: join(pictures, `${step}-${name}-${theme}.png`) });
  };
  await firstUseScenario(workbench, signature, shoot);
  if (process.env['ARBSCOPE_PANEL_PICTURES'] !== undefined)
    await panelScreenshots(workbench, shoot);
} catch (error) {
  await workbench.screenshot(`failed-package-${process.env[serverVariable] ?? 'newest'}`);
  throw error;
} finally {
  await workbench.close();
}
