import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** The npm package of the server has none, and says so in a notification for each opened script. */
const typeScriptFolder = join(root, 'node_modules/typescript/lib');

export const quietSettings = {
  'workbench.startupEditor': 'none',
  // By default the theme follows the system, which would override the theme set here.
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'security.workspace.trust.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'git.enabled': false,
  'window.commandCenter': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.tsdk': typeScriptFolder,
  'js/ts.tsdk.path': typeScriptFolder,
} as const;

export async function writeUserSettings(
  dataFolder: string,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const folder = join(dataFolder, 'data/User');
  await mkdir(folder, { recursive: true });
  const settings = JSON.stringify({ ...quietSettings, ...more }, null, 2);
  await writeFile(join(folder, 'settings.json'), `${settings}\n`);
}
