import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import {
  type PercentileResponse,
  readHistory,
  writeHistory,
} from '../../../src/webview/messages/percentiles.ts';
import { PercentilesPage } from '../../../src/webview/percentiles/percentilesPage.tsx';
import { sampleContent, smallSamplesContent } from '../webview/percentiles/sampleContent.ts';
import { mountPage } from './mountPage.ts';

const open = (content = smallSamplesContent()) => {
  const page = mountPage(PercentilesPage, content);
  const texts = (selector: string) => page.findAll(selector).map((each) => each.textContent);
  const row = (name: string) => {
    const found = page
      .findAll('.legend tbody tr')
      .find((each) => each.textContent?.startsWith(name));
    assert.ok(found !== undefined, name);
    return found;
  };
  const dispatch = (target: Element, type: string) => {
    act(() => {
      target.dispatchEvent(new Event(type, { bubbles: true }));
    });
  };
  return {
    ...{ ...page, texts, row, dispatch },
    boxOf: (name: string) => row(name).querySelector('input') as HTMLInputElement,
    focus: (target: HTMLElement) => act(() => target.focus()),
    /** Types a text without leaving the field. */
    type: (selector: string, text: string) => {
      const field = page.find(selector) as HTMLInputElement;
      field.value = text;
      dispatch(field, 'input');
    },
    commit: (selector: string) => dispatch(page.find(selector), 'change'),
    litLines: () => page.findAll('.series.is-lit').map((each) => each.dataset['series']),
    focused: () => document.activeElement as HTMLElement,
  };
};

const maximum = '[aria-label=Maximum]';

