import { Random } from './random.ts';
import type { SimulatedToken } from './tokens.ts';

/**
 * What changes with the time of day: how much happens, what is traded, and the prices. Everything
 * follows from the seed and the time alone, so any minute can be made without those before it.
 */
export class Rhythm {
  readonly #tokens: readonly SimulatedToken[];
  readonly #seed: number;
  readonly #waves: readonly Wave[];
  readonly #prices: Float64Array;
  readonly #attention: Float64Array;
  #minute = Number.NaN;

  constructor(tokens: readonly SimulatedToken[], seed: number) {
    this.#tokens = tokens;
    this.#seed = seed;
    this.#waves = tokens.map((token) => makeWave(token, seed));
    this.#prices = new Float64Array(tokens.length);
    this.#attention = new Float64Array(tokens.length);
  }

  /** Moves to a time in Unix seconds; prices and attention change once a minute. */
  moveTo(second: number): void {
    const minute = Math.floor(second / 60);
    if (minute === this.#minute) return;
    this.#minute = minute;
    const hour = Math.floor(minute / 60);
    const craze = new Random(this.#seed, hour, 0x0c2a2e).below(this.#tokens.length * 2);
    let attention = 0;
    for (const token of this.#tokens) {
      const wave = this.#waves[token.id];
      if (!wave) continue;
      const slow = Math.sin(minute * wave.slow + wave.phase);
      const quick = Math.sin(minute * wave.quick + wave.phase * 3);
      this.#prices[token.id] = token.priceUsd * Math.exp(token.swing * (0.7 * slow + 0.3 * quick));
      const mood = Math.exp(1.1 * Math.sin(minute * wave.mood + wave.phase * 5));
      attention += token.heat * mood * (craze === token.id ? 5 : 1);
      this.#attention[token.id] = attention;
    }
  }

  priceUsd(token: SimulatedToken): number {
    return this.#prices[token.id] ?? token.priceUsd;
  }

  /** Cumulative attention by token id. */
  get attention(): Float64Array {
    return this.#attention;
  }

  /** How busy the market is, 1 on average over a day: quiet before dawn, busiest at 15:00 UTC. */
  static busyness(second: number): number {
    const hours = (second % 86_400) / 3_600;
    return 1 + 0.45 * Math.sin(((hours - 9) / 24) * 2 * Math.PI);
  }
}

interface Wave {
  readonly slow: number;
  readonly quick: number;
  readonly mood: number;
  readonly phase: number;
}

/** Frequencies per minute, different for each token so that they do not move together. */
function makeWave(token: SimulatedToken, seed: number): Wave {
  const random = new Random(seed, 'wave', token.id);
  const turn = 2 * Math.PI;
  return {
    slow: turn / random.between(900, 2_600),
    quick: turn / random.between(40, 160),
    mood: turn / random.between(300, 1_000),
    phase: random.between(0, turn),
  };
}
