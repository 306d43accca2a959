import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { defaultSandboxSeed, memoryStore } from '../../src/backend/openEngine.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import type { Bench, BenchResult } from './benchResult.ts';

const limitMilliseconds = 2_000;
const rounds = 7;
const apiKey = 'bench';
const day = '86400';
const query = new URLSearchParams({
  tokensMint: wrappedSolMint,
  tokensMax: '50',
  tokensTimeRange: day,
  thresholdMaxTimeRange: day,
  percentilesTimeRange: day,
});

/** From the launch of `serve` to the first response of the finder, over a day of a new Sandbox. */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-sandbox-'));
  try {
    return [
      await measure('sandbox.first', defaultSandboxSeed, () => memoryStore),
      await measure('sandbox.first.other', 7, () => memoryStore),
      await measure('sandbox.first.file', 7, (round) => join(folder, `${round}.duckdb`)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function measure(
  name: string,
  seed: number,
  storeOf: (round: number) => string,
): Promise<BenchResult> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await first(seed, storeOf(round)));
  times.sort((one, other) => one - other);
  const value = times[times.length >> 1] ?? Number.NaN;
  return {
    name,
    value,
    unit: `ms with seed ${seed}, median`,
    reference: { name: 'what is allowed', value: limitMilliseconds },
    ratio: limitMilliseconds / value,
  };
}

async function first(seed: number, store: string): Promise<number> {
  const start = performance.now();
  const backend = new BackendProcess(
    ['serve', '--source', 'sandbox', '--seed', String(seed), '--store', store, '--port', '0'],
    { ARBSCOPE_API_KEY: apiKey },
  );
  try {
    const headers = { 'x-api-key': apiKey };
    const response = await fetch(`${await backend.url()}/finder?${query}`, { headers });
    const { tokens } = (await response.json()) as { readonly tokens?: readonly unknown[] };
    if ((tokens?.length ?? 0) < 20) throw new Error(`The finder responded ${response.status}`);
    return performance.now() - start;
  } finally {
    await backend.kill();
  }
}
