import type { Mutation } from './mutation.ts';

const arbitrages = 'src/engine/store/duckdb/reads/arbitrageReads.ts';
const stream = 'src/engine/operations/arbscope/arbitrageStream.ts';
const cache = 'src/engine/operations/arbscope/historyCache.ts';
const ranking = 'src/engine/store/duckdb/reads/walletRankingReads.ts';
const pageTests = ['test/unit/engine/operations/arbscope/arbitrages.test.ts'];
const streamTests = ['test/unit/engine/operations/arbscope/arbitrageStream.test.ts'];
const historyTests = ['test/unit/engine/operations/arbscope/history.test.ts'];

export const marketOperationsMutations: readonly Mutation[] = [
  {
    protection: 'A page of arbitrages begins behind the last row of the one before',
    file: arbitrages,
    find: "'slot <= $0 AND (slot < $0 OR position < $1 OR position = $1 AND number < $2)'",
    replace: "'slot < $0 AND $1 = $1 AND $2 = $2'",
    tests: pageTests,
  },
  {
    protection: 'A transaction that a fork moved is not streamed again',
    file: 'src/engine/store/rowNumbers.ts',
    find: 'this.#former.set(signature, number);',
    replace: 'void signature;',
    tests: streamTests,
  },
  {
    protection: 'A cursor of another store means nothing in this one',
    file: 'src/engine/operations/arbscope/cursors.ts',
    find: 'return store === identity ? position : null;',
    replace: 'return store.length === identity.length ? position : null;',
    tests: streamTests,
  },
  {
    protection: 'A stream ends when its index is closed',
    file: stream,
    find: '    visibleRows.throwIfClosed();\n',
    replace: '',
    tests: ['test/unit/engine/engine.test.ts'],
  },
  {
    protection: 'A history is read again where blocks have come since',
    file: cache,
    find: 'interval)) {\n        figures.delete(start);',
    replace: 'interval)) {\n        void start;',
    tests: historyTests,
  },
  {
    protection: 'A history is read again when blocks have been replaced or deleted',
    file: cache,
    find: 'former?.revision === revision',
    replace: 'former !== undefined',
    tests: historyTests,
  },
  {
    protection: 'Ranks of a few wallets are those among all',
    file: ranking,
    find: 'SELECT * FROM ranked WHERE',
    replace: 'SELECT * REPLACE (1 AS place) FROM ranked WHERE',
    tests: ['test/unit/engine/operations/arbscope/walletRanking.test.ts'],
  },
  {
    protection: 'A store of a former version finds its routes',
    file: 'src/engine/store/duckdb/database/database.ts',
    find: 'if (isFormer) await fillStops(writer);',
    replace: '',
    tests: ['test/unit/engine/store/upgrade.test.ts'],
  },
];
