import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { programsOfForm } from '../../../src/botConfig/botPrograms.ts';
import { checkConfig } from '../../../src/botConfig/checkConfig.ts';
import type { ConfigProblem, KnownPool, ProblemCode } from '../../../src/botConfig/model.ts';
import {
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
import { examples } from './exampleConfigs.ts';

const [a, b, c, d] = [pool(1), pool(2), pool(3), pool(4)] as const;
const entry = `[[routing.mint_config_list]]\nmint = "${bonk}"\n`;

type Facts = readonly [program: string, mints: readonly string[], lookupTable?: string];

const knownOf = (facts: Readonly<Record<string, Facts>>): ReadonlyMap<string, KnownPool> =>
  new Map(
    Object.entries(facts).map(([address, [program, mints, lookupTable = '']]) => [
      address,
      { program, mints, lookupTable },
    ]),
  );

const check = (
  text: string,
  facts: Readonly<Record<string, Facts>>,
  nowMilliseconds = 0,
): ConfigProblem[] => checkConfig(text, read(text), { pools: knownOf(facts), nowMilliseconds });

/** Code, marked text, arguments. */
const told = (text: string, problems: readonly ConfigProblem[]) =>
  problems.map(({ code, range, arguments: args }) => [
    code,
    text.slice(range.start, range.end),
    ...args,
  ]);

const only = (problems: readonly ConfigProblem[], code: ProblemCode): ConfigProblem => {
  const found = problems.filter((problem) => problem.code === code);
  assert.equal(found.length, 1, JSON.stringify(problems));
  return found[0] as ConfigProblem;
};

const fixed = (text: string, { fix }: ConfigProblem): string => {
  assert.ok(fix !== null);
  return edit(text, fix.changes);
};

describe('A pool in the list of another program', () => {
  const text =
    `${entry}raydium_pool_list = [\n  "${a}",\n  "${b}", # best\n]\n` +
    `whirlpool_pool_list = [\n  "${c}",\n]\nprocess_delay = 400\n`;
  const facts: Readonly<Record<string, Facts>> = {
    [a]: [programs.raydium, [bonk, sol]],
    [b]: [programs.orca, [bonk, sol]],
  };

  it('moves to the right one, with its comment', () => {
    const problem = only(check(text, facts), 'wrong-program');
    assert.deepEqual(told(text, [problem]), [
      ['wrong-program', b, programs.orca, programs.raydium],
    ]);
    assert.equal(problem.severity, 'error');
    assert.deepEqual(
      [problem.fix?.kind, problem.fix?.argument],
      [...['move-pool', 'whirlpool_pool_list']],
    );
    assert.equal(
      fixed(text, problem),
      text.replace(`  "${b}", # best\n`, '').replace(`"${c}",\n`, `"${c}",\n  "${b}", # best\n`),
    );
    assert.deepEqual(check(fixed(text, problem), facts), []);
  });

  it('moves to a new list if the entry has none for its program', () => {
    const short = text.replace(/whirlpool[^\]]*\]\n/, '');
    const found = fixed(short, only(check(short, facts), 'wrong-program'));
    assert.deepEqual(check(found, facts), []);
    assert.match(found, /\]\nwhirlpool_pool_list = \[\n {2}"\w+", # best\n\]\nprocess/);
  });

  it('leaves a comment behind that it shares with other pools', () => {
    const shared = text.replace(`"${a}",\n  `, `"${a}", `);
    const found = fixed(shared, only(check(shared, facts), 'wrong-program'));
    assert.equal(
      found,
      shared.replace(`, "${b}", # best`, `, # best`).replace(`"${c}",\n`, `"${c}",\n  "${b}",\n`),
    );
  });

  it('is removed if the right one already has it', () => {
    const twice = text.replace(`"${c}"`, `"${b}"`);
    const problems = check(twice, facts);
    assert.deepEqual(
      problems.map(({ code, fix }) => [code, fix?.kind]),
      [['wrong-program', 'remove']],
    );
    assert.equal(
      fixed(twice, only(problems, 'wrong-program')),
      twice.replace(`  "${b}", # best\n`, ''),
    );
  });

  it('has an unsupported program if the bot has no list for it', () => {
    const found = check(text, { [a]: [programs.unknown, [bonk, sol]] });
    assert.deepEqual(told(text, found), [['unsupported-program', a, programs.unknown]]);
    assert.equal(found[0]?.fix, null);
    assert.equal(found[0]?.severity, 'error');
    const groups = `[["${a}","${b}"]]`;
    const dammV1 = check(groups, { [a]: [programs.dammV1, [bonk, sol]] });
    assert.deepEqual(told(groups, dammV1), [['unsupported-program', a, programs.dammV1]]);
    assert.equal(dammV1[0]?.severity, 'warning');
  });

  it('of flat markets has a warning if the bot skips it, as SolFi’s, and none if it trades on it', () => {
    const markets = `[routing.markets]\nmarkets = ["${a}"]\nprocess_delay = 1\n`;
    const solFi = 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe';
    const skipped = check(markets, { [a]: [solFi, [bonk, sol]] });
    assert.deepEqual(told(markets, skipped), [['unsupported-program', a, solFi]]);
    assert.equal(skipped[0]?.severity, 'warning');
    for (const program of [
      '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp',
      'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
      'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
      'FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq',
    ]) {
      assert.deepEqual(check(markets, { [a]: [program, [bonk, sol]] }), [], program);
      assert.ok(programsOfForm('smb-markets').includes(program));
    }
    assert.ok(!programsOfForm('smb-markets').includes(solFi));
  });
});

