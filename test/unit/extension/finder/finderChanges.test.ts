import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { applyLocalFilters } from '../../../../src/extension/finder/arrangeResponse.ts';
import { sortTokens, togglePin } from '../../../../src/extension/finder/filters/tokenOrder.ts';
import {
  compareFinderResponses,
  describeRankChange,
  formatRankChange,
} from '../../../../src/extension/finder/finderChanges.ts';
import { verdictChangeMessage } from '../../../../src/extension/finder/verdictRow.ts';
import { usdcMint } from '../../../../src/solana/baseMints.ts';
import {
  addressOf,
  bonk,
  finderResponse,
  notRecommended,
  raydiumV4,
  token,
  withTokens,
} from './exports/finderResponses.ts';

const a = token(addressOf(1), { [raydiumV4]: [{ address: addressOf(11) }] });
const b = token(bonk, {});
const c = token(usdcMint, {});
const d = token(addressOf(3), {});
const e = token(addressOf(4), {});

describe('The change between two Finder responses', () => {
  it('lists tokens that rose, fell, appeared and dropped out', () => {
    const marks = compareFinderResponses(
      withTokens([a, b, c]),
      withTokens([c, a, token(addressOf(2), {})]),
    );
    assert.deepEqual(marks?.rankChanges.get(c.mint), 2);
    assert.deepEqual(marks?.rankChanges.get(a.mint), -1);
    assert.deepEqual(marks?.rankChanges.get(addressOf(2)), 'new');
    assert.deepEqual(marks?.removedTokens, [b]);
    assert.deepEqual([...(marks?.rankChanges.values() ?? [])].map(formatRankChange), [
      '▲2',
      '▼1',
      'new',
    ]);
    assert.deepEqual([...(marks?.rankChanges.values() ?? [])].map(describeRankChange), [
      'up 2 ranks',
      'down 1 rank',
      'new since the last refresh',
    ]);
  });

  it('includes the AMMs and pools below tokens', () => {
    const grown = token(a.mint, {
      [raydiumV4]: [{ address: addressOf(11) }, { address: addressOf(12) }],
    });
    const marks = compareFinderResponses(withTokens([a]), withTokens([grown]));
    assert.equal(marks?.isNewBranch(`${a.mint}/${raydiumV4}/${addressOf(12)}`), true);
    assert.equal(marks?.isNewBranch(`${a.mint}/${raydiumV4}/${addressOf(11)}`), false);
    assert.equal(marks?.isNewBranch(`${a.mint}/${raydiumV4}`), false);
    assert.equal(formatRankChange(marks?.rankChanges.get(a.mint)), '');
    assert.equal(describeRankChange(undefined), '');
  });

  it('is empty if their requests differ', () => {
    assert.equal(compareFinderResponses(null, finderResponse()), null);
    assert.equal(
      compareFinderResponses(finderResponse(), finderResponse({ source: sandboxConnection })),
      null,
    );
    const { request } = finderResponse();
    const other = finderResponse({ request: { ...request, tokensMax: 5 } });
    assert.equal(compareFinderResponses(finderResponse(), other), null);
    const turned = finderResponse({ request: { ...request, tokensMint: [...request.tokensMint] } });
    assert.notEqual(compareFinderResponses(finderResponse(), turned), null);
  });
});

describe('The order of the tokens', () => {
  const rows = [
    { ...a, revenues: 3, profits: 1, liquidity: 5 },
    { ...b, revenues: 2, profits: 9, liquidity: 5 },
    { ...c, revenues: 1, profits: 4, liquidity: 7 },
  ];
  const mints = (ordered: readonly { readonly mint: string }[]) => ordered.map(({ mint }) => mint);

  it('follows the chosen figure, and the service’s order for equal figures', () => {
    assert.deepEqual(mints(sortTokens(rows, { order: 'revenues', pins: [] })), [
      a.mint,
      b.mint,
      c.mint,
    ]);
    assert.deepEqual(mints(sortTokens(rows, { order: 'profits', pins: [] })), [
      b.mint,
      c.mint,
      a.mint,
    ]);
    assert.deepEqual(mints(sortTokens(rows, { order: 'liquidity', pins: [] })), [
      c.mint,
      a.mint,
      b.mint,
    ]);
  });

  it('starts with the pinned ones, in pin order', () => {
    const pins = togglePin(togglePin(togglePin([], c.mint), 'not there'), b.mint);
    assert.deepEqual(mints(sortTokens(rows, { order: 'revenues', pins })), [
      c.mint,
      b.mint,
      a.mint,
    ]);
    const fewer = togglePin(pins, c.mint);
    assert.deepEqual(mints(sortTokens(rows, { order: 'revenues', pins: fewer })), [
      b.mint,
      a.mint,
      c.mint,
    ]);
  });
});

describe('A changed verdict', () => {
  it('is notified with its figures, once', () => {
    assert.equal(
      verdictChangeMessage(finderResponse(), notRecommended()),
      'Mainnet: Arbitrage is no longer recommended. In 1 h: ' +
        'Net gains: $3.00 (threshold $10.00: not met), ' +
        'Gross gains: $20.00 (no threshold), Transactions: 3,412 (no threshold).',
    );
    assert.match(
      verdictChangeMessage(notRecommended(), finderResponse()) ?? '',
      /is now recommended/,
    );
    assert.equal(verdictChangeMessage(notRecommended(), notRecommended()), null);
  });

  it('is not notified for another connection, or for the first response', () => {
    assert.equal(verdictChangeMessage(null, finderResponse()), null);
    assert.equal(
      verdictChangeMessage(
        finderResponse(),
        notRecommended(finderResponse({ source: { kind: 'service', name: 'Other' } })),
      ),
      null,
    );
  });
});

describe('The filter for revoked authorities', () => {
  const none = { update: null, freeze: null, close: null, mint: null };
  const infos = new Map([
    [a.mint, { authorities: none }],
    [b.mint, { authorities: { ...none, mint: addressOf(5) } }],
    [d.mint, { authorities: none, unknown_members: ['authorities.mint'] }],
    [e.mint, null],
  ]);
  const filtered = (isMintRevoked: boolean, isFreezeRevoked: boolean) =>
    applyLocalFilters([a, b, c, d, e], { isMintRevoked, isFreezeRevoked }, (mint) =>
      infos.get(mint),
    );

  it('shows only such tokens, and separates unknown from unchecked ones', () => {
    const unchecked = [c];
    assert.deepEqual(filtered(true, false), {
      shown: [a],
      failed: [b],
      unknown: [d, e],
      unchecked,
    });
    assert.deepEqual(filtered(false, true), {
      shown: [a, b, d],
      failed: [],
      unknown: [e],
      unchecked,
    });
    assert.deepEqual(filtered(false, false), {
      shown: [a, b, c, d, e],
      failed: [],
      unknown: [],
      unchecked: [],
    });
  });
});
