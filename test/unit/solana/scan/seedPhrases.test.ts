import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTransactionFile } from '../../../../src/solana/landing/parseTransactions.ts';
import { containsSecretKey, withoutSecretKeys } from '../../../../src/solana/scan/scanText.ts';

/** A test vector of BIP-39. */
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
  ' ',
);
const phrase = words.join(' ');
const numbered = words.map((word, index) => `${index + 1}. ${word}`);

const forms: readonly string[] = [
  phrase,
  `${phrase}\r\n`,
  words.join('\n'),
  words.join(', '),
  numbered.join('\n'),
  numbered.join(' '),
  `${words.slice(0, 6).join(' ')}\n${words.slice(6).join(' ')}`,
  phrase.toUpperCase(),
  `${phrase} ${phrase}`,
  [...words, ...words.slice(0, 3)].join(' '),
  `MNEMONIC=${phrase}`,
  `export MNEMONIC='${phrase}'`,
  `RPC_URL=https://node.test\nMNEMONIC="${phrase}" # the bot's wallet\nPORT=1`,
  `const phrase = '${phrase}';`,
  `mnemonic ${phrase}`,
  `my recovery phrase is ${phrase} and more words follow here`,
  `Seed Phrase (12 words):\n${numbered.join('\n')}`,
  `mnemonic:\n  - ${words.join('\n  - ')}`,
  `助记词：${phrase}`,
  JSON.stringify(words),
  JSON.stringify({ mnemonic: words, cluster: 'devnet' }),
  JSON.stringify({ note: phrase, cluster: 'devnet' }),
  JSON.stringify({ note: `first\n${phrase}\nlast` }),
  `error: ${phrase}: there is no such file`,
  JSON.stringify(Object.fromEntries(words.map((word, index) => [index + 1, word]))),
  JSON.stringify({ mnemonic: Object.fromEntries(words.map((word, at) => [at + 1, word])), id: 7 }),
  `const text =\n  '${words.slice(0, 6).join(' ')} ' +\n  '${words.slice(6).join(' ')}';`,
  `text = ("${words.slice(0, 6).join(' ')} "\n        "${words.slice(6).join(' ')}")`,
  `$text = '${words.slice(0, 4).join(' ')}' . ' ${words.slice(4).join(' ')}';`,
  `https://wallet.test/import?mnemonic=${words.join('%20')}&chain=solana`,
  `https://wallet.test/import?mnemonic=${words.join('+')}`,
  `words.txt: ${words.join('%20')}`,
];

describe('A seed phrase', () => {
  for (const form of forms) {
    it(`counts as a secret and is not shown: ${JSON.stringify(form).slice(0, 60)}`, () => {
      assert.equal(containsSecretKey(form), true);
      const shown = withoutSecretKeys(form);
      assert.match(shown, /\[seed phrase\]/);
      assert.doesNotMatch(shown, /winner|yellow/i);
      if (/^[[{]/.test(form)) JSON.parse(shown);
    });
  }

  it('is refused where a transaction is expected', () => {
    for (const form of [...forms, `TX=AQ==\nMNEMONIC=${phrase}`]) {
      assert.deepEqual(parseTransactionFile(Buffer.from(form)), { kind: 'secret-key' }, form);
    }
  });

  it('is not any sentence, list of names or line of a table', () => {
    for (const text of [
      'one - read,land valid\ntwo - read,land valid\nold - read,land revoked\n',
      'the bot reads every block once and keeps the blocks that other bots sent',
      `these are words from the list: ${words.slice(0, 11).join(' ')}`,
      `${phrase} ${words[0]}`,
      `${words.slice(0, 11).join(' ')} sophisticated`,
      words.map((word) => `${word}=1`).join('\n'),
      words.map((word) => `${word}()`).join(' '),
      `total = ${words.join('+')}`,
      `https://blog.test/${words.join('-')}`,
    ]) {
      assert.equal(containsSecretKey(text), false, text);
      assert.equal(withoutSecretKeys(text), text);
    }
  });
});
