import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Competition,
  competition as competitionOperation,
} from '../../../../../src/api/arbscope/competition.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { checkResponse } from '../../../../../src/api/validation.ts';
import type { ReadBlock } from '../../../../../src/engine/chain/blockReader.ts';
import type { SlotReader } from '../../../../../src/engine/chain/slotReader.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { firstSlot, gain, loss, sellDog, send } from '../../competition/blockBuilder.ts';
import { address, RpcTransactionBuilder, signatureOf } from '../../decode/rpcTransactionBuilder.ts';
import { jitoTipAccount, smbBot } from '../../decode/swapFixtures.ts';
import { wireBytes } from '../../decode/wireBytes.ts';
import { serviceOf } from './market.ts';

const slippage = 6001;
type Blocks = readonly (readonly RpcBlockTransaction[] | null)[];
const marketBlocks: Blocks = [
  [send('trigger', { by: 'user', legs: sellDog, program: null }), send('x', { by: 'x' })],
  // A skipped slot.
  null,
  [
    send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000 }),
    send('loser', { by: 'B', legs: loss, fails: slippage, tip: 4_000n, limit: 200_000 }),
    send('same', { by: 'C', legs: loss, fails: slippage, tip: 5_000n, limit: 100_000 }),
  ],
];

class Slots implements SlotReader {
  reads = 0;
  missing: number | null = null;
  refusesLeaders = false;
  refusesBlocks = false;
  readonly #blocks: Blocks;

  constructor(blocks = marketBlocks) {
    this.#blocks = blocks;
  }

  async block(slot: number): Promise<ReadBlock> {
    this.reads++;
    if (this.refusesBlocks) throw new MarketError('unauthorized', 'no key');
    if (slot - firstSlot === this.missing) return { kind: 'missing', reason: 'gone' };
    const transactions = this.#blocks[slot - firstSlot];
    return transactions
      ? { kind: 'block', block: { transactions, blockTime: 1_790_000_000 } as unknown as RpcBlock }
      : { kind: 'none' };
  }

  async slotOf(signature: string): Promise<number | null> {
    const at = this.#blocks.findIndex((each) =>
      each?.some(
        ({ transaction }) => 'signatures' in transaction && transaction.signatures[0] === signature,
      ),
    );
    return at < 0 ? null : firstSlot + at;
  }

  async *slotsOf() {}

  async leaders(first: number, count: number) {
    if (this.refusesLeaders) throw new MarketError('not-offered', 'the node refuses it');
    return Array.from({ length: count }, (_, at) => ({
      address: `leader ${first + at}`,
      name: null,
    }));
  }

  async slotMilliseconds() {
    return 200;
  }
}

