import type { Mutation } from './mutation.ts';

const folder = 'src/engine/store/clickhouse';
const writer = `${folder}/clickHouseWriter.ts`;
const writerTests = ['test/clickhouse/writer.test.ts'];
const readerTests = ['test/clickhouse/reader.test.ts'];
const lateTests = ['test/clickhouse/lateBlocks.test.ts'];
const gapTests = ['test/unit/engine/filling/gapFiller.test.ts'];
const forkTests = ['test/unit/engine/filling/chainCheck.test.ts'];
const errorTests = ['test/clickhouse/errors.test.ts'];

const totalsTests = ['test/clickhouse/totals.test.ts'];
const alikeTests = ['test/clickhouse/alike.test.ts'];
const nodeTests = ['test/clickhouse/node.test.ts'];

export const clickHouseMutations: readonly Mutation[] = [
  {
    protection: 'A minute counts by its rows or by its totals, not by both',
    file: `${folder}/reads/historyReads.ts`,
    find: 'toSeconds: Math.min(toSeconds, border - 1),',
    replace: 'toSeconds,',
    tests: totalsTests,
  },
  {
    protection: 'Figures that sums cannot tell are unknown, not 0',
    file: `${folder}/reads/historyReads.ts`,
    find: 'haveTotalsFor(filter) ? known.totalsFromSeconds : known.rowsFromSeconds',
    replace: 'known.totalsFromSeconds',
    tests: totalsTests,
  },
  {
    protection: 'Servers with different threads give the same sums',
    file: `${folder}/exactSums.ts`,
    find: 'high: 10,',
    replace: 'high: 80,',
    tests: alikeTests,
  },
  {
    protection: 'A node beside a store is of its chain',
    file: `${folder}/sharedStore.ts`,
    find: "checkStoreSource(target.label, reader.source, { kind: 'rpc', chain });",
    replace: '',
    tests: nodeTests,
    needsBuild: true,
  },
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
    protection: 'A late block has the prices of its time',
    file: `${folder}/latePrices.ts`,
    find: 'for (const [mint, price, digits] of await this.#pricesNear(timeSeconds)) {',
    replace: 'for (const [mint, price, digits] of [] as [string, TokenPrice, number][]) {',
    tests: lateTests,
  },
  {
    protection: 'An hour that is being filled is not summed up with every block',
    file: `${folder}/lateHours.ts`,
    find: 'this.#now() - last < intervalMilliseconds',
    replace: 'this.#now() - last < 0',
    tests: lateTests,
  },
  {
    protection: 'Gaps that are filled are not in the coverage',
    file: `${folder}/leftOutBlocks.ts`,
    find: '[minute, writer, part, 0]',
    replace: '[minute, writer, part, 1]',
    tests: lateTests,
  },
  {
    protection: 'Gaps are left for a minute to those who follow the tip',
    file: 'src/engine/filling/gapFiller.ts',
    find: 'const settledSeconds = 60;',
    replace: 'const settledSeconds = 0;',
    tests: gapTests,
  },
  {
    protection: 'Who fills a gap leaves out what others have written meanwhile',
    file: 'src/engine/filling/segments.ts',
    find: 'part.filter((slot) => !known.has(slot))',
    replace: 'part.filter((slot) => slot >= 0 || !known.has(slot))',
    tests: gapTests,
  },
  {
    protection: 'Several who fill the same gap are at other places of it',
    file: 'src/engine/filling/segments.ts',
    find: 'const other = Math.floor(random() * (at + 1));',
    replace: 'const other = at;',
    tests: gapTests,
  },
  {
    protection: 'The newest blocks come before gaps',
    file: 'src/engine/filling/segments.ts',
    find: '      await giveWay?.(signal);\n',
    replace: '',
    tests: gapTests,
  },
  {
    protection: 'A fork is replaced only once the other one is final',
    file: 'src/engine/filling/chainCheck.ts',
    find: 'const finalSlots = 64;',
    replace: 'const finalSlots = 0;',
    tests: forkTests,
  },
  {
    protection: 'A block counts no more where the finalized chain has none',
    file: 'src/engine/filling/chainCheck.ts',
    find: 'await shared.remove(slot);\n',
    replace: '\n',
    tests: forkTests,
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
    tests: ['test/unit/engine/store/clickhouse/database/clickHouseUrl.test.ts'],
  },
];
