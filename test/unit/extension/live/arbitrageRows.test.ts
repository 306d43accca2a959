import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { formatAgeStep } from '../../../../src/extension/live/ageSteps.ts';
import { arbitrageRows } from '../../../../src/extension/live/arbitrageRows.ts';
import { walletTransactionRows } from '../../../../src/extension/live/walletTransactionRows.ts';
import { tooltipMarkdown } from '../../../../src/extension/ui/treeRow.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { arbitrage, jupMint, startMilliseconds, walletOf } from './arbitrages.ts';

const figureSpace = '\u2007';
const options = {
  source: sandboxConnection,
  nowMilliseconds: startMilliseconds + 12_000,
  walletLabel: () => 'rival',
};
const rowsOf = (...arbitrages: ReturnType<typeof arbitrage>[]) =>
  arbitrageRows(arbitrages, options);
const mint = (symbol: string) => ({ mint: walletOf(symbol.charCodeAt(0)), symbol });

describe('A row of Live', () => {
  it('shows aligned net gains, the route by symbols, the age and the provider', () => {
    const [first, second] = rowsOf(
      arbitrage(0),
      arbitrage(10, { net_gains_usd: -12.061, outcome: 'loss' }),
    );
    assert.equal(first?.label, `${figureSpace}+$0.42`);
    assert.equal(first?.description, '10 s · SOL→JUP→SOL · JITO');
    assert.equal(second?.label, '−$12.06');
    assert.equal(second?.description, 'now · SOL→JUP→SOL · JITO');
    assert.equal(first?.accessibilityLabel, 'Gain: +$0.42 net, SOL, JUP, SOL, 10 s, JITO');
  });

  it('shortens a long route to its ends', () => {
    const mints = ['ONE', 'TWO', 'SIX', 'TEN', 'ONE'].map(mint);
    assert.match(
      rowsOf(arbitrage(0, { mints }))[0]?.description ?? '',
      /^\S+( s)? · ONE→TWO→\+2→ONE · /,
    );
    const short = mints.slice(1);
    assert.match(
      rowsOf(arbitrage(0, { mints: short }))[0]?.description ?? '',
      / · TWO→SIX→TEN→ONE · /,
    );
  });

  it('shows the outcome by icon and sign, not only by color', () => {
    const outcomes = ['gain', 'loss', 'unknown', 'failed', 'no-swap'] as const;
    const rows = outcomes.map((outcome) => rowsOf(arbitrage(0, { outcome }))[0]);
    assert.equal(new Set(rows.map((row) => row?.icon)).size, 5);
    assert.deepEqual(
      rows.map((row) => row?.accessibilityLabel.split(':')[0]),
      ['Gain', 'Loss', 'Unknown', 'Failed', 'No swap'],
    );
    // The state offers Why Did I Lose?.
    assert.deepEqual(
      rows.map((row) => row?.state),
      [undefined, undefined, undefined, 'lost', undefined],
    );
  });

  it('shows figures without a price as unknown, not as $0', () => {
    const unpriced = { revenues_usd: 0, net_gains_usd: 0, net_gains_sol: 0, volume_usd: 0 };
    const [row] = rowsOf(arbitrage(0, { outcome: 'unknown', ...unpriced }));
    assert.equal(row?.label, 'unknown');
    const facts = new Map(row?.facts?.());
    for (const name of ['Net gains', 'Gross gains', 'Volume']) {
      assert.equal(facts.get(name), 'unknown', name);
    }
  });

  it('shows the bot of a transaction without swaps', () => {
    const noSwap = arbitrage(0, {
      outcome: 'no-swap',
      mints: [],
      pools: [],
      net_gains_usd: -0.001,
    });
    const [row] = rowsOf(noSwap);
    assert.equal(row?.label, '−$0.0010');
    assert.match(row?.description ?? '', / · SMB bot, no swap · /);
    const [failed] = rowsOf(arbitrage(0, { outcome: 'failed', mints: [], pools: [], bot: null }));
    assert.match(failed?.description ?? '', / · failed · /);
  });

  it('opens the transaction on click', () => {
    const [row] = rowsOf(arbitrage(3));
    assert.equal(row?.click?.command, 'arbscope.lookUpTransaction');
    assert.deepEqual(row.click.arguments, ['signature 3']);
  });

  it('links to its wallet, tokens and pools without duplicates', () => {
    const [row] = rowsOf(arbitrage(0));
    const links = row?.children?.() ?? [];
    assert.deepEqual(
      links.map(({ label, context }) => [context, label]),
      [
        ['wallet', 'rival'],
        ['token', 'SOL'],
        ['token', 'JUP'],
        ['pool', 'Orca Whirlpool'],
        ['pool', 'Orca Whirlpool'],
      ],
    );
    assert.deepEqual(
      links.map(({ address }) => address),
      [walletOf(7), wrappedSolMint, jupMint, walletOf(11), walletOf(12)],
    );
    for (const { click, address } of links) {
      const [argument] = click?.arguments ?? [];
      assert.equal(Reflect.get(argument as object, 'address'), address);
    }
  });

  it('names the source of its figures in the tooltip', () => {
    const [row] = rowsOf(arbitrage(0));
    assert.ok(row !== undefined);
    assert.match(tooltipMarkdown(row), /Sandbox\\: simulated data/);
  });

  it('sanitizes symbols and providers', () => {
    const hostile = '\u202e\n$(error)';
    const [row] = rowsOf(
      arbitrage(0, { provider: hostile, mints: [mint('SOL'), mint(hostile), mint('SOL')] }),
    );
    assert.doesNotMatch(row?.description ?? '', /[\u202e\n]/);
  });

  it('shows an unknown age without a block time', () => {
    assert.match(rowsOf(arbitrage(0, { timestamp: null }))[0]?.description ?? '', /^unknown · /);
  });
});

describe('A row of a wallet’s transaction', () => {
  it('shows the wallet instead of the route, which the service does not return', () => {
    const [row] = walletTransactionRows(
      [
        {
          isSuccess: true,
          wallet: walletOf(7),
          signature: 'one',
          block_number: 1,
          timestamp: new Date(startMilliseconds).toISOString(),
          mint: usdcMint,
          fees: 5_000n,
          net_gains_usd: 0.31,
          net_gains_sol: 0.002,
        },
      ],
      options,
    );
    assert.equal(row?.label, '+$0.31');
    assert.equal(row?.description, 'rival · USDC · 10 s');
    assert.deepEqual(row?.click?.arguments, ['one']);
  });
});

describe('The age of a row', () => {
  const ageAfter = (seconds: number) => formatAgeStep(0, seconds * 1_000);
  it('is rounded down to a step, so that few rows change at once', () => {
    assert.deepEqual(
      [-3, 0, 4, 5, 9, 10, 29, 30, 59, 60, 119, 120, 299, 300, 3_599, 3_600, 7_300, 90_000].map(
        ageAfter,
      ),
      [
        ...['now', 'now', 'now', '5 s', '5 s', '10 s', '20 s', '30 s', '30 s', '1 min', '1 min'],
        ...['2 min', '2 min', '5 min', '30 min', '1 h', '2 h', '24 h'],
      ],
    );
    assert.equal(formatAgeStep(null, 0), 'unknown');
  });
});
