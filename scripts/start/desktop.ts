import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeUserSettings } from '../editor/settings.ts';
import { root } from '../paths.ts';
import type { Session } from './session.ts';

/** Opens desktop VS Code with a profile of its own and waits until its window has closed. */
export async function openDesktop({ workspace, sessionFolder, stop }: Session): Promise<void> {
  const dataFolder = join(sessionFolder, 'desktop');
  await writeUserSettings(dataFolder, {});
  console.log('Opening Arbscope in VS Code; closing its window, or Ctrl+C, ends this.');
  const onWindows = process.platform === 'win32';
  const code = spawn(
    'code',
    [
      '--new-window',
      '--wait',
      `--extensionDevelopmentPath=${root}`,
      `--user-data-dir=${join(dataFolder, 'data')}`,
      `--extensions-dir=${join(dataFolder, 'extensions')}`,
      '--skip-welcome',
      '--disable-workspace-trust',
      workspace,
    ],
    // A process group of its own can be ended as a whole.
    { stdio: 'inherit', shell: onWindows, detached: !onWindows },
  );
  const end = (): void => {
    if (onWindows || code.pid === undefined) code.kill();
    else process.kill(-code.pid, 'SIGTERM');
  };
  stop.addEventListener('abort', end, { once: true });
  const [exitCode] = (await once(code, 'exit')) as [number | null];
  if (exitCode !== 0 && !stop.aborted) throw new Error(`code ended with ${String(exitCode)}`);
}
