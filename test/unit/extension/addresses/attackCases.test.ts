import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hoverContent } from '../../../../src/extension/addresses/hoverContent.ts';
import { lookupResultFacts } from '../../../../src/extension/addresses/remoteLookup.ts';
import { classifyLookup } from '../../../../src/extension/shared/classifyLookup.ts';
import { scanDocument } from '../../../../src/extension/shared/documentScanner.ts';
import { recognizeAt } from '../../../../src/extension/shared/documentText.ts';
import { hoverMarkdown } from '../../../../src/extension/shared/hoverMarkdown.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { scanText } from '../../../../src/solana/scan/scanText.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { detail, linedText, token, usdc, wallet } from './marketDouble.ts';

/** Hostile token names; other tests try more of them in hovers over tokens. */
const names = [
  '[x](command:arbscope.land)',
  '![](https://evil.example/b.png)',
  '<b onmouseover=x>',
  '`|*_~',
  'a\u202eb\u200bc',
];

describe('Hostile content in the editor', () => {
  test('is shown as plain text in the symbols of a transaction’s route and tips', () => {
    for (const symbol of names) {
      const { route_map_details: steps, tips_details: tips } = detail();
      const mint = { ...steps[0]?.output_mint_info, symbol };
      const hostile = detail({
        type: symbol,
        route_map_details: steps.map((step) => ({ ...step, output_mint_info: mint as never })),
        tips_details: tips.map((tip) => ({ ...tip, symbol, type: symbol })),
      });
      const facts = lookupResultFacts(
        { kind: 'transaction', detail: hostile },
        new RecentResponses(),
      );
      assert.ok(facts !== null);
      const markdown = hoverMarkdown(facts);
      assert.doesNotMatch(markdown, /(?<!\\)[[\]<>](?!\()|[\u202e\u200b]/);
      for (const line of markdown.split('\n')) assert.match(line, /^(?:\*\*|\||$)/);
    }
  });

  test('in the picture and metadata URIs of a token causes no request', () => {
    const uris = [
      'file:///etc/passwd',
      'javascript:x',
      'http://169.254.169.254/',
      'https://e.example/x',
    ];
    for (const uri of uris) {
      const info = token({
        image_uri: uri,
        metadata: {
          pointers: { onchain: '', online: uri },
          data: { onchain: { uri }, online: {} },
        },
      });
      const facts = lookupResultFacts({ kind: 'token', mint: wallet, info }, new RecentResponses());
      assert.ok(facts !== null);
      const markdown = hoverMarkdown(facts);
      assert.ok(!markdown.includes(uri.slice(-8)), markdown);
      assert.doesNotMatch(markdown, /!\[/);
    }
  });

  test('in the arguments of a command is not looked up', () => {
    const key = randomSecretKey();
    for (const text of [
      '',
      ' ',
      '../..',
      `${usdc}/x`,
      `${usdc} ${usdc}`,
      key.base58,
      key.written,
    ]) {
      assert.equal(classifyLookup(text), null);
    }
    assert.equal(classifyLookup(usdc)?.kind, 'address');
  });

  test('in a minified 5 MB file is scanned in slices, and a key in it is not shown', async () => {
    const key = randomSecretKey();
    const half = 'var a="x";function b(c){return c+1};'.repeat(70_000);
    const text = `${half}k="${key.base58}";m="${usdc}";${half}`;
    const document = linedText(text);
    const found = await scanDocument(document, () => false);
    assert.deepEqual(
      found?.map(({ found: one }) => one.kind),
      ['secret-key', 'address'],
    );
    const at = recognizeAt(document, { line: 0, character: half.length + 40 });
    assert.ok(at !== null);
    const { factSheet, links } = hoverContent(at.found, new RecentResponses());
    assert.ok(!hoverMarkdown(factSheet, links).includes(key.base58.slice(0, 10)));
  });

  test('of 44 characters that do not decode to 32 bytes is not an address', () => {
    for (let round = 0; round < 2_000; round++) {
      const bytes = crypto.getRandomValues(new Uint8Array(33));
      bytes[0] = (bytes[0] ?? 0) || 1;
      const text = encodeBase58(bytes);
      assert.deepEqual(scanText(`"${text}"`), [], text);
    }
    assert.deepEqual(scanText('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'), []);
  });
});
