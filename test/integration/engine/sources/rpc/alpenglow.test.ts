import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ArbitrageRecord } from '../../../../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../../../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../../../../src/engine/decode/rpcBlock.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../../../src/engine/indexing/engineStatus.ts';
import { GeyserFeed } from '../../../../../src/engine/sources/geyser/geyserFeed.ts';
import { RpcSource } from '../../../../../src/engine/sources/rpc/rpcSource.ts';
import { AlpenglowNode, withoutVotes } from '../../../../alpenglowNode.ts';
import { FakeGeyserServer } from '../../../../fakeGeyserServer.ts';
import { readChainEntry } from '../../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../../sharedData.ts';
import { emptyBlock } from '../../../../unit/engine/sources/rpcSupport.ts';

const folder = sharedData('data', 'blocks');
/** After the one from which mainnet has no votes. */
const firstSlot = 459_653_001;
const slotMilliseconds = 200;
const lastSlot = firstSlot + 29;
/** Slots of the two recorded blocks. */
const recordedAt = new Map([
  [firstSlot + 7, '254170887'],
  [firstSlot + 23, '332254855'],
]);

async function recordedBlock(name: string): Promise<RpcBlock> {
  const file = await readChainEntry(join(folder ?? '', `${name}.json.gz`));
  assert.ok(file.kind === 'block');
  return file.block;
}

/** What a store keeps of a record, except its position and time. */
const figures = (records: readonly ArbitrageRecord[]) =>
  records
    .filter(({ type }) => type === 'arbitrage')
    .map(({ signature, feeLamports, grossGains, tips, legs }) => ({
      ...{ signature, feeLamports, grossGains, tips, legs },
    }))
    .sort((one, other) => (one.signature < other.signature ? -1 : 1));

suite('A chain after Alpenglow', { skip: skipWithout(folder) }, () => {
  for (const withGeyser of [false, true]) {
    const by = withGeyser ? 'by RPC and Geyser' : 'by RPC';
    test(`is followed ${by} from the start to the decided blocks, with the same arbitrages as before`, async () => {
      const now = Math.floor(Date.now() / 1_000);
      const timeOf = (slot: number): number =>
        now - Math.floor(((lastSlot - slot) * slotMilliseconds) / 1_000);
      const chain = new Map<number, RpcBlock>();
      const before: ArbitrageRecord[] = [];
      for (let slot = firstSlot; slot <= lastSlot; slot++) {
        const name = recordedAt.get(slot);
        const recorded = name === undefined ? null : await recordedBlock(name);
        if (recorded !== null) before.push(...decodeBlock(slot, recorded).records);
        const block = recorded === null ? emptyBlock(slot) : withoutVotes(recorded);
        const parent = { parentSlot: slot - 1, previousBlockhash: `hash${slot - 1}` };
        chain.set(slot, { ...block, ...parent, blockhash: `hash${slot}`, blockTime: timeOf(slot) });
      }
      const blockAt = (slot: number): RpcBlock => chain.get(slot) ?? assert.fail();
      // No block has a vote, and those that users have filled lose no record.
      for (const slot of recordedAt.keys()) assert.equal(decodeBlock(slot, blockAt(slot)).votes, 0);

      const node = new AlpenglowNode();
      const server = new FakeGeyserServer();
      node.decide(firstSlot, blockAt(firstSlot));
      const source = new RpcSource({
        url: await node.listen(),
        // The names of one state.
        commitment: withGeyser ? 'finalized' : 'confirmed',
        ...(withGeyser && {
          feed: new GeyserFeed({ url: await server.listen(), commitment: 'finalized' }),
        }),
      });
      let status: EngineStatus | null = null;
      const reached = Promise.withResolvers<void>();
      const engine = await Engine.open({
        source,
        store: ':memory:',
        onStatus: (next) => {
          status = next;
          if (next.newestSlot === lastSlot) reached.resolve();
          else if (next.newestSlot !== null) decideNext(next.newestSlot + 1);
        },
      });
      const decided = new Set([firstSlot]);
      /** Several banks are received before one is decided; the next slot may be processed already. */
      function decideNext(slot: number): void {
        if (decided.has(slot) || slot > lastSlot) return;
        decided.add(slot);
        const [subscription] = server.subscriptions;
        const abandoned = { ...blockAt(slot), blockhash: `abandoned${slot}`, transactions: [] };
        node.process(slot + 1);
        if (slot % 5 === 0) subscription?.sendBlock(slot, abandoned, 2 * slot);
        subscription?.sendBlock(slot, blockAt(slot), 2 * slot + 1);
        if (slot % 5 === 1) subscription?.sendBlock(slot, abandoned, 2 * slot);
        node.decide(slot, blockAt(slot));
        subscription?.confirm(slot, 2 * slot + 1);
      }
      try {
        decideNext(firstSlot + 1);
        await reached.promise;
        const final = status as EngineStatus | null;
        assert.ok(final !== null);
        const expected = figures(before);
        assert.ok(expected.length > 5);
        assert.equal(final.arbitrages, expected.length);
        const { indexedFraction, lagSlots, isStalled, message, recentlyOmitted } =
          source.progress();
        assert.deepEqual(
          { indexedFraction, lagSlots, isStalled, message, recentlyOmitted },
          {
            ...{ indexedFraction: 1, lagSlots: 0, isStalled: false, message: '' },
            recentlyOmitted: { blocks: 0, cause: null },
          },
        );
        assert.ok(final.transactionsPerSecond > 0);
        for (const { signature, feeLamports } of expected) {
          const detail = await engine.service.transaction({ signature });
          assert.equal(BigInt(detail.fees), feeLamports);
        }
        const [landed] = await source.landing.statuses(
          expected.slice(0, 1).map(({ signature }) => signature),
        );
        assert.equal(landed?.confirmation, 'finalized');
        const records = [...recordedAt.keys()].flatMap(
          (slot) => decodeBlock(slot, blockAt(slot)).records,
        );
        assert.deepEqual(figures(records), expected);
      } finally {
        await engine.close();
        await source.close();
        await node.close();
        if (withGeyser) server.stop();
      }
    });
  }
});
