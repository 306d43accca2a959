import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { act } from 'preact/test-utils';
import type {
  SentWalletCompetition,
  WalletCompetitionContent,
} from '../../../src/webview/messages/walletCompetition.ts';
import { WalletPage } from '../../../src/webview/wallet/walletPage.tsx';
import { addressOf, signatureOf } from '../webview/competition/sampleCompetition.ts';
import { sampleWalletContent } from '../webview/wallet/sampleWallet.ts';
import {
  sampleLoss,
  sampleWalletCompetition,
  walletCompetitionContent,
} from '../webview/wallet/sampleWalletCompetition.ts';
import { mountPage } from './mountPage.ts';

const mount = (competition: WalletCompetitionContent | null, tab?: string) => {
  const content = { ...sampleWalletContent(1), competition };
  const savedState = tab === undefined ? undefined : { panel: null, own: { tab } };
  const page = mountPage(WalletPage, content, { width: 1_000, savedState });
  const texts = (selector: string) =>
    page.findAll(selector).map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim());
  const part = (title: string) => `section[aria-label="${title}"]`;
  const rows = (title: string) => texts(`${part(title)} tbody tr`);
  return { ...page, content, texts, part, rows };
};

const open = (members: Partial<SentWalletCompetition> = {}) => {
  const page = mount(walletCompetitionContent(members), 'competition');
  page.takeSent();
  return page;
};

const none = { count: 0, gain_sol: 0, unknown_gains: 0 };
const first = { type: 'load-competition', windowSeconds: 3_600, limit: 50 };