describe('The page of percentiles', () => {
  test('asks for the stored past when it is drawn over time, once', () => {
    const page = open({ ...sampleContent(), isPastUnread: true });
    const asked = () => page.takeSent().filter(({ type }) => type === 'read-past').length;
    assert.equal(asked(), 0);
    page.click('[role=tab]', 'Over time');
    assert.equal(asked(), 1);
    page.show(sampleContent());
    assert.equal(asked(), 0);
  });

  test('draws the market and the large samples, and the others on request', () => {
    const page = open();
    const names = () => page.texts('.legend tbody th');
    assert.deepEqual(names(), ['≈ Market', 'JITO', 'NEXTBLOCK', 'SOYAS', 'RAZOR', 'TEMPORAL']);
    assert.equal(page.findAll('.plot .series').length, 6);
    page.click('button', '14 providers with n below 30');
    assert.equal(names().length, 20);
    assert.equal(page.findAll('.plot .series').length, 6);
    act(() => page.boxOf('GLAIVE').click());
    assert.equal(page.findAll('.plot .series[data-series^="GLAIVE"]').length, 1);
    page.click('button', 'Show All');
    // Each plot has the market's line in addition to its own.
    assert.equal(page.findAll('.plot.small .series').length, 19);
    page.click('button', 'Hide All');
    assert.equal(page.findAll('.plot .series').length, 6);
    act(() => page.boxOf('JITO').click());
    assert.deepEqual(page.texts('.tables tbody th'), names().slice(0, 6).toSpliced(1, 1));
  });

  test('highlights the line under the pointer or with the focus, in chart, legend and table', () => {
    const page = open();
    page.dispatch(page.row('SOYAS'), 'pointerover');
    assert.match(String(page.litLines()), /^SOYAS [^,]*$/);
    assert.equal(page.findAll('.series.is-faded').length, 5);
    assert.equal(page.findAll('.tables tr.is-lit').length, 1);
    const point = page.find('.series[data-series^="JITO"] .point');
    page.dispatch(point, 'pointerover');
    assert.ok(page.row('JITO').classList.contains('is-lit'));
    page.dispatch(page.find('h1'), 'pointerover');
    assert.equal(page.findAll('.is-lit, .is-faded').length, 0);
    page.focus(page.boxOf('RAZOR'));
    assert.match(String(page.litLines()), /^RAZOR /);
    const content = smallSamplesContent();
    const responses = content.responses.map((each) => ({
      ...each,
      series: each.series.filter(({ provider }) => provider !== 'RAZOR'),
    }));
    page.show({ ...content, responses });
    assert.equal(page.findAll('.is-lit, .is-faded').length, 0);
  });

  test('has one tab stop for its legend, with arrow keys between its controls', () => {
    const page = open();
    const stops = () => page.findAll('.legend [tabindex="0"]');
    assert.ok(stops().length === 1 && stops()[0] === page.boxOf('≈ Market'));
    page.focus(page.boxOf('≈ Market'));
    page.press('ArrowDown');
    page.press('ArrowDown');
    assert.ok(page.focused() === page.boxOf('NEXTBLOCK'));
    act(() => page.focused().click());
    assert.equal(page.findAll('.series[data-series^="NEXTBLOCK"]').length, 0);
    assert.ok(page.focused() === page.boxOf('NEXTBLOCK') && stops()[0] === page.focused());
    page.press('ArrowUp');
    page.press('ArrowRight');
    act(() => page.focused().click());
    assert.deepEqual(page.takeSent(), [
      { type: 'copy', text: page.focused().dataset['lamports'], what: '2,585,227 lamports' },
    ]);
    page.press('End');
    assert.equal(page.focused().textContent, 'Show All');
    page.press('ArrowLeft');
    act(() => page.focused().click());
    assert.equal(page.focused().getAttribute('aria-expanded'), 'true');
    page.press('Home');
    assert.ok(page.focused() === page.boxOf('≈ Market') && stops().length === 1);
  });

  test('keeps the focus and the highlight when new figures arrive', () => {
    const page = open();
    const box = page.boxOf('SOYAS');
    page.focus(box);
    const content = smallSamplesContent();
    const responses = content.responses.map((each) => ({
      ...each,
      answeredAtMilliseconds: each.answeredAtMilliseconds + 60_000,
      series: each.series.toReversed(),
    }));
    page.show({ ...content, responses });
    assert.match(page.find('.plot').parentElement?.textContent ?? '', /12:35:56 UTC/);
    assert.ok(page.focused() === box && page.boxOf('SOYAS') === box);
    assert.match(String(page.litLines()), /^SOYAS /);
  });

  test('shows small multiples for many providers, unless another view is chosen', () => {
    const page = open(sampleContent());
    const isChosen = (name: string) =>
      (page.find(`input[name=view][value=${name}]`) as HTMLInputElement).checked;
    assert.ok(isChosen('multiples'));
    // One for each of eleven providers, with the market behind it, a ring, and a shared axis.
    for (const part of ['', ' .context', ' .marker-ring']) {
      assert.equal(page.findAll(`.plot.small${part}`).length, 11);
    }
    const axes = page
      .findAll('.plot.small')
      .map((plot) =>
        [...plot.querySelectorAll('.tick[text-anchor="end"]')].map((each) => each.textContent),
      );
    assert.equal(new Set(axes.map(String)).size, 1);
    page.click('input[value=together]');
    assert.ok(isChosen('together'));
    assert.equal(page.findAll('.plot').length, 1);
    const { own } = page.saved() as { own: { choices: { view: string } } };
    assert.equal(own.choices.view, 'together');
    page.show(smallSamplesContent());
    act(() => page.boxOf('JITO').click());
    for (const name of ['≈ Market', 'NEXTBLOCK', 'SOYAS', 'RAZOR', 'TEMPORAL']) {
      act(() => page.boxOf(name).click());
    }
    assert.equal(page.find('.empty').textContent, 'No line is selected.');
  });

  test('draws markers hollow if fewer than five transactions are above', () => {
    const page = open();
    const hollow = (name: string) =>
      page
        .texts(`.series[data-series^="${name}"] .point.hollow title`)
        .map((title) => /p\d\d/.exec(title ?? '')?.[0]);
    assert.deepEqual(hollow('TEMPORAL'), ['p90', 'p95', 'p99']);
    assert.deepEqual(hollow('JITO'), ['p99']);
  });

  test('draws and lists one percentile over time, with no line across a time without measurements', () => {
    const page = open();
    page.focus(page.find('[role=tab]', 'By percentile'));
    page.press('ArrowRight');
    assert.equal(page.focused().textContent, 'Over time');
    const path = page.find('.series[data-series^="JITO"] .series-line').getAttribute('d');
    assert.equal(path?.match(/M/g)?.length, 2);
    assert.match(path ?? '', /^[MLZ\d.,]+$/);
    assert.equal(page.findAll('#panel-percentiles .picture').length, 0);
    assert.equal(page.findAll('.tables tbody tr').length, 29);
    assert.equal(page.texts('.tables tbody th')[0], '12:34:56 UTC');
  });

  test('draws no line from a single measurement to its name', () => {
    const content = sampleContent();
    const few = ({ series, ...rest }: PercentileResponse) => ({
      ...rest,
      series: series.slice(0, 3),
    });
    const responses = content.responses.map(few);
    const history = readHistory(content.history).map((each) => each.map(few));
    const last = history.map((each) => each.slice(-1));
    const single = { ...content, responses, history: writeHistory(last) };
    const page = mountPage(PercentilesPage, single, { width: 1_200 });
    page.click('[role=tab]', 'Over time');
    const count = (selector: string) => page.findAll(`#panel-time ${selector}`).length;
    assert.ok(count('.end-label') > 0 && count('.leader') === 0);
    page.show({ ...content, responses, history: writeHistory(history) });
    assert.equal(count('.leader'), count('.end-label'));
  });

  test('shows the amounts at another percentile, in another unit', () => {
    const page = open();
    page.type('input[type=number]', '80');
    assert.equal(page.find('.marker-label').textContent, 'p80');
    assert.equal(page.find('.legend thead th:last-child').textContent, 'p80, lamports');
    page.type('input[type=number]', '');
    assert.equal(page.find('.marker-label').textContent, 'p80');
    page.dispatch(page.find('input[type=number]'), 'blur');
    assert.equal((page.find('input[type=number]') as HTMLInputElement).value, '80');
    page.type('input[type=range]', '0');
    assert.equal(page.find('.marker-label').textContent, 'p00');
    page.type('input[type=range]', '90');
    const priceField = page.find('[aria-describedby=price-note]').parentElement;
    assert.ok(priceField?.hidden);
    page.click('input[value=USD]');
    assert.ok(!priceField?.hidden);
    assert.equal(page.find('.legend thead th:last-child').textContent, 'p90, USD');
    const jito = () => page.row('JITO').querySelector('button')?.textContent;
    assert.equal(jito(), '$1.27');
    page.type('[aria-describedby=price-note]', '1,000');
    page.commit('[aria-describedby=price-note]');
    assert.equal(jito(), '$7.68');
  });

  test('saves the drawn lines as CSV', async () => {
    const page = open();
    act(() => page.boxOf('JITO').click());
    page.click('button', 'Save CSV');
    await setImmediate();
    const [file] = page.takeSent();
    assert.ok(file !== undefined && 'data' in file && 'name' in file);
    assert.equal(String(file.name).trim(), 'Tips by compute units');
    const lines = String(file.data).trim().split('\r\n').slice(1);
    assert.deepEqual(
      lines.map((line) => line.split(',')[9]),
      ['MARKET', 'RAZOR', 'NEXTBLOCK', 'SOYAS', 'TEMPORAL'],
    );
  });

  test('counts down to the next request, and keeps what is drawn', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });
    const content = { ...smallSamplesContent(), requestsLeft: 0 };
    const page = open({ ...content, nextRequestAtMilliseconds: 2_900 });
    assert.equal(page.find('.tools .dim').textContent, 'Next request in 2 s');
    act(() => context.mock.timers.tick(1_000));
    assert.equal(page.find('.tools .dim').textContent, 'Next request in 1 s');
    act(() => context.mock.timers.tick(1_000));
    assert.equal(page.find('.tools .dim').textContent, '0 of 10 requests/min left');
    page.show({ ...content, nextRequestAtMilliseconds: null, requestsLeft: 1 });
    assert.equal(page.find('.tools .dim').textContent, '1 of 10 requests/min left');
    page.choose('[aria-label=Auto-refresh]', 'Refresh every 1 min');
    act(() => context.mock.timers.tick(60_000));
    assert.deepEqual(page.takeSent(), [{ type: 'refresh' }]);
  });
});