describe('A pool of other mints', () => {
  it('is reported if it trades no token of its entry', () => {
    const text = `${entry}whirlpool_pool_list = ["${a}", "${b}"]\nprocess_delay = 1\n`;
    const found = check(text, {
      [a]: [programs.orca, [wif, usdc]],
      [b]: [programs.orca, [bonk, usdc]],
    });
    assert.deepEqual(told(text, found), [['foreign-pool', a, wif, usdc]]);
    assert.deepEqual([found[0]?.severity, found[0]?.fix], ['warning', null]);
  });

  it('is reported if it has none of its group’s shared tokens', () => {
    const text = `[["${a}","${b}","${c}","${d}"]]`;
    const facts: Readonly<Record<string, Facts>> = {
      [a]: [programs.orca, [bonk, sol]],
      [b]: [programs.raydium, [bonk, usdc]],
      [c]: [programs.raydium, [wif, sol]],
      [d]: [programs.clmm, [sol, usdc]],
    };
    assert.deepEqual(told(text, check(text, facts)), [['foreign-pool', c, wif, sol]]);
    const triangle = { ...facts, [b]: [programs.raydium, [bonk, wif]] as const };
    assert.deepEqual(check(text, triangle), []);
  });

  it('is not reported if its group’s shared tokens are unknown', () => {
    const text = `[["${a}","${b}","${c}","${d}"]]`;
    const facts: Readonly<Record<string, Facts>> = {
      [a]: [programs.orca, [bonk, sol]],
      [b]: [programs.raydium, [bonk, usdc]],
      [c]: [programs.raydium, [wif, sol]],
    };
    assert.deepEqual(check(text, facts), []);
  });
});

describe('A repeated pool', () => {
  it('of one entry is removed at its second position', () => {
    const text =
      `${entry}raydium_pool_list = [\n  "${a}",\n  "${b}"\n]\n` +
      `pump_pool_list = ["${a}"]\nprocess_delay = 1\n`;
    const problem = only(check(text, {}), 'duplicate-pool');
    assert.equal(problem.range.start, text.lastIndexOf(a));
    assert.equal(problem.related?.start, text.indexOf(a));
    assert.equal(fixed(text, problem), text.replace(`["${a}"]`, '[]'));
  });

  it('of two groups is reported at the second, with a reference to the first', () => {
    const text = `[["${a}","${b}"],["${c}","${a}"]]`;
    const problem = only(check(text, { [a]: [programs.orca, [bonk, sol]] }), 'pool-in-two-groups');
    assert.deepEqual(
      [problem.range.start, problem.related?.start],
      [...[text.lastIndexOf(a), text.indexOf(a)]],
    );
    assert.deepEqual([problem.severity, problem.fix], ['warning', null]);
    assert.deepEqual(check(text, { [a]: [programs.orca, [bonk, wif]] }), []);
    assert.deepEqual(check(text, {}), []);
  });

  it('of two entries is not reported if the entries have different mints', () => {
    const lists = `whirlpool_pool_list = ["${a}"]\nprocess_delay = 1\n`;
    const text = `${entry}${lists}\n${entry.replace(bonk, wif)}${lists}`;
    assert.deepEqual(check(text, { [a]: [programs.orca, [bonk, wif]] }), []);
    const twice = `${entry}${lists}\n${entry}${lists}`;
    only(check(twice, {}), 'pool-in-two-groups');
  });
});

