import assert from 'node:assert/strict';
import { createHash, createPrivateKey } from 'node:crypto';
import { describe, test } from 'node:test';
import { decodeBase58, encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  containsSecretKey,
  matchAt,
  scanText,
  withoutSecretKeys,
} from '../../../../src/solana/scan/scanText.ts';
import { randomSecretKey, secretKey } from '../../../fixtures/scan/secretKeys.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const wrappedSol = 'So11111111111111111111111111111111111111112';

/** A key whose text has 88 digits, so that all parts have the expected lengths. */
function longKey(): string {
  for (;;) {
    const { base58 } = randomSecretKey();
    if (base58.length === 88) return base58;
  }
}

const kinds = (text: string): string[] => scanText(text).map(({ kind }) => kind);

/** Found as a whole, and no part of it is anything else at any position. */
function assertOneSecret(text: string): void {
  assert.deepEqual(kinds(text), ['secret-key'], text);
  for (let offset = 0; offset < text.length; offset += 5) {
    assert.equal(matchAt(text, offset)?.kind ?? 'secret-key', 'secret-key', text);
  }
}

describe('A secret key in source code', () => {
  const bytes = [...(decodeBase58(randomSecretKey().base58) ?? [])];
  const hex = Buffer.from(bytes).toString('hex');
  const base64 = Buffer.from(bytes).toString('base64');
  const pair = (byte: number) => byte.toString(16).padStart(2, '0');
  const each = (write: (byte: number, at: number) => string, glue = ', ') =>
    bytes.map(write).join(glue);
  const dump = (row: (offset: number, pairs: readonly string[], text: string) => string) =>
    [0, 16, 32, 48]
      .map((offset) => {
        const part = bytes.slice(offset, offset + 16);
        const text = Buffer.from(part.map((byte) => (byte > 32 && byte < 127 ? byte : 46)));
        return row(offset, part.map(pair), text.toString());
      })
      .join('\n');
  const digits = (offset: number, length: number) => offset.toString(16).padStart(length, '0');
  const words = (pairs: readonly string[]) => pairs.join('').replace(/.{4}(?=.)/g, '$& ');
  const swapped = (pairs: readonly string[]) => words(pairs).replace(/(\w\w)(\w\w)/g, '$2$1');
  const cut = (text: string, ...lengths: readonly number[]) => {
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return text.slice(at - length, at);
    });
  };

  const forms: readonly (readonly [name: string, text: string])[] = [
    ['calls of Go', `key := []byte{${each((byte) => `byte(${byte})`)}}`],
    ['calls on lines', `key := []byte{\n${each((byte) => `\tbyte(0x${pair(byte)}),`, '\n')}\n}`],
    ['calls of uint8', `key := []uint8{${each((byte) => `uint8(${byte})`, ',')}}`],
    ['integers of R', `key <- c(${each((byte) => `${byte}L`)})`],
    ['binary numbers', `[${each((byte) => `0b${byte.toString(2).padStart(8, '0')}`)}]`],
    ['octal numbers', `[${each((byte) => `0o${byte.toString(8)}`)}]`],
    [
      'mixed numbers',
      `[${each((byte, at) => [`0b${byte.toString(2)}`, `0o${byte.toString(8)}`, `0x${pair(byte)}`, `${byte}`][at % 4] ?? '')}]`,
    ],
    ['assignments', each((byte, at) => `key[${at}] = ${byte};`, '\n')],
    ['numbers with their places', each((byte, at) => `  [${at}]: 0x${pair(byte)}`, '\n')],
    ['numbers between bars', each((byte) => `${byte}`, '|')],
    ['a dump of xxd', dump((at, pairs, text) => `${digits(at, 8)}: ${words(pairs)}  ${text}`)],
    [
      'a dump of hexdump -C',
      `$ hexdump -C key.bin\n${dump((at, pairs, text) => `${digits(at, 8)}  ${pairs.join(' ')}  |${text}|`)}\n00000040\n`,
    ],
    ['a dump of hexdump', dump((at, pairs) => `${digits(at, 7)} ${swapped(pairs)}`)],
    ['a dump of od', dump((at, pairs) => `${at.toString(8).padStart(7, '0')} ${pairs.join(' ')}`)],
    ['escapes of JSON', `{"k":"${each((byte) => `\\u00${pair(byte)}`, '')}"}`],
    ['escapes in braces', `k = "${each((byte) => `\\u{${byte.toString(16)}}`, '')}"`],
    ['escapes of C', `k = "${each((byte) => `\\x${pair(byte)}`, '')}"`],
    ['two hexadecimal literals', `k = "${cut(hex, 64, 64).join('" +\n  "')}"`],
    ['four hexadecimal literals', `k = ("${cut(hex, 32, 32, 32, 32).join('"\n     "')}")`],
    ['hexadecimal lines', `k: >\n  ${cut(hex, 64, 64).join('\n  ')}\nother: 1`],
    ['a joined hexadecimal list', `["${cut(hex, 64, 64).join('", "')}"].join('')`],
    ['two Base64 literals', `k = "${cut(base64, 44, 44).join('" + "')}"`],
    ['Base64 lines', `-----BEGIN KEY-----\n${cut(base64, 64, 24).join('\n')}\n-----END KEY-----`],
  ];
  for (const [name, text] of forms) {
    test(`is found: ${name}`, () => {
      assert.deepEqual(kinds(text), ['secret-key'], text);
      assert.ok(!withoutSecretKeys(text).includes(hex.slice(0, 20)));
    });
  }

  const privateKey = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${hex.slice(0, 64)}`, 'hex'),
    ...({ format: 'der', type: 'pkcs8' } as const),
  });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const jwk = privateKey.export({ format: 'jwk' });
  for (const [name, text] of [
    ['PEM', pem],
    ['PEM in one line', `KEY="${pem.replaceAll('\n', '\\n')}"`],
    ['Base64 of DER', `curl -d ${der.toString('base64')}`],
    ['hexadecimal of DER', `k = "${der.toString('hex')}"`],
    ['a JSON Web Key', JSON.stringify(jwk)],
    ['a JSON Web Key in a text', JSON.stringify({ key: JSON.stringify(jwk, null, 2) })],
  ] as const) {
    test(`is found with its address in ${name}`, () => {
      // The public half of a JSON Web Key is Base64, which may be valid Base58 of another address.
      const keys = scanText(text).flatMap((match) => (match.kind === 'secret-key' ? match : []));
      assert.deepEqual(
        keys.map(({ publicKey }) => publicKey),
        [encodeBase58(Uint8Array.from(bytes.slice(32)))],
        text,
      );
      const shown = withoutSecretKeys(text);
      assert.ok(!containsSecretKey(shown));
      if (text.startsWith('{')) JSON.parse(shown);
    });
  }

  test('is not assumed of hashes in a list', () => {
    const hashes = ['a', 'b', 'c'].map((text) => createHash('sha256').update(text).digest('hex'));
    for (const glue of ['\n', '",\n"', '" + "'])
      assert.deepEqual(kinds(`"${hashes.join(glue)}"`), []);
  });
});

describe('A secret key whose text is split', () => {
  const digits = longKey();
  const parts = (...lengths: readonly number[]): string[] => {
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return digits.slice(at - length, at);
    });
  };

  test('into two literals is one secret key in every language, and no half is an address', () => {
    const [a = '', b = ''] = parts(44, 44);
    for (const text of [
      `KEY = ("${a}"\n       "${b}")`,
      `const k = '${a}' +\n  '${b}';`,
      `const K: &str = concat!("${a}", "${b}");`,
      `k = "${a}".concat("${b}")`,
      `local k = "${a}" .. "${b}"`,
      `$k = "${a}" . "${b}";`,
      `k = "${a}" & _\n  "${b}"`,
      `k = "${a}" <> "${b}"`,
      `k = "${a}" \\\n  "${b}"`,
      `["${a}", "${b}"].join('')`,
      `k = f"${a}" f"${b}"`,
      ['`$', `{'${a}'}`, '$', `{'${b}'}\``].join(''),
      `\`${a}\\\n${b}\``,
      `K="${a}""${b}"`,
      `const char *k = "${a}"\n                "${b}";`,
      `k = "${a}" # first half\n    "${b}"`,
      `k = "${a}" /* first */ + "${b}"`,
      `half1 = "${a}"\nhalf2 = "${b}"\nk = half1 + half2`,
      `{"part1":"${a}","part2":"${b}"}`,
      `k = "${a}"\nk += "${b}"`,
    ]) {
      assertOneSecret(text);
    }
  });

  test('over lines is one secret key in YAML, TOML, shells, comments and blocks', () => {
    const [a = '', b = ''] = parts(44, 44);
    for (const text of [
      `k: >-\n  ${a}\n  ${b}`,
      `k: |\r\n  ${a}\r\n  ${b}\r\n`,
      `k: ${a}\n  ${b}`,
      `k: "${a}\\\n  ${b}"`,
      `k = """\n${a}\\\n    ${b}"""`,
      `K=${a}\\\n${b}`,
      `"""\n${a}\n${b}\n"""`,
      `# ${a}\n# ${b}`,
      `> ${a}\n> ${b}`,
      `+ "${a}" +\n+ "${b}"`,
      `"k":"${a}\\n${b}"`,
    ]) {
      assertOneSecret(text);
    }
  });

  test('into unequal or more parts is one secret key', () => {
    for (const lengths of [
      [30, 58],
      [80, 8],
      [8, 80],
      [43, 45],
      [30, 30, 28],
      [44, 22, 22],
      [20, 44, 24],
      [15, 15, 58],
      [22, 22, 22, 22],
    ]) {
      const all = parts(...lengths);
      for (const text of [
        `k = ${all.map((part) => `"${part}"`).join(' + ')};`,
        `k = [\n${all.map((part) => `  "${part}"`).join(',\n')}\n]`,
        `k: >\n${all.map((part) => `  ${part}`).join('\n')}\n`,
      ]) {
        assertOneSecret(text);
      }
    }
  });

  test('is one secret key with any text between the parts, in either order', () => {
    const [a = '', b = ''] = parts(44, 44);
    const comment = 'This is why the key is in two parts, in words that are long. '.repeat(3);
    for (const text of [
      `k = "${a}\\x0a${b}"`,
      `k = "${a}\\t${b}"`,
      `k=${a}%0A${b}`,
      `\\x1b[32m${a}\\x1b[0m\\x1b[33m${b}`,
      `\u001B[32m${a}\u001B[0m\u001B[33m${b}`,
      `a = "${a}"\n/* ${comment}\n * of it */\nb = "${b}"`,
      `second = "${b}"\nfirst = "${a}"`,
      `<td>${a}</td>\n<td class="second">${b}</td>`,
      `echo -n ${a} > f && echo ${b} >> f`,
      `| ${a} | ${b} |`,
      `${a}-${b}`,
    ]) {
      assertOneSecret(text);
    }
    for (const lengths of [
      [44, 22, 22],
      [20, 44, 24],
      [43, 1, 44],
      [40, 8, 40],
    ]) {
      const [one, two, three] = parts(...lengths);
      for (const text of [
        `a = "${one}"; b = "${two}"; c = "${three}"`,
        `<b>${one}</b><i>${two}</i><u>${three}</u>`,
        `{"a":"${one}","b":"${two}","c":"${three}"}`,
      ]) {
        assertOneSecret(text);
      }
    }
  });

  test('is not shown in part where the rest is masked', () => {
    for (const mask of ['…', '***', '••••']) {
      assert.deepEqual(kinds(`key ${digits.slice(0, 44)}${mask}`), []);
    }
  });

  test('is hidden even if it is no valid pair, where an operator joins the halves', () => {
    const wrong = `${digits.slice(0, 87)}${digits.endsWith('2') ? '3' : '2'}`;
    assert.deepEqual(kinds(`k = "${wrong.slice(0, 44)}" + "${wrong.slice(44)}"`), []);
  });

  test('is not seen in neighboring addresses', () => {
    const list = Array.from({ length: 40 }, () =>
      encodeBase58(crypto.getRandomValues(new Uint8Array(32))),
    );
    for (const text of [`[${list.map((one) => `"${one}"`).join(',\n')}]`, list.join(' ')]) {
      assert.deepEqual(
        kinds(text),
        list.map(() => 'address'),
      );
    }
  });
});

