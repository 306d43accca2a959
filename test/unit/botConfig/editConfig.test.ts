import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addLookupTables,
  addPools,
  mergeGroups,
  removePools,
} from '../../../src/botConfig/editConfig.ts';
import type { PoolAddition } from '../../../src/botConfig/poolAddition.ts';
import {
  readNotArbJson,
  readNotArbToml,
  readWholeSmb,
  smbSenders,
  smbUserTables,
} from '../extension/finder/exports/readExports.ts';
import { readSmbV10 } from '../extension/finder/exports/readSmbV10.ts';
import {
  addition,
  assertLinesKept,
  bonk,
  edit,
  pool,
  programs,
  read,
  readData,
  sol,
  textsIn,
  usdc,
  wif,
} from './editedConfigs.ts';
import { example, examples, readAddresses, savings } from './exampleConfigs.ts';

const add = (text: string, ...additions: readonly PoolAddition[]): string =>
  edit(text, addPools(text, read(text), additions));
const remove = (text: string, ...pools: readonly string[]): string =>
  edit(text, removePools(text, read(text), pools));
const tables = (text: string, ...added: readonly string[]): string =>
  edit(text, addLookupTables(text, read(text), added, 0));
const merge = (text: string, ...groups: readonly number[]): string =>
  edit(text, mergeGroups(text, read(text), groups));

const entry = `[[routing.mint_config_list]]\nmint = "${bonk}"\n`;
const [a, b, c, d] = [pool(1), pool(2), pool(3), pool(4)] as const;

