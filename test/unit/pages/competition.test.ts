import assert from 'node:assert/strict';
import { before, describe, mock, test } from 'node:test';
import { act } from 'preact/test-utils';
import type { CompetitionContent } from '../../../src/webview/messages/competition.ts';
import type { TransactionPanelContent } from '../../../src/webview/messages/transaction.ts';
import { TransactionPage } from '../../../src/webview/transaction/transactionPage.tsx';
import {
  addressOf,
  attempt,
  cause,
  competitionContent,
  sampleCompetition,
  sampleLists,
  seeds,
  signatureOf,
  subject,
  winner,
} from '../webview/competition/sampleCompetition.ts';
import { panelContent } from '../webview/transaction/panelContent.ts';
import { splitRouteContent } from '../webview/transaction/splitRoute.ts';
import { mountPage } from './mountPage.ts';

const content = (members: Partial<TransactionPanelContent> = {}) =>
  panelContent(splitRouteContent(), members);

const mount = (shown: TransactionPanelContent, savedState?: unknown) => {
  const page = mountPage(TransactionPage, shown, { width: 1_000, savedState });
  const texts = (selector: string) =>
    page.findAll(selector).map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim());
  return { ...page, texts };
};

/** Opened at the competition by a command. */
const open = (competition: CompetitionContent = competitionContent()) =>
  mount(content({ competition, competitionAt: 1 }));

const selectedTab = (page: ReturnType<typeof mount>) =>
  page.find('[role=tab][aria-selected=true]').textContent;

/** Cells of the table of attempts, by the seed of the transaction. */
const rowOf = (page: ReturnType<typeof mount>, seed: number): string => {
  const signature = signatureOf(seed);
  const short = `${signature.slice(0, 4)}…${signature.slice(-4)}`;
  return page.texts('.attempts tbody tr').find((text) => text.startsWith(short)) ?? '';
};

