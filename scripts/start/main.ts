/**
 * npm start: builds the extension and opens it, loaded from its source, on the sample bot. Uses
 * desktop VS Code if `code` is on the path, otherwise (or with `--browser`) the VS Code server in a
 * browser. Runs until it is stopped (browser) or the window has closed. `--keep` keeps the session's
 * connections, keys, wallets and landings for the next start with `--keep`.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copySampleBot } from '../editor/sampleBot.ts';
import { cacheFolder, root } from '../paths.ts';
import { buildIfChanged } from './build.ts';
import { openEditor } from './openEditor.ts';
import { keptSessionFolder, makeSessionFolder } from './sessions.ts';
import { createStopSignal } from './stopSignal.ts';

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const stop = createStopSignal();

if (!buildIfChanged(root)) process.exit(1);

const sessions = join(cacheFolder, 'sessions');
const kept = values.keep ? await keptSessionFolder(sessions) : null;
const sessionFolder = kept?.folder ?? (await makeSessionFolder());
try {
  const workspace = await (kept?.isNew === false ? kept.sampleBot : copySampleBot(sessionFolder));
  console.log(
    values.keep
      ? `Connections, keys, wallets and landings are kept in ${sessionFolder}.`
      : 'Connections, keys, wallets and landings are deleted at the end; npm start -- --keep keeps them.',
  );
  const isKept = kept?.isNew === false;
  await openEditor({ workspace, sessionFolder, stop, isKept }, { inBrowser: values.browser });
} catch (error) {
  if (!stop.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (kept === null) await rm(sessionFolder, { recursive: true, force: true });
  else await kept.release();
}
process.exit();
