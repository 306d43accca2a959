/**
 * Lets Node import TSX files, which it cannot strip of types itself:
 * node --import ./scripts/test/tsx.mjs --test test/unit/pages/token.test.ts
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded only by the tests of pages.
const esbuild = () => createRequire(import.meta.url)('esbuild');

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const { code } = esbuild().transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      sourcefile: fileURLToPath(url),
      sourcemap: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
