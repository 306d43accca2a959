import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Attempt } from '../../../../src/engine/competition/attempt.ts';
import {
  type CompetitionBlock,
  readCompetitionBlock,
} from '../../../../src/engine/competition/blockTransaction.ts';
import { findCompetition } from '../../../../src/engine/competition/findCompetition.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

/** Derived by hand; `why` says how. Transactions are named by their position. */
interface Derived {
  readonly slot: number;
  readonly position: number;
  readonly why: string;
  readonly trigger: readonly [position: number, kind: string] | null;
  readonly earlierTakers: readonly number[];
  readonly rivals: readonly (readonly [position: number, cause: string, weak?: 'weak'])[];
  readonly ownCopies: readonly number[];
  readonly laterTakers: readonly number[];
  readonly winner: number;
}

const folder = sharedData('data', 'blocks');
const fixture = join(import.meta.dirname, '../../../fixtures/competition/recordedBlocks.json');

const positions = (attempts: readonly Attempt[]): number[] =>
  attempts.map(({ transaction }) => transaction.position);

if (folder) {
  const blocks = new Map<number, Promise<CompetitionBlock>>();
  const read = async (slot: number): Promise<CompetitionBlock> => {
    const file = await readChainEntry(join(folder, `${slot}.json.gz`));
    assert.equal(file.kind, 'block');
    return readCompetitionBlock(slot, file.block);
  };

  describe('In recorded blocks, the competition is as derived by hand', () => {
    for (const derived of JSON.parse(readFileSync(fixture, 'utf8')) as Derived[]) {
      const { slot, position } = derived;
      it(`for transaction ${position} of block ${slot}`, async () => {
        const reading = blocks.get(slot) ?? read(slot);
        blocks.set(slot, reading);
        const block = await reading;
        const one = block.transactions.find((each) => each.position === position);
        assert.ok(one);
        const found = findCompetition({ blocks: [block], slotsAfter: 8 }, one.signature);
        assert.ok(found);
        const { trigger } = found;
        assert.deepEqual(
          {
            trigger: trigger && [trigger.transaction.position, trigger.kind],
            earlierTakers: positions(found.earlierTakers),
            rivals: found.rivals.map(({ transaction, cause, isWeak }) => [
              transaction.position,
              cause.kind,
              ...(isWeak ? ['weak'] : []),
            ]),
            ownCopies: positions(found.ownCopies),
            laterTakers: positions(found.laterTakers),
            winner: found.winner?.transaction.position,
          },
          {
            trigger: derived.trigger,
            earlierTakers: derived.earlierTakers,
            rivals: derived.rivals,
            ownCopies: derived.ownCopies,
            laterTakers: derived.laterTakers,
            winner: derived.winner,
          },
          derived.why,
        );
      });
    }
  });
}
