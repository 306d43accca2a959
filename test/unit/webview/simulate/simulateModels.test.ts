import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatBytes } from '../../../../src/api/format.ts';
import {
  isSimulateState,
  parseSimulateRequest,
} from '../../../../src/webview/messages/simulate.ts';
import { buildRoute } from '../../../../src/webview/route/routeModel.ts';
import { adviceItems } from '../../../../src/webview/simulate/adviceText.ts';
import { unitRows } from '../../../../src/webview/simulate/callTree.ts';
import { failureText } from '../../../../src/webview/simulate/failureText.ts';
import { headlineFigures } from '../../../../src/webview/simulate/figures.ts';
import { simulateMarkdown } from '../../../../src/webview/simulate/simulateMarkdown.ts';
import {
  failedTransaction,
  incompleteTransaction,
  sampleSimulation,
  sampleState,
  sampleTips,
} from './sampleSimulation.ts';

const shown = (content = sampleSimulation()) => {
  const [transaction] = content.transactions;
  assert.ok(transaction);
  return transaction;
};
const figures = (content = sampleSimulation()) => {
  const transaction = shown(content);
  const route = transaction.record === null ? null : buildRoute(transaction.record);
  return headlineFigures(transaction, route, content).map(({ name, value }) => `${name}: ${value}`);
};

test('The simulation panel accepts its page’s messages and its own saved state only', () => {
  assert.ok(isSimulateState(sampleState));
  assert.equal(isSimulateState({ ...sampleState, transactions: [7] }), false);
  assert.deepEqual(parseSimulateRequest({ type: 'on-save', isOn: true }), {
    type: 'on-save',
    isOn: true,
  });
  assert.equal(parseSimulateRequest({ type: 'send' }), null);
});

describe('The headline of a simulation', () => {
  test('has net gain, gross gain, tip, fee, compute units and volume', () => {
    assert.deepEqual(figures(), [
      'Net gain: +0.00198 SOL',
      'Gross gain: +0.003010126 SOL',
      'Tip · JITO: 0.001 SOL',
      'Fee: 0.00003 SOL',
      'Compute units: 162,010',
      'Volume: $399.84',
    ]);
  });

  test('has no gain on failure, and loses the fee', () => {
    const [net, ...others] = figures(sampleSimulation([failedTransaction()]));
    assert.equal(net, 'Net gain: −0.00003 SOL');
    assert.deepEqual(
      others.filter((each) => /Gross|Tips|Volume/.test(each)),
      ['Gross gain: –', 'Tips: –', 'Volume: –'],
    );
  });

  test('is unknown instead of zero if the node returned too little', () => {
    const all = figures(sampleSimulation([incompleteTransaction()]));
    for (const name of ['Net gain', 'Gross gain', 'Tips', 'Volume']) {
      assert.ok(all.includes(`${name}: unknown`), name);
    }
  });
});

test('A failure has instruction, leg, program, code, error and advice', () => {
  const failure = failureText(shown(sampleSimulation([failedTransaction()])));
  assert.equal(
    failure?.headline,
    'Would fail in instruction 3 (SMB bot), leg 3: Raydium CLMM returned 6022 TooLittleOutputReceived.',
  );
  assert.equal(failure.details, 'Too little output received.');
  assert.equal(
    failure.advice,
    'The price moved past the limit. Quote again, or allow more slippage.',
  );
  const unnamed = { ...failedTransaction(), error: null };
  assert.match(failureText(shown(sampleSimulation([unnamed])))?.headline ?? '', /does not say why/);
  assert.equal(failureText(shown()), null);
});