describe('The competition of a wallet', () => {
  test('is asked for once its tab is opened, and remembered as the tab', () => {
    const page = mount(null);
    assert.deepEqual(page.takeSent(), []);
    page.click('[role=tab]', 'Competition');
    assert.deepEqual(page.takeSent(), [first]);
    assert.equal(page.findAll('[role=tabpanel]:not([hidden]) .figures').length, 0);
    assert.deepEqual((page.saved() as { own: unknown }).own, { tab: 'competition' });
    page.click('button', 'Load Competition');
    assert.deepEqual(page.takeSent(), [first]);
  });

  test('keeps the choice of charts and tables in its place when the tab changes', () => {
    const page = open();
    const firstControl = () => page.texts('.bar fieldset')[0];
    const inCompetition = firstControl();
    page.click('[role=tab]', 'Overview');
    assert.deepEqual([inCompetition, firstControl()], ['ViewChartsTables', 'ViewChartsTables']);
  });

  test('is asked for again after a refresh, and for the rest that took too long', () => {
    const page = mount(walletCompetitionContent(), 'competition');
    assert.deepEqual(page.takeSent(), []);
    const again = { type: 'load-competition', windowSeconds: 86_400, limit: 150 };
    const show = (competition: WalletCompetitionContent) =>
      page.show({ ...page.content, competition });
    show(walletCompetitionContent({}, { isStale: true }));
    assert.deepEqual(page.takeSent(), [again]);
    assert.notEqual(page.texts('.headline').length, 0, 'the former figures stay meanwhile');
    const part = { continues: true, to: '2026-11-22T14:00:01.000Z' };
    show(walletCompetitionContent(part));
    assert.deepEqual(page.takeSent(), [again]);
    show(walletCompetitionContent(part, { tracked: {} }));
    assert.deepEqual(page.takeSent(), [], 'it may have been stopped');
    page.click('button', 'Continue');
    assert.deepEqual(page.takeSent(), [again]);
  });

  test('says what a connection does not offer, and what does', () => {
    const page = mount({ kind: 'not-offered', source: 'Paid' }, 'competition');
    assert.match(
      page.texts('.not-loaded')[0] ?? '',
      /^Paid does not offer the competition of a wallet\.The Sandbox, a Node connection and a service/,
    );
    assert.deepEqual(page.takeSent(), []);
    page.click('button', 'Switch Connection');
    assert.deepEqual(page.takeSent(), [{ type: 'error-action', act: 'switch-connection' }]);
  });

  test('shows the headline figures, and how many gains are not in them', () => {
    const page = open();
    assert.deepEqual(page.texts('.headline > div'), [
      'Contested, won37.5% 452 of 1,204',
      'Net gain won+7.914 SOL 35.8% of 22.12 SOL +3 unknown',
      'Net gain lost to others14.206 SOL 752 opportunities +14 unknown',
      'Cost of losing−0.668 SOL fees, tips and losses',
      'A higher tip, at most+0.504256 SOL from 44% of the gain +14 unknown',
      'Uncontested436 +5.236 SOL',
    ]);
    assert.equal(
      page.texts('.verdict')[0],
      'Wins 37.5% of what it contests, and 35.8% of the known net gain. Most frequent cause: Latency or scheduling, 318 of 752 lost. 75hb…Ez2d took 201 of 752, at 1.8× the price of this wallet. Tips of at least 44% of the gain would have added 0.504256 SOL, at most; from 55.4% on they cost more than they win.',
    );
  });

  test('calls fewer than ten opportunities few, in each figure', () => {
    const page = open({
      won: { count: 3, gain_sol: 0.01, unknown_gains: 0 },
      lost: { count: 6, gain_sol: 0.03, unknown_gains: 0 },
      causes: [{ kind: 'outbid', count: 6, gain_sol: 0.03, unknown_gains: 0 }],
      by_provider: [{ provider: 'JITO', count: 9, won: 3 }],
      tip_curve: { ...sampleWalletCompetition().tip_curve, count: 6, unknown: 0 },
    });
    assert.match(page.texts('.headline')[0] ?? '', /Contested, wonfew 3 of 9.*at mostfew 6 lost/);
    assert.match(
      page.texts('.verdict')[0] ?? '',
      /^Wins 3 of 9 opportunities: too few for a rate\./,
    );
    assert.deepEqual(page.rows('Win rate by provider')[0], 'JITO93fewfew');
    assert.equal(page.findAll('.tip-curve').length, 0);
    assert.match(
      page.texts(`${page.part('What a higher tip would have won')} p`)[0] ?? '',
      /^Few: 6 opportunities\./,
    );
  });

  test('gives the interval of a win rate that rests on less than a hundred', () => {
    const page = open({
      won: { count: 19, gain_sol: 1, unknown_gains: 0 },
      lost: { count: 32, gain_sol: 3, unknown_gains: 0 },
    });
    assert.match(
      page.texts('.verdict')[0] ?? '',
      /^Wins 37\.3% of what it contests \(95% interval 25\.3% to 51%\), and 25% of its net gain\./,
    );
  });

  test('says that there was nothing to win, and no rival', () => {
    const page = open({
      ...{ won: none, lost: none, causes: [], rivals: [], rivals_total: 0, losses: [] },
      ...{ by_provider: [], by_leader: [], by_distance: [], by_hour: [] },
      tip_curve: { count: 0, unknown: 0, unknown_costs: 0, points: [] },
    });
    assert.equal(page.texts('.verdict')[0], 'No contested opportunity in this window.');
    assert.match(page.texts(page.part('Rivals'))[0] ?? '', /No rival in the blocks/);
    assert.match(page.texts(page.part('Lost opportunities'))[0] ?? '', /No opportunity was lost/);
    assert.equal(page.texts('[aria-label^="Win rate"] .dim').length, 4);
  });

  test('says what was not compared or read, and compares more', () => {
    const page = open({
      ...{ attempts_unclear: 4, slots_unread: 1, leaders_reason: 'Method not found' },
    });
    assert.deepEqual(page.texts('.limits p'), [
      'Not all attempts before 2026-11-22 02:53:20 UTC were compared. The limit is 150 attempts. Compare More',
      'Transactions of the wallet that could not be read, and count nowhere: 2.',
      'Attempts that only name pools, and count in the cost alone: 4.',
      'Slots around the attempts that could not be read, with unknown rivals: 1.',
      'Leaders are unknown: Method not found',
      'Only what reached a block is seen: losing bundles and dropped transactions leave no trace. The attempts are a lower bound.',
    ]);
    page.click('button', 'Compare More');
    page.click('input[name=competition-window][value="3600"]');
    page.click('button', 'Refresh');
    const load = { type: 'load-competition', windowSeconds: 86_400, limit: 150 };
    assert.deepEqual(page.takeSent(), [
      { ...load, limit: 500 },
      { ...load, windowSeconds: 3_600 },
      load,
    ]);
    const ended = open({ attempts: 20, compared_reason: 'The node has no older blocks.' });
    assert.doesNotMatch(ended.texts('.limits')[0] ?? '', /Compare More/, 'it would not help');
    assert.equal(open({ compared_from: null }).texts('.limits p').length, 2);
  });

  test('shows what became of the contested, by number and gain, with unknown gains', () => {
    const page = open();
    const title = 'Where the contested gain went';
    assert.deepEqual(page.rows(title), [
      'Won45237.5%7.914000+3 unknown35.8%',
      'Outbid26822.3%5.140000+2 unknown23.2%',
      'Latency or scheduling31826.4%6.51100029.4%',
      'Would have lost anyway685.6%1.2390005.6%',
      'Unprofitable by itself342.8%0.4000001.8%',
      'Own error443.7%0.9000004.1%',
      'Unknown error80.7%0.0160000.1%',
      'Cause unknown121%unknown–',
      'Contested1,20422.120000+17 unknown',
    ]);
    assert.match(page.texts(page.part(title))[0] ?? '', /not counted here: 21 opportunities/);
    const looks = page.findAll('.outcomes .outcome-swatch').map(({ innerHTML }) => innerHTML);
    assert.equal(new Set(looks).size, looks.length, 'each is told apart without colour');
    const spoken = page.findAll('.outcome-bar svg').map((bar) => bar.getAttribute('aria-label'));
    assert.match(spoken[0] ?? '', /^1,204 opportunities: Won: 452, Outbid: 268, .*unknown: 12$/);
    assert.match(spoken[1] ?? '', /^22\.120000 SOL net gain, as far as known: Won: 7\.914000, /);
  });

  test('calls gains unknown that nobody knows, and gives no share of a loss', () => {
    const unknown = { count: 12, gain_sol: 0, unknown_gains: 12 };
    const page = open({
      ...{ won: unknown, lost: unknown, uncontested: unknown, causes: [] },
      ...{ cost_of_losing_sol: 0, unknown_costs: 4 },
    });
    const figures = page.texts('.headline > div');
    assert.equal(figures[1], 'Net gain wonunknown +12 unknown');
    assert.equal(figures[3], 'Cost of losingunknown fees, tips and losses +4 unknown');
    assert.equal(figures[5], 'Uncontested12 unknown +12 unknown');
    const title = 'Where the contested gain went';
    assert.equal(page.rows(title)[0], 'Won1250%unknown–');
    const loss = { kind: 'unprofitable', count: 12, gain_sol: -0.5, unknown_gains: 0 } as const;
    const won = { count: 12, gain_sol: 1, unknown_gains: 0 };
    const lost = open({ won, lost: { ...loss }, causes: [loss] });
    assert.equal(lost.rows(title)[1], 'Unprofitable by itself1250%−0.500000–');
    assert.match(lost.texts('.verdict')[0] ?? '', /^Wins 50% of what it contests\. /);
  });

  test('marks the best tip and the break-even, and reads the curve with the arrow keys', () => {
    const page = open();
    const labels = page.texts('.tip-curve .curve-label');
    assert.deepEqual(labels, ['best +0.504256 SOL · 44%', 'break-even 55.4%', '↓ 100%: −7.9 SOL']);
    const slider = page.find('[role=slider]', 'What a higher tip would have won');
    act(() => slider.focus());
    page.press('End');
    assert.equal(
      slider.getAttribute('aria-valuetext'),
      'Tip of 100%, wins 235 of 752 lost, net −7.9 SOL',
    );
    page.click('input[value=tables]');
    const rows = page.rows('What a higher tip would have won');
    assert.equal(rows.length, 21);
    assert.equal(rows.at(-1), '10023531.3%0.0000007.900000−7.900000');
    assert.match(
      page.texts(`${page.part('What a higher tip would have won')} .caption`)[0] ?? '',
      /n = 752 lost; 14 with an unknown tip; 3 won at an unknown cost$/,
    );
  });

  test('lists rivals with meetings, prices, causes and providers', () => {
    const page = open();
    const rows = page.rows('Rivals');
    assert.equal(rows.length, 10);
    assert.match(
      rows[0] ?? '',
      /^75hb…Ez2d\+ .*\+ .*unknown bot · Track312742014\.010000\+2 unknown37Won: 74, They won: 201, Neither: 371,100,000610,0001\.8×Outbid: 122, Latency or scheduling: 70, Would have lost anyway: 8, others: 1JITO: 252, TEMPORAL: 60$/,
    );
    assert.match(rows[1] ?? '', /^My rivalNotArb · tracked/);
    assert.match(rows[2] ?? '', /unknown520,000–/);
    page.click('input[name=rival-order][value=gain]');
    assert.match(page.rows('Rivals')[0] ?? '', /^My rival/);
    page.click(`${page.part('Rivals')} .list-bar button`, 'Show All');
    const all = page.rows('Rivals');
    assert.equal(all.length, 13);
    assert.match(all.at(-1) ?? '', /unknown bot · Track620.*few––no provider: 6$/, 'no price');
  });

  test('gives each win rate with its number and interval', () => {
    const page = open();
    assert.equal(page.rows('Win rate by provider')[0], 'JITO56122636.3% to 44.4%40.3%');
    assert.deepEqual(page.rows('Win rate by provider').slice(5, 7), [
      'FALCON81fewfew',
      'no tip71fewfew',
    ]);
    const leaders = page.rows('Win rate by leader');
    assert.match(leaders[0] ?? '', /^Northstake14866/);
    assert.match(leaders[7] ?? '', /^6 more427120/);
    const slots = page.rows('Win rate by slot');
    assert.match(slots[0] ?? '', /^same slot402257/);
    assert.match(slots[1] ?? '', /^\+1451151/);
    assert.match(slots[5] ?? '', /^no trigger123/);
    assert.match(page.rows('Win rate by hour')[0] ?? '', /^11-21 14:004012/);
  });

  test('opens the competition for a lost opportunity with its row or its button', () => {
    const page = open();
    const rows = page.rows('Lost opportunities');
    assert.match(rows[0] ?? '', /Outbid0\.003486.*same slotJITO200,000420,00010\.8%$/);
    assert.match(rows[2] ?? '', /Cause unknownunknown.*200,000unknown–$/);
    assert.match(rows[3] ?? '', /Own error.*no trigger–unknown420,00010\.8%$/);
    page.click('.losses tbody tr:nth-child(1) .cause');
    page.click('.losses tbody tr:nth-child(2) th button');
    page.click('.losses tbody tr:nth-child(1) td .second button');
    assert.deepEqual(page.takeSent(), [
      { type: 'open-competition', signature: sampleLoss(0).signature },
      { type: 'open-competition', signature: sampleLoss(1).signature },
      { type: 'open-transaction', signature: signatureOf(60) },
    ]);
    page.click('input[name=loss-order][value=largest]');
    assert.match(page.rows('Lost opportunities')[0] ?? '', /0\.005410/);
    page.click(`${page.part('Lost opportunities')} .list-bar button`, 'Show All');
    assert.match(page.rows('Lost opportunities').at(-1) ?? '', /Cause unknownunknown/);
  });

  test('leads to wallets and leaders, and tracks a rival in one click', () => {
    const page = open();
    const wallet = addressOf(90);
    page.click('.verdict button');
    page.click('button', 'Track rival 75hb…Ez2d');
    page.click('button', 'Open leader Northstake');
    assert.deepEqual(page.takeSent(), [
      { type: 'open-related', kind: 'wallet', id: wallet },
      { type: 'track', wallet },
      { type: 'open-explorer', what: 'address', id: addressOf(201) },
    ]);
  });

  test('is saved as CSV with unrounded figures, and unknown ones empty', async () => {
    const page = open();
    page.click('button', 'Save CSV');
    await new Promise(setImmediate);
    const [saved] = page.takeSent() as readonly { name?: string; data?: string }[];
    assert.match(saved?.name ?? '', /^competition 7Yq2/);
    const lines = (saved?.data ?? '').trim().split(/\r?\n/);
    assert.match(lines[0] ?? '', /^part,wallet,entry,measure,value,window_seconds,source,until$/);
    const value = (entry: string, measure: string) =>
      lines.find((line) => line.includes(`,${entry},${measure},`))?.split(',')[4];
    assert.equal(value('', 'attempts'), '148');
    assert.equal(value('unknown', 'count'), '12');
    assert.equal(value(sampleLoss(2).signature, 'winner_price'), '');
    assert.equal(value(addressOf(90), 'lost'), '201');
    assert.equal(value('100 %', 'extra_cost_sol'), '7.9');
  });

  test('never shows raw text of others', () => {
    const name = '\u202ecod\u200be<b>';
    const page = open({
      compared_reason: name,
      leaders_reason: name,
      rivals: [{ ...sampleWalletCompetition().rivals[0], bot: name } as never],
      by_provider: [{ provider: name, count: 12, won: 3 }],
      by_leader: [{ leader: addressOf(1), leader_name: name, count: 12, won: 3 }],
      losses: [sampleLoss(0, { provider: name })],
    });
    const text = page.find('.competition').textContent ?? '';
    assert.equal(/[\u200b-\u200f\u202a-\u202e]/.test(text), false);
  });
});
