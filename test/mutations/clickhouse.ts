import type { Mutation } from './mutation.ts';

const folder = 'src/engine/store/clickhouse';
const writer = `${folder}/clickHouseWriter.ts`;
const writerTests = ['test/contract/clickhouse/writer.test.ts'];
const readerTests = ['test/contract/clickhouse/reader.test.ts'];
const errorTests = ['test/contract/clickhouse/errors.test.ts'];

export const clickHouseMutations: readonly Mutation[] = [
  {
    protection: 'A block counts only once all of its rows are written',
    file: writer,
    find: `      await this.#attempts.writeRows(attempts);
      await this.#attempts.commit(attempts);`,
    replace: `      await this.#attempts.commit(attempts);
      await this.#attempts.writeRows(attempts);`,
    tests: writerTests,
  },
  {
    protection: 'A fork that replaces another counts in its place',
    file: `${folder}/blockAttempts.ts`,
    find: 'const version = versionOfCopy(held.copy) + 1;\n        attempts',
    replace: 'const version = versionOfCopy(held.copy);\n        attempts',
    tests: writerTests,
  },
  {
    protection: 'Of two ingesters that wrote a block one counts',
    file: `${folder}/visibleCopies.ts`,
    find: '`SELECT slot, max(copy) FROM',
    replace: '`SELECT slot, copy FROM',
    tests: writerTests,
  },
  {
    protection: 'What is written while an answer is made is not part of it',
    file: `${folder}/visibleCopies.ts`,
    find: 'AND added_ms <= ',
    replace: 'AND added_ms <= 9 * ',
    tests: readerTests,
  },
  {
    protection: 'A block that could not be written stays to be written',
    file: writer,
    find: `      await this.#attempts.writeRows(attempts);
      await this.#attempts.commit(attempts);`,
    replace: `      for (const block of batch) this.#pending.delete(block.slot);
      await this.#attempts.writeRows(attempts);
      await this.#attempts.commit(attempts);`,
    tests: writerTests,
  },
  {
    protection: 'An error of a ClickHouse store does not hold its password',
    file: `${folder}/clickHouseErrors.ts`,
    find: 'return new SecretRedactor([password]).redact(classify(error, label));',
    replace: 'return classify(error, label);',
    tests: errorTests,
  },
  {
    protection: 'A name of a database is nothing but a name',
    file: `${folder}/clickHouseUrl.ts`,
    find: 'if (!plainIdentifier.test(identifier)) {',
    replace: 'if (identifier === null) {',
    tests: ['test/unit/engine/store/clickhouse/clickHouseUrl.test.ts'],
  },
];
