import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressNames } from '../../../../src/extension/live/addressNames.ts';
import { parseScope } from '../../../../src/extension/live/arbitrageScope.ts';
import { formatLiveFilter, parseLiveFilter } from '../../../../src/extension/live/liveFilter.ts';
import { LivePreferences } from '../../../../src/extension/live/livePreferences.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { TrackedWallets } from '../../../../src/extension/shared/trackedWallets.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { shortAddress } from '../../../../src/solana/shortAddress.ts';
import { token } from '../addresses/marketDouble.ts';
import { addressOf } from '../finder/exports/finderResponses.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { jupMint, orcaProgram } from './arbitrages.ts';

const row = (context: string, address: string, id = '') => ({ context, address, id, label: 'x' });
const filterOf = (given: unknown) => parseScope(given)?.filter ?? null;

describe('parseScope', () => {
  it('accepts a row of any view', () => {
    assert.deepEqual(filterOf(row('token', jupMint)), { tokens: [jupMint] });
    assert.deepEqual(filterOf(row('wallet', addressOf(1))), { wallets: [addressOf(1)] });
    assert.deepEqual(filterOf(row('amm', orcaProgram)), { amms: [orcaProgram] });
    assert.deepEqual(filterOf(row('pool', addressOf(2))), { pools: [addressOf(2)] });
  });

  it('combines an AMM or pool with the token above its row', () => {
    const amm = row('amm', orcaProgram, `token:${jupMint}/amm:${orcaProgram}`);
    assert.deepEqual(filterOf(amm), { amms: [orcaProgram], tokens: [jupMint] });
    const pool = row('pool', addressOf(2), `token:${jupMint}/amm:${orcaProgram}/pool:x`);
    assert.deepEqual(filterOf(pool), { pools: [addressOf(2)], tokens: [jupMint] });
  });

  it('filters SOL by base, since almost every route contains it', () => {
    assert.deepEqual(filterOf(row('token', wrappedSolMint)), { bases: [wrappedSolMint] });
  });

  it('accepts an address, or an object of lists', () => {
    assert.deepEqual(filterOf(usdcMint), { tokens: [usdcMint] });
    assert.deepEqual(filterOf(orcaProgram), { amms: [orcaProgram] });
    assert.deepEqual(filterOf(addressOf(3)), { wallets: [addressOf(3)] });
    const scope = { pools: [addressOf(4)], providers: ['JITO'], label: 'my pool' };
    assert.deepEqual(parseScope(scope), {
      filter: { pools: [addressOf(4)], providers: ['JITO'] },
      label: 'my pool',
    });
  });

  it('rejects anything else', () => {
    const others = [undefined, null, 3, 'nonsense', {}, row('token', 'x'), { tokens: ['x'] }];
    for (const other of others) assert.equal(parseScope(other), null);
  });
});

describe('The filter of Live', () => {
  it('keeps only the valid parts of stored values', () => {
    const stored = {
      tokens: [jupMint, 'x', 3, jupMint],
      outcomes: ['gain', 'other'],
      providers: ['JITO', ''],
      minNetGainsUsd: 1.5,
      cursor: 'x',
      pools: 'x',
    };
    assert.deepEqual(parseLiveFilter(stored), {
      tokens: [jupMint],
      providers: ['JITO'],
      outcomes: ['gain'],
      minNetGainsUsd: 1.5,
    });
    assert.deepEqual(parseLiveFilter([]), {});
    assert.deepEqual(parseLiveFilter({ minNetGainsUsd: Number.NaN }), {});
  });

  it('has a label with shortened names for each part', () => {
    const filter = {
      tokens: [jupMint, usdcMint, addressOf(1)],
      bases: [wrappedSolMint],
      outcomes: ['failed' as const],
      minNetGainsUsd: 1,
    };
    const labels = formatLiveFilter(filter, (address) => address.slice(0, 3));
    assert.deepEqual(labels, [
      'JUP, EPj and 1 more',
      'Base: So1',
      'Failed',
      'Min net gains: $1.00',
    ]);
  });

  it('survives a reload, with the label of its row', async () => {
    const storage = new MementoDouble();
    const make = () => new LivePreferences(storage, () => undefined);
    await make().show({ filter: { tokens: [addressOf(1)] }, label: 'NEW' });
    assert.deepEqual(make().filter, { tokens: [addressOf(1)] });
    assert.deepEqual(make().filterLabels, ['NEW']);
    await make().setFilter({});
    assert.equal(make().isFiltered, false);
  });

  it('uses the names of known tokens and AMMs, and the user’s names of tracked wallets', async () => {
    const preferences = new LivePreferences(new MementoDouble(), () => undefined);
    await preferences.show({
      filter: { amms: [orcaProgram], tokens: [addressOf(1)] },
      label: 'Orca Whirlpool',
    });
    const [token, amm] = preferences.filterLabels;
    assert.match(token ?? '', /…/);
    assert.equal(amm, 'Orca Whirlpool');
    const named = new LivePreferences(new MementoDouble(), () => 'my bot');
    assert.equal(named.labelOf(addressOf(5)), 'my bot');
  });

  it('names a token whose symbol arrived after its row was drawn', async () => {
    const [mint, wallet, fake] = [1, 2, 3].map(addressOf) as [string, string, string];
    const tracked = new TrackedWallets(
      new MementoDouble({ 'arbscope.wallets': [{ address: wallet, name: 'my bot' }] }),
    );
    const recentResponses = new RecentResponses();
    const preferences = new LivePreferences(
      new MementoDouble(),
      addressNames(tracked, recentResponses),
    );
    await preferences.show({ filter: { tokens: [mint] }, label: shortAddress(mint) });
    assert.deepEqual(preferences.filterLabels, [shortAddress(mint)]);
    recentResponses.addTokenInfo(mint, token({ symbol: 'OTTER' }));
    assert.deepEqual(preferences.filterLabels, ['OTTER']);
    assert.equal(preferences.labelOf(wallet), 'my bot');
    recentResponses.addTokenInfo(fake, token({ symbol: 'USDC' }));
    assert.match(preferences.labelOf(fake), /look-alike/);
  });
});
