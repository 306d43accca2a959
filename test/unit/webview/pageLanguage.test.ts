import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { t } from '@vscode/l10n';
import { interpolate } from '../../../src/webview/interpolate.ts';
import { inEnglish, setPageLanguage } from '../../../src/webview/pageLanguage.ts';
import { transactionMarkdown } from '../../../src/webview/route/transactionMarkdown.ts';
import {
  transactionContentOf,
  transactionModels,
  transactionResponse,
} from './route/routeSamples.ts';

const words = {
  Net: '净额',
  Fee: '手续费',
  'The figures add up.': '各项金额相符。',
  Prices: '价格',
};

describe('A page in another language', () => {
  beforeEach(() => setPageLanguage(JSON.stringify(words)));

  afterEach(() => setPageLanguage('{}'));

  test('shows figures and sentences in that language', () => {
    const { statement, check } = transactionModels(transactionContentOf(transactionResponse()));
    assert.equal(statement.net.label, '净额');
    assert.equal(check.headline, '各项金额相符。');
    assert.match(check.sentences[0] ?? '', /− 手续费 6,000 /);
  });

  test('copies Markdown in English and keeps its language', () => {
    const copied = transactionMarkdown(transactionContentOf(transactionResponse()));
    assert.match(copied, /\| Net \|/);
    assert.match(copied, /The figures add up/);
    assert.doesNotMatch(copied, /\p{Script=Han}/u);
    assert.equal(t('Net'), '净额');
  });

  test('keeps its language after formatting a text failed', () => {
    const fail = () => {
      throw new Error('no text');
    };
    assert.throws(() => inEnglish(fail), /no text/);
    assert.equal(t('Net'), '净额');
  });
});

test('places elements in a sentence where the translation has them', () => {
  assert.deepEqual(interpolate('from {0} to {1}.', 'A', 'B'), ['from ', 'A', ' to ', 'B', '.']);
  assert.deepEqual(interpolate('{1} ← {0}', 'A', 'B'), ['B', ' ← ', 'A']);
});
