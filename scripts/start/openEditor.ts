import { spawnSync } from 'node:child_process';
import { serveInBrowser } from './browser.ts';
import { openDesktop } from './desktop.ts';
import type { Session } from './session.ts';

/**
 * Desktop VS Code if `code` is on the path and `inBrowser` is false, otherwise the VS Code server.
 * Resolves when the session is stopped, or the window has closed.
 */
export async function openEditor(
  session: Session,
  { inBrowser }: { readonly inBrowser: boolean },
): Promise<void> {
  const hasDesktop = spawnSync('code', ['--version'], { shell: process.platform === 'win32' });
  if (!inBrowser && hasDesktop.status === 0) await openDesktop(session);
  else await serveInBrowser(session);
}
