import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { root } from '../../scripts/paths.ts';
import type { FinderResult } from '../../src/api/finder.ts';
import { defaultSandboxSeed, memoryStore } from '../../src/backend/engines/sourceConfig.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { systemProgram } from '../../src/solana/knownPrograms.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { instructions, signedWithKit } from '../fixtures/signedTransactions.ts';
import { asInEditor } from './asInEditor.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median } from './percentile.ts';

const limitMilliseconds = { day: 2_000, window: 1_000 } as const;
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

/**
 * Time from the launch of the backend to the finder's first response on a new Sandbox: with `serve`
 * for a day, and as launched by a window for the hour that its Finder requests first. Also a whole
 * run of `arbscope simulate`, which only needs current prices.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-sandbox-'));
  try {
    const first = await measure(
      'sandbox.first',
      'day',
      defaultSandboxSeed,
      overDay(() => memoryStore),
    );
    return [
      first,
      await measureSimulate(folder, first),
      await measure(
        'sandbox.first.other',
        'day',
        7,
        overDay(() => memoryStore),
      ),
      await measure(
        'sandbox.first.file',
        'day',
        7,
        overDay((round) => join(folder, `${round}.duckdb`)),
      ),
      await measure('sandbox.window', 'window', defaultSandboxSeed, inWindow(folder)),
      await measure('sandbox.window.other', 'window', 7, inWindow(folder)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Launches the backend; resolves after the finder's response. */
type Launch = (
  seed: number,
  round: number,
) => Promise<{ readonly tokens: number; readonly end: () => Promise<unknown> }>;

async function measure(
  name: string,
  over: keyof typeof limitMilliseconds,
  seed: number,
  launch: Launch,
): Promise<BenchResult> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const { tokens, end } = await launch(seed, round);
    times.push(performance.now() - start);
    await end();
    if (tokens < 20) throw new Error(`The finder has ${tokens} tokens`);
  }
  const value = median(times);
  const limit = limitMilliseconds[over];
  return {
    name,
    value,
    unit: `ms with seed ${seed}, median`,
    reference: { name: 'what is allowed', value: limit },
    ratio: limit / value,
  };
}

async function measureSimulate(folder: string, first: BenchResult): Promise<BenchResult> {
  const payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
  const transfer = instructions.transfer(payer.address, payer.address, 1n);
  const bytes = await signedWithKit({
    version: 0,
    payer,
    instructions: [transfer],
    blockhash: systemProgram,
  });
  const file = join(folder, 'transfer.txt');
  await writeFile(file, Buffer.from(bytes).toString('base64'));
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    execFileSync(process.execPath, [join(root, 'dist/backend.js'), 'simulate', file]);
    return performance.now() - start;
  });
  const value = median(times);
  return {
    name: 'sandbox.simulate',
    value,
    unit: 'ms from launch to end, median',
    reference: { name: 'sandbox.first', value: first.value },
    ratio: first.value / value,
  };
}

function overDay(storeOf: (round: number) => string): Launch {
  return async (seed, round) => {
    const store = storeOf(round);
    const backend = new BackendProcess(
      ['serve', '--source', 'sandbox', '--seed', String(seed), '--store', store, '--port', '0'],
      { ARBSCOPE_API_KEY: apiKey },
    );
    const end = () => backend.kill();
    const headers = { 'x-api-key': apiKey };
    const response = await fetch(`${await backend.url()}/finder?${query}`, { headers });
    const { tokens } = (await response.json()) as { readonly tokens: readonly unknown[] };
    return { tokens: tokens.length, end };
  };
}

function inWindow(folder: string): Launch {
  return async (seed, round) => {
    const name = `${seed}-${round}`;
    const [socket, secretFile] = [join(folder, `${name}.sock`), join(folder, name, 'secret')];
    await mkdir(join(folder, name));
    const secret = randomBytes(32).toString('hex');
    await writeFile(secretFile, secret, { mode: 0o600 });
    const backend = new BackendProcess(
      ['channel', '--socket', socket, '--secret-file', secretFile],
      ...asInEditor,
    );
    const end = () => backend.kill();
    await backend.line(/ready/);
    const window = await FakeWindow.open(socket, secret);
    const parameters = { tokensMint: [wrappedSolMint] };
    const result = await window.call('finder', parameters, { kind: 'sandbox', seed });
    window.socket.destroy();
    return { tokens: (result as FinderResult).tokens.length, end };
  };
}
