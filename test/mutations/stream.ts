import type { Mutation } from './mutation.ts';

const watch = ['test/unit/extension/backend/arbitrageWatch.test.ts'];
const activeConnection = ['test/unit/extension/backend/activeConnection.test.ts'];
const channel = ['test/integration/backend/channel/arbscopeRequests.test.ts'];
const server = ['test/integration/backend/server/arbscopeRoutes.test.ts'];
const client = ['test/integration/client/arbscopeClient.test.ts'];
const service = ['test/unit/backend/service/serviceArbscope.test.ts'];

/** The stream of arbitrages, and Arbscope's own operations from the window to the service. */
export const streamMutations: readonly Mutation[] = [
  {
    protection: 'A stream continues at its cursor after a break',
    file: 'src/extension/backend/arbitrageWatch.ts',
    find: 'parameters: { ...parameters, ...cursor },',
    replace: 'parameters,',
    tests: watch,
  },
  {
    protection: 'A stream tells nothing after its end',
    file: 'src/extension/backend/arbitrageWatch.ts',
    find: 'if (this.#ended.aborted) return;\n    this.#cursor',
    replace: 'this.#cursor',
    tests: watch,
  },
  {
    protection: 'A stream that is not offered is not asked for again',
    file: 'src/extension/backend/arbitrageWatch.ts',
    find: 'if (lastingKinds.has(error.kind)) return;',
    replace: '',
    tests: watch,
  },
  {
    protection: 'A stream starts no backend that has given up',
    file: 'src/extension/backend/arbitrageWatch.ts',
    find: 'if (this.#isBackendAway) await this.#backendBack();',
    replace: 'if (this.#isBackendAway) continue;',
    tests: watch,
  },
  {
    protection: 'A stream ends when the window uses another connection',
    file: 'src/extension/backend/activeConnection.ts',
    find: 'this.#connectionEnd.abort();\n    this.#connectionEnd = new',
    replace: 'this.#connectionEnd = new',
    tests: activeConnection,
  },
  {
    protection: 'No event is made for a window that does not read',
    file: 'src/backend/channel/windowRequestHandler.ts',
    find: "await request.onProgress({ kind: 'arbitrages', event });",
    replace: "void request.onProgress({ kind: 'arbitrages', event });",
    tests: channel,
  },
  {
    protection: 'Parameters of Arbscope’s own operations are checked',
    file: 'src/backend/channel/windowRequestHandler.ts',
    find: 'const parameters = checkParameters(arbscopeOperations[operation], members.parameters);',
    replace: 'const parameters: unknown = members.parameters ?? {};',
    tests: channel,
  },
  {
    protection: 'A stream ends with the window that asked for it',
    file: 'src/backend/channel/windowRequestHandler.ts',
    find: 'arbscope.stream(parameters, request.signal)',
    replace: 'arbscope.stream(parameters, new AbortController().signal)',
    tests: channel,
  },
  {
    protection: 'A stream begins where its first event says',
    file: 'src/backend/engines/openArbitrageStream.ts',
    find: 'yield { arbitrages: [], newest: cursor, skipped: 0 };',
    replace: '',
    tests: channel,
  },
  {
    protection: 'No event is made for an HTTP client that does not read',
    file: 'src/backend/server/eventStream.ts',
    find: '{ objectMode: false, highWaterMark: 1 },',
    replace: '{ objectMode: true, highWaterMark: 1_000 },',
    tests: server,
  },
  {
    protection: 'A server keeps a limited number of streams',
    file: 'src/backend/server/arbscopeRoutes.ts',
    find: 'if (streams >= maxStreams)',
    replace: 'if (streams < 0)',
    tests: server,
  },
  {
    protection: 'A client that connects again continues where it was',
    file: 'src/backend/server/arbscopeRoutes.ts',
    find: "lastSeen === undefined || lastSeen === '' ? given : { ...given, cursor: lastSeen },",
    replace: 'given,',
    tests: server,
  },
  {
    protection: 'A quiet stream shows that it is alive',
    file: 'src/backend/server/eventStream.ts',
    find: 'return await Promise.race([promise, heartbeat]);',
    replace: 'return await promise;',
    tests: server,
  },
  {
    protection: 'A service that is not an Arbscope is recognized',
    file: 'src/client/arbscopeClient.ts',
    find: 'foreignKinds.has(error.kind) ? notOfferedError() : error',
    replace: 'error.statusCode === 404 ? notOfferedError() : error',
    tests: client,
  },
  {
    protection: 'A failure to ask does not mean that a service is not an Arbscope',
    file: 'src/client/arbscopeClient.ts',
    find: "if (!MarketError.is(error, 'not-offered')) this.#recognition = null;",
    replace: '',
    tests: client,
  },
  {
    protection: 'An event of a stream has a limited size',
    file: 'src/client/eventStream.ts',
    find: 'maxBufferSize: maxEventCharacters,',
    replace: '',
    tests: client,
  },
  {
    protection: 'A stream that goes silent is given up',
    file: 'src/http/httpRequester.ts',
    find: 'bodyTimeout: timeoutMilliseconds,',
    replace: 'bodyTimeout: 0,',
    tests: client,
  },
  {
    protection: 'A refusal as too many stops requests for Arbscope’s own operations',
    file: 'src/backend/service/serviceArbscope.ts',
    find: 'if (seconds <= 0) return;',
    replace: 'if (seconds !== 0) return;',
    tests: service,
  },
  {
    protection: 'No response to Arbscope’s own operations holds the key',
    file: 'src/backend/service/serviceArbscope.ts',
    find: 'return clean === null ? result : (clean.value as Result);',
    replace: 'return clean === null ? result : result;',
    tests: service,
  },
];
