import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import {
  type Competition,
  findCompetition,
} from '../../../../src/engine/competition/findCompetition.ts';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';
import { type Meant, slots, truthOf } from './simulatedTruth.ts';

/** What the generator meant, compared with what the decoded blocks show. */

const start = 1_790_000_040;
const signatures = (attempts: Competition['ownCopies']): string[] =>
  attempts.map(({ transaction }) => transaction.signature);

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
          const truth = truthOf(winner, meant.slice(first, last).flat());
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