describe('The rows of compute units', () => {
  test('nest calls, join equal ones, and end with the program’s own code', () => {
    const rows = unitRows(shown()).map(
      ({ depth, program, name, kind, count, computeUnits }) =>
        `${'  '.repeat(depth)}${program} ${kind === 'own-code' ? 'own code' : name} x${count} ${computeUnits}`,
    );
    assert.deepEqual(rows.slice(2, 6), [
      'SMB bot Arbitrage x1 161560',
      '  Orca Whirlpool SwapV2 x1 47320',
      '    SPL Token TransferChecked x2 6208',
      '    Orca Whirlpool own code x1 41112',
    ]);
    assert.equal(rows.at(-2), '  SMB bot own code x1 12810');
  });

  test('stay below the previous call if the log skips a depth', () => {
    const transaction = shown();
    const [first, second, third] = transaction.calls;
    assert.ok(first && second && third);
    const calls = [first, { ...second, depth: 4 }, { ...third, depth: 3 }, { ...first, depth: 2 }];
    assert.deepEqual(
      unitRows({ ...transaction, calls }).map(({ depth }) => depth),
      [0, 1, 2, 1],
    );
  });

  test('add up to the row above them', () => {
    const rows = unitRows(shown());
    const top = rows.find(({ program }) => program === 'SMB bot');
    assert.ok(top);
    const parts = rows.filter(({ parents }) => parents.length === 1 && parents[0] === top.index);
    assert.equal(
      parts.reduce((sum, { computeUnits }) => sum + (computeUnits ?? 0), 0),
      top.computeUnits,
    );
  });
});

describe('The advice', () => {
  const items = () => shown().advice.flatMap(adviceItems);

  test('has the current and suggested figure, a reason and an action', () => {
    assert.deepEqual(
      items().map(({ title, figure }) => `${title}: ${figure}`),
      [
        'Compute unit limit: 400,000 → 178,211',
        'Tip: 1,000,000 lamports = 33.6% of the gain',
        'Break-even tip: 2,980,126 lamports',
        'Loaded accounts data limit: 64 MiB → 1,600 KiB',
      ],
    );
    const [, tip, breakEven] = items();
    assert.match(
      tip?.reasons.join(' ') ?? '',
      /About p74 of JITO; p50 is 361,536\. n = 104 tips, last 1 h\./,
    );
    assert.match(breakEven?.reasons.join(' ') ?? '', /near JITO p92/);
    assert.deepEqual(breakEven?.action, { copy: '2980126' });
  });

  test('has no percentile with fewer than 30 tips', () => {
    const few = { ...sampleTips, sample: 29 };
    const tip = shown().advice.find(({ kind }) => kind === 'tip');
    assert.ok(tip?.kind === 'tip');
    const [item, breakEven] = adviceItems({ ...tip, market: few });
    assert.equal(item?.strip, null);
    assert.doesNotMatch(breakEven?.reasons.join(' ') ?? '', /near JITO/);
    assert.match(item?.reasons.join(' ') ?? '', /29 tips to JITO in the last 1 h: too few/);
  });

  test('explains why percentiles are missing', () => {
    const tip = shown().advice.find(({ kind }) => kind === 'tip');
    assert.ok(tip?.kind === 'tip');
    const [item] = adviceItems({ ...tip, market: null, fault: 'Too many requests.' });
    assert.match(item?.reasons.join(' ') ?? '', /not available: Too many requests\./);
    assert.equal(item?.action, null);
  });

  test('shows bytes in the unit in which they are set', () => {
    assert.deepEqual([812, 32_768, 2_097_152, 67_108_864].map(formatBytes), [
      '812 bytes',
      '32 KiB',
      '2 MiB',
      '64 MiB',
    ]);
  });
});

test('The Markdown of a simulation says that nothing was sent, and has legs, advice and runs', () => {
  const content = sampleSimulation();
  const text = simulateMarkdown(content, shown(content));
  assert.match(text, /### Simulation ✓ would succeed/);
  assert.match(
    text,
    /simulated at slot 395,314,902; unsigned, signatures not checked; nothing was sent/,
  );
  assert.match(text, /Orca Whirlpool/);
  assert.match(text, /\*\*Compute unit limit\*\* 400,000 → 178,211/);
  assert.match(text, /\| 5 \| 395,314,930 \| −0\.00003 \|/);
});