describe('Lookup tables', () => {
  it('that are listed twice are removed once', () => {
    const text = `${entry}lookup_table_accounts = [\n  "${a}",\n  "${a}", # again\n]\nprocess_delay = 1\n`;
    const problem = only(check(text, {}), 'duplicate-table');
    assert.equal(problem.related?.start, text.indexOf(a));
    assert.equal(fixed(text, problem), text.replace(`  "${a}", # again\n`, ''));
    const plain = `# tables\n${a}\n${b}\n${a} # again\n`;
    const found = only(check(plain, {}), 'duplicate-table');
    assert.equal(fixed(plain, found), `# tables\n${a}\n${b}\n`);
    const json = `["${a}", "${b}", "${a}"]`;
    assert.equal(fixed(json, only(check(json, {}), 'duplicate-table')), `["${a}", "${b}"]`);
  });

  it('that an entry’s pools need are added, most needed first', () => {
    const text =
      `${entry}whirlpool_pool_list = ["${a}", "${b}", "${c}"]\n` +
      `lookup_table_accounts = ["${pool(8)}"]\nprocess_delay = 1\n`;
    const facts: Readonly<Record<string, Facts>> = {
      [a]: [programs.orca, [bonk, sol], pool(9)],
      [b]: [programs.orca, [bonk, sol], pool(10)],
      [c]: [programs.orca, [bonk, sol], pool(10)],
      [d]: [programs.orca, [bonk, sol], pool(11)],
    };
    const problem = only(check(text, facts), 'missing-table');
    assert.deepEqual(told(text, [problem]), [
      ['missing-table', '[[routing.mint_config_list]]', '2', '3'],
    ]);
    assert.equal(problem.severity, 'information');
    assert.equal(
      fixed(text, problem),
      text.replace(`"${pool(8)}"`, [8, 10, 9].map((each) => `"${pool(each)}"`).join(', ')),
    );
    assert.deepEqual(check(fixed(text, problem), facts), []);
  });

  it('are missing only until the entry has as many as an export', () => {
    const pools = Array.from({ length: 12 }, (_, index) => pool(index));
    const facts = Object.fromEntries(
      pools.map((each, index) => [each, [programs.orca, [bonk, sol], pool(20 + index)] as const]),
    );
    const text = `${entry}whirlpool_pool_list = ${JSON.stringify(pools)}\nprocess_delay = 1\n`;
    const problem = only(check(text, facts), 'missing-table');
    assert.deepEqual(problem.arguments, ['10', '10']);
    assert.deepEqual(check(fixed(text, problem), facts), []);
  });
});

describe('NotArb’s markets.json', () => {
  it('is stale after five minutes', () => {
    const text = `{"groups":[["${a}","${b}"]],"update_timestamp":1000}`;
    assert.deepEqual(check(text, {}, 301_000), []);
    const found = check(text, {}, 301_001);
    assert.deepEqual(told(text, found), [['stale', '1000', '300001']]);
  });
});

