import { circles, type ImportGraph, loadedFrom } from './importGraph.ts';

/** Parts of `src`, and the parts or single files that each may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  interface: [],
  solana: ['interface/'],
  client: ['interface/', 'solana/'],
  engine: ['interface/', 'solana/'],
  // The package says which version the program is.
  market: ['interface/', 'solana/', 'client/', 'engine/', '../package.json'],
  // What panels and pages say to each other, and the checks of it.
  extension: [
    'interface/',
    'solana/',
    'webview/messages.ts',
    'webview/messages/',
    'webview/guards.ts',
    'market/protocol.ts',
    'market/callProtocol.ts',
    'market/connectionProtocol.ts',
    'market/landingProtocol.ts',
    'market/nodeProtocol.ts',
    'market/poolProtocol.ts',
    'market/toolProtocol.ts',
  ],
  webview: ['interface/'],
};

/** What is said in the editor's language, in every part. */
const translations = '@vscode/l10n';

/** Where a package may be imported at all, types included; others are free. */
const packagePlaces: Readonly<Record<string, readonly string[]>> = {
  vscode: ['extension/'],
  undici: ['client/', 'engine/sources/rpc/', 'engine/landing/'],
  '@duckdb/node-api': ['engine/'],
  litesvm: ['engine/'],
  fastify: ['market/http/'],
  'vscode-jsonrpc': ['market/', 'extension/'],
};

/** What each program may load; anything else would make it slow, large or able to reach out. */
const loadable = {
  extension: (name: string) =>
    ['vscode', 'vscode-jsonrpc', 'bs58', translations].includes(packageOf(name)) ||
    (name.startsWith('node:') && !networkModules.has(name)),
  // Small drawing libraries alone: a page has 150 kB and reaches nothing.
  webview: (name: string) => pagePackages.has(packageOf(name)),
} as const;

/** The extension talks to the market process alone; `node:net` is that channel. */
const networkModules = new Set([
  'node:http',
  'node:https',
  'node:http2',
  'node:tls',
  'node:dgram',
  'node:dns',
  'node:dns/promises',
]);

/** The schema library is not among them: it compiles code, which a page's policy forbids. */
const pagePackages = new Set(['d3-shape', 'd3-scale', translations]);

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Every breach of the import rules, in words. */
export function breaches(graph: ImportGraph): string[] {
  const found: string[] = [];
  for (const [file, imports] of graph) {
    const part = file.split('/')[0] ?? '';
    const allowed = mayImport[part];
    if (allowed === undefined) found.push(`${file} is in no part that the rules know`);
    for (const { to, isOwn } of imports) {
      if (isOwn) {
        if (!graph.has(to) && !to.startsWith('../'))
          found.push(`${file} imports ${to}, which does not exist`);
        if (to.startsWith(`${part}/`) || allowed?.some((each) => isIn(to, each))) continue;
        found.push(`${file} may not import ${to}`);
        continue;
      }
      if (part === 'interface' && !['typebox', translations].includes(packageOf(to))) {
        found.push(`${file} may not import ${to}: the interface is schemas and plain data`);
      }
      const places = packagePlaces[packageOf(to)];
      if (places?.every((place) => !file.startsWith(place))) {
        found.push(`${file} may not import ${to}: it belongs in ${places.join(', ')}`);
      }
    }
    if (file.startsWith('webview/messages')) {
      for (const loaded of loadedFrom(graph, file)) {
        if (!isMessages(loaded))
          found.push(`${file} may not load ${loaded}: the extension loads it`);
      }
    }
    if (part === 'extension' || part === 'webview') {
      for (const loaded of loadedFrom(graph, file)) {
        if (graph.has(loaded) || loaded.startsWith('.') || isOwnPath(loaded)) continue;
        if (!loadable[part](loaded)) found.push(`${file} may not load ${loaded}`);
      }
    }
  }
  for (const circle of circles(graph)) found.push(`a circle: ${circle.join(' -> ')}`);
  return found;
}

/** The half of `webview/` that both sides load: plain data and its checks. */
const isMessages = (file: string) =>
  file === 'webview/guards.ts' || /^webview\/messages[./]/.test(file);

const isIn = (file: string, place: string) =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

const isOwnPath = (path: string) => Object.hasOwn(mayImport, path.split('/')[0] ?? '');