describe('A pool added to an entry of its mint', () => {
  it('follows the last one on a separate line, with its comment', () => {
    const text =
      `# mine\n${entry}raydium_pool_list = [\n    '${a}', # old\n    '${b}',\n    # end\n]\n` +
      'process_delay = 400\n';
    const remark = 'BONK–SOL, +$1,736 net in 24 h';
    const found = add(text, addition(3, programs.raydium, [bonk, sol], { comment: remark }));
    assert.equal(found, text.replace(`'${b}',\n`, `'${b}',\n    '${c}', # ${remark}\n`));
  });

  it('follows on the same line if all are on one line', () => {
    const text = `${entry}whirlpool_pool_list = [ "${a}","${b}" ] # two\nprocess_delay = 400\n`;
    assert.equal(
      add(text, addition(3, programs.orca, [bonk, sol], { comment: 'lost on one line' })),
      text.replace(`"${b}"`, `"${b}","${c}"`),
    );
    const one = `${entry}whirlpool_pool_list = ["${a}",]\nprocess_delay = 400\n`;
    assert.equal(add(one, addition(3)), one.replace(`"${a}",`, `"${a}", "${c}",`));
  });

  it('keeps the list without a trailing comma if it had none', () => {
    const text = `${entry}whirlpool_pool_list = [\n\t"${a}" # first\n]\nprocess_delay = 400\n`;
    assert.equal(
      add(text, addition(2), addition(3)),
      text.replace(`"${a}" # first\n`, `"${a}", # first\n\t"${b}",\n\t"${c}"\n`),
    );
    const closed = `${entry}whirlpool_pool_list = [\n  "${a}"]\nprocess_delay = 400\n`;
    const found = add(
      closed,
      addition(2, programs.orca, [bonk, sol], { comment: 'would hide it' }),
    );
    assert.equal(found, closed.replace(`"${a}"`, `"${a}",\n  "${b}"`));
  });

  it('gets a new list for its program, written like the other lists', () => {
    const text =
      `  [[routing.mint_config_list]]\n  mint="${bonk}"\n  raydium_pool_list=[\n    '${a}',\n  ] # v4\n` +
      '  process_delay=400\n';
    assert.equal(
      add(text, addition(2)),
      text.replace('] # v4\n', `] # v4\n  whirlpool_pool_list=[\n    '${b}',\n  ]\n`),
    );
    const bare = `${entry}process_delay = 400\n`;
    assert.equal(
      add(bare, addition(2)),
      bare.replace('process', `whirlpool_pool_list = [\n  "${b}",\n]\nprocess`),
    );
  });

  it('fills an empty list in the style of the others', () => {
    const text =
      `${entry}raydium_pool_list = ["${a}"]\nwhirlpool_pool_list = []\npump_pool_list = [ # none\n]\n` +
      'process_delay = 400\n';
    assert.equal(
      add(text, addition(2), addition(3, programs.pump)),
      text
        .replace('whirlpool_pool_list = []', `whirlpool_pool_list = ["${b}"]`)
        .replace('# none\n', `# none\n  "${c}"\n`),
    );
  });

  it('creates an entry for its mint, with the delay of its neighbours', () => {
    const text =
      `${smbUserTables}\n[[routing.mint_config_list]] # BONK\nprocess_delay = 1_250 # slow\n` +
      `mint = '${bonk}'\nraydium_pool_list = ['${a}']\nlookup_table_accounts = ['${d}']\n# end\n` +
      smbSenders;
    const found = add(
      text,
      addition(2, programs.orca, [wif, sol]),
      addition(3, programs.pump, [sol, wif]),
    );
    assertLinesKept(text, found);
    assert.deepEqual(readWholeSmb(found).routing.mint_config_list?.[1], {
      ...{ process_delay: 1250, mint: wif, lookup_table_accounts: [] },
      ...{ pump_pool_list: [c], whirlpool_pool_list: [b] },
    });
    assert.match(
      found,
      /\n\n\[\[routing\.mint_config_list\]\]\nprocess_delay = 1_250\nmint = 'EKp/,
    );
  });

  it('trades at the usual delay if the file had only the no-trade form', () => {
    const found = add(example('smb-no-trade.toml'), addition(1));
    const { routing } = readData(found) as { routing: { mint_config_list: object[] } };
    assert.deepEqual(routing.mint_config_list[1], {
      ...{ mint: bonk, whirlpool_pool_list: [a], process_delay: 400 },
    });
    const none = '[routing]\nmint_config_list = []\n\n[bot]\ncompute_unit_limit = 1';
    const begun = add(none, addition(1));
    assert.deepEqual(readData(begun), {
      bot: { compute_unit_limit: 1 },
      routing: {
        mint_config_list: [{ mint: bonk, whirlpool_pool_list: [a], process_delay: 400 }],
      },
    });
  });

  it('stays in an inline table if the entries are inline', () => {
    const text = example('smb-inline.toml');
    const found = add(text, addition(1), addition(2, programs.orca, [usdc, pool(9)]));
    const { routing } = readData(found) as { routing: { mint_config_list: object[] } };
    assert.deepEqual(Object.entries(routing.mint_config_list[0] ?? {}).at(-2), [
      ...['whirlpool_pool_list', [a]],
    ]);
    assert.deepEqual(routing.mint_config_list[2], {
      ...{ mint: pool(9), process_delay: 400, whirlpool_pool_list: [b], lookup_table_accounts: [] },
    });
  });

  it('goes to the entry of its group, and to that of a base token last', () => {
    const text = [bonk, wif]
      .map(
        (mint) =>
          `${entry.replace(bonk, mint)}whirlpool_pool_list = ["${mint === bonk ? a : b}"]\n`,
      )
      .join('process_delay = 1\n\n')
      .concat('process_delay = 1\n');
    const found = readData(add(text, addition(3, programs.orca, [bonk, wif], { group: 1 })));
    assert.deepEqual(textsIn(found), [bonk, a, wif, b, c]);
    const foreign = addition(3, programs.orca, [bonk, sol], { group: 1 });
    assert.deepEqual(textsIn(readData(add(text, foreign))), [bonk, a, c, wif, b]);
  });

  it('is skipped if the bot does not support its program, or no mint is known', () => {
    const text = example('smb-mints.toml');
    assert.equal(add(text, addition(1, programs.unknown), addition(2, programs.orca, [])), text);
    assert.equal(add(example('smb-finder.toml'), addition(1)), example('smb-finder.toml'));
  });

  it('cannot break the file with its comment', () => {
    const text = `${entry}whirlpool_pool_list = [\n  "${a}",\n]\nprocess_delay = 400\n`;
    const found = add(text, addition(2, programs.orca, [bonk, sol], { comment: 'a\nb\u0000"]' }));
    assert.deepEqual(textsIn(readData(found)), [bonk, a, b]);
  });
});

