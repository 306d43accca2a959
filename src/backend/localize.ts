import { readFileSync } from 'node:fs';
import { config } from '@vscode/l10n';
import { translationsFileVariable } from '../api/translationsFile.ts';

/**
 * What `main.ts` imports first, so that it runs before any other file. A window that starts the
 * process names the words of its language; without them, or without a file that can be read, it
 * speaks English, as the command line does.
 */
const messagesFile = process.env[translationsFileVariable];
if (messagesFile !== undefined) {
  try {
    const words: unknown = JSON.parse(readFileSync(messagesFile, 'utf8'));
    if (isMessages(words)) config({ contents: words });
  } catch {
    // Words are worth less than answers.
  }
}

function isMessages(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
