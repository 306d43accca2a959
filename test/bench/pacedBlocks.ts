/** Blocks of the simulated market at a given pace, as text like from a node. */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import type { BlockSource, SourceBlock, SourceToken } from '../../src/engine/chain/blockSource.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { secondsPerDay, slotAtSecond } from '../../src/engine/sandbox/simulatedTime.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';

export interface Pace {
  readonly blocks: number;
  readonly arbitrages: number;
  readonly intervalMilliseconds: number;
}

/** A run of blocks. Each is available when due, whether the previous one was consumed or not. */
export interface PacedRun extends Pace {
  readonly firstSlot: number;
  /** Time of the first block, by `monotonicMilliseconds`. */
  readonly startMilliseconds: number;
}

/** A clock that is shared by all processes of a machine and cannot be set. */
export const monotonicMilliseconds = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When a block becomes available, by `monotonicMilliseconds`. */
export const dueMilliseconds = (run: Omit<PacedRun, 'arbitrages' | 'blocks'>, slot: number) =>
  run.startMilliseconds + (slot - run.firstSlot) * run.intervalMilliseconds;

/** Resolves at this time, immediately if it has passed. */
export async function waitUntil(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const wait = milliseconds - monotonicMilliseconds();
  if (wait > 0) await setTimeout(wait, undefined, { ...(signal !== undefined && { signal }) });
}

/** Number of different transactions, which are repeated with other signatures. */
const templates = 2_000;
const secondsPerLook = 600;
const leadMilliseconds = 200;
/** Distance to the history's slots, to prevent duplicates. */
const slotsAside = 1_000;

/** A day of the Sandbox, then the runs of `start`: texts parsed and decoded like a node's. */
export class PacedSource implements BlockSource {
  readonly kind = 'sandbox';
  readonly #simulated = new SimulatedSource({ seed: defaultSandboxSeed });
  readonly #templates = arbitrageTexts();
  #pace: Pace = { blocks: 0, arbitrages: 0, intervalMilliseconds: 0 };
  #bodies: readonly Buffer[] = [];
  #nextSlot = slotAtSecond(Math.floor(Date.now() / 1_000)) + slotsAside;
  #started = Promise.withResolvers<PacedRun>();

  history(signal: AbortSignal): AsyncIterable<SourceBlock> {
    return this.#simulated.history(signal);
  }

  now(): number {
    return Date.now();
  }

  tokens(): readonly SourceToken[] {
    return this.#simulated.tokens();
  }

  prepare(pace: Pace): void {
    this.#pace = pace;
    this.#bodies = Array.from({ length: pace.blocks }, (_, block) => {
      const texts = Array.from({ length: pace.arbitrages }, (__, index) => {
        const at = (block * pace.arbitrages + index) % this.#templates.length;
        return this.#templates[at]?.join(encodeBase58(randomBytes(64))) ?? '';
      });
      return Buffer.from(texts.join(','));
    });
  }

  start(): PacedRun {
    const startMilliseconds = monotonicMilliseconds() + leadMilliseconds;
    const run = { ...this.#pace, firstSlot: this.#nextSlot, startMilliseconds };
    this.#nextSlot += run.blocks;
    this.#started.resolve(run);
    return run;
  }

  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const ended = Promise.withResolvers<null>();
    signal.addEventListener('abort', () => ended.resolve(null), { once: true });
    for (;;) {
      const run = await Promise.race([this.#started.promise, ended.promise]);
      if (run === null) return;
      this.#started = Promise.withResolvers();
      for (const [index, body] of this.#bodies.entries()) {
        const slot = run.firstSlot + index;
        await waitUntil(dueMilliseconds(run, slot), signal);
        const block = JSON.parse(`{${headOf(slot)},"transactions":[${body}]}`) as RpcBlock;
        yield { slot, block };
      }
    }
  }
}

const headOf = (slot: number): string =>
  `"blockhash":"hash${slot}","previousBlockhash":"hash${slot - 1}","parentSlot":${slot - 1},` +
  `"blockHeight":${slot},"blockTime":${Math.floor(Date.now() / 1_000)}`;

/** Successful arbitrages as JSON, each split at its signature. */
function arbitrageTexts(): readonly (readonly string[])[] {
  const market = new SimulatedMarket(defaultSandboxSeed);
  const texts: string[][] = [];
  for (let second = secondsPerDay; texts.length < templates; second += secondsPerLook) {
    const { block, expectedRecords } = market.block(second, second + secondsPerLook - 1);
    for (const [index, { kind, signature }] of expectedRecords.entries()) {
      if (kind !== 'arbitrage') continue;
      texts.push(JSON.stringify(block.transactions[index]).split(signature));
    }
  }
  return texts;
}
