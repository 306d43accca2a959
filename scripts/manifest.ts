import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type manifest from '../package.json';
import { root } from './paths.ts';

/**
 * A placeholder in package.json; its text is in package.nls.json under the key between the % signs.
 */
export const manifestKey = /^%([^%\s]+)%$/;

export function readManifest(language?: string): typeof manifest {
  const texts = manifestWords(language);
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'), (_, value: unknown) => {
    const [, key] = (typeof value === 'string' && manifestKey.exec(value)) || [];
    if (key === undefined) return value;
    if (!Object.hasOwn(texts, key)) throw new Error(`package.json: no text for ${key}`);
    return texts[key];
  });
}

export function manifestWords(language?: string): Readonly<Record<string, string>> {
  const file = language === undefined ? 'package.nls.json' : `package.nls.${language}.json`;
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
