import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VSCodeServer } from '../editor/vscodeServer.ts';
import { root } from '../paths.ts';
import { installOpener } from './opener.ts';
import { environmentOf, type Session, settingsOf } from './session.ts';
import { whenAborted } from './stopSignal.ts';

/** Until the session is stopped; rejects if the server exits before. */
export async function serveInBrowser(session: Session): Promise<void> {
  const { workspace, sessionFolder, stop, isKept = false } = session;
  const portFile = join(sessionFolder, 'port');
  const dataFolder = join(sessionFolder, 'server');
  await installOpener(join(dataFolder, 'extensions'));
  const server = await VSCodeServer.start({
    dataFolder,
    // Unlike desktop VS Code, the editor's npm package has no TypeScript server.
    settings: {
      'typescript.tsdk': join(root, 'node_modules/typescript/lib'),
      ...settingsOf(session),
    },
    environment: environmentOf(session),
    log: (line) => console.log(line),
    stop,
    keepsFiles: isKept,
    port: await readPort(portFile),
  });
  // The browser keeps the state of windows, with the keys, by address and port.
  await writeFile(portFile, String(server.port));
  try {
    const url = server.url(workspace);
    console.log(
      `\nArbscope is open at\n\n  ${url}\n\nCtrl+C here stops it; closing the window does not.`,
    );
    openBrowser(url);
    const ended = server.ended().then(() => {
      if (!stop.aborted) throw new Error(`The VS Code server ended by itself: ${server.tail()}`);
    });
    await Promise.race([whenAborted(stop), ended]);
  } finally {
    await server.stop();
  }
}

/** 0: any free port. */
async function readPort(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => '')) || 0;
}

/** Opens the browser if there is a display; ignores failures. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return;
  const opener = platform === 'win32' ? 'explorer' : platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
