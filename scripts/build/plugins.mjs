import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './options.mjs';

/**
 * DuckDB's loader throws where the platform's part is missing, and with it the whole process would
 * not start. In its place every function says so when it is called: the rest works without it.
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
 * gRPC loads its reader of .proto files for services of its own that a client does not use; what
 * Arbscope sends and receives it writes and reads itself.
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
 * An `import` of `node:http` reads all that it exports, and with `WebSocket` loads Node's own copy of
 * undici, which takes twice as long as a bare start of Node; nothing here uses it.
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

/** Of package.json a program carries its version and which Node.js it needs, and nothing else. */
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

/** What stands for files of `vscode-jsonrpc`, and which part of it is used. */
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
  // A Map keeps its order as well; of what the list can do beyond it, a connection uses this alone.
  './linkedMap': `
    exports.LinkedMap = class extends Map {
      shift() {
        const [first] = this;
        if (first === undefined) return undefined;
        this.delete(first[0]);
        return first[1];
      }
    };`,
  // Of Node's modules it uses what is global as well: so nothing in a window needs a `require`.
  util: 'exports.TextDecoder = TextDecoder;',
  crypto: 'exports.randomUUID = () => globalThis.crypto.randomUUID();',
};

/** What TypeScript put into each file of it to copy a module that is there to be read alone. */
const moduleCopy =
  /^var __createBinding = [\s\S]*?(?=^var __importDefault|^Object\.defineProperty\(exports, "__esModule")/m;

/** Classes that neither Arbscope uses nor the library itself: types of messages, and a cache. */
const unusedClasses =
  /^class (RequestType\d?|NotificationType\d|LRUCache) extends [\s\S]*?^}\nexports\.\1 = \1;\n/gm;

/** That each export is undefined until it is not. */
const undefinedExports = /^(exports\.\w+ = )+void 0;\n/gm;

/** Leaves out the library's transports and other classes without a use: CommonJS cannot be shaken. */
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
 * What is loaded later counts on the start: files that both need are one with the start, which is
 * one file then rather than dozens, and where the translations of the editor's language are set first.
 */
export const loadedAfter = (start) => ({
  name: 'loaded-after',
  setup(hooks) {
    const isReal = { isReal: true };
    hooks.onResolve({ filter: /^\./ }, async ({ path, kind, pluginData, ...from }) => {
      if (kind !== 'dynamic-import' || pluginData === isReal) return undefined;
      const found = await hooks.resolve(path, { ...from, kind, pluginData: isReal });
      // Of the root, for another folder makes the same files.
      return { ...found, path: relative(root, found.path), namespace: 'late' };
    });
    hooks.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `import './${start}'; export * from ${JSON.stringify(join(root, path))};`,
      resolveDir: root,
    }));
  },
});

let building = 0;

/** Says what all bundles do in the words that the problem matcher of .vscode/tasks.json awaits. */
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
