import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './options.mjs';

/*
 * Parts of libraries that the backend has no use for, which a bundler keeps: CommonJS cannot be
 * shaken. What stands here for them is not shipped, and not read and compiled with each start.
 */

const packages = join(root, 'node_modules');

/** For what is loaded where it is used. */
const leftOut = (name) => `throw new Error('${name} is left out of the bundle');`;

/** For what is loaded at once and called where it is used. */
const notCalled = (name) => `module.exports = () => { ${leftOut(name)} };`;

/** For what is loaded and called at once, and whose result is called where it is used. */
const resultNotCalled = (name) => `module.exports = () => () => { ${leftOut(name)} };`;

/** What LiteSVM takes of a library that is shaken as an ES module. */
function litesvmKit() {
  const text = readFileSync(join(packages, 'litesvm/dist/index.js'), 'utf8');
  const names = new Set([...text.matchAll(/(?<=\bkit_1\.)\w+/g)].map(String));
  return `export { ${[...names].join(', ')} } from '@solana/kit';`;
}

/** What stands for modules, by the package whose files ask for them. */
const standIns = {
  'src/http': {
    // What it takes of it.
    undici: `
      exports.Agent = require('./lib/dispatcher/agent');
      exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
      exports.buildConnector = require('./lib/core/connect');
      exports.errors = require('./lib/core/errors');
      Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
      exports.upgrade = (url, { dispatcher, ...options }) =>
        dispatcher.upgrade({ ...options, origin: url.origin, path: url.pathname + url.search });`,
  },
  'node_modules/undici': {
    // For bodies that are forms or blobs, with all of `fetch`.
    '../web/fetch/body.js': leftOut('fetch'),
    // Proxies are http and https (`parseProxyUrl`).
    './socks5-proxy-agent': notCalled('SOCKS 5'),
  },
  // Operations check their parameters and write their responses themselves; nothing is logged.
  'node_modules/fastify': {
    '@fastify/ajv-compiler': resultNotCalled('ajv'),
    '@fastify/fast-json-stringify-compiler': resultNotCalled('fast-json-stringify'),
    './logger-pino.js': leftOut('pino'),
    'light-my-request': leftOut('light-my-request'),
    // For the versions that plugins fit; there are none.
    semver: notCalled('semver'),
  },
  // For exemplars of traces.
  'node_modules/prom-client': { '@opentelemetry/api': notCalled('OpenTelemetry') },
  'node_modules/litesvm': { '@solana/kit': litesvmKit() },
};

/** Leaves out of libraries what nothing here uses. */
export const leanLibraries = {
  name: 'lean-libraries',
  setup(hooks) {
    const namespace = 'lean-libraries';
    for (const [from, modules] of Object.entries(standIns)) {
      const folder = join(root, from, '/');
      for (const [module, contents] of Object.entries(modules)) {
        // No path into a package: notices name each that a bundle has.
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
