import type { ExpectedLeg, ExpectedRecord } from '../../../../src/engine/sandbox/expectedRecord.ts';

/** What the generator meant, from its records alone. */

/** Around a transaction, as the operations read them by default. */
export const slots = { before: 4, after: 8 } as const;

/** A generated transaction, and where it stands. */
export interface Meant {
  readonly slot: number;
  readonly position: number;
  readonly record: ExpectedRecord;
}

export const legsOf = ({ legs, undoneLegs }: ExpectedRecord): readonly ExpectedLeg[] =>
  legs.length > 0 ? legs : undoneLegs;

export const isSame = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.inputMint;
export const isAgainst = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.outputMint;
export const isBefore = (one: Meant, other: Meant): boolean =>
  one.slot < other.slot || (one.slot === other.slot && one.position < other.position);

const names = (meant: readonly Meant[]): string[] => meant.map(({ record }) => record.signature);

/** The competition for an arbitrage, without what nothing shows: attempts whose swaps never ran. */
export function truthOf(winner: Meant, around: readonly Meant[]) {
  const route = winner.record.legs;
  const others = around.filter(({ record }) => record.wallet !== winner.record.wallet);
  const swapped = others.filter((one) => isBefore(one, winner) && one.record.error === null);
  const trigger = swapped.findLast(({ record }) =>
    record.legs.some((leg) => route.some((own) => isAgainst(leg, own))),
  );
  const end = (trigger ?? winner).slot + slots.after;
  const all = around.filter(({ slot }) => slot <= end);
  const behind = all.filter((one) => trigger === undefined || isBefore(trigger, one));
  const pools = route.filter(
    (own) => trigger === undefined || trigger.record.legs.some((leg) => isAgainst(leg, own)),
  );
  // The last of several pools counts.
  const contested = trigger === undefined ? pools : pools.slice(-1);
  const wanted = behind.filter(
    (one) =>
      one !== winner &&
      one.record.kind !== 'swap' &&
      legsOf(one.record).some((leg) => contested.some((own) => isSame(leg, own))),
  );
  const takers = behind.filter(
    (one) =>
      isBefore(one, winner) &&
      one.record.error === null &&
      one.record.wallet !== winner.record.wallet &&
      one.record.legs.some((leg) => route.some((own) => isSame(leg, own))),
  );
  const own = wanted.filter(({ record }) => record.wallet === winner.record.wallet);
  const rest = wanted.filter((one) => !own.includes(one) && !takers.includes(one));
  return {
    trigger: trigger?.record.signature ?? null,
    earlierTakers: names(takers),
    rivals: names(rest.filter(({ record }) => record.error !== null)),
    ownCopies: names(own),
    laterTakers: names(rest.filter(({ record }) => record.error === null)),
  };
}
