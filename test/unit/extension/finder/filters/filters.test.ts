import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FilterPresets } from '../../../../../src/extension/finder/filters/filterPresets.ts';
import {
  type Filters,
  findConflicts,
  formatChangedFilters,
  isSameFilters,
  parseFilters,
  toFinderParameters,
  withFilter,
} from '../../../../../src/extension/finder/filters/filters.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';

const usual: Filters = { tokensMint: [wrappedSolMint], tokensMax: 20, tokensTimeRange: 3_600 };

describe('Several filters together', () => {
  it('are reported if they match nothing', () => {
    const filters = { ...usual, tokensMinProfits: 10, tokensMaxProfits: 5 };
    assert.deepEqual(findConflicts(filters), [
      {
        names: ['tokensMinProfits', 'tokensMaxProfits'],
        reason: 'No token passes: the minimum is above the maximum.',
      },
    ]);
    assert.deepEqual(findConflicts({ ...filters, tokensMaxProfits: 10 }), []);
    assert.match(
      findConflicts({ ...usual, tokensExclude: [usdcMint, wrappedSolMint] })[0]?.reason ?? '',
      /^SOL is both a base token and excluded\.$/,
    );
  });

  it('are summarized in a short phrase if they differ from the defaults', () => {
    const filters = withFilter(
      withFilter({ ...usual, tokensMinProfits: 1_500 }, 'tokensTimeRange', 600),
      'tokensMax',
      null,
    );
    assert.deepEqual(formatChangedFilters(filters, usual), [
      'Max tokens: any',
      'Ranking window: 10 min',
      'Min net gains: $1,500.00',
    ]);
    assert.deepEqual(formatChangedFilters(usual, usual), []);
  });

  it('are equal regardless of the order of their lists', () => {
    const first = { ...usual, tokensMint: [wrappedSolMint, usdcMint] };
    assert.ok(isSameFilters(first, { ...usual, tokensMint: [usdcMint, wrappedSolMint] }));
    assert.ok(!isSameFilters(first, usual));
  });

  it('are converted to the request', () => {
    assert.deepEqual(toFinderParameters({ ...usual, thresholdBot: 'SMB' }), {
      ...usual,
      thresholdBot: 'SMB',
    });
  });

  it('are restored from storage, without values that no filter accepts', () => {
    const stored = JSON.parse(
      JSON.stringify({
        ...usual,
        tokensMinProfits: 3.5,
        tokensAMMS: ['x,1'],
        more: 1,
        tokensMinPool: -1,
      }),
    );
    assert.deepEqual(parseFilters(stored), { ...usual, tokensMinProfits: 3.5 });
    assert.equal(parseFilters({ ...usual, tokensMax: 51 })?.tokensMax, undefined);
    assert.equal(parseFilters({ ...usual, tokensMax: '20' })?.tokensMax, undefined);
    for (const wrong of [null, [], 'x', {}, { tokensMint: ['no'] }, { tokensMint: [] }]) {
      assert.equal(parseFilters(wrong), null);
    }
  });
});

describe('Presets of filters', () => {
  const presetsOver = (stored?: unknown) => {
    const values = new Map([['arbscope.finderPresets', stored]]);
    return new FilterPresets({
      get: (key) => values.get(key),
      update: async (key, value) => {
        values.set(key, JSON.parse(JSON.stringify(value)));
      },
    });
  };

  it('are stored by name, found by their filters, replaced and deleted', async () => {
    const presets = presetsOver();
    await presets.save('Quiet hours', usual);
    await presets.save('big', { ...usual, tokensMinVolume: 1e6 });
    assert.deepEqual(
      presets.all.map(({ name }) => name),
      ['big', 'Quiet hours'],
    );
    assert.equal(presets.findMatching(usual)?.name, 'Quiet hours');
    assert.ok(presets.has(' QUIET hours '));
    await presets.save('quiet hours', { ...usual, tokensMax: 5 });
    assert.equal(presets.findMatching(usual), null);
    assert.equal(presets.all.length, 2);
    await presets.delete('BIG');
    assert.deepEqual(
      presets.all.map(({ name }) => name),
      ['quiet hours'],
    );
  });

  it('have readable names of limited length', async () => {
    const presets = presetsOver();
    assert.equal(presets.validateName(' '), 'Enter a name.');
    assert.match(presets.validateName('x'.repeat(41)) ?? '', /At most 40/);
    assert.match(presets.validateName('a\u202eb') ?? '', /Invisible characters/);
    assert.equal(presets.validateName('Quiet'), null);
    await assert.rejects(presets.save('', usual), RangeError);
    const full = presetsOver(
      Array.from({ length: 100 }, (_, n) => ({ name: `p${n}`, filters: usual })),
    );
    assert.match(full.validateName('one more') ?? '', /Limit of 100 presets/);
    assert.equal(full.validateName('p7'), null);
  });

  it('survive damaged storage', () => {
    const stored = [
      { name: 'good', filters: usual },
      { name: 1, filters: usual },
      { name: 'bad' },
      7,
    ];
    assert.deepEqual(presetsOver(stored).all, [{ name: 'good', filters: usual }]);
    assert.deepEqual(presetsOver('x').all, []);
  });
});
