import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What every extension costs a window: one that does nothing, of Arbscope's kind otherwise. */
export const emptyExtensionId = 'arbscope-reference.empty';

/** In the status bar once the one that says so is activated. */
export const emptyExtensionText = 'Empty extension';

const silent = 'export function activate() {}\n';
const saying = `import { window } from 'vscode';
export function activate({ subscriptions }) {
  const item = window.createStatusBarItem('empty');
  item.name = '${emptyExtensionText}';
  item.text = '${emptyExtensionText}';
  item.show();
  subscriptions.push(item);
}
`;

/**
 * Puts it into a folder of extensions, before the editor's start; it is activated with the window.
 * @param saysSo Whether it shows in the status bar that it runs.
 */
export async function installEmptyExtension(
  extensionsFolder: string,
  saysSo = false,
): Promise<void> {
  const folder = join(extensionsFolder, `${emptyExtensionId}-1.0.0`);
  await mkdir(folder, { recursive: true });
  const [publisher, name] = emptyExtensionId.split('.');
  const manifest = {
    name,
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.105.0' },
    type: 'module',
    main: './main.js',
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), saysSo ? saying : silent);
}
