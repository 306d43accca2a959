/**
 * Which folders may import which. The static checks apply two sets of rules: this file's default
 * export to every import, including types, and .dependency-cruiser.runtime.mjs to run-time imports.
 */
import { builtinModules } from 'node:module';

/** The folders of `src/`, and what each may import besides itself. */
const mayImport = {
  api: [],
  http: ['api'],
  solana: ['api'],
  client: ['api', 'solana', 'http'],
  botConfig: ['api', 'solana'],
  engine: ['api', 'solana', 'http'],
  backend: ['api', 'solana', 'http', 'client', 'engine', 'botConfig'],
  // The messages that panels and pages exchange, and the protocol of the channel.
  extension: ['api', 'solana', 'botConfig', 'webview/(messages|guards)', 'backend/protocol/'],
  // Larger tables would exceed the size limit of a page.
  webview: ['api', 'solana/(baseMints|shortAddress)[.]ts'],
};

/** The only folder that may import a package, including its types; other packages are free. */
const packagePlaces = {
  vscode: 'extension/',
  undici: 'http/',
  '@clickhouse/client': 'engine/store/clickhouse/',
  '@duckdb/node-api': 'engine/store/duckdb/',
  '@duckdb/node-bindings': 'engine/store/duckdb/',
  litesvm: 'engine/sandbox/',
  '@bufbuild/protobuf': 'engine/sources/geyser/',
  '@grpc/grpc-js': 'engine/sources/geyser/',
  fastify: 'backend/server/',
  'prom-client': 'backend/server/',
  'vscode-jsonrpc': '(backend|extension)/',
  'toml-eslint-parser': 'botConfig/',
  'jsonc-parser': 'botConfig/',
};

const anyOf = (list) => `(${list.join('|')})`;
const packagePath = (name) => `^(${name}|node_modules/${name})(/|$)`;

const folders = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder}/ may import ${['itself', ...allowed].join(', ')} and packages`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src/|package[.]json$)',
    pathNot: [
      `^src/${anyOf([`${folder}/`, ...allowed.map((each) => (each.includes('/') ? each : `${each}/`))])}`,
      // The program prints its version.
      ...(folder === 'backend' ? ['^package[.]json$'] : []),
    ],
  },
}));

const packages = Object.entries(packagePlaces).map(([name, place]) => ({
  name: `${name}-place`,
  comment: `${name} belongs in src/${place}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${place}` },
  to: { path: packagePath(name) },
}));

/** Rules for every import. */
const everyImportRules = [
  ...folders,
  ...packages,
  {
    name: 'known-folder',
    comment: 'a folder of src/ needs a line in `mayImport`',
    severity: 'error',
    from: { path: '^src/[^/]+/', pathNot: `^src/${anyOf(Object.keys(mayImport))}/` },
    to: {},
  },
  {
    name: 'api-is-plain',
    comment: 'src/api/ is schemas and plain data: typebox and translations alone',
    severity: 'error',
    from: { path: '^src/api/' },
    to: { pathNot: ['^src/', packagePath('typebox'), packagePath('@vscode/l10n')] },
  },
  {
    name: 'no-cycle',
    comment: 'files that import each other, even only types, cannot be read one by one',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-folder-cycle',
    comment: 'folders that import each other cannot be understood one by one',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'entry-files',
    comment: 'the files at the root of a program or of engine/ assemble its folders',
    severity: 'error',
    from: { path: '^src/(backend|engine|extension)/[^/]+/' },
    to: { path: '^src/$1/[^/]+$' },
  },
  {
    name: 'landing-by-command',
    comment: 'only the command of extension/landing/ lands: hovers, views, pages and tools cannot',
    severity: 'error',
    from: {
      path: '^src/(extension/[^/]+|webview|backend/tools)/',
      pathNot: '^src/extension/(backend|landing|simulate)/',
    },
    to: { path: '^src/(extension/landing|backend/protocol/landingProtocol)' },
  },
  {
    name: 'resolves',
    comment: 'an import cannot be resolved',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^vscode$' },
  },
];

/** Rules for run-time imports; `reachable` includes indirect imports. */
const runtimeRules = [
  {
    name: 'extension-loads',
    comment: 'the extension host loads no schema library, network or native part, even indirectly',
    severity: 'error',
    from: { path: '^src/extension/' },
    to: {
      path: [
        '^node_modules/(?!(vscode-jsonrpc|@vscode/l10n)/)',
        '^(node:)?(http|https|http2|tls|dgram|dns|dns/promises)$',
      ],
      reachable: true,
    },
  },
  {
    name: 'webview-loads',
    comment: 'a page loads Preact, d3-array and translations only, and nothing of Node',
    severity: 'error',
    from: { path: '^src/webview/' },
    to: {
      path: [
        '^node_modules/(?!(preact|d3-array|internmap|@vscode/l10n)/)',
        `^(node:)?${anyOf(builtinModules)}$`,
      ],
      reachable: true,
    },
  },
  {
    name: 'error-tables-load',
    comment: 'only the backend loads the names of programs’ errors; its responses contain them',
    severity: 'error',
    from: { path: '^src/(extension|webview)/' },
    to: { path: '^src/solana/programErrors/tables/', reachable: true },
  },
  {
    name: 'messages-load',
    comment: 'messages of the webviews, which the extension loads, are only data and its checks',
    severity: 'error',
    from: { path: '^src/webview/(messages|guards)' },
    to: { path: '^src/webview/', pathNot: '^src/webview/(messages|guards)', reachable: true },
  },
];

const options = {
  doNotFollow: { path: 'node_modules' },
  preserveSymlinks: true,
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.js', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['node', 'import', 'require', 'default'],
  },
};

/** Without type imports, which do not exist at run time. */
export const runtimeImports = { forbidden: runtimeRules, options };

// biome-ignore lint/style/noDefaultExport: dependency-cruiser takes the default export.
export default {
  forbidden: everyImportRules,
  options: { ...options, tsPreCompilationDeps: true },
};