describe('The query of percentiles', () => {
  const { query } = smallSamplesContent();

  test('is sent once per change, and shown in summaries', () => {
    const page = open();
    page.type(maximum, '100,000');
    assert.equal(page.texts('summary')[0], 'Compute units: ≤ 100,000');
    assert.deepEqual(page.takeSent(), []);
    page.focus(page.find(maximum));
    page.press('Enter');
    page.commit(maximum);
    const first = { ...query, maximum: '100000' };
    assert.deepEqual(page.takeSent(), [{ type: 'ask', query: first }]);
    page.click('input[value=JITO]');
    const second = { ...first, providers: ['JITO'] };
    assert.deepEqual(page.takeSent(), [{ type: 'ask', query: second }]);
    page.choose('[aria-label="Compare with"]', 'Compare with: last 24 h');
    const third = { ...second, windowsSeconds: [3_600, 86_400] };
    assert.deepEqual(page.takeSent(), [{ type: 'ask', query: third }]);
    page.click('input[value=tipsByGains]');
    const fourth = { ...third, statistic: 'tipsByGains', maximum: null };
    assert.deepEqual(page.takeSent(), [{ type: 'ask', query: fourth }]);
    assert.deepEqual(page.texts('summary'), ['All input amounts', 'JITO', 'All wallets']);
    page.type('textarea', 'So11111111111111111111111111111111111111112');
    page.click('button', 'Apply');
    assert.equal(page.texts('summary')[2], '1 wallet');
    assert.equal(page.takeSent().length, 1);
  });

  test('is not sent with a fault, which is shown beside its field', () => {
    const page = open();
    page.type(maximum, '1400001');
    page.commit(maximum);
    assert.equal(page.find('#range-fault').textContent, 'At most 1,400,000');
    assert.equal(page.find(maximum).getAttribute('aria-invalid'), 'true');
    assert.equal(page.texts('summary')[0], 'All compute units');
    page.type(maximum, '');
    page.commit(maximum);
    assert.equal(page.find('#range-fault').textContent, '');
    assert.deepEqual(page.takeSent(), []);
  });

  test('has any window, typed as seconds', () => {
    const page = open();
    const seconds = '[aria-label="Window: seconds"]';
    assert.ok(page.find(seconds).hidden);
    page.choose('[aria-label=Window]', 'other…');
    assert.ok(page.focused() === page.find(seconds) && !page.find(seconds).hidden);
    assert.equal(page.find('#window-fault').textContent, '');
    page.commit(seconds);
    assert.equal(page.find('#window-fault').textContent, 'Enter 0 to 86,400 seconds');
    // Also a usual window, which is not complete yet.
    page.type(seconds, '60');
    assert.ok(page.focused() === page.find(seconds) && !page.find(seconds).hidden);
    page.type(seconds, '600');
    page.commit(seconds);
    assert.deepEqual(page.takeSent(), [
      { type: 'ask', query: { ...query, windowsSeconds: [600] } },
    ]);
  });

  test('follows the panel, except while the user is typing another one', () => {
    const page = open();
    const content = smallSamplesContent();
    const fees = { ...query, statistic: 'feesByComputeUnit', maximum: '5000' } as const;
    const field = page.find(maximum) as HTMLInputElement;
    page.focus(field);
    page.type(maximum, '70');
    page.show({ ...content, query: { ...query, maximum: '1' } });
    assert.equal(field.value, '70');
    act(() => field.blur());
    page.show({ ...content, query: fees });
    assert.equal(field.value, '5,000');
    assert.ok((page.find('input[value=feesByComputeUnit]') as HTMLInputElement).checked);
  });

  test('has pop-ups that close on Escape and without the focus', () => {
    const page = open();
    const [range, providers] = page.findAll('details') as HTMLDetailsElement[];
    assert.ok(range !== undefined && providers !== undefined);
    range.open = true;
    page.focus(page.find(maximum));
    page.press('Escape');
    assert.ok(!range.open && page.focused() === range.querySelector('summary'));
    providers.open = true;
    page.focus(page.find('input[value=JITO]'));
    page.focus(page.find(maximum));
    assert.ok(!providers.open);
  });
});
