import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { t } from '@vscode/l10n';
import { inEnglish, speak } from '../../../src/webview/pageWords.ts';
import { englishMarkdown } from '../../../src/webview/routeMap/markdown.ts';
import { sentence } from '../../../src/webview/sentence.ts';
import { answer, modelsOf, received } from './routeSupport.ts';

const words = {
  Net: '净额',
  fee: '手续费',
  'The sum closes.': '总和吻合。',
  'Prices: {0}.': '价格：{0}。',
};

describe('A page in another language', () => {
  beforeEach(() => speak(JSON.stringify(words)));

  afterEach(() => speak('{}'));

  test('shows figures and sentences in it', () => {
    const { statement, check } = modelsOf(received(answer()));
    assert.equal(statement.net.label, '净额');
    assert.equal(check.headline, '总和吻合。');
    assert.match(check.sentences[0] ?? '', /− 手续费 6,000 /);
  });

  test('copies Markdown in English, and goes on in its own language', () => {
    const copied = englishMarkdown(received(answer()));
    assert.match(copied, /\| Net \|/);
    assert.match(copied, /The sum closes/);
    assert.doesNotMatch(copied, /\p{Script=Han}/u);
    assert.equal(t('Net'), '净额');
  });

  test('goes on in its own language after a text that could not be made', () => {
    const fail = () => {
      throw new Error('no text');
    };
    assert.throws(() => inEnglish(fail), /no text/);
    assert.equal(t('Net'), '净额');
  });
});

test('a sentence with elements puts them where its language has them', () => {
  assert.deepEqual(sentence('from {0} to {1}.', 'A', 'B'), ['from ', 'A', ' to ', 'B', '.']);
  assert.deepEqual(sentence('{1} ← {0}', 'A', 'B'), ['B', ' ← ', 'A']);
});
