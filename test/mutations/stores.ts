import type { Mutation } from './mutation.ts';

const database = 'src/engine/store/duckdb/database.ts';
const storeFile = 'src/engine/store/duckdb/storeFile.ts';
const storeSource = 'src/engine/store/duckdb/storeSource.ts';
const engine = 'src/engine/engine.ts';
const readChainFile = 'src/engine/decode/readChainFile.ts';
const storeTests = ['test/unit/engine/store/store.test.ts'];
const sourceTests = ['test/integration/backend/commands/storeSources.test.ts'];
const windowTests = ['test/unit/engine/operations/timeWindows.test.ts'];
const fileTests = ['test/unit/engine/decode/readChainFile.test.ts'];
const memoryTests = ['test/unit/engine/store/compression.test.ts'];
const poolTests = ['test/unit/engine/operations/marketCache.test.ts'];

export const storesMutations: readonly Mutation[] = [
  {
    protection: 'A store opens only for the source that it holds',
    file: database,
    find: 'if (held !== null && source !== null) checkStoreSource(file, held, source);',
    replace: '',
    tests: sourceTests,
  },
  {
    protection: 'A store takes blocks of its own chain alone',
    file: storeSource,
    find: '|| held.chain === wanted.chain',
    replace: '|| true',
    tests: sourceTests,
  },
  {
    protection: 'ingest makes no store of a simulated market unasked',
    file: 'src/backend/commands/ingest.ts',
    find: `      values.source === undefined &&
      (isShared`,
    replace: `      values.source === '' &&
      (isShared`,
    tests: ['test/contract/ingest.test.ts'],
    needsBuild: true,
  },
  {
    protection: 'ingest writes what it took before it ends',
    file: 'src/backend/commands/ingest.ts',
    find: '  await engine.close();\n',
    replace: '  process.kill(process.pid, "SIGKILL");\n',
    tests: ['test/contract/ingest.test.ts'],
    needsBuild: true,
  },
  {
    protection: 'A node’s chain is confirmed before its first block is indexed',
    file: engine,
    find: `        await this.#confirmChain(writer, signal);
        for await`,
    replace: '        for await',
    tests: sourceTests,
  },
  {
    protection: 'A node of another chain is rejected at the start',
    file: engine,
    find: 'if (isOtherSource(error)) throw error;',
    replace: '',
    tests: sourceTests,
  },
  {
    protection: 'A store of a version without sources counts as recorded',
    file: storeSource,
    find: 'const isUnrecorded = Number(version) < firstSourcedVersion;',
    replace: 'const isUnrecorded = version === undefined;',
    tests: sourceTests,
  },
  {
    protection: 'A store of recorded blocks has no retention',
    file: 'src/engine/store/duckdb/duckdbStore.ts',
    find: "database.source?.kind === 'recorded' ? keepAll : retention",
    replace: 'retention ?? keepAll',
    tests: sourceTests,
  },
  {
    protection: 'serve --store alone serves what the store holds',
    file: 'src/backend/commands/sourceArguments.ts',
    find: "(held?.kind === 'pools' ? 'sandbox' : held?.kind) ?? 'sandbox'",
    replace: "'sandbox'",
    tests: sourceTests,
  },
  {
    protection: 'Pool files are imported into a recorded store alone',
    file: 'src/backend/commands/import.ts',
    find: 'DuckDbStore.open(storePath, defaultRetention, recordedStoreSource)',
    replace: 'DuckDbStore.open(storePath)',
    tests: sourceTests,
  },
  {
    protection: 'A store of something else is not replaced by a table of pools',
    file: 'src/engine/marketCache/poolIndex.ts',
    find: ' || isOtherSource(error)',
    replace: '',
    tests: sourceTests,
  },
  {
    protection: 'A recording takes "now" from the newest block of the store',
    file: engine,
    find: 'const clock = this.#source.now?.() ?? newest;',
    replace: 'const clock = this.#source.now?.() ?? Date.now();',
    tests: ['test/unit/engine/engine.test.ts'],
  },
  {
    protection: 'Time windows end now',
    file: 'src/engine/store/duckdb/whereClause.ts',
    find: 'this.atLeast(column, fromSeconds).atMost(column, toSeconds)',
    replace: 'this.atLeast(column, fromSeconds).atMost(column, toSeconds * 2)',
    tests: windowTests,
  },
  {
    protection: 'Traded volume that is not written yet ends now',
    file: 'src/engine/store/tradedVolumes.ts',
    find: ' || minute > toSeconds',
    replace: '',
    tests: windowTests,
  },
  {
    protection: 'Statements reach no file but the store',
    file: database,
    find: "{ enable_external_access: 'false' }",
    replace: "{ enable_external_access: 'true' }",
    tests: storeTests,
  },
  {
    protection: 'A view in place of a table is rejected',
    file: database,
    find: " AND table_type = 'BASE TABLE'",
    replace: '',
    tests: storeTests,
  },
  {
    protection: 'What DuckDB makes beside the store is private (umask)',
    file: database,
    find: 'process.umask(0o077);',
    replace: '',
    tests: ['test/integration/engine/store/storeCrash.test.ts'],
  },
  {
    protection: 'A store that others could read becomes private',
    file: storeFile,
    find: '  await chmod(file, privateMode);',
    replace: '',
    tests: storeTests,
  },
  {
    protection: 'A log that others could read becomes private',
    file: storeFile,
    find: '  await chmod(logOf(file), privateMode)',
    replace: '  await Promise.resolve()',
    tests: storeTests,
  },
  {
    protection: 'A symbolic link in place of a store is rejected',
    file: storeFile,
    find: 'if (found?.isSymbolicLink() === true)',
    replace: 'if (found === undefined)',
    tests: storeTests,
  },
  {
    protection: 'A symbolic link in place of a store’s log is rejected',
    file: storeFile,
    find: 'const hasLog = await isOrdinaryFile(logOf(file));',
    replace: 'const hasLog = false;',
    tests: storeTests,
  },
  {
    protection: 'A log without its store is not thrown away',
    file: storeFile,
    find: 'if (!exists && hasLog)',
    replace: 'if (false)',
    tests: storeTests,
  },
  {
    protection: 'A log that begins like none is not taken for an empty one',
    file: storeFile,
    find: 'if (hasLog) await checkLog(file);',
    replace: '',
    tests: storeTests,
  },
  {
    protection: 'A signature is bound to its statement, not part of it',
    file: 'src/engine/store/duckdb/reads/findTransaction.ts',
    find: 'AND signature = $signature LIMIT 1`,\n    { key: signatureKey(signature), signature },',
    replace: `AND signature = '\${signature}' LIMIT 1\`,\n    { key: signatureKey(signature) },`,
    tests: storeTests,
  },
  {
    protection: 'A pool’s address is bound to its statement, not part of it',
    file: 'src/engine/store/duckdb/poolTable.ts',
    find: 'WHERE pool = $pool LIMIT 1`,\n      { pool },',
    replace: `WHERE pool = '\${pool}' LIMIT 1\`,\n      {},`,
    tests: poolTests,
  },
  {
    protection: 'tokensAMMS takes addresses and small counts alone (the parameter’s schema)',
    file: 'src/api/finder.ts',
    find: "pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44},(0?[0-9]|10)$'",
    replace: "pattern: '.'",
    tests: ['test/unit/api/validation.test.ts'],
  },
  {
    protection: 'A recorded file that unpacks without end is rejected',
    file: readChainFile,
    find: '{ maxOutputLength: bytesMaximum }',
    replace: '{}',
    tests: fileTests,
  },
  {
    protection: 'A recorded file that is larger than any block is rejected',
    file: readChainFile,
    find: 'if (size > bytesMaximum)',
    replace: 'if (size > 20 * bytesMaximum)',
    tests: fileTests,
  },
  {
    protection: 'A recorded file that is nested without end is rejected',
    file: readChainFile,
    find: '  if (excess !== null) throw fileError(path, excess);\n',
    replace: '',
    tests: fileTests,
  },
  {
    protection: 'A re-imported pool has its newest lookup table',
    file: 'src/engine/marketCache/parsePoolEntry.ts',
    find: '{ ...parameters, addressLookupTableAddress: lookupTable }',
    replace: '{ addressLookupTableAddress: lookupTable, ...parameters }',
    tests: poolTests,
  },
  {
    protection: 'An older block does not replace the lookup table of a pool',
    file: 'src/engine/store/poolRegistry.ts',
    find: 'if (slot < state.lookupTableSlot) continue;',
    replace: '',
    tests: poolTests,
  },
  {
    protection: 'An older block does not replace the balance of a vault',
    file: 'src/engine/store/poolRegistry.ts',
    find: 'if (slot >= (state.vaults.get(vault)?.slot ?? 0))',
    replace: 'if (slot >= 0)',
    tests: poolTests,
  },
  {
    protection: 'An older block does not replace the newest price',
    file: 'src/engine/priceTracker.ts',
    find: 'if (timeSeconds < (this.#prices.get(mint)?.timeSeconds ?? 0)) return;',
    replace: '',
    tests: storeTests,
  },
  {
    protection: 'Memory that a compression leaves unused is returned to the system',
    file: 'src/engine/store/duckdb/duckdbStore.ts',
    find: '      this.#releaseAt = 0;\n',
    replace: '',
    tests: memoryTests,
  },
  {
    protection: 'A store returns unused memory again and again',
    file: 'src/engine/store/duckdb/duckdbStore.ts',
    find: 'this.#releaseAt = Date.now() + releaseMilliseconds;',
    replace: 'this.#releaseAt = Number.POSITIVE_INFINITY;',
    tests: memoryTests,
  },
  {
    protection: 'Returning memory does not lower the limit, which DuckDB rounds down',
    file: database,
    find: 'if (this.#memoryLimit === null) {',
    replace: '{',
    tests: memoryTests,
  },
  {
    protection: 'A store forgets the buffers of former statements',
    file: database,
    find: 'await evictBuffers(this.#instance).catch(() => undefined);',
    replace: '',
    tests: memoryTests,
  },
  {
    protection: 'A store that cannot evict buffers keeps working',
    file: database,
    find: 'evictBuffers(this.#instance).catch(() => undefined)',
    replace: 'evictBuffers(this.#instance)',
    tests: memoryTests,
  },
  {
    protection: 'A store’s memory limit is never lowered while it forgets buffers',
    file: 'src/engine/store/duckdb/evictBuffers.ts',
    find: 'FROM range(10_000)',
    replace: 'SELECT 1',
    tests: memoryTests,
  },
];
