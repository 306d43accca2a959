import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const production = process.argv.includes('--production');

export const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  // Licences of everything bundled are in one file of the package (scripts/package/notices.ts).
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: production,
  // Names of files hold digests of their sources' paths, which packages that are linked to must not change.
  preserveSymlinks: true,
  // What ships names no maps, which stay at home.
  sourcemap: production ? 'external' : true,
  sourcesContent: false,
};

export const node = {
  ...common,
  platform: 'node',
  format: 'esm',
  // What the oldest VS Code of `engines` runs on.
  target: 'node22',
  alias: {
    // Its build without Node's modules is an ES module, and smaller.
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
    // Of its other build no bundler finds the parts.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
};

/** What libraries that are CommonJS call, at the head of each file of a program. */
export const banner = {
  js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
};
