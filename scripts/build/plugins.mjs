import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './options.mjs';

/**
 * DuckDB's loader throws if the platform's native part is missing, and the process would not start.
 * With this plugin each DuckDB function throws when it is called instead, and the rest still works.
 */
export const withoutDuckdb = {
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

/** Bundles only the version and the required Node.js version of package.json. */
export const versionsAlone = {
  name: 'versions-alone',
  setup(hooks) {
    const file = join(root, 'package.json');
    hooks.onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path !== file) return undefined;
      const { version, engines } = JSON.parse(readFileSync(file, 'utf8'));
      const contents = JSON.stringify({ version, engines: { node: engines.node } });
      return { contents, loader: 'json' };
    });
  },
};

/**
 * Makes modules that are loaded later import the start, so that files which both need become part
 * of the start: one file instead of dozens. The start also sets the translations first.
 */
export const loadedAfter = (start) => ({
  name: 'loaded-after',
  setup(hooks) {
    const isReal = { isReal: true };
    hooks.onResolve({ filter: /^\./ }, async ({ path, kind, pluginData, ...from }) => {
      if (kind !== 'dynamic-import' || pluginData === isReal) return undefined;
      const found = await hooks.resolve(path, { ...from, kind, pluginData: isReal });
      // Relative to the root, so that a build in another folder makes the same files.
      return { ...found, path: relative(root, found.path), namespace: 'late' };
    });
    hooks.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `import './${start}'; export * from ${JSON.stringify(join(root, path))};`,
      resolveDir: root,
    }));
  },
});

let building = 0;

/**
 * Prints the progress of all bundles in the format of the problem matcher in .vscode/tasks.json.
 */
export const announce = {
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
