import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MarketError } from '../../../src/api/marketError.ts';
import {
  escapeIcons,
  escapeLinks,
  escapeMarkdownText,
  formatCsv,
  formatCsvCell,
  sanitizeJson,
  sanitizeText,
} from '../../../src/api/sanitizeText.ts';
import { RpcError } from '../../../src/engine/rpc/rpcError.ts';
import { formatTransactionError } from '../../../src/solana/programErrors/errorWords.ts';
import { anyText } from '../../fixtures/anyText.ts';

describe('Untrusted text', () => {
  test('is shown unchanged when it is plain, in any script, with emoji', () => {
    for (const text of [
      'SOL',
      'Ça va',
      'ソラナ',
      'שלום',
      '🐕',
      '❤️',
      '👩‍🚀',
      '<b>bold</b>',
      'a b',
    ]) {
      assert.equal(sanitizeText(text), text);
    }
  });

  test('cannot draw an icon or link to a command', () => {
    assert.equal(escapeIcons('$(check) paid'), '$ (check) paid');
    const evil = 'busy, [try again](command:arbscope.landTransaction) or [here](https://x.example)';
    assert.ok(!/\]\(/.test(escapeLinks(evil)));
    assert.equal(escapeLinks('list [0] (one)'), 'list [0] (one)');
  });

  test('shows invisible and direction-changing characters as escapes', () => {
    assert.equal(sanitizeText('US\u200bDC'), 'US\\u{200B}DC');
    assert.equal(sanitizeText('\u202eLOS'), '\\u{202E}LOS');
    assert.equal(sanitizeText('\u2066x\u2069'), '\\u{2066}x\\u{2069}');
    assert.equal(sanitizeText('a\nb\u0000\u001b[31m'), 'a\\u{A}b\\u{0}\\u{1B}[31m');
    assert.equal(sanitizeText('\ud800'), '\\u{D800}');
    assert.equal(sanitizeText('a\u00a0b\u3164\u{e0041}'), 'a\\u{A0}b\\u{3164}\\u{E0041}');
    assert.equal(sanitizeText('a\ufe0f\u200d'), 'a\\u{FE0F}\\u{200D}');
  });

  test('cannot pile combining marks over its neighbours', () => {
    assert.equal(sanitizeText(`e${'\u0301'.repeat(2)}`), `e${'\u0301'.repeat(2)}`);
    assert.equal(sanitizeText(`e${'\u0301'.repeat(4)}`), `e${'\u0301'.repeat(2)}\\u{301}\\u{301}`);
  });

  test('is truncated between characters, whatever its length', () => {
    assert.equal(sanitizeText('x'.repeat(10_000), 5), 'xxxxx…');
    assert.equal(sanitizeText('🐕🐕🐕', 2), '🐕🐕…');
    assert.equal(sanitizeText('🐕🐕', 2), '🐕🐕');
    assert.equal(sanitizeText('\u202e'.repeat(9), 17), '\\u{202E}\\u{202E}…');
  });

  test('never keeps an unsafe character, whatever it contains', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        assert.equal(
          /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(sanitizeText(text)),
          false,
        );
      }),
    );
  });

  test('is not markup in Markdown and not a formula in a spreadsheet', () => {
    assert.equal(
      escapeMarkdownText('[x](command:y) <b> `z`'),
      '\\[x\\]\\(command\\:y\\) \\<b\\> \\`z\\`',
    );
    assert.equal(formatCsvCell('=HYPERLINK("x")'), '"\'=HYPERLINK(""x"")"');
    assert.equal(formatCsvCell('-1.5'), '-1.5');
    assert.equal(formatCsvCell('+cmd|x'), "'+cmd|x");
    assert.equal(formatCsvCell('a,b'), '"a,b"');
  });

  test('in a CSV cell stays text after spaces, quotes, separators and full-width signs', () => {
    for (const formula of ['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1', '＋1', '－1', '＠x']) {
      const starts = [
        '',
        ' ',
        '\u00a0',
        '\ufeff',
        '\u200b',
        '\t',
        '\r',
        '\n',
        ';',
        ',',
        '"',
        "'",
        ' ";\t',
      ];
      for (const start of starts) {
        const cell = formatCsvCell(`${start}${formula}`);
        const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        assert.equal(text[0], "'", JSON.stringify(cell));
      }
      // A spreadsheet that splits cells at semicolons or tabs starts new ones here.
      assert.equal(formatCsvCell(`a; ${formula}`), `"a;' ${formula}"`);
      assert.equal(formatCsvCell(`a\t"${formula}`), `"a\t'""${formula}"`);
    }
    assert.equal(formatCsvCell('\tx'), '"\'\tx"');
    assert.equal(formatCsvCell('a=b, c-d; e'), '"a=b, c-d; e"');
  });

  test('in a CSV cell is quoted at every place where a spreadsheet may find a formula', () => {
    const places = /(?<=^|[;\t\r\n])(?=[\s\p{C};,'"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
    const unit = fc.constantFrom(...'=-＋;,\t\r\n \'"\u{200B}\u{E000}\uD800\uDC00a', '\uD800');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const plain = text.replace(places, "'");
        const isWrapped = /[",;\t\r\n]/.test(plain);
        assert.equal(formatCsvCell(text), isWrapped ? `"${plain.replaceAll('"', '""')}"` : plain);
      }),
      { numRuns: 2_000 },
    );
  });

  test('in a CSV cell of a megabyte of separators is found', () => {
    // With one look ahead from each separator, each cell takes many minutes.
    for (const separator of [';', '\t', '\n']) {
      const run = separator.repeat(1024 * 1024);
      assert.equal(formatCsvCell(`a${run}b`), `"a${run}b"`);
      assert.equal(formatCsvCell(`a${run}=b`), `"a${`${separator}'`.repeat(run.length)}=b"`);
    }
  });

  test('in a CSV cell stays a number if it is one', () => {
    for (const number of [
      '0',
      '-1',
      '+2',
      '-1.5',
      '-1e-7',
      '-1.2E+21',
      '.5',
      '-.5',
      '1234567890',
    ]) {
      assert.equal(formatCsvCell(number), number);
    }
    assert.equal(formatCsvCell('-1,234.5'), '"-1,234.5"');
  });

  test('in an error is one short line, wherever the error comes from', () => {
    const said = 'a\u001b[31m\r\nerror: forged\u2028\u202eb\0';
    const shown = 'a\\u{1B}[31m error: forged \\u{202E}b\\u{0}';
    const error = new MarketError('service-failing', said);
    assert.equal(error.message, shown);
    assert.ok(!/\u202e/.test(String(error.stack)));
    assert.equal(new RpcError('unknown', said).message, shown);
    assert.equal(formatTransactionError(said), shown);
    assert.ok(new MarketError('not-found', 'x'.repeat(1_000_000)).message.length < 1_100);
    // Sanitizing is idempotent, so passing between processes changes nothing.
    assert.equal(new MarketError('not-found', error.message).message, shown);
  });

  test('in JSON for a terminal keeps its meaning and contains no control characters', () => {
    const value = { text: '\u009b2J\u202e\u2028\u007f\u{e0041}\ud800 "quoted" 👩‍🚀 ß' };
    const json = sanitizeJson(JSON.stringify(value));
    assert.deepEqual(JSON.parse(json), value);
    assert.ok(!/[\p{Cc}\u202a-\u202e\u2028]/u.test(json), json);
    assert.match(json, /👩‍🚀 ß/);
  });
});

describe('A number in a CSV file', () => {
  test('has every digit and no exponent', () => {
    const figures = [-5e-9, 1.285e-7, 0.000128617, 2 ** 70, -0, Number.NaN, 2n ** 64n, null];
    assert.equal(
      formatCsv([figures]),
      '-0.000000005,0.0000001285,0.000128617,1180591620717411303424,0,,18446744073709551616,\r\n',
    );
  });
});
