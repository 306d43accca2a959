import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findConfigKey, findConfigTable } from '../../../src/botConfig/configKeys.ts';
import { mayBeConfig } from '../../../src/botConfig/mayBeConfig.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import { example } from './exampleConfigs.ts';

const whole = example('notarb-bot.toml');
const formOf = (text: string) => parseConfig(text).config?.form;

/** Problems as severity, code, marked text and arguments. */
const problemsOf = (text: string) =>
  parseConfig(text).problems.map(({ severity, code, range, arguments: args }) => [
    ...[severity, code, text.slice(range.start, range.end)],
    ...args,
  ]);

/** The example with one text replaced. */
function changed(from: string, to: string): string {
  assert.ok(whole.includes(from), from);
  return whole.replace(from, to);
}

describe('A config of NotArb’s on-chain bot', () => {
  it('is recognized by its task, or by swaps with its own tables or keys', () => {
    const strategy = '[[swap]]\nmint = "SOL"\n[[swap.strategy]]\ncooldown_ms = 1\n';
    for (const text of [
      '[launcher]\ntask = "onchain-bot"\n',
      'launcher.task = "onchain-bot"\n',
      'launcher = { task = "onchain-bot" }\n',
      `${strategy}[dynamic_attributes]\npath = "a.json"\n`,
      `${strategy}flash_loan = true\n`,
      'swap = [{ mint = "SOL", strategy_defaults = { require_profit = true } }]\n',
    ]) {
      assert.equal(formOf(text), 'notarb-bot', text);
      assert.ok(mayBeConfig(text), text);
      assert.deepEqual(problemsOf(text), []);
    }
  });

  it('is not one of NotArb’s other programs, or of anybody else', () => {
    const strategy = '[[swap]]\nmint = "SOL"\n[[swap.strategy]]\nmin_jito_tip_lamports = 1\n';
    for (const text of [
      '[launcher]\ntask = "jupiter-bot"\n[[markets_file]]\npath = "a"\n',
      `[launcher]\ntask = "jupiter-bot"\n${strategy}`,
      `[jupiter]\nurl = "http://127.0.0.1"\n${strategy}`,
      '[[swap]]\nmint = "SOL"\n[[swap.strategy]]\ncooldown_ms = 1\n',
      '[launcher]\nname = "mine"\n',
      '[swap]\nsize = 3\n',
    ]) {
      assert.equal(formOf(text), undefined, text);
      assert.deepEqual(problemsOf(text), []);
    }
  });

  it('has a syntax error at its place', () => {
    const text = '[launcher]\ntask = "onchain-bot"\n[[swap]\nmint = "SOL"\n';
    assert.deepEqual(
      parseConfig(text).problems.map(({ code }) => code),
      ['syntax'],
    );
  });

  it('has a problem for a slip in the name of a key or table, with its fix', () => {
    const fixOf = (text: string) => parseConfig(text).problems[0]?.fix?.argument;
    const slip = changed('cu_limit = 369_369', 'cu_limt = 369_369');
    assert.deepEqual(problemsOf(slip), [
      ['warning', 'unknown-key', 'cu_limt', 'cu_limt', 'cu_limit'],
    ]);
    assert.equal(fixOf(slip), 'cu_limit');
    const table = changed('[[markets_url]]', '[[market_url]]');
    assert.deepEqual(problemsOf(table), [
      ['warning', 'unknown-key', 'market_url', 'market_url', 'markets_url'],
    ]);
    const inner = changed('[[jito.rpc_proxy]]', '[[jito.rcp_proxy]]');
    assert.deepEqual(problemsOf(inner), [
      ['warning', 'unknown-key', 'rcp_proxy', 'rcp_proxy', 'rpc_proxy'],
    ]);
    const sender = changed('skip_preflight', 'skip_prefligt');
    assert.equal(fixOf(sender), 'skip_preflight');
    const taken = changed('cu_limit = 369_369', 'cu_limit = 369_369\ncu_limits = 1');
    assert.deepEqual(parseConfig(taken).problems[0]?.fix, null);
  });

  it('has no problem for a key or table that is only newer than the documentation', () => {
    const more = '\n[[sender]]\nid = "a"\n[notarb_markets]\ndry_run = true\n';
    assert.deepEqual(problemsOf(`${whole}${more}`), []);
    assert.deepEqual(problemsOf(changed('cooldown_ms = 1337', 'jitter_ms = 1\nsenders = []')), []);
  });

  it('has a problem for a value of another type, also behind a dynamic attribute', () => {
    for (const [from, to, ...found] of [
      ['flash_loan = true', 'flash_loan = 1', '1', 'flash_loan', 'boolean'],
      ['cooldown_ms = 1337', 'cooldown_ms = "1337"', '"1337"', 'cooldown_ms', 'unsigned'],
      ['regions = ["tokyo"]', 'regions = "tokyo"', '"tokyo"', 'regions', 'texts'],
      ['default_value = 300_000', 'default_value = "x"', '"x"', 'default_value', 'unsigned'],
      ['key = "cu_limit"', 'key = 5', '5', 'key', 'text'],
      [
        ...['flash_loan = true', 'flash_loan = { key = "a" }'],
        ...['{ key = "a" }', 'flash_loan', 'boolean'],
      ],
    ] as const) {
      assert.deepEqual(problemsOf(changed(from, to)), [['error', 'wrong-type', ...found]]);
    }
    assert.deepEqual(problemsOf(changed('key = "cu_limit", ', '')), [
      ['error', 'missing-key', '{', 'key'],
    ]);
  });

  it('has a problem for a value out of its documented bounds, and for no other', () => {
    const out = (name: string, value: string, least: string) => [
      ['error', 'wrong-type', value, name, 'at-least', least],
    ];
    assert.deepEqual(
      problemsOf(changed('threads = -1', 'threads = -2')),
      out('threads', '-2', '-1'),
    );
    assert.deepEqual(
      problemsOf(changed('check_minutes = 1', 'check_minutes = 0')),
      out('check_minutes', '0', '1'),
    );
    assert.deepEqual(problemsOf(changed('cu_limit = 369_369', 'cu_limit = 9_000_000')), []);
    assert.deepEqual(problemsOf(changed('"CONFIRMED"', '"sure"'))[0]?.slice(0, 5), [
      ...['error', 'wrong-type', '"sure"', 'preflight_commitment', 'one-of'],
    ]);
  });

  it('has a problem if it requires a profit on FAST’s no-failure path', () => {
    const warned = [['warning', 'no-failure-profit', 'true']];
    assert.deepEqual(
      problemsOf(changed('require_profit = false', 'require_profit = true')),
      warned,
    );
    const inStrategy = changed('cooldown_ms = {', 'require_profit = true\ncooldown_ms = {');
    assert.deepEqual(problemsOf(inStrategy), warned);
    const [found] = parseConfig(inStrategy).problems;
    assert.equal(
      inStrategy.slice(found?.related?.start, found?.related?.end),
      '"https://fast.circular.fi/transactions/no-failure/notarb"',
    );
    // Without the key, the documented default applies.
    assert.deepEqual(problemsOf(changed('require_profit = false', '')), [
      ['information', 'no-failure-profit', '"fast"'],
    ]);
    // Also through a proxy of one's own.
    const proxied = changed('https://fast.circular.fi/transactions', 'http://10.0.0.1');
    assert.deepEqual(
      problemsOf(proxied.replace('require_profit = false', 'require_profit = true')),
      warned,
    );
  });

  it('has no such problem on other paths, when it is off, or when the value is not known', () => {
    const required = changed('require_profit = false', 'require_profit = true');
    for (const text of [
      required.replace('/transactions/no-failure/notarb', '/transactions'),
      required.replace('"https://fast.circular.fi/transactions/no-failure/notarb"', '"$FAST"'),
      required.replace('https://fast.circular.fi', 'https://example.com').replace('"FAST"', '"X"'),
      required.replace('enabled = { key = "enabled", default_value = false }', 'enabled = false'),
      required.replace('enabled = true\nmint = "SOL"', 'enabled = false\nmint = "SOL"'),
      required.replace('id = "fast"', 'id = "fast"\nenabled = false'),
      required.replace(
        '= true\n\n[[swap.str',
        '= { key = "a", default_value = true }\n\n[[swap.str',
      ),
    ]) {
      assert.notEqual(text, required);
      const codes = parseConfig(text).problems.map(({ code }) => code);
      assert.ok(!codes.includes('no-failure-profit'), text);
    }
  });

  it('has a problem for a tip below what its landing service takes', () => {
    assert.deepEqual(
      problemsOf(changed('min_spam_tip_lamports = 7_500', 'min_spam_tip_lamports = 7_499')),
      [['warning', 'wrong-type', '7_499', 'min_spam_tip_lamports', 'at-least', '7500']],
    );
    assert.deepEqual(
      problemsOf(changed('max_spam_tip_lamports = 7_500', 'max_spam_tip_lamports = 7_499')),
      [['warning', 'wrong-type', '7_499', 'max_spam_tip_lamports', 'at-least', '7500']],
    );
    assert.deepEqual(
      problemsOf(changed('type = "FAST"', 'type = "ASTRALANE"')).slice(-2),
      ['min', 'max'].map((end) => [
        ...['warning', 'wrong-type', '7_500', `${end}_spam_tip_lamports`, 'at-least', '10000'],
      ]),
    );
    const unknown = '{ key = "tip", default_value = 1 }';
    assert.deepEqual(
      problemsOf(changed('min_spam_tip_lamports = 7_500', `min_spam_tip_lamports = ${unknown}`)),
      [],
    );
  });

  it('tells a problem of the defaults once for all strategies', () => {
    const second =
      '\n[[swap.strategy]]\nspam_senders = [{ rpc = "fast" }]\n\n[[swap]] # as in older guides';
    const text = changed('\n[[swap]] # as in older guides', second);
    assert.deepEqual(problemsOf(text.replace('require_profit = false', 'require_profit = true')), [
      ['warning', 'no-failure-profit', 'true'],
    ]);
  });

  it('has hovers and completions of its keys, with the parts of dynamic values', () => {
    const facts = findConfigKey('notarb-bot', 'swap.strategy.cu_limit');
    assert.deepEqual(
      [facts?.type, facts?.unit, facts?.isDynamic],
      [...['unsigned', 'compute-units', true]],
    );
    assert.equal(findConfigKey('notarb-bot', 'swap.strategy.cu_limit.key')?.type, 'text');
    const value = findConfigKey('notarb-bot', 'swap.strategy.cu_limit.default_value');
    assert.deepEqual([value?.type, value?.isDynamic], ['unsigned', false]);
    assert.equal(findConfigKey('notarb-bot', 'swap.strategy.flash_loan.key'), undefined);
    assert.equal(findConfigTable('notarb-bot', 'swap.strategy.spam_senders')?.keys.length, 4);
  });
});
