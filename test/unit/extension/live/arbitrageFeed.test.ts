import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  ArbitrageFeed,
  liveRows,
  maxLiveRows,
} from '../../../../src/extension/live/arbitrageFeed.ts';
import { arbitrage, arbitragesFrom, eventOf, pageOf } from './arbitrages.ts';

describe('ArbitrageFeed', () => {
  let feed: ArbitrageFeed;
  beforeEach(() => {
    feed = new ArbitrageFeed();
  });
  const slots = () => feed.rows.map((each) => each.block_number);

  it('sorts newest first, and drops the oldest when new ones arrive', () => {
    feed.addPage(pageOf(arbitragesFrom(1, liveRows)));
    feed.addEvent(eventOf(arbitragesFrom(liveRows + 1, liveRows + 3)));
    assert.equal(feed.rows.length, liveRows);
    assert.deepEqual(slots().slice(0, 4), [53, 52, 51, 50]);
    assert.equal(slots().at(-1), 4);
    assert.equal(feed.newest, 'cursor-53');
  });

  it('shows each arbitrage once, even if the stream or a page repeats it', () => {
    feed.addPage(pageOf(arbitragesFrom(1, 5)));
    feed.addEvent(eventOf(arbitragesFrom(4, 7)));
    feed.addPage(pageOf(arbitragesFrom(3, 8)));
    assert.deepEqual(slots(), [8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('keeps arbitrages that a restarted backend does not return', () => {
    feed.addPage(pageOf(arbitragesFrom(1, 5)));
    const ofNewBackend = arbitragesFrom(1, 6).filter((each) => each.block_number !== 5);
    feed.addPage(pageOf(ofNewBackend));
    assert.deepEqual(slots(), [6, 5, 4, 3, 2, 1]);
  });

  it('drops older rows if arbitrages between them and the new ones are missing', () => {
    feed.addPage(pageOf(arbitragesFrom(1, 5)));
    feed.addPage(pageOf(arbitragesFrom(100, 105)));
    assert.deepEqual(slots(), [105, 104, 103, 102, 101, 100]);
    feed.addEvent(eventOf(arbitragesFrom(200, 201), 94));
    assert.deepEqual(slots(), [201, 200]);
  });

  it('keeps its rows during a pause, and counts new ones', () => {
    feed.addPage(pageOf(arbitragesFrom(1, 5)));
    feed.pause();
    feed.addEvent(eventOf(arbitragesFrom(6, 8)));
    feed.addEvent(eventOf([arbitrage(9)], 20));
    assert.deepEqual(slots(), [5, 4, 3, 2, 1]);
    assert.equal(feed.newCount, 24);
    feed.resume();
    assert.equal(feed.newCount, 0);
    assert.equal(slots()[0], 9);
  });

  it('continues after a pause with the newest, however many arrived', () => {
    feed.addPage(pageOf(arbitragesFrom(1, liveRows)));
    feed.pause();
    for (let slot = 51; slot <= 400; slot += 1) feed.addEvent(eventOf([arbitrage(slot)]));
    assert.equal(feed.newCount, 350);
    feed.resume();
    assert.deepEqual(
      slots(),
      arbitragesFrom(351, 400).map((each) => each.block_number),
    );
  });

  it('appends older ones without duplicates, up to a limit', () => {
    feed.addPage(pageOf(arbitragesFrom(301, 350)));
    feed.pause();
    assert.equal(feed.addOlder(arbitragesFrom(251, 302)), 50);
    assert.equal(slots().at(-1), 251);
    assert.equal(feed.addOlder(arbitragesFrom(1, 250)), 100);
    assert.equal(feed.rows.length, maxLiveRows);
    assert.equal(new Set(slots()).size, maxLiveRows);
  });

  it('shows the first arbitrages even during a pause', () => {
    feed.pause();
    feed.addPage(pageOf(arbitragesFrom(1, 2)));
    assert.deepEqual(slots(), [2, 1]);
  });
});
