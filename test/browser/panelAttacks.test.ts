import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import type { TransactionDetail } from '../../src/api/transaction.ts';
import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { hostileResponses, longRoute } from '../fixtures/hostileResponses.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { competitionContent } from '../unit/webview/competition/sampleCompetition.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import { StandalonePanel } from './standalonePanel.ts';

const content = (answer: TransactionDetail) => ({
  type: 'content',
  content: panelContent(
    buildTransactionContent(answer, {
      name: 'Evil <b>service</b>',
      isSimulated: false,
      note: '',
    }),
  ),
});

describe('The page of the transaction panel', suiteLimit, () => {
  let browser: Browser;
  let bare: StandalonePanel;
  before(async () => {
    browser = await launchChromium();
    bare = await StandalonePanel.open(browser, 'transaction');
  });
  after(() => browser.close());
  beforeEach(() => {
    bare.problems.length = 0;
  });

  const words = async () => (await bare.page.locator('body').textContent()) ?? '';
  const isUnharmed = async () => {
    assert.equal(await bare.page.evaluate('globalThis.hit'), undefined, 'a script ran');
    assert.equal(await bare.page.locator('script').count(), 1);
    assert.equal(await bare.page.locator('main img, main iframe, main a, main b').count(), 0);
    assert.deepEqual(bare.problems, []);
  };

  for (const [name, answer] of Object.entries(hostileResponses())) {
    test(`shows the hostile response “${name}” as plain text`, async () => {
      await bare.post(content(answer));
      const short = answer.signature.slice(0, 4);
      await bare.page.locator('.title').filter({ hasText: short }).waitFor();
      assert.equal(
        await bare.page.locator('table.legs tbody tr[data-leg]').count(),
        answer.route_map_details.length,
      );
      const shown = await words();
      assert.equal(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(shown), false);
      assert.equal(/NaN|undefined|Infinity|\[object/.test(shown), false, shown);
      const width = await bare.page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(width) <= 1_280, `the page grew to ${width}`);
      await isUnharmed();
    });
  }

  test('runs no script from any text of a response', async () => {
    const evil = '"><svg onload=globalThis.hit=1><img src=//evil.test/x onerror=globalThis.hit=1>';
    const poisoned = JSON.parse(JSON.stringify(content(longRoute(3, 3))), (key, value) =>
      typeof value === 'string' && !['type', 'json'].includes(key) && !/^-?\d+$/.test(value)
        ? evil.slice(0, 99)
        : value,
    );
    const transaction = { ...poisoned.content.transaction, type: evil, json: evil };
    const texts = ['leader_name', 'provider', 'family', 'text', 'name', 'source', 'note'];
    const competition = JSON.parse(JSON.stringify(competitionContent()), (key, value) =>
      typeof value === 'string' && (texts.includes(key) || value === 'SOL') ? evil : value,
    );
    await bare.post({ ...poisoned, content: { ...poisoned.content, transaction, competition } });
    await bare.page.locator('h1').filter({ hasText: 'svg onload' }).waitFor();
    await bare.page.getByRole('tab', { name: 'JSON' }).click();
    await bare.page.locator('pre').filter({ hasText: 'evil.test' }).waitFor();
    await bare.page.getByRole('tab', { name: 'Competition' }).click();
    await bare.page.locator('.verdict').waitFor();
    await bare.page.getByRole('tab', { name: 'Route' }).click();
    await isUnharmed();
  });

  test('ignores foreign and untyped messages, unknown types and inherited members', async () => {
    await bare.post(content(longRoute(4, 4)));
    await bare.page.locator('tr[data-leg="4"]').waitFor();
    const before = await words();
    const other = JSON.stringify(content(longRoute(9, 3)));
    // A frame of another origin, which the policy would not even load.
    await bare.page.evaluate(`
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      document.body.append(frame);
      window.dispatchEvent(new MessageEvent('message', { data: ${other}, origin: window.origin }));
      window.dispatchEvent(new MessageEvent('message', { data: ${other}, origin: 'https://evil.test' }));
      frame.remove();
    `);
    for (const message of [
      { type: 'eval', code: 'globalThis.hit=1' },
      { type: 'constructor' },
      'content',
      null,
      JSON.parse('{"__proto__":{"type":"notice","words":"hit"}}'),
      JSON.parse('{"type":"state","state":{"__proto__":{"hit":1}}}'),
    ]) {
      await bare.post(message);
    }
    // Messages are handled in order: after this one, all of the above were handled.
    await bare.post({ type: 'notice', text: 'heard' });
    await bare.page.locator('.notice').filter({ hasText: 'heard' }).waitFor();
    assert.equal((await words()).replace('heard', '').trim(), before.trim());
    assert.equal(await bare.page.evaluate('({}).hit'), undefined);
    await isUnharmed();
  });

  test('has a policy that blocks inline code, foreign requests and markup', async () => {
    const refused = await bare.page.evaluate(`(async () => {
      const tried = [];
      const script = document.createElement('script');
      try { script.textContent = 'globalThis.hit = 1'; document.body.append(script); } catch { }
      tried.push(globalThis.hit === undefined);
      script.remove();
      try { document.createElement('div').innerHTML = '<b>x</b>'; tried.push(false); } catch { tried.push(true); }
      try { await fetch('https://evil.test/'); tried.push(false); } catch { tried.push(true); }
      const image = new Image();
      tried.push(await new Promise((resolve) => {
        image.onerror = () => resolve(true);
        image.onload = () => resolve(false);
        image.src = 'https://evil.test/x.png';
      }));
      return tried;
    })()`);
    assert.deepEqual(refused, [true, true, true, true]);
    assert.equal(
      bare.problems.some((complaint) => complaint.startsWith('request:')),
      false,
    );
  });

  test('only reports that it is ready until it is used', async () => {
    const said = await bare.sent();
    assert.equal(said[0]?.type, 'ready');
    assert.deepEqual(
      said.filter(({ type }) => type !== 'ready'),
      [],
    );
  });

  test('exports a route of 200 legs and hostile symbols as PNG', async () => {
    for (const name of ['manyLegs', 'markup', 'rightToLeft']) {
      const answer = hostileResponses()[name];
      assert.ok(answer !== undefined);
      await bare.post(content(answer));
      await bare.page.locator(`tr[data-leg="${answer.route_map_details.length}"]`).waitFor();
      await bare.page.getByRole('button', { name: 'Save PNG' }).click();
      const { format, data } = await bare.next('save');
      assert.equal(format, 'png');
      assert.equal(
        Buffer.from(String(data).slice(0, 12), 'base64').subarray(1, 4).toString(),
        'PNG',
      );
    }
    await isUnharmed();
  });
});