describe('A secret key written as bytes', () => {
  const { base58, written } = randomSecretKey('bytes');
  const bytes: number[] = JSON.parse(written);
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
  const signed = (byte: number): number => (byte > 127 ? byte - 256 : byte);
  const lines = (line: (byte: number, index: number) => string): string =>
    bytes.map((byte, index) => line(byte, index)).join('\n');
  const printable = (byte: number): string =>
    byte >= 32 && byte < 127 && byte !== 39 && byte !== 92
      ? String.fromCharCode(byte)
      : `\\x${hex(byte)}`;

  test('is found in the list of every language', () => {
    for (const text of [
      `wallet := solana.PrivateKey([]byte{${bytes.join(', ')}})`,
      `k := []byte{\n${lines((byte) => `\t0x${hex(byte)}, // a byte of it`)}\n}`,
      `unsigned char k[64] = { ${bytes.map((byte) => `0x${hex(byte)}`).join(', ')} };`,
      `k = bytes((${bytes.join(', ')}))`,
      `byte[] k = new byte[] {${bytes.map(signed).join(', ')}};`,
      `byte[] k = {${bytes.map((byte) => `(byte) ${byte}`).join(', ')}};`,
      `byteArrayOf(${bytes.map((byte) => `0x${hex(byte)}.toByte()`).join(', ')})`,
      `vec![${bytes.map((byte) => `${byte}u8`).join(', ')}]`,
      `[${bytes[0]}_u8, ${bytes.slice(1).join(', ')}]`,
      `new Uint8Array([\n  // seed\n  ${bytes.slice(0, 32).join(', ')},\n  // public key\n  ${bytes.slice(32).join(', ')},\n]);`,
      `k = [\n${lines((byte) => `  ${byte}, # byte`)}\n]`,
      `KEY=${bytes.join(',')}`,
      `k:\n${lines((byte) => `  - ${byte}`)}\nz: 1`,
      `let signer = Keypair::from_bytes(&[${lines((byte) => `${byte},`).replaceAll('\n', `\n${' '.repeat(45)}`)}]);`,
      JSON.stringify({ a: { b: { c: { k: bytes } } } }, null, 4),
      JSON.stringify(Uint8Array.from(bytes)),
      JSON.stringify(Buffer.from(bytes)),
      JSON.stringify({ k: JSON.stringify(bytes, null, 1) }),
      `[${bytes.map((byte) => `"${byte}"`).join(',')}]`,
      `[${bytes.join(' ')}]`,
      `<Buffer ${bytes.map(hex).join(' ')}>`,
      bytes.map(hex).join(':'),
    ]) {
      assertOneSecret(text);
    }
  });

  test('is found in hexadecimal, Base64 and escapes', () => {
    const raw = Buffer.from(bytes);
    for (const text of [
      `bytes.fromhex("${raw.toString('hex')}")`,
      `SECRET=0x${raw.toString('hex').toUpperCase()}`,
      `SECRET=${raw.toString('base64')}`,
      `SECRET=${raw.toString('base64url')}`,
      `k = b"${bytes.map((byte) => `\\x${hex(byte)}`).join('')}"`,
      `k = b'${bytes.map(printable).join('')}'`,
      `char k[] = "${bytes
        .slice(0, 32)
        .map((byte) => `\\x${hex(byte)}`)
        .join('')}"\n  "${bytes
        .slice(32)
        .map((byte) => `\\x${hex(byte)}`)
        .join('')}";`,
    ]) {
      assertOneSecret(text);
    }
  });

  test('is found wherever a list begins, and in a long word', () => {
    for (let before = 0; before < 130; before++) {
      assert.ok(containsSecretKey(`${'y'.repeat(before)}\n${bytes.join(', ')}`), String(before));
    }
    assertOneSecret(`wallet_${base58}`);
    assertOneSecret(`${base58}_old.json`);
  });

  test('is not seen in hashes, identifiers, images and other numbers', () => {
    const digest = Buffer.from(bytes).reverse();
    for (const text of [
      `"integrity": "sha512-${digest.toString('base64')}"`,
      `checksum: 10c0/${digest.toString('hex')}`,
      `const commit = '2b9fad4b6627cc43f614625e7631b4e4cb7b6669';`,
      `data:image/png;base64,${digest.toString('base64')}`,
      `id = "6f1ed002-ab55-4d8e-9a1c-8e9a6b3c2d1f"`,
      `JWT_SECRET=${digest.toString('hex')}`,
      `numbers = [${Array.from({ length: 64 }, (_, index) => index).join(', ')}]`,
      `secret = [${Array.from({ length: 64 }, () => 0).join(', ')}]`,
      `table = [${[...digest].join(', ')}]`,
      'private_key: "Each_declaration_of_a_value_differs_where_2"',
    ]) {
      assert.deepEqual(kinds(text), [], text);
    }
  });
});