describe('Pools that are worth adding as one new group', () => {
  const newGroups = (before: string, after: string): readonly (readonly string[])[] => {
    const known = new Set(read(before).groups.map(({ pools }) => pools.join()));
    return read(after)
      .groups.map(({ pools }) => pools)
      .filter((pools) => !known.has(pools.join()));
  };

  it('form one NotArb group each, whatever their tokens', () => {
    const ofOne = [
      addition(1, programs.orca, [bonk, sol], { newGroup: 0 }),
      addition(2, programs.orca, [usdc, wif], { newGroup: 1 }),
      addition(3, programs.raydium, [usdc, sol], { newGroup: 0 }),
      addition(4, programs.raydium, [bonk, sol], { newGroup: 1 }),
    ];
    for (const name of ['notarb-groups.json', 'notarb-markets.json', 'notarb-markets.toml']) {
      const text = example(name);
      const found = add(text, ...ofOne);
      assert.deepEqual(newGroups(text, found), [
        [a, c],
        [b, d],
      ]);
      assert.equal(add(found, ...ofOne), found, 'once');
    }
  });

  it('go to one SMB entry, that of the mint they share', () => {
    const text = `${entry}whirlpool_pool_list = ["${a}"]\nprocess_delay = 1\n`;
    const ofOne = [
      addition(2, programs.orca, [bonk, wif], { newGroup: 0 }),
      addition(3, programs.raydium, [wif, sol], { newGroup: 0 }),
    ];
    const found = add(text, ...ofOne);
    assert.deepEqual(
      newGroups(text, found).map((pools) => pools.toSorted()),
      [[b, c].toSorted()],
    );
    assert.equal(read(found).entries[1]?.mint?.address, wif);
    assert.equal(add(found, ...ofOne), found, 'once');
    const others = ofOne.map((each) => ({ ...each, newGroup: null }));
    assert.deepEqual(
      read(add(text, ...others)).groups.map(({ pools }) => pools),
      [[a, b], [c]],
      'without a group, each to the first of its mints that has an entry',
    );
  });

  it('form one direct V10 group, even if a group of their token has room for some', () => {
    const text =
      '[[transactions]]\nsettlement = "SOL"\n\n' +
      `[[transactions.direct]]\npools = [\n  "${a}",\n  "${b}",\n]\n`;
    const known = new Map(
      [a, b].map((address) => [
        address,
        { program: programs.orca, mints: [bonk, sol], lookupTable: '' },
      ]),
    );
    const ofOne = [3, 4].map((number) =>
      addition(number, programs.orca, [bonk, sol], { newGroup: 0 }),
    );
    const addKnown = (to: string, additions: readonly PoolAddition[]): string =>
      edit(to, addPools(to, read(to), additions, known));
    const found = addKnown(text, ofOne);
    assert.deepEqual(newGroups(text, found), [[c, d]]);
    assertLinesKept(text, found);
    assert.equal(addKnown(found, ofOne), found, 'once');
    assert.deepEqual(newGroups(text, addKnown(text, ofOne.slice(0, 1))), [[a, b, c]], 'one alone');
  });
});

describe('A pool added to flat markets', () => {
  it('follows the last one, and enables trading if it was disabled', () => {
    const text = example('smb-markets.toml');
    const found = add(text, addition(1));
    assertLinesKept(text, found);
    assert.equal(found.length, text.length + a.length + '    "",\n'.length);
    const none = `[routing.markets]\nmarkets = []\nprocess_delay = 1_000_000_000 # no trade\n`;
    assert.equal(
      add(none, addition(1)),
      `[routing.markets]\nmarkets = [\n  "${a}",\n]\nprocess_delay = 400 # no trade\n`,
    );
  });
});

describe('A pool added to NotArb’s markets', () => {
  it('joins its group, or forms one with pools of its token', () => {
    for (const name of ['notarb-groups.json', 'notarb-markets.json', 'notarb-markets.toml']) {
      const text = example(name);
      const found = add(
        text,
        addition(1, programs.orca, [bonk, sol], { group: 0, comment: 'no JSON has it' }),
        addition(2, programs.orca, [wif, sol]),
        addition(3, programs.raydium, [wif, usdc]),
      );
      const groups = read(found).groups.map(({ pools }) => pools);
      const before = read(text).groups.map(({ pools }) => pools);
      assert.deepEqual(groups, [[...(before[0] ?? []), a], ...before.slice(1), [b, c]], found);
      assert.deepEqual(
        textsIn(readData(found)).toSorted(),
        [...textsIn(readData(text)), a, b, c].toSorted(),
      );
    }
    assert.deepEqual(
      readNotArbToml(add(example('notarb-markets.toml'), addition(1), addition(2))).at(-1),
      [a, b],
    );
  });

  it('fills the no-trade form, and keeps its time', () => {
    const found = add(example('notarb-no-trade.json'), addition(1), addition(2));
    const time = readNotArbJson(example('notarb-no-trade.json')).update_timestamp;
    assert.deepEqual(readNotArbJson(found), { groups: [[a, b]], update_timestamp: time });
    assert.deepEqual(
      readNotArbJson(add('{"groups":[],"update_timestamp":1}', addition(1))).groups,
      [[a]],
    );
  });
});

