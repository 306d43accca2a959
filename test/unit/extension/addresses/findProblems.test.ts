import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../../scripts/paths.ts';
import { findProblems } from '../../../../src/extension/addresses/findProblems.ts';
import { isConstantLine } from '../../../../src/extension/addresses/isConstantLine.ts';
import { secretReference } from '../../../../src/extension/addresses/secretReference.ts';
import { scanDocument } from '../../../../src/extension/shared/documentScanner.ts';
import { stringLiteralAt } from '../../../../src/extension/shared/stringLiteralAt.ts';
import { knownAddresses } from '../../../../src/solana/knownAddresses.ts';
import { LookAlikeIndex } from '../../../../src/solana/lookAlikeIndex.ts';
import { scanText } from '../../../../src/solana/scan/scanText.ts';
import { corpus } from '../../../fixtures/scan/corpus.ts';
import { secretKey } from '../../../fixtures/scan/secretKeys.ts';
import { linedText, usdc } from './marketDouble.ts';

const lookAlikes = new LookAlikeIndex(
  [...knownAddresses()].map(([address, { name }]) => [address, name] as const),
);
const never = () => false;

async function problemsIn(text: string, languageId = 'typescript', fileName = 'bot.ts') {
  const document = { ...linedText(text), languageId, fileName };
  const findings = (await scanDocument(document, never)) ?? [];
  const found = await findProblems({ document, findings, lookAlikes, isStopped: never });
  return (found ?? []).map((problem) => {
    const { start, end } = problem;
    const lines = text
      .split('\n')
      .slice(start.line, end.line + 1)
      .join('\n');
    return {
      ...problem,
      place: start.line === end.line ? lines.slice(start.character, end.character) : lines,
    };
  });
}

