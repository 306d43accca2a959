import type { SlotLeader } from '../chain/slotReader.ts';
import { Random } from './random.ts';

/** As on mainnet. */
const slotsOfLeader = 4;
const names = [
  ...['Northstake', 'Kestrel', 'Lumen', 'Granite', 'Tideline', 'Fathom', 'Juniper', 'Halyard'],
  null,
] as const;

/** Who makes the block of a slot, by seed and slot. */
export class SimulatedLeaders {
  readonly #seed: number;
  readonly #leaders: readonly SlotLeader[];

  constructor(seed: number) {
    this.#seed = seed;
    const random = new Random(seed, 'leaders');
    this.#leaders = names.map((name) => ({ address: random.address(), name }));
  }

  of(slot: number): SlotLeader | null {
    const random = new Random(this.#seed, 'leader', Math.floor(slot / slotsOfLeader));
    return this.#leaders[random.below(this.#leaders.length)] ?? null;
  }
}
