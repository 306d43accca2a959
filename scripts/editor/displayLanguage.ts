import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives a server a display language as an installed language pack does, but without translations of
 * the editor: its commands stay English, and extensions get the language.
 */
export async function writeDisplayLanguage(dataFolder: string, language: string): Promise<void> {
  const folder = join(dataFolder, 'data');
  await mkdir(folder, { recursive: true });
  const translations = join(folder, `${language}.i18n.json`);
  await writeFile(translations, '{"version":"1.0.0","contents":{}}\n');
  const pack = {
    hash: 'without-words',
    extensions: [{ extensionIdentifier: { id: 'arbscope.display-language' }, version: '1.0.0' }],
    translations: { vscode: translations },
    label: language,
  };
  await writeFile(join(folder, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}
