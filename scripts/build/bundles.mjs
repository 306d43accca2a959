import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandAndRest, eachFile, loaded, startAndRest } from './checkSize.mjs';
import { banner, common, node, root } from './options.mjs';
import { loadedAfter, versionsAlone, withoutDuckdb } from './plugins.mjs';

const hostSuite = 'test/host/suite';
const hostSuiteFiles = existsSync(join(root, hostSuite))
  ? readdirSync(join(root, hostSuite))
      .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
      .sort()
      .map((name) => `${hostSuite}/${name}`)
  : [];

/** Each folder of `src/webview` with a main.ts is the page of a panel or view. */
const webviewPages = readdirSync(join(root, 'src/webview'))
  .filter((name) => existsSync(join(root, 'src/webview', name, 'main.ts')))
  .sort();

/** Loaded by the extension host in every window, so it has no network, schemas or native parts. */
const start = 'src/extension/main.ts';

/**
 * Modules of the extension that an `import()` loads later, and when. The build fails if this list
 * differs from the code, or if one of them is in the start as well and so loaded in every window.
 */
const late = {
  'src/extension/features.ts': 'after the start: everything but the first rows',
  'src/extension/transaction/recordedExamples.ts': 'with the first transaction: recorded ones',
};

export const bundles = [
  {
    name: 'extension',
    ...node,
    external: ['vscode'],
    entryPoints: { extension: start },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'extension/[name]-[hash]',
    banner,
    plugins: [loadedAfter(start)],
    // Of the total, bot configs in the editor with their texts take 35 kB, and their coverage 40
    // kB.
    check: startAndRest('dist/extension.js', late, { startBytes: 260_000, allBytes: 740_000 }),
  },
  {
    name: 'backend',
    ...node,
    // The worker thread that decodes while catching up with a node shares the backend's chunks.
    entryPoints: {
      backend: 'src/backend/main.ts',
      decodeWorker: 'src/engine/rpc/decodeWorker.ts',
    },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'backend/[name]-[hash]',
    // V8 keeps the source in memory; a single non-Latin-1 character would double its size.
    charset: 'ascii',
    banner,
    // Native parts are files that the platform loads, so only their JavaScript is bundled.
    external: ['*.node', '@duckdb/node-bindings-*', 'litesvm-*'],
    // Omits the optional native parts of `ws`, which help only with many more messages.
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    plugins: [withoutDuckdb, versionsAlone],
    // A command loads only its own chunks: the backend of windows loads no server libraries.
    // A single file took 20 MB more memory.
    check: (built) => {
      commandAndRest('dist/backend.js', 'src/backend/commands/channel.ts', {
        commandBytes: 2_100_000,
        allBytes: 4_000_000,
      })(built);
      loaded('dist/decodeWorker.js', 160_000)(built);
    },
  },
  {
    name: 'bot-config-worker',
    ...node,
    entryPoints: ['src/botConfig/worker/main.ts'],
    outfile: 'dist/botConfigWorker.js',
    check: eachFile(160_000),
  },
  ...webviewPages.map((page) => ({
    name: `webview-${page}`,
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    // Compiles everything while the page waits for its data, instead of function by function while
    // it draws: a page draws once and uses most of its functions.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    entryPoints: { [page]: `src/webview/${page}/main.ts` },
    outdir: 'dist/webview',
    // Small enough to open at once, even on a slow machine.
    check: eachFile(100_000),
  })),
  {
    name: 'test-host',
    ...node,
    entryPoints: hostSuiteFiles,
    banner,
    outdir: 'dist/test/host',
    // Mocha would `require` a .js, and in VS Code 1.105 a required module cannot import `vscode`.
    outExtension: { '.js': '.mjs' },
    external: ['vscode', 'mocha'],
    minify: false,
  },
];
