import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './options.mjs';

/*
 * Replaces parts of libraries that the backend does not use but a bundler keeps, because it cannot
 * tree-shake CommonJS. They are then not shipped, read or compiled at each start.
 */

const packages = join(root, 'node_modules');

/** For a module that is loaded only on use. */
const leftOut = (name) => `throw new Error('${name} is left out of the bundle');`;

/** For a function that is loaded at start but called only on use. */
const notCalled = (name) => `module.exports = () => { ${leftOut(name)} };`;

/** For a function that is called at start, and whose result is called only on use. */
const resultNotCalled = (name) => `module.exports = () => () => { ${leftOut(name)} };`;

/** Re-exports what LiteSVM uses of a library, so that it is tree-shaken as an ES module. */
function litesvmKit() {
  const text = readFileSync(join(packages, 'litesvm/dist/index.js'), 'utf8');
  const names = new Set([...text.matchAll(/(?<=\bkit_1\.)\w+/g)].map(String));
  return `export { ${[...names].join(', ')} } from '@solana/kit';`;
}

const standIns = {
  'src/http': {
    undici: `
      exports.Agent = require('./lib/dispatcher/agent');
      exports.Client = require('./lib/dispatcher/client');
      exports.Socks5ProxyAgent = require('./lib/dispatcher/socks5-proxy-agent');
      exports.buildConnector = require('./lib/core/connect');
      exports.errors = require('./lib/core/errors');
      Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
      exports.upgrade = (url, { dispatcher, ...options }) =>
        dispatcher.upgrade({ ...options, origin: url.origin, path: url.pathname + url.search });`,
  },
  'node_modules/undici': {
    // Only for bodies that are forms or blobs; it would load all of `fetch`.
    '../web/fetch/body.js': leftOut('fetch'),
  },
  // Operations validate parameters and serialize responses without fastify; its logger is off.
  'node_modules/fastify': {
    '@fastify/ajv-compiler': resultNotCalled('ajv'),
    '@fastify/fast-json-stringify-compiler': resultNotCalled('fast-json-stringify'),
    './logger-pino.js': leftOut('pino'),
    'light-my-request': leftOut('light-my-request'),
    // Only for the version check of plugins, which are not used.
    semver: notCalled('semver'),
  },
  // Only for exemplars of traces.
  'node_modules/prom-client': { '@opentelemetry/api': notCalled('OpenTelemetry') },
  'node_modules/litesvm': { '@solana/kit': litesvmKit() },
};

export const leanLibraries = {
  name: 'lean-libraries',
  setup(hooks) {
    const namespace = 'lean-libraries';
    for (const [from, modules] of Object.entries(standIns)) {
      const folder = join(root, from, '/');
      for (const [module, contents] of Object.entries(modules)) {
        // Not a path into the package, because notices list every package in a bundle's paths.
        const path = `${module} for ${from.replace('node_modules/', '')}`;
        const filter = new RegExp(`^${RegExp.escape(module)}$`);
        hooks.onResolve({ filter }, ({ importer }) =>
          importer.startsWith(folder) ? { path, namespace } : undefined,
        );
        hooks.onLoad({ filter: new RegExp(`^${RegExp.escape(path)}$`), namespace }, () => ({
          contents,
          resolveDir: join(packages, module),
        }));
      }
    }
  },
};
