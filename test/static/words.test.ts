import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allMessages } from '../../scripts/generate/l10nBundle.ts';
import { placeholders } from '../../scripts/generate/messages.ts';
import { manifestKey, manifestWords } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';

type Words = Readonly<Record<string, string>>;

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { messages, errors } = allMessages();
const english: Words = Object.fromEntries(messages.map(({ key, text }) => [key, text]));

const translations = {
  'l10n/bundle.l10n.zh-cn.json': { original: english, words: read('l10n/bundle.l10n.zh-cn.json') },
  'package.nls.zh-cn.json': { original: manifestWords(), words: manifestWords('zh-cn') },
} satisfies Record<string, { original: Words; words: Words }>;

/** A translation must keep placeholders, icons, commands, code and addresses. */
const kept = (text: string): readonly string[] =>
  [
    ...placeholders(text),
    ...(text.match(/\$\([^)]*\)|command:[^)\s]+|`[^`]+`|https?:\/\/[^\s（(。，,;；]+/g) ?? []),
  ].sort();

/** Names and formats that are the same in Chinese. */
const sameInBoth = /^(RPC URL|AMM(s| \{0\})?|Slot|\{0\} = \{1\} lamports\.)$/;

describe('Every translatable text', () => {
  test('can be extracted by translators’ tools and gets its arguments', () => {
    assert.ok(messages.length > 1_000);
    assert.deepEqual(errors, []);
  });

  for (const [file, { original, words }] of Object.entries(translations)) {
    test(`is translated to Chinese in ${file}, with no leftovers`, () => {
      assert.deepEqual(Object.keys(words).sort(), Object.keys(original).sort());
      const isChinese = (key: string) =>
        /\p{Script=Han}/u.test(words[key] ?? '') || !/\p{L}{2}/u.test(original[key] ?? '');
      const english = Object.keys(original).filter((key) => !isChinese(key));
      assert.deepEqual(
        english.filter((key) => !sameInBoth.test(original[key] ?? '')),
        [],
      );
    });

    test(`keeps its placeholders, icons, commands and code in ${file}`, () => {
      for (const [key, text] of Object.entries(original)) {
        assert.deepEqual(kept(words[key] ?? ''), kept(text), key);
      }
    });
  }
});

/** Members of package.json whose text the editor displays. */
const shownMembers = new Set([
  ...['title', 'shortTitle', 'description', 'markdownDescription', 'displayName', 'label', 'name'],
  ...['contextualTitle', 'contents', 'altText', 'patternErrorMessage', 'userDescription'],
  ...['enumDescriptions', 'enumItemLabels', 'deprecationMessage', 'tooltip'],
]);

/** Names and formats that are the same in every language. */
const names =
  /^(arbscope|Arbscope|arbscope_\w+|[\w.]+\.(io|com|fm)|Solscan|Solana Explorer|SolanaFM|Orb|key(\[\])?=\S+)$/;

describe('package.json', () => {
  const { scripts: _scripts, ...manifest } = read('package.json');

  test('contains no user-visible text of its own', () => {
    const found: string[] = [];
    const visit = (value: unknown, member: string) => {
      if (typeof value === 'string') {
        if (shownMembers.has(member) && !manifestKey.test(value) && !names.test(value))
          found.push(value);
      } else if (Array.isArray(value)) {
        for (const each of value) visit(each, member);
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, each] of Object.entries(value)) {
          // These are read by models, in English.
          if (name !== 'inputSchema' && name !== 'modelDescription') visit(each, name);
        }
      }
    };
    visit(manifest, '');
    assert.deepEqual(found, []);
  });

  test('uses each key of its translations, and has a translation for each key', () => {
    const used = new Set(
      [...JSON.stringify(manifest).matchAll(/"%([^"%\s]+)%"/g)].map(([, key]) => key ?? ''),
    );
    assert.deepEqual([...used].sort(), Object.keys(manifestWords()).sort());
  });

  test('says where the translations of the code are', () => {
    assert.equal(manifest.l10n, './l10n');
  });
});
