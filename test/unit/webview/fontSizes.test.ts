import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/paths.ts';

/** Those of `media/panel.css`: each further one is a font to load before the first paint. */
const sharedSize = /^(inherit|1em|var\(--size-(small|note|text|large)\))$/;
/** The token's name beside its picture, and the editor's size for code. */
const ownSizes: Readonly<Record<string, readonly string[]>> = {
  'token.css': ['20px'],
  'transaction.css': ['var(--vscode-editor-font-size, 13px)'],
};

const folder = join(root, 'media');
for (const name of readdirSync(folder).filter((file) => file.endsWith('.css'))) {
  test(`${name} uses the font sizes that all pages share`, () => {
    const sheet = readFileSync(join(folder, name), 'utf8');
    const sizes = [...sheet.matchAll(/font-size:\s*([^;]+);/g)].map(([, size = '']) => size);
    const others = sizes.filter(
      (size) => !sharedSize.test(size) && !(ownSizes[name] ?? []).includes(size),
    );
    assert.deepEqual(others, []);
  });
}
