import { readFileSync } from 'node:fs';
import { config } from '@vscode/l10n';
import { wordsFileVariable } from '../interface/wordsFile.ts';

/**
 * Runs before any other file of the program (`inject` in esbuild.mjs). A window that starts the
 * process names the words of its language; without them, or without a file that can be read, it
 * speaks English, as the command line does.
 */
const file = process.env[wordsFileVariable];
if (file !== undefined) {
  try {
    const words: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isWords(words)) config({ contents: words });
  } catch {
    // Words are worth less than answers.
  }
}

function isWords(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
