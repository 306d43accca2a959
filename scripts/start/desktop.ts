import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeUserSettings } from '../editor/userSettings.ts';
import { root } from '../paths.ts';
import { installOpener } from './opener.ts';
import { environmentOf, type Session, settingsOf } from './session.ts';

/** Opens desktop VS Code with a separate profile and waits until its window has closed. */
export async function openDesktop(session: Session): Promise<void> {
  const { workspace, sessionFolder, stop } = session;
  const dataFolder = join(sessionFolder, 'desktop');
  const userFolder = join(dataFolder, 'data');
  const extensionsFolder = join(dataFolder, 'extensions');
  await installOpener(extensionsFolder);
  if (session.isKept !== true) await writeUserSettings(dataFolder, settingsOf(session));
  console.log('Opening Arbscope in VS Code; closing its window, or Ctrl+C, ends this.');
  const code = spawn(
    'code',
    [
      '--new-window',
      '--wait',
      `--extensionDevelopmentPath=${root}`,
      `--user-data-dir=${userFolder}`,
      `--extensions-dir=${extensionsFolder}`,
      '--skip-welcome',
      '--disable-workspace-trust',
      workspace,
    ],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...environmentOf(session) },
    },
  );
  const failed = once(code, 'error').then(([error]: Error[]) => {
    throw error;
  });
  const exited = once(code, 'exit') as Promise<[number | null]>;
  const end = (): void => {
    code.kill();
    void endMainProcess(userFolder);
  };
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  const [exitCode] = await Promise.race([exited, failed]);
  await endMainProcess(userFolder);
  if (exitCode !== 0 && !stop.aborted) throw new Error(`code ended with ${String(exitCode)}`);
}

/** `code` only starts the editor, which writes the id of its main process to its profile. */
async function endMainProcess(userFolder: string): Promise<void> {
  const pid = Number(await readFile(join(userFolder, 'code.lock'), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has already exited.
  }
}
