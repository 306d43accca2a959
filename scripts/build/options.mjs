import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const production = process.argv.includes('--production');

export const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  // The package has the licences of all bundled code in one file (scripts/package/notices.ts).
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: production,
  // File names contain hashes of source paths, which must not depend on linked packages.
  preserveSymlinks: true,
  // Source maps do not ship, so shipped files do not refer to them.
  sourcemap: production ? 'external' : true,
  sourcesContent: false,
};

export const node = {
  ...common,
  platform: 'node',
  format: 'esm',
  // The Node of the oldest VS Code in `engines`.
  target: 'node22',
  alias: {
    // The browser build is an ES module without Node's modules, and smaller.
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
    // Bundlers cannot resolve the parts of its UMD build.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
};

/** Defines `require` for CommonJS libraries at the top of each file. */
export const banner = {
  js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
};
