import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketPage } from '../../../src/webview/market/marketPage.tsx';
import type {
  MarketContent,
  MarketQuery,
  TimeRange,
} from '../../../src/webview/messages/market.ts';
import {
  sampleFigures,
  sampleHistory,
  sampleMarket,
  sampleSignatures,
  sampleStart,
} from '../webview/market/marketSample.ts';
import { mountPage } from './mountPage.ts';

const start = sampleStart / 1_000;
/** One hour: four of the sample's intervals. */
const selection: TimeRange = { from: start + 84 * 900, to: start + 88 * 900 };

const withSelection = (): MarketContent => {
  const content = sampleMarket();
  const total = sampleFigures({ tips: { sample: 5_000, values: [680_000, 2e6, 9e6] } });
  return sampleMarket({
    query: { ...content.query, selection },
    list: content.list && { ...content.list, total },
  });
};

const open = (content = sampleMarket()) => {
  const page = mountPage(MarketPage, content);
  const texts = (selector: string) => page.findAll(selector).map((each) => each.textContent);
  return {
    ...page,
    texts,
    heading: () => page.find('aside h2').textContent,
    spoken: () => page.find('[role=slider]').getAttribute('aria-valuetext') ?? '',
    /** The last query, which the panel confirms. */
    asked: (): MarketQuery => {
      const last = page.takeSent().at(-1);
      assert.ok(last !== undefined && 'query' in last);
      page.receive({ type: 'state', state: last.query });
      return last.query as MarketQuery;
    },
  };
};

