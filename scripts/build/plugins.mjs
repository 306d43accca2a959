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

/**
 * Omits gRPC's loader of .proto files: only gRPC's built-in services use it, and Arbscope encodes
 * and decodes its messages itself.
 */
export const withoutProtoLoader = {
  name: 'without-proto-loader',
  setup(hooks) {
    const filter = /^@grpc\/proto-loader$/;
    hooks.onResolve({ filter }, ({ path }) => ({ path, namespace: 'without-proto-loader' }));
    hooks.onLoad({ filter, namespace: 'without-proto-loader' }, () => ({
      contents: `throw new Error('left out of the bundle');`,
      loader: 'js',
    }));
  },
};

/**
 * An `import` of `node:http` reads all of its exports, and reading `WebSocket` loads Node's own
 * copy of undici. That takes twice as long as a bare start of Node, and Arbscope does not use it.
 */
export const httpAlone = {
  name: 'http-alone',
  setup(hooks) {
    const namespace = 'http-alone';
    hooks.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace }));
    hooks.onLoad({ filter: /./, namespace }, () => ({
      contents: `module.exports = process.getBuiltinModule('node:http');`,
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

const jsonRpc = join(root, 'node_modules/vscode-jsonrpc/lib');

const jsonRpcParts = {
  'vscode-jsonrpc/node': `
    const runtime = require('./node/ril').default;
    runtime.install();
    const { ReadableStreamMessageReader } = require('./common/messageReader');
    const { WriteableStreamMessageWriter } = require('./common/messageWriter');
    const { createMessageConnection, ProgressType } = require('./common/connection');
    const { Message, ResponseError } = require('./common/messages');
    const { CancellationTokenSource } = require('./common/cancellation');
    Object.assign(exports, {
      createMessageConnection, ProgressType, Message, ResponseError, CancellationTokenSource,
    });
    exports.StreamMessageReader = class extends ReadableStreamMessageReader {
      constructor(stream, options) {
        super(runtime().stream.asReadableStream(stream), options);
      }
    };
    exports.StreamMessageWriter = class extends WriteableStreamMessageWriter {
      constructor(stream, options) {
        super(runtime().stream.asWritableStream(stream), options);
      }
    };`,
  '../common/api': `
    exports.RAL = require('./common/ral').default;
    exports.Disposable = require('./common/disposable').Disposable;
    exports.AbstractMessageBuffer = require('./common/messageBuffer').AbstractMessageBuffer;`,
  // A Map is ordered as well; `shift` is the only further method that a connection uses.
  './linkedMap': `
    exports.LinkedMap = class extends Map {
      shift() {
        const [first] = this;
        if (first === undefined) return undefined;
        this.delete(first[0]);
        return first[1];
      }
    };`,
  // These exist as globals too, so the extension needs no `require` of Node's modules.
  util: 'exports.TextDecoder = TextDecoder;',
  crypto: 'exports.randomUUID = () => globalThis.crypto.randomUUID();',
};

/** TypeScript's helper in each file that copies a module for `import *`; a read needs no copy. */
const moduleCopy =
  /^var __createBinding = [\s\S]*?(?=^var __importDefault|^Object\.defineProperty\(exports, "__esModule")/m;

/** Classes that neither Arbscope nor the library uses: message types and a cache. */
const unusedClasses =
  /^class (RequestType\d?|NotificationType\d|LRUCache) extends [\s\S]*?^}\nexports\.\1 = \1;\n/gm;

/** Lines that initialize each export with undefined. */
const undefinedExports = /^(exports\.\w+ = )+void 0;\n/gm;

/** Omits the library's unused transports and classes, as CommonJS cannot be tree-shaken. */
export const leanJsonRpc = {
  name: 'lean-json-rpc',
  setup(hooks) {
    const namespace = 'lean-json-rpc';
    hooks.onResolve(
      { filter: /^(vscode-jsonrpc\/node|\.\.\/common\/api|\.\/linkedMap|util|crypto)$/ },
      ({ path, importer }) =>
        path === 'vscode-jsonrpc/node' || importer.startsWith(jsonRpc)
          ? { path, namespace }
          : undefined,
    );
    hooks.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: jsonRpcParts[path],
      resolveDir: jsonRpc,
    }));
    hooks.onLoad(
      { filter: /vscode-jsonrpc[\\/]lib[\\/].*\.js$/, namespace: 'file' },
      ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replace(moduleCopy, 'const __importStar = (all) => all;\n')
          .replace(unusedClasses, '')
          .replace(undefinedExports, ''),
      }),
    );
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
