import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import {
  type Competition,
  findCompetition,
} from '../../../../src/engine/competition/findCompetition.ts';
import type { ExpectedLeg, ExpectedRecord } from '../../../../src/engine/sandbox/expectedRecord.ts';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';

/** What the generator meant, compared with what the decoded blocks show. */

const start = 1_790_000_040;
const slots = { before: 4, after: 8 } as const;

interface Meant {
  readonly slot: number;
  readonly position: number;
  readonly record: ExpectedRecord;
}

const legsOf = ({ legs, undoneLegs }: ExpectedRecord): readonly ExpectedLeg[] =>
  legs.length > 0 ? legs : undoneLegs;

const isSame = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.inputMint;
const isAgainst = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.outputMint;
const isBefore = (one: Meant, other: Meant): boolean =>
  one.slot < other.slot || (one.slot === other.slot && one.position < other.position);

const names = (meant: readonly Meant[]): string[] => meant.map(({ record }) => record.signature);
const signatures = (attempts: Competition['ownCopies']): string[] =>
  attempts.map(({ transaction }) => transaction.signature);

/** Without what nothing shows: attempts whose swaps never ran. */
function truthOf(winner: Meant, all: readonly Meant[]) {
  const route = winner.record.legs;
  const others = all.filter(({ record }) => record.wallet !== winner.record.wallet);
  const swapped = others.filter((one) => isBefore(one, winner) && one.record.error === null);
  const trigger = swapped.findLast(({ record }) =>
    record.legs.some((leg) => route.some((own) => isAgainst(leg, own))),
  );
  const behind = all.filter((one) => trigger === undefined || isBefore(trigger, one));
  const contested = route.filter(
    (own) => trigger === undefined || trigger.record.legs.some((leg) => isAgainst(leg, own)),
  );
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

const kinds = ['rivals', 'ownCopies', 'laterTakers'] as const;

describe('In the blocks of the Sandbox, the competition is what the generator meant', () => {
  for (const seed of [1, 2026]) {
    it(`with the seed ${seed}`, () => {
      const market = new SimulatedMarket(seed);
      const count = 600;
      const blocks = Array.from({ length: count }, (_, at) => market.block(start + at, start + at));
      const meant = blocks.map(({ slot, expectedRecords }) =>
        expectedRecords.map((record, position): Meant => ({ slot, position, record })),
      );
      const read = blocks.map(({ slot, block }) => readCompetitionBlock(slot, block));
      const causes = new Set<string | null>();
      const seen = { trigger: 0, rivals: 0, ownCopies: 0, laterTakers: 0 };
      for (let at = slots.before; at < count - slots.after; at++) {
        for (const winner of meant[at] ?? []) {
          if (winner.record.kind !== 'arbitrage') continue;
          const { signature } = winner.record;
          const [first, last] = [at - slots.before, at + slots.after + 1];
          const window = { blocks: read.slice(first, last), slotsAfter: slots.after };
          const found = findCompetition(window, signature);
          assert.ok(found);
          const end = (found.trigger?.transaction ?? winner).slot + slots.after;
          const around = meant.slice(first, last).flat();
          const truth = truthOf(
            winner,
            around.filter(({ slot }) => slot <= end),
          );
          const shown = (list: Competition['ownCopies']) =>
            signatures(list.filter(({ evidence }) => evidence === 'ran'));
          assert.deepEqual(
            {
              trigger: found.trigger?.transaction.signature ?? null,
              earlierTakers: signatures(found.earlierTakers),
              rivals: shown(found.rivals),
              ownCopies: shown(found.ownCopies),
              laterTakers: shown(found.laterTakers),
            },
            truth,
            signature,
          );
          for (const { cause } of found.rivals) causes.add(cause.kind);
          if (found.trigger !== null) seen.trigger++;
          for (const kind of kinds) seen[kind] += truth[kind].length;
        }
      }
      for (const cause of ['own-error', 'unknown-error', 'unprofitable', 'outbid', 'latency']) {
        assert.ok(causes.has(cause), cause);
      }
      for (const [kind, times] of Object.entries(seen)) assert.ok(times > 5, `${times} ${kind}`);
    });
  }
});
