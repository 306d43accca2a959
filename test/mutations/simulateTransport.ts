import type { Mutation } from './mutation.ts';

const client = 'src/client/arbscopeClient.ts';
const clientTests = ['test/integration/client/arbscopeClient.test.ts'];
const hostile = ['test/contract/clientHostile.test.ts'];
const server = ['test/integration/backend/server/arbscopeRoutes.test.ts'];
const command = ['test/unit/backend/commands/simulationLines.test.ts'];

/** A simulation on its way from a caller to the engine. */
export const simulateTransportMutations: readonly Mutation[] = [
  {
    protection: 'No service gets a text that may hold a secret key',
    file: client,
    find: "name === 'simulate' ? withBytesAlone(checked as SimulateParameters) : checked",
    replace: "name === 'simulate' && withBytesAlone === null ? {} : checked",
    tests: clientTests,
  },
  {
    protection: 'What cannot be read as a transaction is not sent: a key in hexadecimal, say',
    file: 'src/solana/landing/parseTransactionTexts.ts',
    find: 'first === undefined || tryDecodeTransaction(first.bytes) === null',
    replace: 'first === undefined || tryDecodeTransaction === null',
    tests: clientTests,
  },
  {
    protection: 'A tool refuses a secret key in Base64 before it asks anybody',
    file: 'src/backend/tools/callTool.ts',
    find: '        parseTransactionTexts(transactions);\n',
    replace: '        void transactions;\n',
    tests: ['test/unit/backend/tools/callTool.test.ts'],
  },
  {
    protection: 'A simulation is asked for again after a reset connection, as any reading is',
    file: 'src/http/httpRequester.ts',
    find: "method === 'POST' && isReadOnly !== true",
    replace: "method === 'POST'",
    tests: hostile,
  },
  {
    protection: 'A landing is not read-only',
    file: 'src/http/httpRequester.ts',
    find: "method === 'POST' && isReadOnly !== true",
    replace: 'method.length > 4 && isReadOnly === false',
    tests: hostile,
  },
  {
    protection: 'An operation is served for its own method alone',
    file: 'src/backend/server/arbscopeRoutes.ts',
    find: "refuseOtherMethods(app, path, method === 'GET' ? ['GET', 'HEAD'] : [method]);\n    app.route({\n      method,",
    replace:
      "refuseOtherMethods(app, path, ['GET', 'HEAD', 'POST']);\n    app.route({\n      method: ['GET', 'POST'],",
    tests: server,
  },
  {
    protection: 'A raw amount that may be null is exact as well',
    file: 'src/api/validation.ts',
    find: 'if (amount !== undefined) return convertAmounts(amount, value, pathNode, inexact);',
    replace: '',
    tests: clientTests,
  },
  {
    protection: 'A net gain without the prices that it needs is unknown',
    file: 'src/backend/commands/simulationLines.ts',
    find: 'if (unpriced.length > 0) return',
    replace: 'if (unpriced.length > 100) return',
    tests: command,
  },
];
