import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandAndRest, eachFile, loaded, startAndRest } from './checkSize.mjs';
import { leanLibraries } from './leanLibraries.mjs';
import { banner, common, node, root } from './options.mjs';
import {
  httpAlone,
  leanJsonRpc,
  loadedAfter,
  versionsAlone,
  withoutDuckdb,
  withoutProtoLoader,
} from './plugins.mjs';

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

/** The extension host loads it with every window: no network, no schemas, no native parts. */
const start = 'src/extension/main.ts';

/**
 * What of the extension is loaded later, by an `import()` in its code, and when. The build fails
 * where this is not what the code does: what is here and in the start as well, would be loaded with
 * every window.
 */
const late = {
  'src/extension/finder/finderFeature.ts': 'first after the start: the Finder with its tables',
  'src/extension/wallets/walletsFeature.ts': 'after the start: the wallets',
  'src/extension/live/liveFeature.ts': 'after the start: Live',
  'src/extension/addresses/addressesFeature.ts':
    'after the start: scanners, hovers and their tables',
  'src/extension/botConfig/botConfigFeature.ts': 'after the start: bot configs in the editor',
  'src/extension/finder/finderCommands.ts': 'after the start: commands of the Finder',
  'src/extension/marketCache/marketCacheFeature.ts': 'after the start: the tree of pools',
  'src/extension/percentiles/percentilesFeature.ts': 'after the start: charts',
  'src/extension/market/marketFeature.ts': 'after the start: history',
  'src/extension/token/tokenFeature.ts': 'after the start: tokens',
  'src/extension/walletPanel/walletPanelFeature.ts': 'after the start: the panel of a wallet',
  'src/extension/simulate/simulateFeature.ts': 'after the start: simulations',
  'src/extension/botConfig/coverage/coverageFeature.ts': 'after the start: coverage of bot configs',
  'src/extension/landing/landingFeature.ts': 'after the start: checks of transactions',
  'src/extension/transaction/transactionsFeature.ts': 'after the start: panels of transactions',
  'src/extension/transaction/lookUpFeature.ts': 'after the start: the list of transactions',
  'src/extension/backend/openChannel.ts': 'with the first request: JSON-RPC',
  'src/extension/connections/connectionsFeature.ts': 'with the first command about connections',
  'src/extension/finder/exports/exportsFeature.ts': 'with the first export',
  'src/extension/transaction/recordedExamples.ts': 'with the first transaction: recorded ones',
};

/** Every bundle: esbuild's options, its name, and what is checked of it when it is built. */
export const bundles = [
  {
    name: 'extension',
    ...node,
    external: ['vscode'],
    entryPoints: { extension: start },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'extension/[name]-[hash]',
    plugins: [leanJsonRpc, loadedAfter(start)],
    // Of all of it, bot configs in the editor with the words for their keys and problems are 35 kB, and
    // their coverage 40 kB.
    check: startAndRest('dist/extension.js', late, { startBytes: 72_000, allBytes: 565_000 }),
  },
  {
    name: 'backend',
    ...node,
    // A thread of the backend while it catches up with a node shares its parts.
    entryPoints: {
      backend: 'src/backend/main.ts',
      decodeWorker: 'src/engine/rpc/decodeWorker.ts',
    },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'backend/[name]-[hash]',
    // V8 keeps the text of what it runs, and takes twice the room for all of it at one other letter.
    charset: 'ascii',
    banner,
    // Native parts stay outside: they are files that the platform loads. Their JavaScript comes along.
    external: ['*.node', '@duckdb/node-bindings-*', 'litesvm-*'],
    // Without the optional native parts of `ws`, which are for more messages than come here.
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      // To look at it loads Node's own undici; only undici's functions for cookies do (`httpAlone`).
      'globalThis.Headers': 'undefined',
    },
    plugins: [
      ...[withoutDuckdb, withoutProtoLoader, versionsAlone, httpAlone],
      ...[leanJsonRpc, leanLibraries],
    ],
    // What a command does not need stays on the disk: of a server's libraries, windows' own backend has
    // none. In one file, all of it took 20 MB more of memory.
    check: (built) => {
      commandAndRest('dist/backend.js', 'src/backend/commands/channel.ts', {
        commandBytes: 1_500_000,
        allBytes: 2_500_000,
      })(built);
      loaded('dist/decodeWorker.js', 160_000)(built);
    },
  },
  {
    name: 'bot-config-worker',
    ...node,
    entryPoints: ['src/botConfig/worker/main.ts'],
    outfile: 'dist/botConfigWorker.js',
    // A thread of each window in which a bot config is open.
    check: eachFile(160_000),
  },
  ...webviewPages.map((page) => ({
    name: `webview-${page}`,
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    // Compiled while the page waits for what it is to show, rather than function by function as it
    // draws that: it draws once, and most of what it has.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    entryPoints: { [page]: `src/webview/${page}/main.ts` },
    outdir: 'dist/webview',
    // A panel is there at once, also on a slow machine.
    check: eachFile(100_000),
  })),
  {
    name: 'test-host',
    ...node,
    entryPoints: hostSuiteFiles,
    banner,
    outdir: 'dist/test/host',
    // Mocha would `require` a .js; in VS Code 1.105 what is required can never import `vscode`.
    outExtension: { '.js': '.mjs' },
    external: ['vscode', 'mocha'],
    minify: false,
  },
];
