import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findTerminalLinks } from '../../../../src/extension/addresses/findTerminalLinks.ts';
import { hoverContent } from '../../../../src/extension/addresses/hoverContent.ts';
import { RemoteLookup } from '../../../../src/extension/addresses/remoteLookup.ts';
import { serializedTransactionAt } from '../../../../src/extension/addresses/serializedTransaction.ts';
import { classifyLookup } from '../../../../src/extension/shared/classifyLookup.ts';
import {
  recognizeAt,
  recognizeInSelection,
} from '../../../../src/extension/shared/documentText.ts';
import { hoverMarkdown } from '../../../../src/extension/shared/hoverMarkdown.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { randomSecretKey, type SecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { linedText, MarketDouble, signature, usdc } from './marketDouble.ts';

const forms = ['base58', 'bytes', 'lines', 'rust'] as const;
/** This many consecutive characters of a key cannot be a coincidence. */
const minLeakedCharacters = 16;

const around = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    "'",
    '`',
    '=',
    ': ',
    '\n',
    '(',
    ')',
    ',',
    '/',
    '-',
    '0x',
    '+',
    '\\n',
  ),
  fc.constantFrom('key', 'l', 'O0', usdc, `${signature} `, 'https://x.example/?k=', '[32m'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Everything sent or shown when the user hovers, selects and clicks at these offsets. */
async function allOutput(text: string, offsets: readonly number[]): Promise<string> {
  const market = new MarketDouble();
  const recentResponses = new RecentResponses();
  const remote = new RemoteLookup({
    service: market.service,
    recentResponses,
    findPool: market.pool,
    rankWallet: market.rank,
    sourceLabel: () => 'Sandbox',
    lookupTableSize: market.table,
    idls: market.idls,
  });
  const document = linedText(text);
  const said: string[] = [];
  const ask = async (given: string) => {
    await remote.get(given, AbortSignal.timeout(10_000)).catch(String);
  };
  const placeOf = (offset: number) => {
    const lines = text.slice(0, offset).split('\n');
    return { line: lines.length - 1, character: (lines.at(-1) ?? '').length };
  };
  for (const offset of offsets) {
    const place = placeOf(offset);
    const found = recognizeAt(document, place)?.found ?? null;
    const selected = recognizeInSelection(document, place, placeOf(offset + 5));
    for (const one of [found, selected]) {
      if (one === null) continue;
      const { factSheet, links } = hoverContent(one, recentResponses);
      said.push(hoverMarkdown(factSheet, links));
      if ('text' in one) await ask(one.text);
    }
    const transaction = serializedTransactionAt(document, place);
    if (transaction !== null) said.push(transaction.found.text);
  }
  for (const link of text.split('\n').flatMap(findTerminalLinks)) {
    said.push(link.text);
    await ask(link.text);
  }
  await ask(text);
  const typed = classifyLookup(text);
  if (typed !== null) said.push(typed.text);
  return [...said, ...market.requests].join('\n');
}

function assertNotLeaked({ base58, written, publicKey }: SecretKey, said: string): void {
  // The public half may be shown; in byte-list form, it is part of the list only as numbers.
  const heard = said.replaceAll(publicKey, '');
  for (const secret of [base58, written]) {
    for (let at = 0; at + minLeakedCharacters <= secret.length; at++) {
      const part = secret.slice(at, at + minLeakedCharacters);
      if (/^[\s,]+$/.test(part)) continue;
      assert.ok(!heard.includes(part), 'a part of a secret key was said');
    }
  }
}

describe('A secret key in a document', () => {
  for (const form of forms) {
    test(`as ${form} never reaches the channel, a log or a tooltip, at any hover position`, async () => {
      await fc.assert(
        fc.asyncProperty(around, around, fc.nat(), async (before, after, seed) => {
          const key = randomSecretKey(form);
          const text = `${before}${key.written}${after}`;
          const step = 1 + (seed % 17);
          const offsets = Array.from(
            { length: Math.ceil(text.length / step) },
            (_, index) => index * step,
          );
          assertNotLeaked(key, await allOutput(text, offsets));
        }),
        { numRuns: 30 },
      );
    });
  }

  test('stored as a seed is not looked up if its variable name says so', async () => {
    const key = randomSecretKey('seed');
    for (const name of ['private_key = "', 'privateKey: "', "SECRET_KEY='", '"seed":"', 'seed=']) {
      const text = `${name}${key.written}"`;
      const offsets = Array.from({ length: text.length }, (_, index) => index);
      assertNotLeaked(key, await allOutput(text, offsets));
    }
  });

  test('is not looked up if half of it is selected', () => {
    const key = randomSecretKey();
    const document = linedText(`const key = '${key.base58}';`);
    for (let start = 13; start < 13 + key.base58.length; start++) {
      const found = recognizeInSelection(
        document,
        { line: 0, character: start },
        { line: 0, character: start + 44 },
      );
      assert.equal(found?.kind, 'secret-key');
    }
  });
});

test('Seeds far below the name of their list are not addresses', () => {
  const lines = Array.from({ length: 300 }, () => `  "${encodeBase58(randomBytes(32))}",`);
  const document = linedText(`private_keys = [\n${lines.join('\n')}\n]`);
  for (const line of [150, 300]) {
    assert.equal(recognizeAt(document, { line, character: 10 })?.found.kind, 'secret-key');
  }
});

describe('A seed phrase in a document', () => {
  test('has a hover that contains nothing of it, and no lookup', () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const document = linedText(`RPC=http://127.0.0.1\nMNEMONIC="${phrase}"\n`);
    const found = recognizeAt(document, { line: 1, character: 20 })?.found;
    assert.equal(found?.kind, 'secret-key');
    const { factSheet, links } = hoverContent(found, new RecentResponses());
    assert.equal(factSheet.title, 'Seed phrase');
    assert.deepEqual([factSheet.facts, links], [[], []]);
    assert.equal(classifyLookup(phrase), null);
  });
});