describe('The competition for one transaction', () => {
  let store: DuckDbStore;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
  });
  after(() => store.close());

  const service = (slotReader?: Slots) => serviceOf(store, slotReader && { slotReader });
  async function ask(name: string, slots = new Slots()): Promise<Competition> {
    const asked = { signature: signatureOf(name), before: 2, after: 2 };
    const found = await service(slots).competition(asked);
    return checkResponse(competitionOperation, found) as Competition;
  }
  const attemptOf = ({ attempts }: Competition, name: string) => {
    const found = attempts.find(({ signature }) => signature === signatureOf(name));
    assert.ok(found);
    return found;
  };

  it('names the transaction that was asked about and the winner first, each with its role', async () => {
    const { attempts, trigger } = await ask('loser');
    assert.deepEqual(
      attempts.map(({ signature, role, is_subject: isSubject }) => [signature, role, isSubject]),
      [
        [signatureOf('loser'), 'rival', true],
        [signatureOf('winner'), 'winner', false],
        [signatureOf('same'), 'rival', false],
      ],
    );
    assert.equal(trigger?.signature, signatureOf('trigger'));
  });

  it('counts transactions between slots, and estimates times at the measured pace', async () => {
    const loser = attemptOf(await ask('loser'), 'loser');
    assert.equal(loser.slots_after, 2);
    // The second one of the trigger's slot, then the winner.
    assert.equal(loser.positions_after, 3);
    assert.equal(loser.cause?.positions_behind, 1);
    // Two slots, and a third of the last one.
    assert.equal(loser.estimated_ms_after, 467);
  });

  it('says what would have won, by the whole tip and by compute unit', async () => {
    const { would_have_won: won, attempts } = await ask('loser');
    assert.ok(won);
    assert.equal(won.tip, 5_001n);
    assert.equal(won.tip_by_unit, 10_001n);
    assert.equal(won.ranking, 'by-unit');
    assert.match(won.source ?? '', /jito/);
    const gained = attempts[1]?.net_gain_sol;
    assert.ok(gained != null && won.net_gain_sol != null);
    assert.ok(Math.abs(gained - 0.000_000_001 - won.net_gain_sol) < 1e-12);
    assert.equal(won.break_even_tip, 95_000n);
  });

  it('counts a tip that the next transaction of the bundle paid once, also in the net gain', async () => {
    const inBundle = [
      send('winner', { by: 'A', legs: gain, tip: 2_000n, limit: 100_000 }),
      send('tip', { by: 'A', program: null, tip: 3_000n }),
      send('loser', { by: 'B', legs: loss, fails: slippage, tip: 4_000n, limit: 200_000 }),
    ];
    const slots = new Slots([marketBlocks[0] ?? null, null, inBundle]);
    const found = await ask('loser', slots);
    const { would_have_won: won } = found;
    assert.equal(won?.tip, 5_001n);
    assert.equal(won.break_even_tip, 95_000n);
    const { net_gain_sol: gained, tip } = attemptOf(found, 'winner');
    // 100,000 lamports, less the fee of 5,000 and both tips.
    assert.deepEqual([gained, tip], [0.00009, 5_000n]);
  });

  it('has no distance to a winner where nobody won', async () => {
    const alone = [send('loser', { by: 'B', legs: loss, fails: slippage })];
    const found = await ask('loser', new Slots([null, null, alone]));
    const asking = new Slots([
      null,
      null,
      [...alone, send('same', { by: 'C', legs: loss, fails: slippage })],
    ]);
    const { cause } = attemptOf(await ask('loser', asking), 'same');
    assert.deepEqual([cause?.slots_behind, cause?.positions_behind], [null, null]);
    assert.match(found.would_have_won_reason, /Nobody/);
  });

  it('has a break-even tip of 0 where the fee alone takes the gain, and not an unknown one', async () => {
    const behind = [
      send('winner', { by: 'A', legs: gain, tip: 300_000n, limit: 100_000 }),
      send('loser', { by: 'B', legs: loss, fails: slippage, limit: 100_000, priority: 200_000 }),
    ];
    const found = await ask('loser', new Slots([marketBlocks[0] ?? null, null, behind]));
    assert.equal(found.would_have_won?.break_even_tip, 0n);
  });

  it('names no tip if it offered a higher one, and lost by its priority fee', async () => {
    const behind = [
      send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000, priority: 9_000 }),
      send('loser', { by: 'B', legs: loss, fails: slippage, tip: 6_000n, limit: 100_000 }),
    ];
    const found = await ask('loser', new Slots([marketBlocks[0] ?? null, null, behind]));
    assert.equal(attemptOf(found, 'loser').cause?.kind, 'outbid');
    assert.equal(found.would_have_won, null);
    assert.match(found.would_have_won_reason, /tip was higher/);
  });

  it('says why no tip is known that would have won', async () => {
    const reason = async (name: string) => (await ask(name)).would_have_won_reason;
    assert.match(await reason('winner'), /It won/);
    assert.match(await reason('same'), /as much as the winner/);
  });

  it('lists every slot of the window with its leader, also without a block', async () => {
    const { slots } = await ask('winner');
    assert.deepEqual(
      slots.map(({ slot, state, transactions, leader }) => [
        slot - firstSlot,
        state,
        transactions,
        leader,
      ]),
      [
        [0, 'read', 2, 'leader 500'],
        [1, 'no-block', null, 'leader 501'],
        [2, 'read', 3, 'leader 502'],
        [3, 'no-block', null, 'leader 503'],
        [4, 'no-block', null, 'leader 504'],
      ],
    );
  });

  it('keeps positions unknown across a block that could not be read, and asks for it again', async () => {
    const slots = new Slots();
    slots.missing = 1;
    const asking = service(slots);
    const parameters = { signature: signatureOf('loser'), before: 2, after: 2 };
    const found = await asking.competition(parameters);
    assert.equal(attemptOf(found, 'loser').positions_after, null);
    assert.equal(found.slots[1]?.reason, 'gone');
    slots.missing = null;
    const again = await asking.competition(parameters);
    assert.equal(attemptOf(again, 'loser').positions_after, 3);
    const { reads } = slots;
    await asking.competition(parameters);
    assert.equal(slots.reads, reads);
  });

  it('says that it may be among those that could not be read, not that it is no attempt', async () => {
    const unreadable = { ...send('winner', { by: 'A', legs: gain }), meta: null };
    await assert.rejects(ask('winner', new Slots([null, null, [unreadable]])), {
      message: /^1 transactions of slot 502 could not be read/,
    });
  });

  it('asks for no more blocks once one is refused', async () => {
    const slots = new Slots();
    slots.refusesBlocks = true;
    const asked = { signature: signatureOf('winner'), before: 16, after: 16 };
    await assert.rejects(service(slots).competition(asked), { kind: 'unauthorized' });
    assert.equal(slots.reads, 4);
  });

  it('does without leaders, says why, and asks for them alone the next time', async () => {
    const slots = new Slots();
    slots.refusesLeaders = true;
    const asking = service(slots);
    const asked = { signature: signatureOf('winner'), before: 2, after: 2 };
    const { slots: window, leaders_reason: reason } = await asking.competition(asked);
    assert.equal(reason, 'the node refuses it');
    assert.ok(window.every(({ leader }) => leader === null));
    const { reads } = slots;
    slots.refusesLeaders = false;
    const again = await asking.competition(asked);
    assert.deepEqual([again.leaders_reason, again.slots[2]?.leader], ['', 'leader 502']);
    assert.equal(slots.reads, reads);
  });

  it('tells who got what a transaction wanted that never reached a block', async () => {
    const pools = [gain[0]?.pool ?? '', gain[1]?.pool ?? ''];
    const builder = new RpcTransactionBuilder(address('D'))
      .computeUnitLimit(100_000)
      .call(smbBot, [address('D'), ...pools], [1])
      .sendLamports(address('D'), jitoTipAccount, 1_000n);
    const bytes = wireBytes(builder.build('expired'));
    const asked = {
      signature: signatureOf('expired'),
      transaction: Buffer.from(bytes).toString('base64'),
      slot: firstSlot + 2,
      before: 2,
    };
    const asking = service(new Slots());
    const found = await asking.competition(asked);
    const [own, winner] = found.attempts;
    assert.equal(own?.outcome, 'not-landed');
    assert.equal(own.price, 1_000n);
    assert.equal(winner?.signature, signatureOf('winner'));
    assert.equal(found.would_have_won?.tip, 5_001n);
    await assert.rejects(
      service(new Slots()).competition({ ...asked, signature: signatureOf('another') }),
      { kind: 'bad-parameter' },
    );
    await assert.rejects(asking.competition({ signature: asked.signature, slot: asked.slot }), {
      kind: 'bad-parameter',
    });
    // No chain has such a slot.
    await assert.rejects(asking.competition({ ...asked, slot: Number.MAX_SAFE_INTEGER }), {
      kind: 'bad-parameter',
    });
    const unread = new Slots();
    unread.missing = 2;
    await assert.rejects(service(unread).competition({ ...asked, before: 0, after: 0 }), {
      message: `Slot ${firstSlot + 2} could not be read: gone.`,
    });
    // It may land later, so the answer is not kept.
    await assert.rejects(asking.competition({ signature: asked.signature, before: 2 }), {
      kind: 'not-found',
    });
  });

  it('ends when it is cancelled', async () => {
    const signal = AbortSignal.abort();
    const asked = { signature: signatureOf('winner') };
    await assert.rejects(service(new Slots()).competition(asked, { signal }), {
      kind: 'cancelled',
    });
  });

  it('is refused with the reason where there are no blocks, no attempt or too many slots', async () => {
    const refusal = (slots: Slots | undefined, asked: object) =>
      assert.rejects(
        service(slots).competition({ signature: signatureOf('winner'), ...asked }),
        MarketError.is,
      );
    await refusal(undefined, {});
    await refusal(new Slots(), { signature: signatureOf('nobody') });
    await refusal(new Slots(), { signature: signatureOf('trigger') });
    await refusal(new Slots(), { before: 20, after: 20 });
  });
});
