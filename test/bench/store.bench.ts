import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChdb } from '../../scripts/test/installChdb.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ask, askAlone, ended, forkBeside } from './childProcess.ts';
import { type DayShape, day, mainnetChain, mainnetShape, type WrittenStretch } from './fillDay.ts';
import { percentile } from './percentile.ts';
import { operationNames } from './storeOperations.ts';
import type { MeasuredOperation, StoreFigures, StoreRequest } from './storeProcess.ts';

const sizes = [1, 10] as const;
type Millions = (typeof sizes)[number];
type StoreName = 'duckdb' | 'clickhouse';

/** Limit of arbitrages in memory: coverage is requested for the newest of this number. */
const coveredArbitrages = 250_000;
/** Random bytes of a signature, which cannot be compressed. */
const signatureBytes = 64;
const followedSeconds = 30;

/**
 * A day of 1 and of 10 million arbitrages in both stores: every heavy operation compared with what a
 * user could expect at best (`storeBaselines.ts`), the write rate, and the size on disk.
 */
export const bench: Bench = async () => {
  const hasChdb = findChdb() !== null;
  if (!hasChdb) console.log('store: chDB is not installed here: DuckDB alone is measured');
  const stores: readonly StoreName[] = hasChdb ? ['duckdb', 'clickhouse'] : ['duckdb'];
  const results: BenchResult[] = [];
  for (const store of stores) {
    const smaller = new Map<string, number>();
    for (const millions of sizes) results.push(...(await measureStore(store, millions, smaller)));
  }
  return results;
};

/**
 * `smaller`: processor times by operation on a tenth of the rows, for the exponent. Replaces them
 * with the times of this size.
 */
async function measureStore(
  store: StoreName,
  millions: Millions,
  smaller: Map<string, number>,
): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-store-'));
  const address = { store, folder: join(folder, 'store') };
  await mkdir(address.folder);
  const tell = (text: string): void => console.log(`store: ${store} ${millions}m: ${text}`);
  const nameOf = (what: string): string => `store.${store}.${what}.${millions}m`;
  try {
    const shape = mainnetShape(millions * 1_000_000);
    const alone = <Response>(request: StoreRequest) =>
      askAlone<Response>('storeProcess.ts', request);
    const start = performance.now();
    const written = await alone<WrittenStretch>({ ask: 'fill', shape, ...address });
    const summing = await alone<number>({ ask: 'sumUp', ...address });
    tell(`filled in ${seconds(performance.now() - start)}, summed up in ${seconds(summing)}`);
    const coverageSeconds = Math.floor(
      day.seconds * Math.min(1, coveredArbitrages / shape.arbitrages),
    );
    const child = forkBeside('storeProcess.ts');
    const send = <Response>(request: StoreRequest) => ask<Response>(child, request);
    try {
      await send({ ask: 'open', coverageSeconds, ...address });
      const opened = await send<StoreFigures>({ ask: 'figures' });
      const results = [insertResult(nameOf('insert'), written)];
      for (const operation of operationNames) {
        const measured = await send<MeasuredOperation>({ ask: 'measure', operation });
        if (measured.refused !== null) {
          tell(`${operation}: refused: ${measured.refused}`);
          continue;
        }
        const result = operationResult(nameOf(operation), measured, smaller.get(operation));
        // Coverage always has the same number of arbitrages, so it has no exponent.
        if (operation !== 'coverage')
          smaller.set(operation, percentile(measured.engineProcessor, 0.5));
        results.push(result);
        tell(
          `${operation}: ${result.value.toFixed(1)} ${result.unit}, ${result.reference.name} ${result.reference.value.toFixed(1)},` +
            ` ${measured.statements} statements, ${measured.engine.length} rounds`,
        );
      }
      const read = await send<StoreFigures>({ ask: 'figures' });
      tell(`memory ${(read.rssBytes / 1e6).toFixed(0)} MB, ${opened.all} bytes`);
      results.push(...sizeResults(nameOf, shape, opened));
      const perBlock = shape.arbitrages / mainnetChain.blocksPerDay;
      const times = await send<number[]>({ ask: 'follow', seconds: followedSeconds, perBlock });
      results.push({
        name: nameOf('follow'),
        value: percentile(times, 0.5),
        unit: `ms to write a second of the chain, median, 95th percentile ${percentile(times, 0.95).toFixed(0)} ms`,
        reference: { name: 'a second', value: 1_000 },
        ratio: 1_000 / percentile(times, 0.5),
      });
      await send({ ask: 'close' });
      return results;
    } finally {
      await ended(child);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function operationResult(
  name: string,
  { engine, baseline, bare, engineProcessor, baselineName }: MeasuredOperation,
  smaller: number | undefined,
): BenchResult {
  const value = percentile(engine, 0.5);
  const reference = percentile(baseline, 0.5);
  const used = percentile(engineProcessor, 0.5);
  const growth = smaller === undefined ? '' : `, exponent ${Math.log10(used / smaller).toFixed(2)}`;
  return {
    name,
    value,
    unit: `ms median, 95th percentile ${percentile(engine, 0.95).toFixed(0)} ms, its statements alone ${percentile(bare, 0.5).toFixed(0)} ms; ${used.toFixed(0)} ms of processor${growth}`,
    reference: { name: baselineName, value: reference },
    ratio: reference / value,
  };
}

function insertResult(
  name: string,
  { blocks, transactions, milliseconds }: WrittenStretch,
): BenchResult {
  const value = (blocks * 1_000) / milliseconds;
  const rows = Math.round((transactions * 1_000) / milliseconds);
  return {
    name,
    value,
    unit: `blocks/s of a history with ${rows} transactions/s`,
    reference: { name: 'blocks/s of mainnet', value: mainnetChain.blocksPerSecond },
    ratio: value / mainnetChain.blocksPerSecond,
  };
}

function sizeResults(
  nameOf: (what: string) => string,
  { arbitrages, failures }: DayShape,
  { all, minuteTotals, summedHours }: StoreFigures,
): BenchResult[] {
  const reference = {
    name: 'the signatures alone',
    value: megabytes((arbitrages + failures) * signatureBytes),
  };
  const value = megabytes(all);
  const results = [
    {
      name: nameOf('day'),
      value,
      unit: `MB on disk, ${Math.round(all / arbitrages)} bytes for each arbitrage`,
      reference,
      ratio: reference.value / value,
    },
  ];
  if (summedHours === 0) return results;
  const minutes = megabytes((minuteTotals * 24) / summedHours);
  return [
    ...results,
    {
      name: nameOf('minutes'),
      value: minutes,
      unit: 'MB on disk of a day by minute',
      reference: { name: 'the rows', value },
      ratio: value / minutes,
    },
  ];
}

const megabytes = (bytes: number): number => bytes / 1e6;
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(0)} s`;
