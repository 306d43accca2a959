import { readFileSync } from 'node:fs';
import { config } from '@vscode/l10n';
import { translationsFileVariable } from '../../api/translationsFile.ts';

/** Imported first by the backend and its threads: sets the window's language, or English without translations. */
const messagesFile = process.env[translationsFileVariable];
if (messagesFile !== undefined) {
  try {
    const words: unknown = JSON.parse(readFileSync(messagesFile, 'utf8'));
    if (isMessages(words)) config({ contents: words });
  } catch {
    // Unreadable translations must not stop the process; it speaks English.
  }
}

function isMessages(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