describe('A group of V10', () => {
  const [e, f, g] = [pool(5), pool(6), pool(7)] as const;
  const facts: Readonly<Record<string, Facts>> = {
    [a]: [programs.orca, [bonk, sol]],
    [b]: [programs.raydium, [bonk, usdc]],
    [c]: [programs.clmm, [wif, sol]],
    [d]: [programs.orca, [bonk, wif]],
    [e]: [programs.cpmm, [wif, sol]],
    [f]: [programs.orca, [sol, usdc]],
    [g]: [programs.orca, [wif, usdc]],
  };
  const transaction = (groups: string, settlement = 'SOL'): string =>
    `[[transactions]]\nsettlement = "${settlement}"\n${groups}`;
  const direct = (...pools: readonly string[]): string =>
    `[[transactions.direct]]\npools = ${JSON.stringify(pools)}\n`;
  const triangle = (
    intermediate: string,
    bridges: readonly string[],
    targets: readonly string[],
  ): string =>
    `[[transactions.triangle]]\nintermediate = "${intermediate}"\n` +
    `bridges = ${JSON.stringify(bridges)}\ndirect = ${JSON.stringify(targets)}\n`;
  const reasons = (text: string) => told(text, check(text, facts));

  it('is valid if its pools trade the tokens that their lists need', () => {
    for (const text of [
      transaction(direct(a, b)),
      transaction(triangle(d, [c], [a])),
      transaction(triangle(d, [g], [a])),
      transaction(direct(pool(50), pool(51)), 'USDC'),
    ]) {
      assert.deepEqual(check(text, facts), [], text);
    }
  });

  it('is refused for each rule that it breaks', () => {
    const cases: readonly (readonly [text: string, marked: string, reason: string])[] = [
      [direct(a), 'pools', 'too-few-pools'],
      [direct(a, c), c, 'several-tokens'],
      [direct(a, d), d, 'not-quoted'],
      [direct(a, f), f, 'own-conversion'],
      [direct(b, g).replace(g, b), 'pools', 'no-settlement-pool'],
      [triangle(d, [], [a]), 'bridges', 'missing-part'],
      [triangle(d, [e], [a]), e, 'bridge-program'],
      [triangle(d, [c, g], [a]), g, 'bridge-quotes'],
      [triangle(d, [b], [a]), b, 'not-a-bridge'],
      [triangle(a, [c], [a]), a, 'not-intermediate'],
      [triangle(d, [c], [b]), b, 'not-settled'],
      [triangle(d, [c], [a, c]), c, 'several-tokens'],
      [triangle(d, [c], [a, f]), f, 'own-conversion'],
      [direct(a, b) + triangle(d, [c], [a]), '[[transactions.triangle]]', 'mixed-kinds'],
    ];
    for (const [groups, marked, reason] of cases) {
      const text = transaction(groups);
      const found = reasons(text).filter(([code]) => code === 'v10-groups');
      assert.ok(
        found.some(([, range, told]) => range === marked && told === reason),
        `${reason}: ${JSON.stringify(found)}`,
      );
    }
  });

  it('is refused beyond four per transaction, sixteen pools, or the account limit', () => {
    const many = Array.from({ length: 18 }, (_, index) => pool(100 + index));
    const groups = [0, 2, 4, 6, 8].map((at) => direct(...many.slice(at, at + 2)));
    const five = transaction(groups.join(''));
    assert.deepEqual(told(five, check(five, {})), [
      ['too-many', '[[transactions.direct]]', 'groups', '5', '4'],
    ]);
    const pools = transaction(direct(...many));
    assert.deepEqual(told(pools, check(pools, {})), [
      ['too-many', '[[transactions]]', 'pools', '18', '16'],
    ]);
    const costly = transaction(direct(...many.slice(0, 10)));
    const known = Object.fromEntries(
      many.map((each) => [each, [programs.dlmm, [bonk, sol]] as const]),
    );
    const found = check(costly, known);
    assert.deepEqual(told(costly, found), [
      ['too-many', '[[transactions]]', 'accounts', '94', '64'],
    ]);
    assert.equal(found[0]?.severity, 'warning');
  });
});

describe('A config', () => {
  it('of unknown pools has no problem with them', () => {
    for (const { text } of examples) {
      const found = check(text, {}).filter(({ code }) => code !== 'stale');
      const expected = text.includes('[[transactions]]') ? 'v10-groups' : '';
      assert.ok(
        found.every(({ code }) => code === expected),
        JSON.stringify(found),
      );
    }
  });

  it('stays intact after each of its fixes, with one problem less', () => {
    const tables = [pool(70), pool(71)];
    for (const { text, form } of examples) {
      if (form === 'lookup-tables') continue;
      const config = read(text);
      const pools = config.entries.flatMap(({ lists }) => lists.flatMap((list) => list.pools));
      const facts = Object.fromEntries(
        pools.map(({ address }, index) => [
          address,
          [
            index % 2 === 0 ? programs.orca : programs.dlmm,
            // All tokens, so that a move changes no other problem.
            [bonk, wif, usdc, sol],
            tables[index % 2] ?? '',
          ] as const,
        ]),
      );
      const problems = check(text, facts);
      for (const problem of problems.filter(({ fix }) => fix !== null)) {
        const found = fixed(text, problem);
        assert.equal(check(found, facts).length, problems.length - 1, found);
        if (problem.fix?.kind !== 'move-pool') continue;
        assert.deepEqual(textsIn(readData(found)).toSorted(), textsIn(readData(text)).toSorted());
      }
    }
  });

  it('of thousands of pools in wrong lists is checked in one pass over its text', () => {
    const count = 5_000;
    const many = Array.from({ length: count }, (_, index) => pool(1_000 + index));
    const lines = many.map((each) => `  "${each}",\n`).join('');
    const text = `${entry}raydium_pool_list = [\n${lines}]\nwhirlpool_pool_list = [${many.map((each) => `"${each}"`).join(', ')}]\nprocess_delay = 1\n`;
    const facts = Object.fromEntries(
      many.map((each, index) => [
        each,
        [index % 2 === 0 ? programs.orca : programs.raydium, [bonk, sol], pool(index)] as const,
      ]),
    );
    const problems = check(text, facts);
    assert.equal(problems.filter(({ code }) => code === 'wrong-program').length, count);
    const size = problems.reduce(
      (sum, { fix }) => sum + (fix?.changes.reduce((all, each) => all + each.text.length, 0) ?? 0),
      0,
    );
    assert.ok(size < 1_000_000, `${size} characters of fixes`);
  });
});
