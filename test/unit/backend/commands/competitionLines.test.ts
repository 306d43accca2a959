import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Competition, CompetitionAttempt } from '../../../../src/api/arbscope/competition.ts';
import { competitionLines } from '../../../../src/backend/commands/competitionLines.ts';
import { arbscopeSample } from '../../../arbscopeDouble.ts';

const sample = arbscopeSample('competition');
const [one] = sample.attempts as [CompetitionAttempt];
const winner: CompetitionAttempt = {
  ...one,
  role: 'winner',
  is_subject: false,
  slot: 500,
  position: 3,
  positions_after: 2,
  estimated_ms_after: 66,
  outcome: 'gain',
  net_gain_sol: 0.003486,
  failure: null,
  price: 420_000n,
  is_tip_offered: false,
  provider: 'JITO',
  bot: null,
  is_weak: false,
  cause: null,
};
const loser: CompetitionAttempt = {
  ...winner,
  role: 'rival',
  is_subject: true,
  position: 5,
  outcome: 'failed',
  failure: {
    kind: 'slippage',
    text: 'Instruction 2: SlippageToleranceExceeded',
    name: 'SlippageToleranceExceeded',
    program: null,
    code: 6001,
    is_inferred: false,
  },
  price: 200_000n,
  is_tip_offered: true,
  is_weak: true,
  cause: {
    kind: 'outbid',
    slots_behind: 0,
    positions_behind: 2,
    same_circle: null,
    at_winners_rates: null,
    is_price_mixed: false,
  },
};
const slot = { ...sample.slots[0], slot: 500, leader: 'x', leader_name: 'Kestrel' };
const competition = {
  ...sample,
  slots: [slot],
  trigger: null,
  attempts: [loser, winner],
  would_have_won: {
    provider: 'JITO',
    tip: 420_001n,
    net_gain_sol: 0.003482,
    tip_by_unit: 490_001n,
    net_gain_by_unit_sol: 0.003412,
    ranking: 'by-unit',
    source: 'the documentation',
    break_even_tip: 3_902_000n,
  },
} as Competition;

describe('The lines of a competition', () => {
  const text = competitionLines(competition).join('\n');

  it('show the winner and the rival with price, leader and cause, offered tips in brackets', () => {
    assert.match(
      text,
      /Winner: 500:3, \+2, ≈ 66 ms, .*leader Kestrel, gain \+0\.003486 SOL, price 420,000 lamports JITO/,
    );
    assert.match(
      text,
      /Asked: 500:5, .*failed: SlippageToleranceExceeded, price \(200,000 lamports\) JITO, shares hubs only, cause: outbid/,
    );
  });

  it('list no transaction as its own rival', () => {
    assert.doesNotMatch(text, /Rivals:/);
    const other = { ...loser, is_subject: false, position: 7 };
    const lines = competitionLines({ ...competition, attempts: [loser, winner, other] });
    assert.match(lines.join('\n'), /\nRivals: 1\n {2}500:7/);
  });

  it('show what would have won by both measures, and which one the provider ranks by', () => {
    assert.match(
      text,
      /a tip of 420,001 lamports, net gain \+0\.003482 SOL; by requested compute unit 490,001 lamports/,
    );
    assert.match(text, /JITO ranks by compute unit \(the documentation\)/);
  });

  it('say that a trigger was not found, not that there was none', () => {
    assert.match(text, /Trigger: none in the slots that were read/);
  });
});
