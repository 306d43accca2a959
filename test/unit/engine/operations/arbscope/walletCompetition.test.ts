import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  walletCompetition as operation,
  type WalletCompetition,
} from '../../../../../src/api/arbscope/walletCompetition.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { checkResponse } from '../../../../../src/api/validation.ts';
import type { ReadBlock } from '../../../../../src/engine/chain/blockReader.ts';
import type {
  SlotReader,
  UnknownBefore,
  WalletSlot,
} from '../../../../../src/engine/chain/slotReader.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { gain, loss, pools, sellDog, send } from '../../competition/blockBuilder.ts';
import { address, signatureOf } from '../../decode/rpcTransactionBuilder.ts';
import { smbBot } from '../../decode/swapFixtures.ts';
import { serviceOf } from './market.ts';

const slippage = 6001;
const start = 1_790_000_000;
const wallet = address('W');
/** One slot each second from slot 1,000 on. */
const timeOf = (slot: number): number => start + slot - 1_000;

type Blocks = ReadonlyMap<number, readonly RpcBlockTransaction[]>;

/** A node with a few blocks; every other slot was skipped. */
class FakeNode implements SlotReader {
  readonly reads: number[] = [];
  readonly missing = new Set<number>();
  refusesFrom = Number.POSITIVE_INFINITY;
  refusesLeaders = false;
  refusesListing = false;
  atOnce = { now: 0, most: 0 };
  unknown: UnknownBefore | null = null;
  onRead: () => void = () => undefined;
  readonly #blocks: Blocks;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  async block(slot: number): Promise<ReadBlock> {
    this.reads.push(slot);
    this.onRead();
    if (this.reads.length > this.refusesFrom) throw new MarketError('rate-limited', 'slow down');
    this.atOnce.most = Math.max(this.atOnce.most, ++this.atOnce.now);
    await new Promise((resolve) => setImmediate(resolve));
    this.atOnce.now--;
    if (this.missing.has(slot)) return { kind: 'missing', reason: 'gone' };
    const transactions = this.#blocks.get(slot);
    if (transactions === undefined) return { kind: 'none' };
    return { kind: 'block', block: { transactions, blockTime: timeOf(slot) } as RpcBlock };
  }

  async *slotsOf(): AsyncGenerator<WalletSlot | UnknownBefore> {
    const slots = [...this.#blocks.keys()].sort((one, other) => other - one);
    for (const slot of slots) yield { slot, timeSeconds: timeOf(slot), transactions: 1 };
    if (this.unknown !== null) yield this.unknown;
    if (this.refusesListing) throw new MarketError('rate-limited', 'list less');
  }

  async slotOf(): Promise<null> {
    return null;
  }

  async leaders(first: number, count: number) {
    if (this.refusesLeaders) throw new MarketError('not-offered', 'no leaders here');
    return Array.from({ length: count }, (_, at) => ({ address: `${first + at}`, name: null }));
  }

  async slotMilliseconds(): Promise<null> {
    return null;
  }
}

const trigger = (name: string) => send(name, { by: 'user', legs: sellDog, program: null });
const winner = (name: string, by: string) =>
  send(name, { by, legs: gain, tip: 5_000n, limit: 100_000 });
const loser = (name: string, by: string) =>
  send(name, { by, legs: loss, fails: slippage, tip: 4_000n, limit: 100_000 });

/** The wallet wins one against B, loses one to A, and is alone in a third. */
const market: Blocks = new Map([
  [1_000, [trigger('t1'), winner('w1', 'W'), loser('b1', 'B')]],
  [1_040, [trigger('t2'), winner('a2', 'A'), loser('w2', 'W')]],
  [1_080, [trigger('t3'), winner('w3', 'W')]],
]);

