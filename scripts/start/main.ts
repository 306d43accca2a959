/**
 * npm start: builds the extension and opens it, loaded from its source, on the sample bot. Uses
 * desktop VS Code if `code` is on the path, otherwise (or with `--browser`) the VS Code server in a
 * browser. Runs until it is stopped (browser) or the window has closed.
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { copySampleBot } from '../editor/sampleBot.ts';
import { root } from '../paths.ts';
import { openEditor } from './openEditor.ts';
import { makeSessionFolder } from './sessions.ts';
import { createStopSignal } from './stopSignal.ts';

const { values } = parseArgs({ options: { browser: { type: 'boolean', default: false } } });
const stop = createStopSignal();

console.log('Building…');
const built = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const sessionFolder = await makeSessionFolder();
try {
  const workspace = await copySampleBot(sessionFolder);
  await openEditor({ workspace, sessionFolder, stop }, { inBrowser: values.browser });
} catch (error) {
  if (!stop.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(sessionFolder, { recursive: true, force: true });
}
process.exit();
