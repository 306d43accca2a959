import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smbPoolLists } from '../../../src/botConfig/botPrograms.ts';
import type { BotConfig, ConfigProblem } from '../../../src/botConfig/model.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { addressOf } from '../extension/finder/exports/finderResponses.ts';
import { addressesOf, example, examples, readAddresses, savings } from './exampleConfigs.ts';

function read(text: string): BotConfig {
  const { config, problems } = parseConfig(text);
  assert.deepEqual(problems, []);
  assert.ok(config !== null);
  return config;
}

/** Problems as code, marked text and arguments. */
const seen = (text: string, problems: readonly ConfigProblem[]) =>
  problems.map(({ code, range, arguments: args }) => [
    code,
    text.slice(range.start, range.end),
    ...args,
  ]);

const problemsOf = (text: string) => seen(text, parseConfig(text).problems);

function brokenAt(text: string) {
  const { config, problems } = parseConfig(text);
  assert.equal(config, null);
  assert.equal(problems.length, 1);
  const [{ code, range, severity, arguments: args }] = problems as [ConfigProblem];
  assert.equal(code, 'syntax');
  assert.equal(severity, 'error');
  const before = text.slice(0, range.start);
  return { line: before.split('\n').length, at: range.start, reason: args[0] };
}

const pool = (number: number): string => `"${addressOf(number)}"`;

describe('An example file of a bot', () => {
  for (const each of examples) {
    for (const [how, save] of Object.entries(savings)) {
      it(`${each.name} is read ${how}, each address with its range`, () => {
        const text = save(each.text);
        const config = read(text);
        assert.equal(config.form, each.form);
        const found = addressesOf(config);
        assert.deepEqual(
          found.map(({ address }) => address).sort(),
          [...readAddresses(each)].sort(),
        );
        for (const { address, range } of found) {
          assert.equal(text.slice(range.start, range.end), address);
        }
        for (const { path, range } of config.keys) {
          const written = text.slice(range.start, range.end).replace(/^["']|["']$/g, '');
          assert.equal(written, path.split('.').at(-1));
        }
      });
    }
  }

  it('starts each entry at its line', () => {
    const text = example('smb-mints.toml');
    assert.deepEqual(
      read(text).entries.map(({ headRange }) => text.slice(headRange.start, headRange.end)),
      [
        '[[routing.mint_config_list]] # BONK',
        '[[ routing . mint_config_list ]]   # spaces in the header',
        '[[routing.mint_config_list]]',
      ],
    );
  });

  it('has its lists with their brackets, keys and programs', () => {
    const text = example('smb-mints.toml');
    const [first, second] = read(text).entries;
    assert.deepEqual(
      first?.lists.map(({ key, pools }) => [key, pools.length]),
      [
        ['raydium_pool_list', 3],
        ['meteora_dlmm_pool_list', 2],
        ['whirlpool_pool_list', 0],
      ],
    );
    for (const { key, keyRange, range, program } of [...(first?.lists ?? [])]) {
      assert.equal(smbPoolLists.get(program ?? ''), key);
      assert.equal(text.slice(keyRange?.start, keyRange?.end), key);
      assert.match(text.slice(range.start, range.end), /^\[[^=]*\]$/);
    }
    assert.match(
      text.slice(first?.lookupTablesRange?.start, first?.lookupTablesRange?.end),
      /^\[[^=]*\]$/,
    );
    assert.equal(second?.lookupTablesRange, null);
    assert.ok(text.slice(second?.range.start, second?.range.end).endsWith('process_delay = 1_000'));
  });

  it('in the no-trade form is marked as such, and combines nothing', () => {
    for (const name of ['smb-no-trade.toml', 'notarb-no-trade.json']) {
      const { entries, groups } = read(example(name));
      assert.deepEqual(
        entries.map(({ isNoTrade }) => isNoTrade),
        [true],
      );
      assert.deepEqual(groups, []);
    }
    assert.ok(read(example('notarb-markets.json')).entries.every(({ isNoTrade }) => !isNoTrade));
  });

  it('of V10 has each group with its transaction, and settles in its base tokens', () => {
    const { entries, baseMints } = read(example('smb-v10.toml'));
    assert.deepEqual(
      entries.map(({ transaction, lists }) => [
        transaction?.index,
        transaction?.kind,
        transaction?.settlement,
        ...lists.map(({ key, pools }) => `${key} ${pools.length}`),
      ]),
      [
        [0, 'direct', wrappedSolMint, 'pools 2'],
        [0, 'direct', wrappedSolMint, 'pools 3'],
        [1, 'triangle', usdcMint, 'intermediate 1', 'bridges 1', 'direct 2'],
      ],
    );
    assert.deepEqual(baseMints, [wrappedSolMint, usdcMint]);
  });

  it('of the built-in finder has the base tokens that it enables', () => {
    const { entries, baseMints, groups } = read(example('smb-finder.toml'));
    assert.deepEqual([entries, groups], [[], []]);
    assert.deepEqual(baseMints, [wrappedSolMint, usdcMint]);
  });

  it('of NotArb has its time', () => {
    assert.equal(read(example('notarb-groups.json')).updatedAtMilliseconds, 1_767_362_639_123);
    assert.equal(read(example('notarb-markets.json')).updatedAtMilliseconds, null);
  });

  it('combines the pools of each entry or group, each once', () => {
    const text = `[[routing.mint_config_list]]
mint = "${usdcMint}"
process_delay = 1
raydium_pool_list = [${pool(1)}, ${pool(2)}, ${pool(1)}]
whirlpool_pool_list = [${pool(2)}, ${pool(3)}]
`;
    assert.deepEqual(read(text).groups, [
      { entries: [0], pools: [addressOf(1), addressOf(2), addressOf(3)] },
    ]);
    const groups = read(example('smb-v10.toml')).groups.map(({ pools }) => pools.length);
    assert.deepEqual(groups, [2, 3, 4]);
    assert.deepEqual(read(example('lookup-tables.txt')).groups, []);
  });

  it('of 5,000 pools is read completely', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => index);
    const lines = numbers.map((number) => `  ${pool(number)}, # pool ${number}\n`).join('');
    const text = `[routing.markets]\nmarkets = [\n${lines}]\nprocess_delay = 400\n`;
    const found = addressesOf(read(text));
    assert.deepEqual(
      found.map(({ address }) => address),
      numbers.map(addressOf),
    );
    assert.ok(found.every(({ address, range }) => text.startsWith(address, range.start)));
  });
});

