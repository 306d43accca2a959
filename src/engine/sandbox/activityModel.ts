import { minuteSeconds } from '../base/minute.ts';
import { Random } from './random.ts';
import { secondsPerDay } from './simulatedTime.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

const minutesPerDay = secondsPerDay / minuteSeconds;

/** Each minute depends only on the seed and the time of day. */
export class ActivityModel {
  readonly #tokens: readonly SimulatedToken[];
  readonly #seed: number;
  readonly #waves: readonly PriceWave[];
  readonly #prices: Float64Array;
  readonly #cumulativePopularity: Float64Array;
  #minute = Number.NaN;

  constructor(tokens: readonly SimulatedToken[], seed: number) {
    this.#tokens = tokens;
    this.#seed = seed;
    this.#waves = tokens.map((token) => createWave(token, seed));
    this.#prices = new Float64Array(tokens.length);
    this.#cumulativePopularity = new Float64Array(tokens.length);
  }

  /** Prices and attention change once a minute. */
  advanceTo(second: number): void {
    const minute = Math.floor(second / minuteSeconds);
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
      this.#prices[token.id] =
        token.priceUsd * Math.exp(token.volatility * (0.7 * slow + 0.3 * quick));
      const mood = Math.exp(1.1 * Math.sin(minute * wave.popularity + wave.phase * 5));
      attention += token.popularity * mood * (craze === token.id ? 5 : 1);
      this.#cumulativePopularity[token.id] = attention;
    }
  }

  priceUsd(token: SimulatedToken): number {
    return this.#prices[token.id] ?? token.priceUsd;
  }

  rawAmountOfUsd(token: SimulatedToken, usd: number): number {
    return Math.floor((usd / this.priceUsd(token)) * 10 ** token.decimals);
  }

  get cumulativePopularity(): Float64Array {
    return this.#cumulativePopularity;
  }

  /** 1 on average; lowest before dawn, highest at 15:00 UTC. */
  activityLevel(second: number): number {
    return 1 + 0.45 * Math.sin((second / secondsPerDay - 9 / 24) * 2 * Math.PI);
  }
}

interface PriceWave {
  readonly slow: number;
  readonly quick: number;
  readonly popularity: number;
  readonly phase: number;
}

/** Frequencies differ by token; each has whole periods per day. */
function createWave(token: SimulatedToken, seed: number): PriceWave {
  const random = new Random(seed, 'wave', token.id);
  const turn = 2 * Math.PI;
  const every = (minutes: number) =>
    (turn * Math.max(1, Math.round(minutesPerDay / minutes))) / minutesPerDay;
  return {
    slow: every(random.between(900, 2_600)),
    quick: every(random.between(40, 160)),
    popularity: every(random.between(300, 1_000)),
    phase: random.between(0, turn),
  };
}
