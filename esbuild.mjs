/**
 * Builds what ships (dist/*.js, dist/webview/*.js, dist/sandbox-day) and the suites that run inside VS Code (dist/test/host/*.js).
 *
 * node esbuild.mjs               for development
 * node esbuild.mjs --production  minified
 * node esbuild.mjs --watch       for development, again at every change
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  // Licences of everything bundled are in one file of the package (scripts/package/notices.ts).
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: production,
  // What ships names no maps, which stay at home.
  sourcemap: production ? 'external' : true,
  sourcesContent: false,
};

const node = { ...common, platform: 'node', format: 'cjs', target: 'node22' };

/** What has to run before every other file: it gives the bundle the words of the editor's language. */
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

/** What is loaded with `import()` is a bundle of its own beside the one that loads it. */
const loadedLater = {
  name: 'loaded-later',
  setup(hooks) {
    const bundles = {
      conversations: './conversations.js',
      openChannel: './channel.js',
      editorParts: './editor.js',
      finderActions: './finderActions.js',
      finderExport: './finderExport.js',
      landingParts: './landing.js',
      treeViews: './treeViews.js',
      marketPanels: './marketPanels.js',
    };
    for (const [name, path] of Object.entries(bundles)) {
      hooks.onResolve({ filter: new RegExp(`/${name}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
    }
  },
};

/**
 * DuckDB's loader throws where the platform's part is missing, and with it the whole process would
 * not start. In its place every function says so when it is called: the rest works without it.
 */
const withoutDuckdb = {
  name: 'without-duckdb',
  setup(hooks) {
    const loader = '@duckdb/node-bindings';
    const asked = { filter: new RegExp(`^${loader}$`) };
    hooks.onResolve(asked, ({ pluginData }) =>
      pluginData === 'real' ? undefined : { path: loader, namespace: 'without-duckdb' },
    );
    hooks.onResolve({ filter: /^real$/, namespace: 'without-duckdb' }, () =>
      hooks.resolve(loader, { kind: 'require-call', resolveDir: root, pluginData: 'real' }),
    );
    hooks.onLoad({ filter: /.*/, namespace: 'without-duckdb' }, () => ({
      contents: `
        try {
          module.exports = require('real');
        } catch (cause) {
          const refuse = () => {
            throw Object.assign(new Error('DuckDB is missing', { cause }), { code: 'NO_DUCKDB' });
          };
          const plain = new Map([['__esModule', false], ['sizeof_bool', 1]]);
          const get = (_, name) => (plain.has(name) ? plain.get(name) : refuse);
          module.exports = new Proxy({}, { get });
        }`,
      resolveDir: root,
    }));
  },
};

/** Of package.json a program says its version, and carries nothing else. */
const versionAlone = {
  name: 'version-alone',
  setup(hooks) {
    const file = join(root, 'package.json');
    hooks.onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path !== file) return undefined;
      const { version } = JSON.parse(readFileSync(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * `import * as vscode` of an external module copies its hundreds of members, lazily readable, for
 * each file that says it: tens of milliseconds of every start. What is required is the same object.
 */
const editorUncopied = {
  name: 'editor-uncopied',
  setup(hooks) {
    hooks.onLoad({ filter: /[/\\]src[/\\]extension[/\\].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        "import * as vscode from 'vscode';",
        "const vscode = /* @__PURE__ */ require('vscode');",
      ),
      loader: 'ts',
    }));
  },
};

const bundles = [
  {
    name: 'extension',
    ...node,
    entryPoints: ['src/extension/main.ts'],
    ...localized('extension'),
    outfile: 'dist/extension.js',
    // The extension host starts it with every window: no network, no schemas, no native parts.
    limitBytes: 200_000,
    external: ['vscode'],
    plugins: [loadedLater, editorUncopied],
    // `require`, which the editor watches over, in place of `import()`.
    supported: { 'dynamic-import': false },
  },
  {
    name: 'channel',
    ...node,
    entryPoints: ['src/extension/connection/openChannel.ts'],
    ...localized('extension'),
    outfile: 'dist/channel.js',
    limitBytes: 90_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'conversations',
    ...node,
    entryPoints: ['src/extension/connection/conversations.ts'],
    ...localized('extension'),
    outfile: 'dist/conversations.js',
    limitBytes: 60_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'editor',
    ...node,
    entryPoints: ['src/extension/editor/editorParts.ts'],
    ...localized('extension'),
    outfile: 'dist/editor.js',
    limitBytes: 120_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'finder-export',
    ...node,
    entryPoints: ['src/extension/finderExport/finderExport.ts'],
    ...localized('extension'),
    outfile: 'dist/finderExport.js',
    limitBytes: 80_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'finder-actions',
    ...node,
    entryPoints: ['src/extension/finderActions/finderActions.ts'],
    ...localized('extension'),
    outfile: 'dist/finderActions.js',
    limitBytes: 70_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'landing',
    ...node,
    entryPoints: ['src/extension/landing/landingParts.ts'],
    ...localized('extension'),
    outfile: 'dist/landing.js',
    limitBytes: 70_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'tree-views',
    ...node,
    entryPoints: ['src/extension/views/treeViews.ts'],
    ...localized('extension'),
    outfile: 'dist/treeViews.js',
    limitBytes: 120_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'market-panels',
    ...node,
    entryPoints: ['src/extension/panels/marketPanels.ts'],
    ...localized('extension'),
    outfile: 'dist/marketPanels.js',
    limitBytes: 80_000,
    external: ['vscode'],
    plugins: [editorUncopied],
  },
  {
    name: 'market',
    ...node,
    entryPoints: ['src/market/main.ts'],
    ...localized('market'),
    outfile: 'dist/market.js',
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

let building = 0;

/** Says what all bundles do in the words that the problem matcher of .vscode/tasks.json awaits. */
const announce = {
  name: 'announce',
  setup(hooks) {
    hooks.onStart(() => {
      if (building++ === 0) console.log('[watch] build started');
    });
    hooks.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        const place =
          location === null ? '' : `${location.file}:${location.line}:${location.column}`;
        console.error(`✘ [ERROR] ${text}\n    ${place}:`);
      }
      if (--building === 0) console.log('[watch] build finished');
    });
  },
};

function writeMetafile(name, metafile) {
  writeFileSync(join(root, `dist/meta-${name}.json`), JSON.stringify(metafile));
}

function checkSize(file, bytes, limitBytes) {
  console.log(`${file}  ${(bytes / 1000).toFixed(1)} kB`);
  if (!production || limitBytes === undefined || bytes <= limitBytes) return;
  console.error(`${file} is larger than its limit of ${limitBytes / 1000} kB`);
  process.exitCode = 1;
}

/** Makes the Sandbox's day, unless the one that is there was made by the same code. */
async function prepareSandboxDay() {
  const folder = join(root, 'dist/sandbox-day');
  // Left behind by a build that was stopped.
  rmSync(`${folder}.partial`, { recursive: true, force: true });
  // A module that shares no name with what ships, in a place that never does.
  const program = join(root, '.cache/build/prepareSandboxDay.mjs');
  await build({
    ...node,
    format: 'esm',
    entryPoints: ['src/market/prepareSandboxDay.ts'],
    outfile: program,
    external: ['@duckdb/node-api', 'litesvm'],
    // One text for the same code, whichever way the rest is built.
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const madeBy = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (madeByOf(folder) !== madeBy) {
    const { status } = spawnSync(process.execPath, [program, folder, madeBy], { stdio: 'inherit' });
    if (status !== 0) throw new Error('the Sandbox day could not be prepared');
  }
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  checkSize('dist/sandbox-day', bytes, 8_000_000);
}

function madeByOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'day.json'), 'utf8')).madeBy;
  } catch {
    return null;
  }
}

// A suite that was renamed or deleted must not run on.
rmSync(join(root, 'dist/test'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/package.json'), '{"type":"commonjs"}\n');

if (watch) {
  await prepareSandboxDay();
  const contexts = await Promise.all(
    bundles.map(({ name: _name, limitBytes: _limit, plugins = [], ...options }) =>
      context({ ...options, logLevel: 'silent', plugins: [...plugins, announce] }),
    ),
  );
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  try {
    await Promise.all(
      bundles.map(async ({ name, limitBytes, ...options }) => {
        const { metafile } = await build(options);
        writeMetafile(name, metafile);
        for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
          if (file.endsWith('.js') && !file.startsWith('dist/test/')) {
            checkSize(file, bytes, limitBytes);
          }
        }
      }),
    );
    await prepareSandboxDay();
  } catch (error) {
    if (error.errors === undefined) console.error(String(error));
    // esbuild has already printed the errors with their places.
    process.exitCode = 1;
  }
}
