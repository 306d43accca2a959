import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { common, node, root } from './options.mjs';
import { editorUncopied, versionAlone, withoutDuckdb } from './plugins.mjs';

/** What has to run before every other file: it gives the bundle the translations of the editor's language. */
const localized = (part) => ({ inject: [`src/${part}/localize.ts`] });

const hostSuite = 'test/host/suite';
const hostSuiteFiles = existsSync(join(root, hostSuite))
  ? readdirSync(join(root, hostSuite))
      .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
      .sort()
      .map((name) => `${hostSuite}/${name}`)
  : [];

/** Each folder of `src/webview` with a main.ts is the page of a panel. */
const webviewPages = readdirSync(join(root, 'src/webview'))
  .filter((name) => existsSync(join(root, 'src/webview', name, 'main.ts')))
  .sort();

/** Parts of the extension that no start needs: what is loaded with `import()` is a bundle of its own. */
const lateParts = [
  { name: 'channel', source: 'backend/openChannel.ts', limitBytes: 90_000 },
  { name: 'conversations', source: 'connections/connectionsFeature.ts', limitBytes: 60_000 },
  { name: 'editor', source: 'addresses/addressesFeature.ts', limitBytes: 120_000 },
  { name: 'finderExport', source: 'finder/exports/exportsFeature.ts', limitBytes: 80_000 },
  { name: 'finderActions', source: 'finder/finderFeature.ts', limitBytes: 70_000 },
  { name: 'landing', source: 'landing/landingFeature.ts', limitBytes: 70_000 },
  { name: 'treeViews', source: 'wallets/walletsFeature.ts', limitBytes: 120_000 },
  { name: 'marketPanels', source: 'percentiles/marketPanelsFeature.ts', limitBytes: 80_000 },
];

const loadedLater = {
  name: 'loaded-later',
  setup(hooks) {
    for (const { name, source } of lateParts) {
      const filter = new RegExp(`/${source.split('/').at(-1).replace('.', '\\.')}$`);
      hooks.onResolve({ filter }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

const ofExtension = {
  ...node,
  ...localized('extension'),
  external: ['vscode'],
};

/** Every bundle: esbuild's options, its name, and how large it may be when it ships. */
export const bundles = [
  {
    name: 'extension',
    ...ofExtension,
    entryPoints: ['src/extension/main.ts'],
    outfile: 'dist/extension.js',
    // The extension host starts it with every window: no network, no schemas, no native parts.
    limitBytes: 200_000,
    plugins: [loadedLater, editorUncopied],
    // `require`, which the editor watches over, in place of `import()`.
    supported: { 'dynamic-import': false },
  },
  ...lateParts.map(({ name, source, limitBytes }) => ({
    name,
    ...ofExtension,
    entryPoints: [`src/extension/${source}`],
    outfile: `dist/${name}.js`,
    limitBytes,
    plugins: [editorUncopied],
  })),
  {
    name: 'backend',
    ...node,
    entryPoints: ['src/backend/main.ts'],
    ...localized('backend'),
    outfile: 'dist/backend.js',
    // Native parts stay outside: they are files that the platform loads. Their JavaScript comes along.
    external: ['*.node', '@duckdb/node-bindings-*', 'litesvm-*'],
    plugins: [withoutDuckdb, versionAlone],
  },
  ...webviewPages.map((page) => ({
    name: `webview-${page}`,
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    entryPoints: { [page]: `src/webview/${page}/main.ts` },
    ...localized('webview'),
    outdir: 'dist/webview',
    // A panel is there at once, also on a slow machine.
    limitBytes: 150_000,
  })),
  {
    name: 'test-host',
    ...node,
    entryPoints: hostSuiteFiles,
    outdir: 'dist/test/host',
    external: ['vscode', 'mocha'],
    minify: false,
  },
];