describe('The Competition tab', () => {
  // The page shows anew how long ago it was; the timer must not keep the tests running.
  before(() => mock.timers.enable({ apis: ['setInterval'] }));

  test('is loaded only when it is opened, once, and again after a load without it', () => {
    const page = mount(content());
    assert.deepEqual(page.takeSent(), []);
    page.click('[role=tab]', 'Competition');
    const load = { type: 'load-competition', after: 8 };
    assert.deepEqual(page.takeSent(), [load]);
    page.click('[role=tab]', 'Route');
    page.show(content());
    assert.deepEqual(page.takeSent(), []);
    page.click('[role=tab]', 'Competition');
    assert.deepEqual(page.takeSent(), [load]);
    page.receive({ type: 'status', busy: null, problem: null });
    assert.deepEqual(page.takeSent(), [], 'a failed load is not repeated by itself');
    page.click('.not-loaded button', 'Load Competition');
    assert.deepEqual(page.takeSent(), [load]);
    page.show(content({ competition: competitionContent() }));
    assert.deepEqual(page.takeSent(), []);
    assert.equal(page.findAll('.verdict').length, 1);
  });

  test('opens by a command, stays chosen, and opens again with a newer command', () => {
    const page = open();
    assert.equal(selectedTab(page), 'Competition');
    page.click('[role=tab]', 'Route');
    assert.equal(selectedTab(page), 'Route');
    page.show(content({ competition: competitionContent(), competitionAt: 1 }));
    assert.equal(selectedTab(page), 'Route');
    const reloaded = mount(content({ competitionAt: 1 }), page.saved());
    assert.equal(selectedTab(reloaded), 'Route');
    reloaded.show(content({ competitionAt: 2 }));
    assert.equal(selectedTab(reloaded), 'Competition');
  });

  test('says who won, by how much, and why, in one sentence', () => {
    const [verdict] = open().texts('.verdict');
    assert.match(
      verdict ?? '',
      /^⊘ Lost to \w{4}…\w{4} \(\w{4}…\w{4}\): same slot, 212 positions behind \(≈ 66 ms\)\. Cause: Outbid: 0\.000211 SOL against 0\.000428 SOL \(2\.0×\)\. 4th of 8 attempts by 7 parties\.$/,
    );
  });

  test('says that it won, and counts what the rivals lost by', () => {
    const won = { ...winner, is_subject: true };
    const rivals = sampleLists.rivals.map((each) => ({ ...each, is_subject: false }));
    const page = open(competitionContent({ subject: won, winner: won, rivals }));
    assert.deepEqual(page.texts('.verdict'), [
      '▲ Won: 2nd of 8 attempts in the order of the chain, by 7 parties. After the trigger: same slot, 118 positions (≈ 36 ms).',
    ]);
    assert.deepEqual(page.texts('.causes tbody tr'), [
      ...['Unprofitable by itself1', 'Would have lost anyway1', 'Outbid1'],
      ...['Latency or scheduling1', 'unknown1'],
    ]);
    assert.equal(page.findAll('[aria-label="What would have won"]').length, 0);
  });

  test('does not call a loss a win', () => {
    const lost = { ...winner, is_subject: true, outcome: 'loss' as const };
    const page = open(competitionContent({ subject: lost, winner: lost, rivals: [] }));
    assert.match(page.texts('.verdict')[0] ?? '', /It took the route at a loss/);
  });

  test('says when nobody took it, its own party did, or nothing shows that it wanted it', () => {
    const none = { winner: null, would_have_won: null };
    assert.match(
      open(competitionContent(none)).texts('.verdict')[0] ?? '',
      /^\? Nobody took it in the blocks that were read\. 7 attempts by 6 parties seen\.$/,
    );
    const own = { ...subject, party: winner.party, cause: null };
    assert.match(
      open(competitionContent({ subject: own, rivals: [], ownCopies: [own] })).texts(
        '.verdict',
      )[0] ?? '',
      /^\? Another transaction of the same party won/,
    );
    const strange = { ...subject, cause: null };
    assert.match(
      open(competitionContent({ subject: strange, rivals: [], possible: [strange] })).texts(
        '.verdict',
      )[0] ?? '',
      /took it\. Nothing shows that this transaction would have used the contested pools\.$/,
    );
    const expired = { ...strange, outcome: 'not-landed', role: 'none' } as const;
    assert.match(
      open(competitionContent({ subject: expired, rivals: [] })).texts('.verdict')[0] ?? '',
      /^○ .*took it\. This transaction never reached a block\. What it offered: \S+ SOL against \S+ SOL/,
    );
  });

  test('says that it traded before the winner, or took it later, which is no loss', () => {
    const [taker] = sampleLists.laterTakers;
    assert.ok(taker);
    const later = { ...taker, is_subject: true };
    const others = { rivals: [], ownCopies: [] };
    assert.match(
      open(competitionContent({ ...others, subject: later, laterTakers: [later] })).texts(
        '.verdict',
      )[0] ?? '',
      /took it first\. This transaction took it as well: 1 slot, 659 positions behind \(≈ 203 ms\)\.$/,
    );
    const early = { ...subject, cause: null };
    assert.match(
      open(competitionContent({ ...others, subject: early, earlierTakers: [early] })).texts(
        '.verdict',
      )[0] ?? '',
      /took the rest\. This transaction traded before it, in the direction of the route\.$/,
    );
  });

  test('lists every cause in order, with the figures that rule it out', () => {
    assert.deepEqual(open().texts('.causes tbody tr'), [
      'Own errornofailed: no profit left (NoProfit)',
      'Unknown errornofailed: no profit left (NoProfit)',
      'Unprofitable by itselfnosame slot, 212 positions behind (≈ 66 ms)',
      'Would have lost anywayno+0.00018 SOL at the winner’s rates',
      'Outbid✓ yes0.000211 SOL against 0.000428 SOL (2.0×)',
      'Latency or schedulingnot reachedsame slot, 212 positions behind (≈ 66 ms)',
    ]);
  });

  test('has a row for each attempt by slot, with leader, price, result and cause', () => {
    const page = open();
    assert.deepEqual(page.texts('.slot-row'), [
      '395,318,246 · slot of the trigger · leader Northstake · 1,300 transactions',
      '395,318,247 · +1 slot · leader Northstake · 1,300 transactions',
      '395,318,248 · +2 slots · leader Kestrel · 1,300 transactions',
    ]);
    assert.match(
      rowOf(page, seeds.trigger),
      /trigger■ a swap against the direction of the route611/,
    );
    assert.match(rowOf(page, seeds.early), /earlier taker◆ swap650\+39, ≈ 12 ms/);
    assert.match(
      rowOf(page, seeds.winner),
      /winner▲ won729\+118, ≈ 36 ms.*0\.0004203,566,66698,430120,000\+0\.003914 SOLnet \+0\.003486 SOL$/,
    );
    assert.match(
      rowOf(page, seeds.subject),
      /rival \(this\)⊘ failed: no profit left \(NoProfit\)Outbid: .*SMBJITO\(0\.000200\)1,507,142/,
    );
    assert.match(
      rowOf(page, seeds.anyway),
      /Would have lost anyway: −0\.000019 SOL at the winner’s rates · weak/,
    );
    assert.match(
      rowOf(page, seeds.unpriced),
      /Cause unknown: an unknown price against 0\.000428 SOL.*unknownunknown/,
    );
    assert.match(
      rowOf(page, seeds.latency),
      /slippage \(SlippageExceeded\)Latency or scheduling: 2 slots, 2,892 positions behind \(≈ 890 ms\), 0\.000911 SOL against 0\.000428 SOL \(0\.47×\)/,
    );
    assert.match(rowOf(page, seeds.copy), /own copy⊘ .*broke at leg 2 of 2$/);
    assert.match(
      rowOf(page, seeds.taker),
      /later taker▲ gainNot a loss: took it later.*My rivaltracked/,
    );
  });

  test('counts possible attempts apart, and nowhere else', () => {
    const page = open();
    assert.equal(page.texts('[aria-label="Possible attempts"] h2')[0], 'Possible attempts: 1');
    assert.equal(rowOf(page, seeds.possible), '');
    assert.equal(page.findAll('[aria-label="Possible attempts"] tbody tr').length, 1);
  });

  test('says which tip would have won, what it leaves, and how the auction ranks', () => {
    const page = open();
    const section = '[aria-label="What would have won"]';
    assert.deepEqual(page.texts(`${section} dd`), [
      ...['200,000 lamports → 420,001 lamports Copy', 'Net gain after it: +0.003482 SOL.'],
      ...['200,000 lamports → 490,001 lamports Copy', 'Net gain after it: +0.003412 SOL.'],
      ...['3,902,000 lamports Copy', '9.3× of the tip above the winner’s.'],
    ]);
    assert.match(page.texts(`${section} .note`)[0] ?? '', /ranks by tip .*docs\.jito\.wtf/);
    page.click(`${section} button`);
    assert.deepEqual(page.takeSent(), [{ type: 'copy', text: '420001', what: 'Tip' }]);
    const reason = 'The tip of the winner is unknown.';
    const unknown = competitionContent({ would_have_won: null, would_have_won_reason: reason });
    assert.match(
      open(unknown).texts(`${section} p`)[0] ?? '',
      /No tip is known that would have won\. The tip of the winner is unknown\./,
    );
  });

  test('says what cannot be seen, which times are estimated, and what was not read', () => {
    const [first] = sampleCompetition().slots;
    assert.ok(first);
    const slots = [
      ...sampleCompetition().slots.slice(0, 5),
      { ...first, slot: first.slot + 5, state: 'unknown' as const, reason: 'it is too old' },
    ];
    const page = open(competitionContent({ slots, leaders_reason: 'Method not found' }));
    const limits = page.texts('.limits p');
    assert.match(limits[0] ?? '', /losing bundles and dropped transactions leave no trace/);
    assert.match(limits[1] ?? '', /estimated from positions and the measured slot time, 400 ms/);
    assert.deepEqual(limits.slice(2), [
      '1 of 6 blocks could not be read: it is too old',
      'Leaders are unknown: Method not found',
    ]);
    const unmeasured = open(competitionContent({ slot_milliseconds: null }));
    assert.match(unmeasured.texts('.limits p')[1] ?? '', /Times are unknown/);
  });

  test('draws a lane for each party with its attempts, named, and hatches unknown slots', () => {
    const page = open();
    const names = page
      .findAll('.timeline [role=button]')
      .map((mark) => mark.getAttribute('aria-label'));
    assert.equal(names.length, 10);
    assert.match(String(names[0]), /^trigger, \w{4}…\w{4}, 395,318,246$/);
    assert.match(
      String(names.find((name) => name?.includes('212 positions'))),
      /^rival, .*failed: no profit left \(NoProfit\), same slot, 212 positions behind \(≈ 66 ms\)$/,
    );
    assert.equal(page.findAll('.timeline .lane').length, 9);
    assert.equal(page.findAll('.timeline .hatch').length, 0);
    const nameOf = ({ find }: typeof page) => find('.timeline').getAttribute('aria-label');
    assert.match(String(nameOf(page)), /^Timeline: \d+ attempts by \d+ parties, in \d+ slots$/);
    const inOneSlot = ({ slot }: { slot: number }) => slot === 395_318_246;
    const { attempts, slots: every } = sampleCompetition();
    const short = { attempts: attempts.filter(inOneSlot), slots: every.filter(inOneSlot) };
    assert.match(String(nameOf(open(competitionContent(short)))), /, in 1 slot$/);
    const slots = sampleCompetition().slots.map((slot, at) =>
      at === 5 ? { ...slot, state: 'unknown' as const, transactions: null } : slot,
    );
    assert.equal(open(competitionContent({ slots })).findAll('.timeline .hatch').length, 1);
  });

  test('keeps the lanes of the winner and of the transaction among many parties', () => {
    const rivals = Array.from({ length: 40 }, (_, at) =>
      attempt(130 + at, [4, 620 + at], { cause: cause('unprofitable', 0, -1) }),
    );
    const page = open(competitionContent({ rivals: [...rivals, subject] }));
    assert.equal(page.findAll('.timeline .lane').length, 14);
    assert.equal(page.texts('.timeline .own').length, 1);
    assert.ok(page.texts('.timeline text').some((text) => text.startsWith('winner · ')));
    assert.match(page.texts('.caption')[0] ?? '', /\d+ parties more are in the table\./);
    assert.ok(rowOf(page, 169) !== '', 'the table has all');
  });

  test('leads to transactions, wallets and leaders, and tracks a rival in one click', () => {
    const page = open();
    page.takeSent();
    const wallet = addressOf(seeds.latency);
    const short = `${wallet.slice(0, 4)}…${wallet.slice(-4)}`;
    page.click('button', `Track rival ${short}`);
    page.click('button', `Open wallet ${short}`);
    page.click('button', 'Open leader Kestrel');
    act(() => page.find('.timeline [role=button]').focus());
    page.press('Enter');
    page.click('.attempts tr:not(.slot-row) th button');
    const trigger = { type: 'open-transaction', signature: signatureOf(seeds.trigger) };
    assert.deepEqual(page.takeSent(), [
      { type: 'track', wallet },
      { type: 'open-related', kind: 'wallet', id: wallet },
      { type: 'open-explorer', what: 'address', id: addressOf(202) },
      trigger,
      trigger,
    ]);
    assert.equal(page.findAll('[aria-label^="Track rival"]').length, 7, 'none of its own party');
  });

  test('asks for other slots, and saves all transactions as CSV', async () => {
    const page = open();
    page.takeSent();
    page.click('input[value="28"]');
    assert.deepEqual(page.takeSent(), [{ type: 'load-competition', after: 28 }]);
    page.click('button', 'Save Attempts as CSV');
    await new Promise(setImmediate);
    const [saved] = page.takeSent() as readonly { type: string; name?: string; data?: string }[];
    assert.match(saved?.name ?? '', /^Competition \w{4}-\w{4}$/);
    const lines = (saved?.data ?? '').trim().split(/\r?\n/);
    assert.equal(lines.length, 12);
    assert.match(lines[0] ?? '', /^part,signature,slot,position/);
    assert.match(lines.at(-1) ?? '', /^possible,/);
  });

  test('says what a service does not offer, and what does', () => {
    const page = open({ kind: 'not-offered', source: 'Paid' });
    assert.match(page.texts('.not-loaded')[0] ?? '', /^Paid does not offer the competition/);
    page.takeSent();
    page.click('button', 'Switch Connection');
    assert.deepEqual(page.takeSent(), [{ type: 'error-action', act: 'switch-connection' }]);
  });

  test('shows the competition for a transaction that is in no index', () => {
    const signature = signatureOf(seeds.subject);
    const page = mount({ signature, transaction: null, competition: null, competitionAt: 1 });
    assert.deepEqual(page.takeSent(), [{ type: 'load-competition', after: 8 }]);
    assert.match(page.texts('.note')[0] ?? '', /not in the index/);
  });

  test('never shows raw text of others', () => {
    const name = '\u202ecod\u200be<b>';
    const slots = sampleCompetition().slots.map((slot) => ({ ...slot, leader_name: name }));
    const rivals = [
      attempt(seeds.anyway, [4, 934], { bot: { family: name, program: 'x' } }),
      subject,
    ];
    const text = open(competitionContent({ slots, rivals })).find('.competition').textContent ?? '';
    assert.equal(/[\u200b-\u200f\u202a-\u202e]/.test(text), false);
  });
});