const typo = usdc.replace('5', 'l');
const short = usdc.slice(0, 40);
/** A test vector of BIP-39. */
const seedPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describe('Diagnostics report', () => {
  test('malformed addresses in source code that expects an address', async () => {
    for (const line of [
      `new PublicKey("${short}")`,
      `address('${short}')`,
      `pubkey!("${short}")`,
      `Pubkey::from_str("${short}")`,
      `Pubkey.from_string("${short}")`,
      `declare_id!("${short}");`,
    ]) {
      const [problem, ...more] = await problemsIn(`const a = ${line};`);
      assert.equal(problem?.kind, 'malformed', line);
      assert.equal(problem.place, short);
      assert.match(problem.message, /decoded size is 30 instead of 32 bytes/);
      assert.equal(more.length, 0);
    }
  });

  test('malformed addresses under configuration keys, including multi-line lists', async () => {
    const toml = `mint = "${typo}"\npools = [\n  "${short}", # pool\n  "${usdc}",\n]\nname = "${short}"\n`;
    assert.deepEqual(
      (await problemsIn(toml, 'toml', 'config.toml')).map(({ place }) => place),
      [typo, short],
    );
    const json = `{"wallet": "${short}", "programId":"${usdc}", "note": "${short}"}`;
    assert.deepEqual(
      (await problemsIn(json, 'json', 'config.json')).map(({ place }) => place),
      [short],
    );
  });

  test('nothing for addresses of other chains in configs', async () => {
    const others = [
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      'KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn',
      'X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    ];
    for (const address of others) {
      const json = `{"address": "${address}", "pools": ["${address}"]}`;
      assert.deepEqual(await problemsIn(json, 'json', 'a.json'), [], address);
    }
    const [, ton = ''] = others;
    const mistyped = `wallet = "${ton.replace('D', 'E')}"`;
    assert.equal((await problemsIn(mistyped, 'toml', 'a.toml')).length, 1);
  });

  test('nothing for text that may not be an address', async () => {
    for (const line of [
      ['new PublicKey(`$', '{base}x`)'].join(''),
      'address("127.0.0.1")',
      'address("10 Downing Street, London")',
      `const text = "${short}"`,
      'new PublicKey(bytes)',
    ]) {
      assert.deepEqual(await problemsIn(line), [], line);
    }
    assert.deepEqual(
      await problemsIn('mint = "SOL"\naddress = "a@b.example"', 'toml', 'a.toml'),
      [],
    );
  });

  test('look-alikes of known addresses, with the probable address', async () => {
    const poisoned = 'EPjF8cmNRRDVuHq3jC1bgB7a9rVPAw3nGqoXUaYgDt1v';
    const [ends] = await problemsIn(`const mint = "${poisoned}"`);
    assert.equal(ends?.kind, 'look-alike');
    assert.match(ends.message, /Same first and last characters as USDC \(EPjF…Dt1v\)/);
    const near = usdc.replace('A', 'B');
    const [few] = await problemsIn(`const mint = "${near}"`);
    assert.match(few?.message ?? '', /Differs from USDC \(EPjF…Dt1v\) by one or two characters/);
    assert.equal(few?.suggestion?.address, usdc);
  });

  test('typos in malformed addresses, with the probable address', async () => {
    const [problem] = await problemsIn(`new PublicKey("${typo}")`);
    assert.equal(problem?.suggestion?.address, usdc);
    assert.match(problem.message, /“l” at position 8.*Did you mean USDC \(EPjF…Dt1v\)\?/);
  });

  test('typos of known addresses in any string, with the probable address', async () => {
    const wsol = 'So11111111111111111111111111111111111111112';
    for (const [text, meant] of [
      // 0 and O are not Base58 characters.
      [usdc.replace('G4', '04').replace('8', 'O'), usdc],
      [usdc.slice(0, -2), usdc],
      [`${usdc.slice(0, 20)}xy${usdc.slice(20)}`, usdc],
      [wsol.replace('1', 'l'), wsol],
      [wsol.replace('11', '1'), wsol],
    ] as const) {
      for (const [line, languageId] of [
        [`export const MINT = '${text}';`, 'typescript'],
        [`pub const MINT: &str = "${text}";`, 'rust'],
        [`note = "${text}"`, 'toml'],
      ] as const) {
        const [problem, ...more] = await problemsIn(line, languageId, `a.${languageId}`);
        assert.equal(problem?.kind, 'malformed', line);
        assert.equal(problem.place, text);
        assert.equal(problem.suggestion?.address, meant);
        assert.deepEqual(more, []);
      }
    }
  });

  test('no typos for identifiers, hashes and words', async () => {
    const hash = createHash('sha256').update(usdc).digest('hex');
    const lines = [`a = "${hash}"`, `a = "${hash.slice(0, 40)}"`, `a = "${'1'.repeat(31)}"`];
    for (const line of lines) assert.deepEqual(await problemsIn(line), [], line);
    for (const folder of ['src', 'test/fixtures/sample-bot', 'media', 'scripts']) {
      const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
      for (const { name, parentPath } of files.filter((entry) => entry.isFile())) {
        if (!/\.(?:ts|mjs|toml|json|rs|py|css)$/.test(name)) continue;
        const text = readFileSync(join(parentPath, name), 'utf8');
        const problems = (await problemsIn(text, '', name)).filter((one) => one.suggestion);
        assert.deepEqual(
          problems.map(({ message }) => message),
          [],
          name,
        );
      }
    }
  });

  test('secret keys, without any part of them in the message', async () => {
    for (const form of ['base58', 'bytes', 'lines', 'rust']) {
      const key = secretKey(9, form);
      const [problem, ...more] = await problemsIn(`const key = ${key.written};`);
      assert.equal(problem?.kind, 'secret-key');
      assert.equal(more.length, 0);
      assert.ok(problem.message.includes(key.publicKey.slice(0, 4)));
      assert.ok(!problem.message.includes(key.base58.slice(0, 8)));
    }
  });

  test('a secret key that is no pair, without a public key', async () => {
    const { base58 } = secretKey(9);
    const wrong = `${base58.slice(0, -1)}${base58.endsWith('2') ? '3' : '2'}`;
    const [problem] = await problemsIn(`const secretKey = "${wrong}";`);
    assert.equal(problem?.message, 'Secret key: anyone who reads this file can move its funds.');
  });

  test('seed phrases, also in lists, without any part of them in the message', async () => {
    for (const text of [
      `const phrase = '${seedPhrase}';`,
      `mnemonic:\n  - ${seedPhrase.replaceAll(' ', '\n  - ')}\nport: 1`,
      `${'x = 1\n'.repeat(30_000)}MNEMONIC="${seedPhrase}"\n${'y = 2\n'.repeat(30_000)}`,
    ]) {
      const [problem, ...more] = await problemsIn(text);
      assert.equal(problem?.kind, 'secret-key');
      assert.equal(problem.place.replace(/\n {2}- /g, ' ').replace(/^ {2}- /, ''), seedPhrase);
      assert.equal(problem.message, 'Seed phrase: anyone who reads this file can move its funds.');
      assert.equal(more.length, 0);
    }
  });

  test('only the secret keys in the corpus', async () => {
    for (const { name, text, secrets } of corpus()) {
      const problems = await problemsIn(text, name.split('.')[1] ?? '', name.replace('.txt', ''));
      assert.deepEqual(
        problems.filter(({ kind }) => kind !== 'secret-key').map(({ message }) => message),
        [],
        name,
      );
      assert.equal(problems.length, secrets.length, name);
    }
  });
});

describe('A scan of a document', () => {
  test('finds the same matches in slices as line by line, at the right positions', async () => {
    const lines = Array.from({ length: 12_000 }, (_, index) =>
      index % 3 === 0 ? `const mint = '${usdc}'; // ${index}` : 'nothing to see here',
    );
    const document = linedText(lines.join('\n'));
    const found = await scanDocument(document, never);
    const places = (all: readonly { readonly start: object; readonly end: object }[]) =>
      all.map(({ start, end }) => JSON.stringify([start, end]));
    const sliced = places(found ?? []);
    const onLines = places(
      lines.flatMap((text, line) =>
        scanText(text).map(({ start, end }) => ({
          start: { line, character: start },
          end: { line, character: end },
        })),
      ),
    );
    assert.equal(sliced.length, 4_000);
    assert.ok(sliced.every((place, index) => place === onLines[index]));
  });

  test('finds a key that begins in one slice and ends in the next', async () => {
    const key = secretKey(3, 'lines');
    for (const before of [2_590, 2_600, 2_610, 2_620]) {
      const text = `${`${'x'.repeat(49)}\n`.repeat(before)}${key.written}\nend`;
      const found = (await scanDocument(linedText(text), never)) ?? [];
      assert.deepEqual(
        found.map(({ found: one, start }) => [one.kind, start.line]),
        [['secret-key', before]],
      );
    }
  });

  test('finds a key that is split where a slice ends, and no address in its halves', async () => {
    const { base58 } = secretKey(3);
    const parts = `"${base58.slice(0, 44)}" +\n  "${base58.slice(44)}"`;
    for (const tail of ['', `// ${'y'.repeat(1_000)}`]) {
      for (let before = 2_615; before < 2_625; before++) {
        const text = `${`${'x'.repeat(49)}\n`.repeat(before)}k = ${parts}${tail}\nend`;
        const found = (await scanDocument(linedText(text), never)) ?? [];
        assert.deepEqual(
          found.map(({ found: one, start }) => [one.kind, start.line]),
          [['secret-key', before]],
        );
      }
    }
  });

  test('stops when it is cancelled', async () => {
    const text = `${usdc}\n`.repeat(200_000);
    assert.equal(await scanDocument(linedText(text), () => true), null);
  });
});

describe('The replacement of a secret key', () => {
  test('reads an environment variable the way each language does', () => {
    const variable = ['$', '{SOLANA_SECRET_KEY}'].join('');
    const texts = ['typescript', 'rust', 'python', 'go', 'toml', 'json'].map(
      (language) => secretReference(language, 'base58').text,
    );
    assert.deepEqual(texts, [
      "process.env.SOLANA_SECRET_KEY ?? ''",
      '&std::env::var("SOLANA_SECRET_KEY").expect("SOLANA_SECRET_KEY")',
      'os.environ["SOLANA_SECRET_KEY"]',
      'os.Getenv("SOLANA_SECRET_KEY")',
      variable,
      variable,
    ]);
    assert.equal(secretReference('json', 'bytes').text, `"${variable}"`);
  });
});

describe('Completions and code lenses', () => {
  test('detect the string that the cursor is in', () => {
    const at = (marked: string) => {
      const character = marked.indexOf('|');
      const line = marked.replace('|', '');
      const span = stringLiteralAt(line, character);
      return span === null ? null : line.slice(span.start, span.end);
    };
    assert.equal(at('const a = "US|";'), 'US');
    assert.equal(at('const a = "Ray|dium AMM";'), 'Raydium AMM');
    assert.equal(at("f('a', '|')"), '');
    assert.equal(at('const a = US|;'), null);
    assert.equal(at('const a = "x" + y|;'), null);
    assert.equal(at('const a = "https://x|"'), null);
    assert.equal(at('mint = "US|'), 'US');
  });

  test('detect constants in TypeScript, Rust, Python and configuration files', () => {
    for (const line of [
      `export const USDC = '${usdc}';`,
      `pub const WSOL: Pubkey = pubkey!("${usdc}");`,
      `WSOL = "${usdc}"`,
      `declare_id!("${usdc}");`,
    ]) {
      assert.ok(isConstantLine(line), line);
    }
    for (const line of [`  '${usdc}',`, `send(to, '${usdc}');`, `return "${usdc}"`]) {
      assert.ok(!isConstantLine(line), line);
    }
  });
});
