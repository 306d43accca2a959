import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A reference extension that does nothing, to measure the cost of any extension. */
export const emptyExtensionId = 'arbscope-reference.empty';

/** Shown once an extension installed with `saysSo` is activated. */
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
 * Installs it into an extensions folder before the editor starts; it activates with the window.
 * @param saysSo Whether it shows a status bar item once it runs.
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
