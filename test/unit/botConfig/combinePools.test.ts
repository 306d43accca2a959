import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combinePools } from '../../../src/botConfig/combinePools.ts';
import type { BotConfig, KnownPool } from '../../../src/botConfig/model.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { addressOf, bonk, table } from '../extension/finder/exports/finderResponses.ts';

const wif = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';

function markets(numbers: readonly number[], head = ''): BotConfig {
  const pools = numbers.map((number) => `"${addressOf(number)}"`).join(', ');
  const text = `${head}[routing.markets]\nmarkets = [${pools}]\nprocess_delay = 1\n`;
  const { config } = parseConfig(text);
  assert.ok(config !== null);
  return config;
}

const known = (mints: Readonly<Record<number, readonly string[]>>): Map<string, KnownPool> =>
  new Map(
    Object.entries(mints).map(([number, of]) => [
      addressOf(Number(number)),
      { program: '', mints: of, lookupTable: '' },
    ]),
  );

const grouped = (config: BotConfig, pools: ReadonlyMap<string, KnownPool>) =>
  combinePools(config, pools).map((group) => [...group.pools].sort());

const group = (...numbers: readonly number[]): string[] => numbers.map(addressOf).sort();

describe('Flat markets', () => {
  it('are grouped by the token that pools share, not by a base token', () => {
    const pools = known({
      1: [wrappedSolMint, bonk],
      2: [usdcMint, bonk],
      3: [wrappedSolMint, wif],
      4: [bonk, wif],
    });
    assert.deepEqual(grouped(markets([1, 2, 3, 4]), pools), [group(1, 2, 4), group(3, 4)]);
  });

  it('add pools that are unknown or trade only base tokens to every group', () => {
    const pools = known({
      1: [wrappedSolMint, bonk],
      2: [wrappedSolMint, wif],
      3: [usdcMint, wrappedSolMint],
    });
    assert.deepEqual(grouped(markets([1, 2, 3, 4]), pools), [group(1, 3, 4), group(2, 3, 4)]);
  });

  it('are one group if no mint is known', () => {
    const config = markets([1, 2, 3]);
    assert.deepEqual(grouped(config, new Map()), [group(1, 2, 3)]);
    assert.deepEqual(config.groups, combinePools(config, new Map()));
  });

  it('are one group if groups with all unknown pools would be too large', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const mints = numbers.slice(0, 500).map((number) => [number, [table(number)]] as const);
    assert.equal(grouped(markets(numbers), known(Object.fromEntries(mints))).length, 1);
  });

  it('are grouped separately from the entries of mints in the same file', () => {
    const head = `[[routing.mint_config_list]]\nmint = "${bonk}"\nprocess_delay = 1\nsolfi_pool_list = ["${addressOf(9)}", "${addressOf(1)}"]\n`;
    const config = markets([1, 2], head);
    assert.equal(config.form, 'smb-mints');
    const pools = known({ 1: [bonk], 2: [wif], 9: [wif] });
    assert.deepEqual(
      combinePools(config, pools).map(({ entries, pools: all }) => [...entries, ...all]),
      [
        [0, ...[9, 1].map(addressOf)],
        [1, addressOf(1)],
        [1, addressOf(2)],
      ],
    );
  });
});

describe('Groups of other forms', () => {
  it('stay as the file has them, whatever is known of their pools', () => {
    const text = `[["${addressOf(1)}", "${addressOf(2)}"], [], ["${addressOf(2)}"]]`;
    const { config } = parseConfig(text);
    const pools = known({ 1: [bonk], 2: [wif] });
    assert.deepEqual(
      combinePools(config as BotConfig, pools).map(({ entries, pools: all }) => [
        ...entries,
        ...all,
      ]),
      [
        [0, addressOf(1), addressOf(2)],
        [2, addressOf(2)],
      ],
    );
  });
});