describe('A pool added to a config of SMB’s open bot, V10,', () => {
  const chain = new Map(
    [
      [a, programs.orca, [bonk, sol]],
      [b, programs.raydium, [bonk, usdc]],
      [c, programs.clmm, [bonk, sol]],
      [d, programs.orca, [wif, sol]],
      [pool(5), programs.pump, [wif, sol]],
      [pool(6), programs.orca, [wif, usdc]],
      [pool(7), programs.raydium, [wif, usdc]],
    ].map(([address, program, mints]) => [
      String(address),
      { program: String(program), mints: mints as readonly string[], lookupTable: '' },
    ]),
  );
  const added = (...numbers: readonly number[]): PoolAddition[] =>
    numbers.map((number) => {
      const { program, mints } = chain.get(pool(number)) ?? { program: '', mints: [] };
      return addition(number, program, mints);
    });
  const text =
    '[[transactions]]\nsettlement = "SOL" # base\nflashloan = true\nminimum_profit = 10_000\n' +
    `additional_fee = { bps = 5, collector = "${pool(99)}" }\n\n` +
    `[[transactions.direct]] # BONK\npools = [\n  "${a}",\n  "${b}",\n]\n# end\n`;
  const addKnown = (...numbers: readonly number[]): string =>
    edit(text, addPools(text, read(text), added(...numbers), chain));
  const readBack = (edited: string) => readSmbV10(edited, (address) => chain.get(address));

  it('joins the group of its token', () => {
    assert.equal(addKnown(3), text.replace(`"${b}",\n`, `"${b}",\n  "${c}",\n`));
    readBack(addKnown(3));
  });

  it('forms a group with pools of its token in a transaction with room', () => {
    const found = addKnown(4, 5);
    assertLinesKept(text, found);
    const [first, none] = readBack(found);
    assert.equal(none, undefined);
    assert.deepEqual(first?.direct?.[1], { pools: [d, pool(5)] });
  });

  it('creates a transaction with the options of another if none has its settlement', () => {
    const found = addKnown(6, 7);
    const [, second] = readBack(found);
    assert.deepEqual(second, {
      ...{ settlement: 'USDC', flashloan: true },
      additional_fee: { bps: 5, collector: pool(99) },
      direct: [{ pools: [pool(6), pool(7)] }],
    });
  });

  it('creates a transaction with all options if existing ones may have no room', () => {
    const unknown = text.replace(`"${a}"`, `"${pool(20)}",\n  "${pool(21)}",\n  "${pool(22)}"`);
    const found = edit(unknown, addPools(unknown, read(unknown), added(4, 5)));
    const { transactions } = readData(found) as { transactions: object[] };
    assert.deepEqual(transactions[1], {
      ...{ settlement: 'SOL', flashloan: true, minimum_profit: 10_000 },
      additional_fee: { bps: 5, collector: pool(99) },
      direct: [{ pools: [d, pool(5)] }],
    });
  });

  it('is skipped if it is alone, since the bot refuses a group of one pool', () => {
    assert.equal(addKnown(4), text);
  });

  it('never exceeds sixteen pools and the account limit of a transaction', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      addition(100 + index, programs.raydium, [bonk, sol]),
    );
    const known = new Map(chain);
    for (const each of many) known.set(each.pool, { ...each, lookupTable: '' });
    const found = edit(text, addPools(text, read(text), many, known));
    const counts = readSmbV10(found, (address) => known.get(address)).map(
      ({ direct = [] }) => direct.flatMap(({ pools }) => pools).length,
    );
    assert.ok((counts[0] ?? 0) > 10 && counts.every((count) => count <= 15), counts.join());
  });

  it('is removed with the group that would not start without it', () => {
    const two = addKnown(4, 5);
    const found = edit(two, removePools(two, read(two), [d]));
    assert.deepEqual(readBack(found), readBack(text));
    const usdcSettled = addKnown(6, 7);
    const back = edit(usdcSettled, removePools(usdcSettled, read(usdcSettled), [pool(6)]));
    assert.deepEqual(readBack(back), readBack(text));
    assertLinesKept(text, back);
  });
});