describe('The page of the market', () => {
  test('draws five rows over one time axis, with unknown times hatched and labeled', () => {
    const page = open();
    const texts = page.texts('.time-chart text');
    for (const title of ['Transactions', 'Gains, USD', 'Volume, USD', 'Tips, lamports', 'Fees']) {
      assert.ok(
        texts.some((text) => text?.startsWith(title)),
        title,
      );
    }
    assert.equal(page.findAll('.hatch').length, 5);
    const text = document.body.textContent ?? '';
    assert.match(text, /Hatched: not indexed, unknown\./);
    assert.match(text, /data until 13:58:59 UTC/);
    // Tips and fees of fewer than 30 transactions.
    assert.equal(page.findAll('.note-mark').length, 2);
    assert.equal(texts.filter((each) => each === 'small sample').length, 2);
    const dashes = page
      .findAll('.series-5 .series-line')
      .map((line) => line.getAttribute('stroke-dasharray'));
    assert.ok(new Set(dashes).size >= 3);
  });

  test('compares the tips of a selection with the last day, and clears it', () => {
    const page = open(withSelection());
    assert.equal(page.heading(), 'Selected: 2026-01-03 11:00 – 12:00 UTC');
    const figures = page.texts('.figures dd');
    assert.deepEqual(figures.slice(-2), ['680,000 lamports', '2.0×']);
    page.click('button', 'Clear Selection');
    assert.equal(page.asked().selection, null);
    assert.equal(page.heading(), 'Whole period');
    assert.equal(page.findAll('.selection').length, 0);
  });

  test('compares the period with the one before, or says that too little of it is stored', () => {
    const page = open();
    assert.deepEqual(page.texts('aside dd').slice(0, 4), [
      '115,319 (+12.1%)',
      '60.7%',
      '$31,000.00 (−6.1%)',
      '$18,250.50 (+14.1%)',
    ]);
    const note = () => page.texts('aside [aria-live] p').join();
    assert.equal(note(), 'In brackets: the change from the 24 h before (n = 102,900).');
    page.show(sampleMarket({ history: sampleHistory({ before: null }) }));
    assert.equal(page.texts('aside dd')[0], '115,319');
    assert.equal(note(), 'No comparison: too little of the 24 h before is stored.');
  });

  test('moves and resizes the selection by keys, and shows it as text', () => {
    const page = open(withSelection());
    const slider = page.find('[role=slider]');
    slider.focus();
    assert.match(page.spoken(), /11:00 – 12:00 UTC/);
    page.press('ArrowLeft');
    const moved = { from: selection.from - 900, to: selection.to - 900 };
    assert.deepEqual(page.asked().selection, moved);
    page.press('ArrowRight', true);
    assert.deepEqual(page.asked().selection, { ...moved, to: selection.to });
    assert.match(page.spoken(), /10:45 – 12:00 UTC \(75 min\)/);
    page.show(withSelection());
    assert.ok(document.activeElement === slider && page.find('[role=slider]') === slider);
    page.press('Escape');
    assert.equal(page.asked().selection, null);
    assert.equal(page.spoken(), 'nothing selected');
  });

  test('shows the figures of an interval by keys', () => {
    const page = open();
    page.find('[role=slider]').focus();
    page.press('ArrowRight');
    const reading = page.find('.reading').textContent ?? '';
    assert.match(reading, /^2026-01-03 13:45 – 14:00 UTC; Transactions per 15 min: succeeded /);
    assert.equal(page.spoken(), reading);
  });

  test('shows a line with the values of an interval that the keys select', () => {
    const page = open(
      sampleMarket({
        query: { ...sampleMarket().query, selection: { from: start, to: start + 900 } },
      }),
    );
    const values = page.texts('.crosshair-values');
    assert.deepEqual(values.slice(0, 2), [
      'succeeded 1,400 · failed 840',
      'net $350.00 · gross $630.00',
    ]);
    page.show(withSelection());
    assert.equal(page.findAll('.crosshair').length, 0);
  });

  test('draws the parts of the first and last interval dashed, and says which time they cover', () => {
    const period = { from: start + 300, to: start + 96 * 900 - 60 };
    const page = open(sampleMarket({ history: sampleHistory({ period }) }));
    // Succeeded and failed.
    assert.equal(page.findAll('.partial').length, 2);
    assert.match(document.body.textContent ?? '', /2026-01-02 14:05 – 2026-01-03 13:59 UTC/);
    assert.match(document.body.textContent ?? '', /Dashed: the first and last intervals/);
    page.find('[role=slider]').focus();
    page.press('End');
    assert.match(page.spoken(), /^2026-01-03 13:45 – 13:59 UTC \(partial\);/);
    assert.equal(page.asked().selection?.to, period.to);
    page.press('Home');
    assert.equal(page.asked().selection?.from, period.from);
    page.show(sampleMarket());
    assert.doesNotMatch(document.body.textContent ?? '', /Dashed/);
  });

  test('offers longer periods only if more is stored than in shorter ones', () => {
    const page = open();
    const periods = () =>
      page.findAll('input[name=period]').map((each) => each.getAttribute('value'));
    assert.deepEqual(periods(), ['1 h', '6 h', '24 h', 'stored']);
    const stored = (storedFromMilliseconds: number | null) =>
      page.show(sampleMarket({ history: sampleHistory({ storedFromMilliseconds }) }));
    stored(sampleStart - 10 * 86_400_000);
    assert.deepEqual(periods(), ['1 h', '6 h', '24 h', '7 d', '30 d', 'stored']);
    stored(null);
    assert.deepEqual(periods(), ['1 h', '6 h', '24 h', '7 d', '30 d', '1 y', 'stored']);
  });

  test('opens the transaction of a row by click and by keys, with one tab stop', () => {
    const page = open();
    page.click('.arbitrages tr:nth-child(2) .route');
    const opened = (at: number) => [{ type: 'open-transaction', signature: sampleSignatures[at] }];
    assert.deepEqual(page.takeSent(), opened(1));
    const stops = () => page.findAll('.arbitrages tbody button[tabindex="0"]');
    assert.equal(page.findAll('.arbitrages tbody button').length, sampleSignatures.length);
    assert.equal(stops().length, 1);
    stops()[0]?.focus();
    page.press('ArrowDown');
    page.press('ArrowDown');
    assert.ok(stops().length === 1 && document.activeElement === stops()[0]);
    page.click('.arbitrages tbody button[tabindex="0"]');
    assert.deepEqual(page.takeSent(), opened(2));
    page.press('End');
    page.press('Home');
    page.click('.arbitrages tbody button[tabindex="0"]');
    assert.deepEqual(page.takeSent(), opened(0));
    page.click('button', 'Show More');
    assert.deepEqual(page.takeSent(), [{ type: 'more' }]);
    page.click('input[name=order][value=time]');
    assert.equal(page.asked().order, 'time');
  });

  test('requests another scope, period and interval', () => {
    const page = open();
    page.choose('select', 'JITO');
    assert.deepEqual(page.asked().scope, { kind: 'provider', value: 'JITO' });
    page.click('button', 'Show in Live');
    assert.deepEqual(page.takeSent(), [{ type: 'show-live' }]);
    page.choose('select', 'Whole market');
    assert.equal(page.asked().scope, null);
    page.choose('select', 'Other…');
    assert.deepEqual(page.takeSent(), [{ type: 'enter-scope' }]);
    assert.equal((page.find('select') as HTMLSelectElement).value, '');
    page.click('input[name=period][value=stored]');
    assert.equal(page.asked().periodSeconds, null);
    page.click('input[name=interval][value="1 h"]');
    assert.equal(page.asked().intervalSeconds, 3_600);
  });

  test('shows every figure of the charts in its table, with “unknown” for missing ones', () => {
    const page = open();
    page.click('input[name=view][value=table]');
    const rows = page.findAll('.tables tbody tr');
    assert.equal(rows.length, 96);
    const unknown = [...(rows[95 - 62]?.querySelectorAll('td') ?? [])];
    assert.equal(unknown.length, 11);
    assert.ok(unknown.every(({ textContent }) => textContent === 'unknown'));
    assert.equal(page.findAll('.picture').length, 0);
    assert.ok(
      ['SVG', 'PNG'].every((name) => page.find('button', `Save ${name}`).hasAttribute('disabled')),
    );
  });

  test('explains that a service offers no history, and which connections do', () => {
    const page = open(
      sampleMarket({
        source: 'Remote',
        isSimulated: false,
        choices: [],
        history: null,
        list: null,
      }),
    );
    const text = page.find('.not-offered').textContent ?? '';
    assert.match(text, /Remote does not offer market history\./);
    assert.match(text, /your own node, or a service that runs Arbscope/);
    page.click('button', 'Switch Connection');
    assert.deepEqual(page.takeSent(), [{ type: 'error-action', act: 'switch-connection' }]);
  });
});
