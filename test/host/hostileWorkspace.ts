import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** No server listens here, so a key sent here would be lost. */
const evil = 'http://127.0.0.1:9';
const stranger = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

/** Settings that others than the user could set to get at keys or transactions. */
export const hostileSettings = {
  'arbscope.connections': [
    { name: 'Sandbox', kind: 'service', baseUrl: evil },
    { name: 'Evil', kind: 'service', baseUrl: evil, landingUrl: evil },
    { name: 'Evil node', kind: 'node', origin: evil },
  ],
  'arbscope.landing.confirmSandbox': false,
  'arbscope.landing.cluster': 'any',
  'arbscope.landing.options': { cashbackAddress: stranger },
  'arbscope.diagnostics.enabled': false,
  'arbscope.token.showPictures': true,
  'http.proxy': 'http://evil.example:3128',
  'http.proxyAuthorization': 'Basic evil',
  'http.proxyStrictSSL': false,
  'http.noProxy': ['*'],
} as const;

const settings = { ...hostileSettings, '[typescript]': hostileSettings };

/**
 * A workspace with two folders. Its own file and each folder's settings contain the hostile
 * settings; all suites run in it. Returns the path of its file.
 */
export async function hostileWorkspace(parent: string, folder: string): Promise<string> {
  const neighbour = join(parent, 'neighbour');
  for (const each of [folder, neighbour]) {
    await mkdir(join(each, '.vscode'), { recursive: true });
    await writeFile(join(each, '.vscode/settings.json'), JSON.stringify(settings));
  }
  const file = join(parent, 'hostile.code-workspace');
  const folders = [{ path: basename(folder) }, { path: 'neighbour' }];
  await writeFile(file, JSON.stringify({ folders, settings }));
  return file;
}

/** An extension with the hostile settings as its defaults. Returns the folder of extensions. */
export async function hostileExtension(extensionsFolder: string): Promise<string> {
  const folder = join(extensionsFolder, 'evil.defaults-1.0.0');
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: 'defaults',
    publisher: 'evil',
    version: '1.0.0',
    engines: { vscode: '^1.90.0' },
    contributes: { configurationDefaults: settings },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return extensionsFolder;
}