describe('A broken config', () => {
  it('is reported at the TOML error, whatever comes after it', () => {
    const head = '[[group]]\nmarkets = [\n';
    assert.deepEqual(brokenAt(`${head}  ${pool(1)}\n  ${pool(2)}\n]\n`), {
      ...{ line: 4, at: head.length + pool(1).length + 5, reason: 'missing-comma' },
    });
    assert.equal(brokenAt(`${head}  "abc\n]\n[[group]]\nmarkets = []\n`).line, 3);
    assert.deepEqual(brokenAt(`${head}]\nmarkets = []\n`), {
      ...{ line: 4, at: head.length + 2, reason: 'duplicate-key' },
    });
  });

  it('is reported on the line that is incomplete', () => {
    const head = '[[group]]\nmarkets = []\n';
    const lines: readonly (readonly [line: string, reason: string, next?: string])[] = [
      ['mark', 'missing-equals-sign'],
      ['mark', 'missing-equals-sign', ''],
      ['delay =', 'missing-value'],
      ['delay = # comment', 'missing-value'],
      ['delay =', 'missing-value', ''],
      ['[jito', 'unterminated-table'],
      ['amm = { a = 1', 'unterminated-table'],
    ];
    for (const [line, reason, next = '\n[jito]\nenabled = true\n'] of lines) {
      const found = brokenAt(`${head}${line}${next}`);
      assert.deepEqual(found, {
        ...{ line: 3, reason, at: head.length + line.replace(/ #.*/, '').length },
      });
    }
  });

  it('is reported if it breaks before the part that identifies the bot', () => {
    const text = example('smb-mints.toml').replace('url = "https', 'url = https');
    assert.equal(brokenAt(text).line, text.slice(0, text.indexOf('url = h')).split('\n').length);
  });

  it('is reported at the right offset after a byte order mark', () => {
    const text = `\uFEFF[[group]]\r\nmarkets = [,]\r\n`;
    assert.equal(brokenAt(text).at, text.indexOf(','));
  });

  it('is reported at the JSON error, including comments and trailing commas', () => {
    const json = example('notarb-markets.json');
    assert.deepEqual(brokenAt(json.replace('",', '" ')).reason, 'missing-comma');
    const trailing = json.replace(/\]\s*$/, ',]');
    assert.equal(brokenAt(trailing).at, trailing.length - 1);
    const commented = json.replace('[', '[ // mine');
    assert.deepEqual(brokenAt(commented), { line: 1, at: 2, reason: 'comment' });
    const open = `[[${pool(1)}`;
    assert.deepEqual(brokenAt(open), { line: 1, at: open.length, reason: 'unterminated-list' });
  });

  it('that opens brackets without end is reported at the depth limit', () => {
    for (const open of ['[', '[{a=', '{a = [']) {
      const text = `[[group]]\nmarkets = []\nx = ${open.repeat(5_000)}`;
      assert.ok(brokenAt(text).at > 20);
    }
    const json = `[["${addressOf(1)}"], ${'['.repeat(50_000)}`;
    assert.equal(parseConfig(json, { form: 'notarb-json' }).problems[0]?.code, 'syntax');
  });

  it('that is valid only in TOML 1.1 is read, with a warning: not every bot supports it', () => {
    const text = `routing.mint_config_list = [{\n  mint = "${usdcMint}",\n  process_delay = 1,\n}]\n`;
    const { config, problems } = parseConfig(text);
    assert.equal(config?.entries[0]?.mint?.address, usdcMint);
    assert.deepEqual(
      problems.map(({ code, severity, arguments: args }) => [code, severity, ...args]),
      [['syntax', 'warning', 'newer-toml']],
    );
  });

  it('with absurdly nested tables is read to the depth limit', () => {
    const text = `[[group]]\nmarkets = []\nx = ${'{ a = '.repeat(300)}1${' }'.repeat(300)}\n`;
    const { config } = parseConfig(text);
    const depths = config?.keys.map(({ path }) => path.split('.').length) ?? [];
    assert.ok(Math.max(...depths) < 100);
  });

  it('is read without the broken lines while the user types', () => {
    const text = `[[group]]\nmarkets = [${pool(1)}]\nmark\n[[group]]\nmarkets = [${pool(2)}]\n`;
    const { config, problems } = parseConfig(text, { isTolerant: true });
    assert.equal(problems[0]?.code, 'syntax');
    assert.ok(config !== null);
    for (const { address, range } of addressesOf(config)) {
      assert.equal(text.slice(range.start, range.end), address);
    }
    assert.equal(addressesOf(config).length, 2);
  });
});

describe('Another file', () => {
  const toml = example('notarb-markets.toml');
  const list = `${addressOf(1)}\n${addressOf(2)}\n`;
  const others: Readonly<Record<string, string>> = {
    'an empty file': '',
    'a manifest in TOML': '[package]\nname = "routing"\n\n[dependencies]\nrouting = "1"\n',
    'another tool’s TOML with such tables': '[routing]\ndefault = "x"\n[[group]]\nname = "a"\n',
    'a broken TOML of another tool': '[routing]\ndefault = \n',
    'other transactions': '[[transactions]]\namount = 5\n',
    'a document that shows a config': `# Title\n\nText.\n\n\`\`\`toml\n${toml}\`\`\`\n`,
    'a document that begins with it': `\`\`\`toml\n${toml}\`\`\`\n`,
    'a list in a document': `# Pools\n\n- ${addressOf(1)}\n- ${addressOf(2)}\n`,
    'addresses with prose': `${list}and more\n`,
    'a table of addresses': `${addressOf(1)},5\n${addressOf(2)},6\n`,
    'a column with a head': `pool\n${list}`,
    signatures: `${'5'.repeat(88)}\n`,
    'source code': `const pools = ['${addressOf(1)}'];\n`,
    'Python with a list': `group = [\n  "${addressOf(1)}",\n]\n`,
    'JSON of other lists': '[["a", "b"], ["c"]]',
    'JSON with a name among addresses': `[${pool(1)}, "x"]`,
    'JSON with other groups': '{"groups": [{"name": "a"}]}',
    'JSON with empty groups': '{"groups": [[]]}',
    'JSON with numbers': '[[1, 2], [3]]',
  };
  for (const [name, text] of Object.entries(others)) {
    it(`is not recognized as a config: ${name}`, () => {
      assert.deepEqual(parseConfig(text), { config: null, problems: [] });
    });
  }

  it('is read only for its addresses if the user requests that', () => {
    const text = `const pools = ['${addressOf(1)}', // one\n  '${addressOf(2)}'];\n`;
    const { config, problems } = parseConfig(text, { form: 'addresses' });
    assert.deepEqual(problems, []);
    assert.deepEqual(config?.groups, [{ entries: [0], pools: [addressOf(1), addressOf(2)] }]);
    for (const { address, range } of addressesOf(config as BotConfig)) {
      assert.equal(text.slice(range.start, range.end), address);
    }
  });
});

describe('A problem of a config', () => {
  const entry = `[[routing.mint_config_list]]\nmint = "${usdcMint}"\nprocess_delay = 1\n`;

  it('is reported for an unknown key, with a fix for a typo', () => {
    const text = `${entry}raydum_pool_list = []\nnotes = 1\norca_whirlpool_list = []\n`;
    const { problems } = parseConfig(text);
    assert.deepEqual(seen(text, problems), [
      ['unknown-key', 'raydum_pool_list', 'raydum_pool_list'],
      ['unknown-key', 'notes', 'notes'],
      ['unknown-key', 'orca_whirlpool_list', 'orca_whirlpool_list'],
    ]);
    assert.deepEqual(
      problems.map(({ severity, fix }) => [severity, fix?.argument]),
      [
        ['warning', 'raydium_pool_list'],
        ['warning', undefined],
        ['warning', undefined],
      ],
    );
    assert.deepEqual(problems[0]?.fix?.changes, [
      { range: problems[0]?.range, text: 'raydium_pool_list' },
    ]);
  });

  it('has no fix if the right key is already present, or is ambiguous', () => {
    const both = `${entry}raydium_pool_list = []\nraydium_pool_lists = []\n`;
    assert.deepEqual(parseConfig(both).problems[0]?.fix, null);
    const two = '[routing.circular_api]\nenable_usdx_pool = true\n';
    assert.equal(parseConfig(two).problems[0]?.fix, null);
  });

  it('is not reported in tables that are the user’s own or undocumented', () => {
    assert.deepEqual(problemsOf(`${entry}[bot]\nmerge_mints = true\n[mine]\nmint = 5\n`), []);
  });

  it('is reported for any key that V10 does not know, in every table', () => {
    const text = `top = 1\n${example('smb-v10.toml')}pool = 1\n[[transactions]]
settlement = "SOL"
x = 1
additional_fee = { bps = 1, collector = "${usdcMint}", y = 2 }
[[transactions.direct]]
pools = []
z = 1
[routing.markets]
markets = []
`;
    const { problems } = parseConfig(text);
    assert.deepEqual(
      seen(text, problems).map(([code, key]) => [code, key]),
      ['top', 'pool', 'x', 'y', 'z', 'routing'].map((key) => ['unknown-key', key]),
    );
    assert.ok(problems.every(({ severity }) => severity === 'error'));
  });

  it('is reported for a V10 fee above 85 %, which the program rejects', () => {
    const feeOf = (bps: number) => `${example('smb-v10.toml')}[[transactions]]
settlement = "SOL"
additional_fee = { bps = ${bps}, collector = "${usdcMint}" }
[[transactions.direct]]
pools = []
`;
    assert.deepEqual(problemsOf(feeOf(8_500)), []);
    assert.deepEqual(problemsOf(feeOf(8_501)), [['wrong-type', '8501', 'bps', 'at-most', '8500']]);
  });

  it('is reported for a value of another type', () => {
    const text = `${entry.replace('= 1', '= -1')}raydium_pool_list = ${pool(1)}
pump_pool_list = [1, ${pool(2)}]
[routing.circular_api]
enabled = "yes"
threshold_provider = "NOBODY"
min_profit_token = 2
amm = [{ address = 5 }]
`;
    assert.deepEqual(problemsOf(text), [
      ['wrong-type', '-1', 'process_delay', 'unsigned'],
      ['wrong-type', pool(1), 'raydium_pool_list', 'addresses'],
      ['wrong-type', '1', 'pump_pool_list', 'address'],
      ['wrong-type', '"yes"', 'enabled', 'boolean'],
      [
        ...['wrong-type', '"NOBODY"', 'threshold_provider', 'one-of', 'FAST', 'TEMPORAL', 'JITO'],
        ...['NEXTBLOCK', 'BLOX', 'ASTRALANE', 'FLASHBLOCK', 'NODEONE', 'RAZOR', 'SENDER'],
        ...['STELLIUM', 'ALL'],
      ],
      ['wrong-type', '5', 'address', 'address'],
    ]);
  });

  it('is reported for a table in place of a list of tables, and a value in place of a table', () => {
    assert.deepEqual(
      problemsOf('[[transactions]]\nsettlement = "SOL"\n[transactions.direct]\npools = []\n').map(
        ([code, , ...args]) => [code, ...args],
      ),
      [['wrong-type', 'direct', 'tables']],
    );
    assert.deepEqual(problemsOf(`${entry}[routing]\nmarkets = []\n`), [
      ['wrong-type', '[]', 'markets', 'table'],
    ]);
  });

  it('is reported for a missing key, at the head of its table', () => {
    assert.deepEqual(problemsOf('[[routing.mint_config_list]]\nraydium_pool_list = []\n'), [
      ['missing-key', 'mint_config_list', 'mint'],
      ['missing-key', 'mint_config_list', 'process_delay'],
    ]);
    assert.deepEqual(problemsOf(`${entry}[spam]\nenabled = false\n`), [
      ['missing-key', 'spam', 'sending_rpc_urls'],
    ]);
    assert.deepEqual(problemsOf('routing.mint_config_list = [{ process_delay = 1 }]\n'), [
      ['missing-key', '{', 'mint'],
    ]);
    assert.deepEqual(problemsOf('[[transactions]]\nsettlement = "SOL"\n'), [
      ['missing-key', 'transactions', 'direct'],
    ]);
  });

  it('is reported for a whole V10 file that lacks required tables, but not for a part of one', () => {
    const part = `[[transactions]]\nsettlement = "SOL"\n[[transactions.direct]]\npools = []\n`;
    assert.deepEqual(problemsOf(part), []);
    assert.deepEqual(problemsOf(`${part}[bot]\nmax_retries = 1\n`), [
      ['missing-key', 'transactions', 'rpc'],
      ['missing-key', 'transactions', 'wallet'],
    ]);
  });

  it('is reported for conflicts with SMB’s enabled finder', () => {
    const finder = '[routing.circular_api]\nenabled = true\n';
    assert.deepEqual(problemsOf(`${entry}[bot]\nskip_ata_creation = false\n${finder}`), [
      ['finder-conflict', 'mint_config_list', 'mint_config_list'],
      ['finder-conflict', 'false', 'skip_ata_creation'],
    ]);
    const markets = '[routing.markets]\nmarkets = []\nprocess_delay = 1\n';
    assert.deepEqual(problemsOf(`${markets}${finder}`), [
      ['finder-conflict', 'markets', 'markets'],
      ['finder-conflict', 'true', 'skip_ata_creation'],
    ]);
    assert.deepEqual(problemsOf(entry + finder.replace('true', 'false')), []);
  });

  it('is reported for an invalid address, which is in no list', () => {
    const text = `${entry}raydium_pool_list = ["x", ${pool(1)}, " ${addressOf(2)}"]\n`;
    const { config, problems } = parseConfig(text);
    assert.deepEqual(seen(text, problems), [
      ['invalid-address', 'x', 'raydium_pool_list'],
      ['invalid-address', ` ${addressOf(2)}`, 'raydium_pool_list'],
    ]);
    assert.deepEqual(config?.groups, [{ entries: [0], pools: [addressOf(1)] }]);
    assert.deepEqual(problemsOf(`[[${pool(1)}], ["x", 5], "y"]`), []);
    assert.deepEqual(problemsOf(`[[${pool(1)}], ["x", 5]]`), [
      ['invalid-address', 'x', ''],
      ['wrong-type', '5', '', 'address'],
    ]);
  });

  it('never quotes a value of the file, which may be a key', () => {
    const secret = '4'.repeat(88);
    const text = `${entry}raydium_pool_list = ["${secret}"]
[routing.circular_api]
api_key = 123456789
threshold_provider = "${secret}"
[wallet]
private_key = ["${secret}"]
`;
    const { problems } = parseConfig(text);
    assert.equal(problems.length, 4);
    assert.doesNotMatch(JSON.stringify(problems), /4444|123456789/);
  });

  it('is reported for any other line of a text that is opened as a list', () => {
    const text = `${addressOf(1)}\nnot an address\n`;
    const { config, problems } = parseConfig(text, { form: 'lookup-tables' });
    assert.deepEqual(seen(text, problems), [['invalid-address', 'not an address', '']]);
    assert.equal(config?.entries[0]?.lookupTables.length, 1);
    const broken = `[{ ${pool(1)}\n`;
    assert.equal(parseConfig(broken, { form: 'lookup-tables' }).problems[0]?.code, 'syntax');
  });
});
