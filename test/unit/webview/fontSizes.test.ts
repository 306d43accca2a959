import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/paths.ts';

/** Sizes of `media/panel.css`: each additional one loads another font before the first paint. */
const sharedSize = /^(inherit|1em|var\(--size-(small|note|text|large)\))$/;
/** Exceptions: the token's name beside its picture, and the editor's size for code. */
const ownSizes: Readonly<Record<string, readonly string[]>> = {
  'token.css': ['20px'],
  'transaction.css': ['var(--vscode-editor-font-size, 13px)'],
};

const folder = join(root, 'media');
for (const name of readdirSync(folder).filter((file) => file.endsWith('.css'))) {
  test(`${name} uses only shared font sizes`, () => {
    const sheet = readFileSync(join(folder, name), 'utf8');
    const sizes = [...sheet.matchAll(/font-size:\s*([^;]+);/g)].map(([, size = '']) => size);
    const others = sizes.filter(
      (size) => !sharedSize.test(size) && !(ownSizes[name] ?? []).includes(size),
    );
    assert.deepEqual(others, []);
  });
}
