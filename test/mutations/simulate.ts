import type { Mutation } from './mutation.ts';

const operations = 'test/unit/engine/operations/arbscope';
const nodeTests = [`${operations}/simulateNode.test.ts`];
const failureTests = [`${operations}/simulateFailure.test.ts`];
const hostileTests = [`${operations}/simulateHostileNode.test.ts`];
const bundleTests = [`${operations}/simulateBundle.test.ts`];
const sandboxTests = [`${operations}/simulateSandbox.test.ts`];
const inputTests = [`${operations}/simulateInput.test.ts`];
const simulator = 'src/engine/landing/rpcSimulator.ts';
const reader = 'src/engine/landing/readSimulation.ts';
const operation = 'src/engine/operations/arbscope/simulate.ts';

export const simulateMutations: readonly Mutation[] = [
  {
    protection: 'What is simulated leaves without its signatures: nobody can land it',
    file: simulator,
    find: 'Buffer.from(withoutSignatures(signed))',
    replace: 'Buffer.from(withoutSignatures(signed) && signed.bytes)',
    tests: [...nodeTests, ...bundleTests],
  },
  {
    protection: 'A secret key among the input of a simulation is sent to nobody',
    file: operation,
    find: "input.kind === 'secret-key'",
    replace: 'false',
    tests: inputTests,
  },
  {
    protection: 'A node without balances is asked for accounts',
    file: simulator,
    find: '      this.#isOld = lacksBalances(returned);\n',
    replace: '      this.#isOld = false;\n',
    tests: nodeTests,
  },
  {
    protection: 'A node that refuses simulations is named as such, with what to do',
    file: simulator,
    find: '      throw toRefusal(error);\n',
    replace: '      throw toRefusal(null) ?? error;\n',
    tests: hostileTests,
  },
  {
    protection: 'Balances of a simulation are one for each account',
    file: reader,
    find: 'value.length === keys && value.every(isLamports)',
    replace: 'value.length !== keys + 1e9 && value.every(isLamports)',
    tests: hostileTests,
  },
  {
    protection: 'Inner instructions of a simulation are of accounts that the transaction has',
    file: reader,
    find: 'readList(accounts, (one) => (isIndex(one, keys) ? one : null))',
    replace: 'readList(accounts, (one) => (isIndex(one, 1e9) ? one : null))',
    tests: hostileTests,
  },
  {
    protection: 'A log of any length is cut',
    file: 'src/engine/landing/rpcResponses.ts',
    find: '    if (room < 0) break;\n',
    replace: '',
    tests: hostileTests,
  },
  {
    protection: 'A bundle without inner instructions is not said to gain nothing',
    file: 'src/engine/decode/decodeSimulation.ts',
    find: 'run.meta.err === null && lacksCalls(run, programs)',
    replace: 'lacksCalls(run, programs) && false',
    tests: bundleTests,
  },
  {
    protection: 'The swap that failed is no leg of the route',
    file: 'src/engine/decode/decodeFailedRoute.ts',
    find: 'const done = withoutCall(ran, undone);',
    replace: 'const done = withoutCall(ran, undone) && ran;',
    tests: failureTests,
  },
  {
    protection: 'A simulation in the Sandbox leaves everything as it was',
    file: 'src/engine/sandbox/sandboxSimulation.ts',
    find: '    for (const [address, account] of touched) machine.setAccount(address, account ?? noAccount);\n',
    replace: '',
    tests: sandboxTests,
  },
];
