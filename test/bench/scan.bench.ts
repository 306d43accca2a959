import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bs58 from 'bs58';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { knownMints } from '../../src/solana/knownMints.ts';
import { scanInSteps, scanText } from '../../src/solana/scan/scanText.ts';
import type { Bench } from './benchResult.ts';

const sourceBytes = 1_000_000;
const logBytes = 20_000_000;
const rounds = 300;

/**
 * Recognition of addresses, signatures and keys: a megabyte of source at once, and a log of 20 MB
 * in steps. The longest step is the time for which an editor would stall.
 */
export const bench: Bench = async () => {
  const source = sourceText();
  const ours = times(() => scanText(source));
  const plain = times(() => plainScan(source));
  const log = logText();
  for (const _ of scanInSteps(log.slice(0, 2_000_000))) {
    // Warm-up.
  }
  let longest = 0;
  let total = 0;
  const steps = scanInSteps(log);
  for (;;) {
    const start = performance.now();
    const { done } = steps.next();
    const milliseconds = performance.now() - start;
    longest = Math.max(longest, milliseconds);
    total += milliseconds;
    if (done === true) break;
  }
  const start = performance.now();
  plainScan(log);
  const plainLog = performance.now() - start;
  console.log(`scan.log: ${total.toFixed(0)} ms in all, secret keys looked for`);
  return [
    {
      name: 'scan.source',
      value: ours,
      unit: 'ms of CPU for 1 MB of source',
      reference: { name: 'a regular expression and bs58', value: plain },
      ratio: plain / ours,
    },
    {
      name: 'scan.log',
      value: longest,
      unit: 'ms, the longest step in 20 MB of log',
      reference: { name: 'a regular expression and bs58 at once', value: plainLog },
      ratio: plainLog / longest,
    },
  ];
};

function plainScan(text: string): number {
  let found = 0;
  for (const [word] of text.matchAll(/\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g)) {
    const length = bs58.decodeUnsafe(word)?.length;
    if (length === 32 || length === 64) found++;
  }
  return found;
}

/** Processor time of this thread, to exclude other load on the machine. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of each round. All rounds count together: some systems account time in steps of 10 ms. */
function times(work: () => unknown): number {
  for (let round = 0; round < 5; round++) work();
  const start = cpuMilliseconds();
  for (let round = 0; round < rounds; round++) work();
  return (cpuMilliseconds() - start) / rounds;
}

function sourceText(): string {
  const root = join(import.meta.dirname, '../..');
  const files = ['src/engine/decode', 'src/solana', 'test/fixtures/sample-bot/src'].flatMap(
    (folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  return repeated(files, sourceBytes);
}

function logText(): string {
  const mints = [...knownMints.keys()];
  const lines = Array.from({ length: 20_000 }, (_, index) => {
    const time = new Date(1_790_000_000_000 + index * 40).toISOString();
    if (index % 10 === 0) return `${time} INFO sent ${encodeBase58(randomBytes(64))} in 3 ms\n`;
    const mint = mints[index % mints.length];
    if (index % 3 === 0) return `${time} DEBUG opportunity on ${mint} gain=0.000012 SOL\n`;
    return `${time} TRACE quotes: 17 pools, best 1.000312, worst 0.998721, spread 0.001591\n`;
  });
  return repeated(lines, logBytes);
}

function repeated(parts: readonly string[], bytes: number): string {
  const once = parts.join('');
  return once.repeat(Math.ceil(bytes / once.length)).slice(0, bytes);
}
