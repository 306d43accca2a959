/**
 * Builds the shipped bundles (dist/*.js, dist/webview/*.js) and the suites that run inside VS Code
 * (dist/test/host/*.mjs).
 *
 * node esbuild.mjs               for development
 * node esbuild.mjs --production  minified
 * node esbuild.mjs --watch       for development, rebuilds on every change
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { bundles } from './scripts/build/bundles.mjs';
import { root } from './scripts/build/options.mjs';
import { announce } from './scripts/build/plugins.mjs';

const watch = process.argv.includes('--watch');

function writeMetafile(name, metafile) {
  writeFileSync(join(root, `dist/meta-${name}.json`), JSON.stringify(metafile));
}

// Otherwise files of an earlier build with other names would be tested or shipped.
rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'));
writeFileSync(join(root, 'dist/package.json'), '{"type":"module"}\n');

if (watch) {
  const contexts = await Promise.all(
    bundles.map(({ name: _name, check: _check, plugins = [], ...options }) =>
      context({ ...options, logLevel: 'silent', plugins: [...plugins, announce] }),
    ),
  );
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  try {
    await Promise.all(
      bundles.map(async ({ name, check, ...options }) => {
        const { metafile } = await build(options);
        writeMetafile(name, metafile);
        check?.(metafile);
      }),
    );
  } catch (error) {
    if (error.errors === undefined) console.error(String(error));
    // esbuild has already printed its errors.
    process.exitCode = 1;
  }
}
