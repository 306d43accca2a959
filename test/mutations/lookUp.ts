import type { Mutation } from './mutation.ts';

const test = (name: string) => [`test/unit/extension/transaction/${name}.test.ts`];

export const lookUpMutations: readonly Mutation[] = [
  {
    protection: 'A secret key pasted into the list of transactions leaves the box at once',
    file: 'src/extension/transaction/lookUpPick.ts',
    find: "if (parseLookupInput(text).kind === 'secret-key') {",
    replace: "if (text === 'secret-key') {",
    tests: test('lookUpPick'),
  },
  {
    protection: 'A text with a secret key is not looked at for signatures',
    file: 'src/extension/transaction/parseLookupInput.ts',
    find: "if (found.some(({ kind }) => kind === 'secret-key')) return { kind: 'secret-key' };",
    replace: '',
    tests: test('parseLookupInput'),
  },
  {
    protection: 'Only signatures are kept as recently viewed',
    file: 'src/extension/transaction/recentTransactions.ts',
    find: "isEntry(value) && parseSignature(value.signature).kind === 'signature'",
    replace: 'isEntry(value)',
    tests: test('recentTransactions'),
  },
  {
    protection: 'A look-up is given up when something else is typed',
    file: 'src/extension/transaction/lookUpPick.ts',
    find: `    this.#lookUp?.abort();
    if (parse`,
    replace: '    if (parse',
    tests: test('lookUpPick'),
  },
  {
    protection: 'Rows that load later are below the others, so that none moves under a click',
    file: 'src/extension/transaction/lookUpPick.ts',
    find: '      await coming;\n',
    replace: '',
    tests: test('lookUpPick'),
  },
  {
    protection: 'A click opens its row, also when rows that came made another one active',
    file: 'src/extension/transaction/lookUpPick.ts',
    find: 'const wanted = [this.#selected?.id, ',
    replace: 'const wanted = [',
    tests: test('lookUpPick'),
  },
  {
    protection: 'A symbol draws no icon in the list of transactions',
    file: 'src/extension/transaction/lookUpRows.ts',
    find: "escapeIcons(facts.filter(Boolean).join(' · '))",
    replace: "facts.filter(Boolean).join(' · ')",
    tests: test('lookUpRows'),
  },
  {
    protection: 'The page of a transaction leads to addresses alone',
    file: 'src/extension/transaction/transactionPanel.ts',
    find: 'if (isAddress(request.id)) await',
    replace: 'await',
    tests: test('transactionPanel'),
  },
];