describe('32 bytes', () => {
  const { written: seed } = secretKey(21, 'seed');
  const bytes = Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);
  const fill = (forms: readonly string[], value: string): [string, string][] =>
    forms.map((form) => [form, form.replace('%', value)]);

  test('are a seed under a name that says private, secret or seed, wherever it is written', () => {
    const forms = [
      'PRIVATE_KEY="%"',
      'const SECRET: &str = "%";',
      '"secret":"%"',
      'wallet_seed=%',
      'SEEDPHRASE=%',
      'recoverySeed: "%"',
      '--private-key %',
      'export PRIVATE_KEY_1=%',
      'ENV PRIVATE_KEY %',
      '<privateKey>%</privateKey>',
      '<add key="PrivateKey" value="%" />',
      'Keypair.fromSecretKey(bs58.decode("%"))',
      'Keypair.fromSeed(bs58.decode("%"))',
      'os.environ.get("PRIVATE_KEY", "%")',
      'process.env.SECRET_KEY ?? "%"',
      '"name": "PRIVATE_KEY", "value": "%"',
      '- name: PRIVATE_KEY\n  value: "%"',
      '# private key\n%',
      '// secret key of the payer\nconst a = "%";',
      'const a = "%"; // private key',
      'private_key: >-\n  %',
      'SECRET =\n    "%"',
      'Private Key: %',
      '私钥：%',
      'PRIVATE_KEY_MAIN_WALLET=%',
      'CLIENT_PRIVATE_KEY=%',
      '{"privateKeys":{"main":"%"}}',
      'variable "private_key" {\n  type = string\n  sensitive = true\n  default = "%"\n}',
      '{"value": "%", "name": "PRIVATE_KEY"}',
      '- value: %\n  name: PRIVATE_KEY',
      "INSERT INTO wallets (name, secret_key) VALUES ('main', '%');",
      'name,private_key\nmain,%',
      '| name | private key |\n|---|---|\n| main | `%` |',
      '## Private key of the wallet\n\n%',
      'Secret key:\n\n```text\n%\n```',
      '<key>privateKey</key>\n<string>%</string>',
      '<input value="%" name="privateKey">',
      '&quot;privateKey&quot;:&quot;%&quot;',
      'await createKeyPairSignerFromPrivateKeyBytes(\n  getBase58Encoder().encode("%"),\n);',
      'WALLET_PK=%',
      'bot --pk %',
      'https://bot.example/?a=1&pk=%',
      'clave privada: %',
      'Приватный ключ: %',
      'Privater Schlüssel: %',
      '秘密鍵: %',
      '개인키: %',
      'echo "%" > private_key.txt',
      'importWallet("%")',
      '% (private key)',
      'private.key=%',
      '# never share this private key\n%',
    ];
    for (const [form, text] of fill(forms, seed)) {
      assert.deepEqual(kinds(text), ['secret-key'], form);
    }
    for (const text of [
      `# Secret keys\n${seed}\n${seed}\n${seed}`,
      `## Private keys\n\n1. ${seed}\n2. ${seed}\n3. ${seed}`,
    ]) {
      assert.deepEqual(kinds(text), ['secret-key', 'secret-key', 'secret-key'], text);
    }
    const rows = `address,private key\n${`${usdc},${seed}\n`.repeat(300)}`;
    assert.deepEqual(
      kinds(rows),
      Array.from({ length: 600 }, (_, at) => (at % 2 === 0 ? 'address' : 'secret-key')),
    );
    const list = `private_keys = [\n  "${usdc}", # main\n  "${seed}",\n]`;
    assert.deepEqual(kinds(list), ['secret-key', 'secret-key']);
  });

  test('are a seed as a list, in hexadecimal or Base64 only under such a name', () => {
    const raw = Buffer.from(bytes);
    for (const value of [`[${bytes.join(', ')}]`, raw.toString('hex'), raw.toString('base64')]) {
      assert.deepEqual(kinds(`SECRET_SEED = ${value}`), ['secret-key'], value);
      assert.deepEqual(kinds(`hash = ${value}`), [], value);
    }
  });

  test('are an address under any other name', () => {
    const forms = [
      'publicKey: "%"',
      'mint_key = "%"',
      'accountKey = "%"',
      '{"apiKey":"abc","wallet":"%"}',
      'private readonly mint = "%";',
      'private static final String WSOL = "%";',
      'foo(secretKey, "%")',
      '{ secretKey: x, owner: "%" }',
      'PRIVATE_KEY=abc\nWALLET=%',
      '# keys of the pools\n%',
      'privatePool = "%"',
      '"accountKeys":["%"]',
      'Public key: %',
      '// made from a secret key\nconst mint = "%"',
      '# not a secret: %',
      '// public key of the secret wallet: %',
      'private_key_hash: %',
      'PRIVATE_KEY=your_key\n\nTARGET=%',
      '// do not commit the private key\nconst POOL = "%"',
      'name,address\nmain,%',
      'pk = Pubkey.from_string("%")',
    ];
    for (const [form, text] of fill(forms, usdc)) {
      const [found, ...more] = scanText(text);
      assert.equal(found?.kind, 'address', form);
      assert.deepEqual([found.maybeSecret, more], [undefined, []], form);
    }
  });

  test('are an address that may be a secret under a name that leaves it open', () => {
    const forms = [
      'key = "%"',
      'KEY=%',
      '"apiKey": "%"',
      'pk = "%"',
      'wallet_key=%',
      'keypair: %',
      'secretWallet: %',
      '{"privateKeys":{"wallet":"%"}}',
      '[private_keys]\nmain = "%"',
      'secrets:\n  owner: %',
      '// private key\nconst wallet = "%"',
    ];
    for (const [form, text] of fill(forms, usdc)) {
      const [found] = scanText(text);
      assert.ok(found?.kind === 'address' && found.maybeSecret === true, form);
    }
  });

  test('of 64 under a secret name are a secret key even if they are no pair', () => {
    const { base58 } = randomSecretKey();
    const wrong = `${base58.slice(0, -1)}${base58.endsWith('2') ? '3' : '2'}`;
    const [found] = scanText(`SECRET_KEY=${wrong}`);
    assert.ok(found?.kind === 'secret-key' && found.publicKey === null);
    assert.deepEqual(kinds(`signature = ${wrong}`), ['signature']);
  });
});

