import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, root } from '../paths.ts';
import { nodeForServer } from './nodeForServer.ts';
import { npmInstall, npmInstallInto } from './npmInstall.ts';
import { installRipgrep, useRegistryPackages } from './patchServerPackages.ts';

/**
 * Versions of the npm package with a complete VS Code server (4.139.1 is VS Code 1.139.1): the
 * newest, and the oldest that the extension's `engines` allows.
 */
export const serverVersions = { newest: '4.139.1', oldest: '4.105.1' } as const;
const serverPackage = 'code-server';

/** Selects a version other than the newest. */
export const serverVariable = 'ARBSCOPE_VSCODE_SERVER';

export interface InstalledServer {
  readonly mainFile: string;
  readonly node: string;
}

/**
 * A VS Code server, installed from the npm registry at the first call. An interrupted installation
 * is resumed.
 */
export async function installServer(
  say: (line: string) => void,
  {
    version = process.env[serverVariable] ?? serverVersions.newest,
    stop,
  }: { readonly version?: string; readonly stop?: AbortSignal | undefined } = {},
): Promise<InstalledServer> {
  const folder = join(cacheFolder, `vscode-server-${version}`);
  const packageFolder = join(folder, 'node_modules', serverPackage);
  const vscodeFolder = join(packageFolder, 'lib/vscode');
  const mainFile = join(vscodeFolder, 'out/server-main.js');
  const fetched = join(folder, 'fetched.stamp');
  const complete = join(folder, 'complete.stamp');

  if (!existsSync(fetched) || !existsSync(mainFile)) {
    say(
      `Installing the VS Code server (npm package ${serverPackage} ${version}), once: one to two minutes…`,
    );
    await npmInstallInto(folder, { [serverPackage]: version }, stop);
    await writeFile(fetched, '');
  }
  if (!existsSync(complete)) {
    say("Installing the server's own packages…");
    await useRegistryPackages(vscodeFolder);
    await npmInstall(vscodeFolder, stop);
    await installRipgrep(vscodeFolder);
    await writeFile(complete, '');
  }
  const logger = join(vscodeFolder, 'node_modules/@vscode/spdlog/index.js');
  await copyFile(join(root, 'scripts/editor/serverLogger.cjs'), logger);
  const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
  return { mainFile, node: await nodeForServer(engines.node, say, stop) };
}
