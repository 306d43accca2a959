import { circles, type ImportGraph, loadedFrom } from './importGraph.ts';

/** Parts of `src`, and the parts or single files that each may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  interface: [],
  solana: ['interface/'],
  client: ['interface/', 'solana/'],
  engine: ['interface/', 'solana/'],
  // The package says which version the program is.
  market: ['interface/', 'solana/', 'client/', 'engine/', '../package.json'],
  extension: ['interface/', 'solana/', 'webview/messages.ts', 'market/protocol.ts'],
  webview: ['interface/'],
};

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
    ['vscode', 'vscode-jsonrpc', 'bs58'].includes(packageOf(name)) ||
    (name.startsWith('node:') && !networkModules.has(name)),
  webview: (name: string) => !name.startsWith('node:') && !serverPackages.has(packageOf(name)),
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

/** The schema library compiles code at run time, which a webview's content policy forbids. */
const serverPackages = new Set([...Object.keys(packagePlaces), 'typebox', '@solana/kit']);

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
      if (part === 'interface' && packageOf(to) !== 'typebox') {
        found.push(`${file} may not import ${to}: the interface is schemas and plain data`);
      }
      const places = packagePlaces[packageOf(to)];
      if (places?.every((place) => !file.startsWith(place))) {
        found.push(`${file} may not import ${to}: it belongs in ${places.join(', ')}`);
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

const isIn = (file: string, place: string) =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

const isOwnPath = (path: string) => Object.hasOwn(mayImport, path.split('/')[0] ?? '');