describe('An address', () => {
  test('is not taken for a part of a key in a long list, and a key behind the list is found', () => {
    const list = Array.from({ length: 200 }, (_, index) =>
      encodeBase58(createHash('sha256').update(String(index)).digest()),
    );
    const text = `pools = ["${list.join('", "')}"]\n`;
    const key = longKey();
    assert.deepEqual(kinds(`${text}key = ["${key.slice(0, 44)}", "${key.slice(44)}"]`), [
      ...list.map(() => 'address'),
      'secret-key',
    ]);
  });

  test('is found behind prefixes of ids, escapes, signs and in file names', () => {
    for (const form of [
      'solana_@',
      'POOL_ID=solana_@',
      'https://explorer.example/?id=solana_@',
      'pool_@',
      '@_solana',
      'cache_@.json',
      '@.json',
      '$@',
      'CA:%20@',
      '%2520@%20up',
      '{\\u0022mint\\u0022:\\u0022@\\u0022}',
      '-\\u003e@',
      'a\\n@\\t',
      '\\x22@\\x22',
      '\\e@',
      '\\0@',
      'mSOL/@',
      '@/jitoSOL',
      '?text=CA:+@',
      '?text=buy+@+now',
      '+@',
      ['$', '{GREEN}@$', '{NC}'].join(''),
      ['"@$', '{x}"'].join(''),
      '_@_',
      '**@**',
      '/^@$/',
    ]) {
      for (const address of [usdc, wrappedSol]) {
        assert.deepEqual(
          scanText(form.replace('@', address)).map((one) => ('text' in one ? one.text : one.kind)),
          [address],
          form,
        );
      }
    }
    const route = `"${wrappedSol}-\\u003e${usdc}"`;
    assert.deepEqual(kinds(route), ['address', 'address']);
  });

  test('is found whole after a backslash of a Windows path', () => {
    const first = new Set('BFNRTVbfnrtv');
    for (let number = 0; first.size > 0; number++) {
      const address = encodeBase58(createHash('sha256').update(String(number)).digest());
      if (!first.delete(address.charAt(0))) continue;
      for (const path of [`C:\\bots\\${address}.json`, `"C:\\\\bots\\\\${address}"`]) {
        assert.deepEqual(
          scanText(path).map((one) => ('text' in one ? one.text : one.kind)),
          [address],
          path,
        );
      }
    }
  });
});
