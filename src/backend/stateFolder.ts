import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where the command line keeps what it has to remember between runs: `XDG_STATE_HOME`, and what is
 * the same on macOS and Windows.
 */
export function stateFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const named = (variable: string, otherwise: string): string => {
    const path = environment[variable] ?? '';
    // A relative path would lie elsewhere with each working directory; XDG says to ignore it.
    return isAbsolute(path) ? path : otherwise;
  };
  const base =
    platform === 'win32'
      ? named('LOCALAPPDATA', join(home, 'AppData', 'Local'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : named('XDG_STATE_HOME', join(home, '.local', 'state'));
  return join(base, 'arbscope');
}
