import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { config } from '@vscode/l10n';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { allMessages } from '../../scripts/generate/l10nBundle.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { panelContents } from './panelContents.ts';
import { StandalonePanel } from './standalonePanel.ts';

/** A language with brackets around every message, so that text without brackets is untranslated. */
const texts = Object.fromEntries(allMessages().messages.map(({ key, text }) => [key, `⟦${text}⟧`]));

const shown = `(() => {
  const page = document.querySelector('#page');
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode() !== null) lines.push(walker.currentNode.data);
  const names = ['aria-label', 'title', 'placeholder', 'alt'];
  const spoken = [...page.querySelectorAll('*')].flatMap((each) =>
    names.map((name) => each.getAttribute(name) ?? ''));
  return [lines.join('\\n'), ...spoken];
})()`;

/** The same in every language. */
const unitsAndFormats: ReadonlySet<string> = new Set(['lamports', 'min']);

function unbracketed(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text : unbracketed(rest);
}

describe('In another language', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    config({ contents: texts });
    browser = await launchChromium();
  });
  after(async () => {
    config({ contents: {} });
    await browser.close();
  });

  for (const [bundle, content] of Object.entries(panelContents)) {
    test(`the ${bundle} page contains no English text`, async () => {
      const given = await content();
      const bare = await StandalonePanel.open(browser, bundle, {
        words: { language: 'x-test', texts },
        width: 1_400,
      });
      await bare.post({ type: 'content', content: given });
      await bare.page.locator('h1').first().waitFor();
      await bare.screenshot(`language-${bundle}`);
      const all = await bare.page.evaluate<string[]>(shown);
      const data = JSON.stringify(given);
      const isData = (word: string) => data.includes(word) || unitsAndFormats.has(word);
      const left = all.map(unbracketed).flatMap((text) => text.match(/[\p{L}\d]{3,}/gu) ?? []);
      const words = left.filter((word) => /^[\p{Lu}\p{Ll}]?\p{Ll}+$/u.test(word));
      assert.deepEqual([...new Set(words.filter((word) => !isData(word)))], []);
      assert.deepEqual(bare.problems, []);
      await bare.page.close();
    });
  }
});