describe('A pool added to a list of addresses', () => {
  it('gets a line like the last one’s', () => {
    const text = `const POOLS: [&str; 2] = [\n    "${a}",\n    "${b}", // two\n];\n`;
    const config = read(text, 'addresses');
    const found = edit(text, addPools(text, config, [addition(3), addition(1)]));
    assert.equal(found, text.replace('// two\n', `// two\n    "${c}",\n`));
    assert.equal(
      edit(text, removePools(text, config, [b])),
      `const POOLS: [&str; 2] = [\n    "${a}",\n];\n`,
    );
    const inText = `see ${a} there\n`;
    assert.deepEqual(addPools(inText, read(inText, 'addresses'), [addition(3)]), []);
    assert.deepEqual(removePools(inText, read(inText, 'addresses'), [a]), []);
  });
});

describe('A pool removed', () => {
  it('is removed with its line and its comment, and nothing else', () => {
    const text = `${entry}raydium_pool_list = [\n  # top\n  "${a}", # one\n\n  "${b}", # two\n  "${c}" # three\n]\n`;
    assert.equal(remove(text, b), text.replace(`  "${b}", # two\n`, ''));
    assert.equal(
      remove(text, c),
      text.replace(`  "${c}" # three\n`, '').replace(`"${b}",`, `"${b}"`),
    );
    assert.equal(remove(text, a, b, c), `${entry}raydium_pool_list = [\n  # top\n\n]\n`);
  });

  it('leaves the comments between the pools of a list that becomes empty', () => {
    const text = `${entry}raydium_pool_list = [\n  "${a}",\n  # middle\n  "${b}",\n]\n`;
    assert.equal(remove(text, a, b), `${entry}raydium_pool_list = [\n  # middle\n]\n`);
  });

  it('leaves other content of its line', () => {
    const text = `${entry}raydium_pool_list = [ "${a}", "${b}", "${c}" ] # three\nprocess_delay = 1\n`;
    assert.equal(remove(text, a), text.replace(`"${a}", `, ''));
    assert.equal(remove(text, b), text.replace(`"${b}", `, ''));
    assert.equal(remove(text, c), text.replace(`, "${c}"`, ''));
    assert.equal(remove(text, b, c), text.replace(`, "${b}", "${c}"`, ''));
    assert.equal(remove(text, a, b, c), text.replace(/\[ .* \]/, '[]'));
    const wrapped = text.replace(`, "${b}"`, `, # first\n  "${b}"`);
    assert.equal(remove(wrapped, b, a).includes('first'), false);
    assert.deepEqual(textsIn(readData(remove(wrapped, a, c))), [bonk, b]);
  });

  it('leaves no empty NotArb group, except for the last', () => {
    const text = example('notarb-groups.json');
    const [, second] = readNotArbJson(text).groups;
    const { groups } = readNotArbJson(remove(text, ...(second ?? [])));
    assert.deepEqual(groups, readNotArbJson(text).groups.slice(0, 1));
    const all = readNotArbJson(text).groups.flat();
    assert.deepEqual(readNotArbJson(remove(text, ...all)).groups, [[]]);
    const toml = example('notarb-markets.toml');
    const [first] = readNotArbToml(toml);
    const found = remove(toml, ...(first ?? []));
    assert.deepEqual(readNotArbToml(found), readNotArbToml(toml).slice(1));
    assert.ok(found.includes('# 1. BONK') && found.includes('# tabs'));
  });
});