describe('The competition of a wallet', () => {
  let store: DuckDbStore;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
  });
  after(() => store.close());

  const source = { now: () => (start + 3_600) * 1_000 };
  const serviceOver = (slotReader?: SlotReader) =>
    serviceOf(store, { source, ...(slotReader && { slotReader }) });
  async function ask(node: FakeNode, asked: object = {}): Promise<WalletCompetition> {
    const window = { from: start, to: start + 3_600 };
    const found = await serviceOver(node).walletCompetition({ wallet, ...window, ...asked });
    return checkResponse(operation, found) as WalletCompetition;
  }

  it('tells what it won, lost and took alone, with its rivals and the tip that would have won', async () => {
    const found = await ask(new FakeNode(market));
    assert.deepEqual([found.attempts, found.compared_from, found.compared_reason], [3, null, '']);
    assert.deepEqual([found.won.count, found.lost.count, found.uncontested.count], [1, 1, 1]);
    assert.deepEqual(
      found.rivals.map((one) => [one.wallet, one.won, one.lost, one.median_price]),
      [
        [address('A'), 0, 1, 5_000n],
        [address('B'), 1, 0, 4_000n],
      ],
    );
    const [lost] = found.losses;
    assert.deepEqual(
      [lost?.signature, lost?.cause, lost?.winner_signature, lost?.slots_after, lost?.provider],
      [signatureOf('w2'), 'outbid', signatureOf('a2'), 0, 'JITO'],
    );
    // 5,001 lamports of the gain of 100,000 less the fee of 5,000.
    assert.ok(Math.abs((lost?.tip_percent ?? 0) - (5_001 / 95_000) * 100) < 1e-9);
    assert.equal(found.cost_of_losing_sol, -0.000005);
    assert.deepEqual(
      found.by_leader.map(({ leader }) => leader),
      ['1000', '1040'],
    );
  });

  it('counts gains less the tip that another transaction of the bundle paid', async () => {
    const bundle = (name: string, by: string) => [
      send(name, { by, legs: gain, tip: 2_000n, limit: 100_000 }),
      send(`${name} tip`, { by, program: null, tip: 3_000n }),
    ];
    const found = await ask(
      new FakeNode(
        new Map([
          [1_000, [trigger('t1'), ...bundle('w1', 'W'), loser('b1', 'B')]],
          [1_040, [trigger('t2'), ...bundle('a2', 'A'), loser('w2', 'W')]],
        ]),
      ),
    );
    // 100,000 lamports, less the fee of 5,000 and both tips.
    assert.deepEqual([found.won.gain_sol, found.lost.gain_sol], [0.00009, 0.00009]);
    // Before its tips, it earned 95,000.
    assert.ok(Math.abs((found.losses[0]?.tip_percent ?? 0) - (5_001 / 95_000) * 100) < 1e-9);
  });

  it('leaves out transactions that are no attempts, or that only name the wallet', async () => {
    const blocks = new Map([
      ...market,
      [1_120, [send('transfer', { by: 'W', program: null, tip: 1n })]],
      [1_160, [send('dust', { by: 'X', names: [wallet], legs: gain })]],
    ]);
    const node = new FakeNode(blocks);
    assert.equal((await ask(node)).attempts, 3);
    assert.equal(node.reads.filter((slot) => slot > 1_100 && slot < 1_165).length, 1 + 12 + 1);
  });

  it('keeps attempts apart that only name the pools of what another wallet took', async () => {
    const names = Object.values(pools);
    const stopped = send('w', { by: 'W', program: smbBot, names, fails: slippage });
    const found = await ask(new FakeNode(new Map([[1_000, [winner('a', 'A'), stopped]]])));
    assert.deepEqual([found.attempts, found.attempts_unclear, found.lost.count], [1, 1, 0]);
  });

  it('does not count a trader who swaps on the way as a rival', async () => {
    const buys = gain.slice(0, 1);
    const swap = send('swap', { by: 'user2', legs: buys, program: null });
    const blocks = new Map([[1_000, [trigger('t'), swap, winner('w', 'W')]]]);
    const found = await ask(new FakeNode(blocks));
    assert.deepEqual([found.uncontested.count, found.rivals_total], [1, 0]);
  });

  it('calls what it took ahead of the winner with a loss unprofitable', async () => {
    const taker = send('w', { by: 'W', legs: loss });
    const blocks = new Map([[1_000, [trigger('t'), taker, winner('a', 'A')]]]);
    const found = await ask(new FakeNode(blocks));
    assert.deepEqual(
      found.losses.map(({ cause }) => cause),
      ['unprofitable'],
    );
    // The loss and the fee.
    assert.ok(Math.abs(found.cost_of_losing_sol + 0.000105) < 1e-12);
  });

  it('reads the blocks of near attempts once, at most four at a time', async () => {
    const node = new FakeNode(
      new Map([
        [1_000, market.get(1_000) ?? []],
        [1_003, market.get(1_040) ?? []],
      ]),
    );
    await ask(node);
    assert.equal(node.reads.length, 16);
    assert.equal(new Set(node.reads).size, 16);
    assert.equal(node.atOnce.most, 4);
  });

  it('compares the newest attempts up to the limit, and says since when', async () => {
    const found = await ask(new FakeNode(market), { limit: 2 });
    assert.equal(found.attempts, 2);
    assert.equal(Date.parse(found.compared_from ?? '') / 1_000, timeOf(1_040));
    assert.match(found.compared_reason, /limit is 2/);
    assert.equal(found.continues, false);
  });

  it('says that the limit left out attempts of the last slot, of which the newest count', async () => {
    const two = [winner('w1', 'W'), loser('w2', 'W')];
    const found = await ask(new FakeNode(new Map([[1_000, two]])), { limit: 1 });
    assert.deepEqual([found.attempts, found.uncontested.count], [1, 1]);
    assert.equal(found.cost_of_losing_sol, -0.000005);
    assert.match(found.compared_reason, /limit is 1/);
  });

  it('passes on how far back the transactions of the wallet are known', async () => {
    const node = new FakeNode(market);
    node.unknown = { beforeSeconds: start + 10, reason: 'The node keeps no more.' };
    const found = await ask(node);
    assert.deepEqual(
      [found.attempts, Date.parse(found.compared_from ?? '') / 1_000, found.compared_reason],
      [3, start + 10, 'The node keeps no more.'],
    );
  });

  it('counts attempts and slots that could not be read, and asks for these again', async () => {
    const node = new FakeNode(market);
    for (const slot of [1_040, 1_081]) node.missing.add(slot);
    const service = serviceOver(node);
    const asked = { wallet, from: start, to: start + 3_600 };
    const found = await service.walletCompetition(asked);
    assert.deepEqual([found.attempts, found.attempts_unread, found.slots_unread], [2, 1, 2]);
    node.missing.clear();
    const { length } = node.reads;
    assert.equal((await service.walletCompetition(asked)).lost.count, 1);
    // Both windows again, but not that of the first attempt.
    assert.equal(node.reads.length - length, 26);
  });

  it('shows what was compared before the node refused to go on, and then goes on from there', async () => {
    const node = new FakeNode(market);
    node.refusesFrom = 20;
    const service = serviceOver(node);
    const asked = { wallet, from: start, to: start + 3_600 };
    const found = await service.walletCompetition(asked);
    assert.deepEqual([found.attempts, found.compared_reason], [1, 'slow down']);
    assert.equal(Date.parse(found.compared_from ?? '') / 1_000, timeOf(1_080));
    node.refusesFrom = Number.POSITIVE_INFINITY;
    assert.equal((await service.walletCompetition(asked)).attempts, 3);
    node.refusesListing = true;
    assert.equal((await service.walletCompetition(asked)).compared_reason, 'list less');
    node.refusesFrom = 0;
    await assert.rejects(ask(node), { kind: 'rate-limited' });
  });

  it('ends a request before its client gives up, and says that the next one goes on', async (context) => {
    const node = new FakeNode(market);
    const clock = context.mock.method(performance, 'now');
    node.onRead = () => clock.mock.mockImplementation(() => 1e9);
    const found = await ask(node);
    assert.deepEqual([found.attempts, found.continues], [1, true]);
    assert.match(found.compared_reason, /20 seconds/);
  });

  it('does without leaders, and says why', async () => {
    const node = new FakeNode(market);
    node.refusesLeaders = true;
    const found = await ask(node);
    assert.equal(found.leaders_reason, 'no leaders here');
    assert.deepEqual(found.by_leader, [{ leader: null, leader_name: null, count: 2, won: 1 }]);
  });

  it('ends when it is cancelled, while blocks are read', async () => {
    const node = new FakeNode(market);
    const cancelling = new AbortController();
    node.onRead = () => cancelling.abort();
    const { signal } = cancelling;
    const asked = { wallet, from: start, to: start + 3_600 };
    await assert.rejects(serviceOver(node).walletCompetition(asked, { signal }), {
      kind: 'cancelled',
    });
    assert.ok(node.reads.length <= 4);
  });

  it('covers the hour before its end, and refuses an end before the begin', async () => {
    const found = await ask(new FakeNode(market), { from: undefined, to: start });
    assert.equal(Date.parse(found.to) - Date.parse(found.from), 3_600_000);
    await assert.rejects(ask(new FakeNode(market), { to: start - 1 }), { kind: 'bad-parameter' });
  });

  it('ends now, and refuses a window that begins later', async () => {
    const later = start + 7_200;
    const found = await ask(new FakeNode(market), { to: later });
    assert.equal(Date.parse(found.to) / 1_000, start + 3_600);
    const asked = { from: start + 3_601, to: later };
    await assert.rejects(ask(new FakeNode(market), asked), { message: /^from is after now, 2026/ });
  });

  it('is not offered without blocks', async () => {
    await assert.rejects(serviceOver().walletCompetition({ wallet }), { kind: 'not-offered' });
  });
});