describe('A lookup table added', () => {
  it('joins the tables of its entry, with a new list if necessary', () => {
    const text = `${entry}raydium_pool_list = ["${a}"]\nlookup_table_accounts = [ "${b}" ]\n`;
    assert.equal(tables(text, c, b), text.replace(`"${b}"`, `"${b}", "${c}"`));
    assert.equal(tables(text, b), text);
    const none = `${entry}raydium_pool_list = ["${a}"]\nprocess_delay = 1\n`;
    assert.equal(
      tables(none, c),
      none.replace('process', `lookup_table_accounts = ["${c}"]\nprocess`),
    );
  });

  it('gets a line in a plain list, or an element in a JSON array', () => {
    const text = example('lookup-tables.txt');
    const found = tables(text, a);
    assertLinesKept(text, found);
    assert.deepEqual(
      readAddresses({ name: 'x.txt', form: 'lookup-tables', text: found }).toSorted(),
      [...readAddresses({ name: 'x.txt', form: 'lookup-tables', text }), a].toSorted(),
    );
    const json = example('lookup-tables.json');
    assert.deepEqual(readData(tables(json, a)), [...(readData(json) as string[]), a]);
    assert.equal(tables(`${b}`, a), `${b}\n${a}`);
  });

  it('changes nothing in a file that has no tables', () => {
    const text = example('notarb-groups.json');
    assert.equal(tables(text, a), text);
  });
});

describe('Groups merged into the first', () => {
  it('are one NotArb group, with each pool once', () => {
    for (const name of ['notarb-groups.json', 'notarb-markets.toml']) {
      const text = add(example(name), addition(1, programs.orca, [], { group: 0 })).replaceAll(
        '\u0000',
        '',
      );
      const before = read(text).groups;
      const found = merge(text, 0, 1);
      assert.deepEqual(
        read(found).groups.map(({ pools }) => pools),
        [[...(before[0]?.pools ?? []), ...(before[1]?.pools ?? [])]],
      );
      readData(found);
    }
  });

  it('are one entry if they have the same mint, with the comments of their pools', () => {
    const text =
      `${entry}raydium_pool_list = [\n  "${a}",\n]\nlookup_table_accounts = ["${pool(8)}"]\n` +
      `process_delay = 1\n\n${entry}raydium_pool_list = [\n  "${b}", # two\n  "${a}",\n]\n` +
      `whirlpool_pool_list = ["${c}"]\nlookup_table_accounts = ["${pool(9)}"]\nprocess_delay = 2\n\n# end\n`;
    const found = merge(text, 0, 1);
    assert.match(found, /", # two\n\]/);
    assert.match(found, /process_delay = 1\n\n# end\n$/);
    assert.deepEqual(
      textsIn(readData(found)).toSorted(),
      [bonk, a, b, c, pool(8), pool(9)].toSorted(),
    );
    const other = text.replace(`${entry}raydium_pool_list = [\n  "${b}"`, (part) =>
      part.replace(bonk, wif),
    );
    assert.equal(merge(other, 0, 1), other);
    assert.equal(merge(example('smb-v10.toml'), 0, 1), example('smb-v10.toml'));
  });
});

describe('Every example file, however it is saved,', () => {
  for (const { name, form, text } of examples) {
    for (const [saving, save] of Object.entries(savings)) {
      it(`${name} ${saving} gains and loses exactly the requested pools`, () => {
        const saved = save(text);
        const before = textsIn(name.endsWith('.txt') ? [] : readData(saved));
        const groupOf = form === 'smb-v10' ? null : 0;
        const more = [1, 2, 3].map((number) =>
          addition(number, number === 1 ? programs.raydium : programs.orca, [bonk, sol], {
            ...{ group: groupOf, comment: `number ${number}` },
          }),
        );
        const added = add(saved, ...more);
        assert.equal(add(added, ...more), added);
        assert.equal(/(^|[^\r])\n/.test(added), /(^|[^\r])\n/.test(saved));
        if (['lookup-tables', 'smb-finder', 'notarb-bot'].includes(form))
          assert.equal(added, saved);
        else {
          const after = textsIn(readData(added));
          assert.deepEqual(
            after.filter((each) => [a, b, c].includes(each)).toSorted(),
            [a, b, c].toSorted(),
          );
          for (const each of before) assert.ok(after.includes(each));
          assertLinesKept(saved, added, (line) => /\[.*\]|process_delay|", "/.test(line));
        }
        const config = read(saved);
        const listed = config.entries.flatMap(({ lists }) =>
          lists.filter(({ key }) => key !== 'intermediate').flatMap(({ pools }) => pools),
        );
        for (const { address } of listed) {
          const left = remove(saved, address);
          const texts = textsIn(readData(left));
          assert.ok(!texts.includes(address));
          assert.ok(form === 'smb-v10' || texts.length === before.length - 1);
          assert.equal(remove(left, address), left);
        }
      });
    }
  }
});
