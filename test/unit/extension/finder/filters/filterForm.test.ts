import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInPresets } from '../../../../../src/extension/finder/filters/builtInPresets.ts';
import { filterFields } from '../../../../../src/extension/finder/filters/filterFields.ts';
import { FilterForm } from '../../../../../src/extension/finder/filters/filterForm.ts';
import { FilterPresets } from '../../../../../src/extension/finder/filters/filterPresets.ts';
import type { Filters } from '../../../../../src/extension/finder/filters/filters.ts';
import { FinderPreferences } from '../../../../../src/extension/finder/filters/finderPreferences.ts';
import { PresetMenu } from '../../../../../src/extension/finder/filters/presetMenu.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { MementoDouble } from '../../mementoDouble.ts';
import { back, cancel, PrompterDouble, type Reply } from '../../ui/prompts/prompterDouble.ts';
import { addressOf, bonk as bonkMint, raydiumCpmm } from '../exports/finderResponses.ts';

const usual: Filters = { tokensMint: [wrappedSolMint], tokensMax: 20, tokensTimeRange: 3_600 };

function formOf(storage = new MementoDouble()) {
  const preferences = new FinderPreferences({ defaultFilters: () => usual, storage });
  const presets = new FilterPresets(storage);
  const answering = async (...replies: Reply[]) => {
    const prompter = new PrompterDouble(replies);
    const menu = new PresetMenu({ preferences, presets, prompter });
    const addressLabels = {
      labelOf: (address: string) => (address === usdcMint ? 'USDC' : address),
      suggestionsFor: () => [usdcMint],
    };
    const form = new FilterForm({ preferences, presets: menu, prompter, addressLabels });
    return { prompter, menu, form };
  };
  return { choices: preferences, presets, answering };
}

describe('The list of Finder filters', () => {
  it('shows every filter with its current value', async () => {
    const { answering } = formOf();
    const { form, prompter } = await answering(cancel);
    await form.show(null);
    const [labels = []] = prompter.choices;
    for (const { label } of filterFields) {
      assert.ok(
        labels.some((each) => each.endsWith(label)),
        label,
      );
    }
    assert.ok(!labels.some((label) => label.includes('Clear')));
  });

  it('rejects a value beyond its limit while typing, and applies a valid one at once', async () => {
    const { choices, answering } = formOf();
    const { form, prompter } = await answering('Max tokens', '51', 'x', '50', 'Clear', cancel);
    const seen: Filters[] = [];
    choices.onChange(() => seen.push(choices.filters));
    await form.show(null);
    assert.deepEqual(prompter.complaints, ['Must be from 1 to 50.', 'Enter a whole number.']);
    assert.deepEqual(
      seen.map(({ tokensMax }) => tokensMax),
      [50, 20],
    );
    assert.match(prompter.choices[1]?.join() ?? '', /\$\(filter-filled\) Max tokens/);
  });

  it('warns about a combination that matches nothing, but accepts it', async () => {
    const { choices, answering } = formOf();
    await (await answering('Max volume', '10', cancel)).form.show(null);
    const { form, prompter } = await answering('Min volume', '20', cancel);
    await form.show(null);
    assert.match(prompter.complaints[0] ?? '', /the minimum is above the maximum/);
    assert.equal(choices.filters.tokensMinVolume, 20);
    assert.match(prompter.choices[1]?.join() ?? '', /\$\(warning\) Min volume/);
  });

  it('removes a filter if nothing is entered, and goes back without a change', async () => {
    const { choices, answering } = formOf();
    const { form } = await answering('Ranking window', '', 'Max tokens', back, cancel);
    await form.show(null);
    assert.equal('tokensTimeRange' in choices.filters, false);
    assert.equal(choices.filters.tokensMax, 20);
    assert.deepEqual(choices.changedFilterLabels, ['Ranking window: any']);
  });

  it('suggests possible values, including locally known ones', async () => {
    const { choices, answering } = formOf();
    const { form } = await answering(
      'Recommendation bot',
      'SMB',
      'Mint authority',
      'revoked',
      cancel,
    );
    await form.show(null);
    assert.deepEqual(choices.changedFilterLabels, [
      'Mint authority: revoked',
      'Recommendation bot: SMB',
    ]);
    await (await answering('Recommendation bot', 'any', cancel)).form.show(null);
    assert.deepEqual(choices.changedFilterLabels, ['Mint authority: revoked']);
  });

  it('adds suggested or typed addresses, and removes the chosen one', async () => {
    const { choices, answering } = formOf();
    const { form, prompter } = await answering(
      ...['Excluded tokens', 'Add…', 'USDC', 'Add…', 'nonsense', `${bonkMint} ${addressOf(7)}`],
      ...['$(trash) USDC', back, cancel],
    );
    await form.show(null);
    assert.deepEqual(prompter.complaints, [
      'nonsense is not an address or the symbol of a known token.',
    ]);
    assert.deepEqual(choices.filters.tokensExclude, [bonkMint, addressOf(7)]);
    await (await answering('Excluded tokens', 'Remove All', back, cancel)).form.show(null);
    assert.equal('tokensExclude' in choices.filters, false);
  });

  it('requires a base token: removing the last one prompts for another', async () => {
    const { choices, answering } = formOf();
    const { form, prompter } = await answering(
      ...['Base tokens', `$(trash) ${wrappedSolMint}`, '', 'USDC', back, cancel],
    );
    await form.show(null);
    assert.deepEqual(prompter.complaints, ['Enter at least one base token.']);
    assert.deepEqual(choices.filters.tokensMint, [usdcMint]);
  });

  it('prompts for an AMM and its pool limit, and changes and removes them', async () => {
    const { choices, answering } = formOf();
    const { form, prompter } = await answering(
      ...['Max pools per AMM', 'Add…', 'Raydium CPMM', '11', '4', back, cancel],
    );
    await form.show(null);
    assert.deepEqual(prompter.complaints, ['At most 10 pools per AMM.']);
    assert.deepEqual(choices.filters.tokensAMMS, [`${raydiumCpmm},4`]);
    const again = await answering('Max pools per AMM', 'Raydium CPMM', '', back, cancel);
    await again.form.show(null);
    assert.equal('tokensAMMS' in choices.filters, false);
  });

  it('opens a single filter if it is named', async () => {
    const { choices, answering } = formOf();
    await (await answering('100')).form.show('thresholdProfits');
    assert.equal(choices.filters.thresholdProfits, 100);
  });
});

describe('Finder presets', () => {
  it('are saved, applied, renamed and deleted by name', async () => {
    const { choices, presets, answering } = formOf();
    await choices.setFilters({ ...usual, tokensMax: 5 });
    await (await answering('Save', 'Five')).menu.show();
    await choices.setFilters(usual);
    await (await answering('$(bookmark) Five')).menu.show();
    assert.equal(choices.filters.tokensMax, 5);
    await (await answering('Rename', 'Five', 'Few')).menu.show();
    assert.deepEqual(
      presets.all.map(({ name }) => name),
      ['Few'],
    );
    const unsure = await answering('Delete', 'Few');
    unsure.prompter.isSure = false;
    await unsure.menu.show();
    assert.equal(presets.all.length, 1);
    await (await answering('Delete', 'Few')).menu.show();
    assert.deepEqual(presets.all, []);
  });

  it('warn that a name is taken before replacing the preset', async () => {
    const { presets, answering } = formOf();
    await presets.save('Mine', usual);
    const { menu, prompter } = await answering('Save', ' ', 'mine');
    await menu.show();
    assert.deepEqual(prompter.complaints, ['Enter a name.', 'Replaces the preset with this name.']);
    assert.equal(presets.all.length, 1);
  });

  it('begin with three that are explained, around the filters of the settings', async () => {
    const { choices, answering } = formOf();
    const named = async (preset: string) => {
      const { menu, prompter } = await answering(preset);
      await menu.show();
      return prompter.choices[0]?.slice(0, 3);
    };
    const builtIn = ['$(shield) Conservative', '$(home) Default', '$(list-unordered) Everything'];
    assert.deepEqual(await named('Conservative'), builtIn);
    const { filters } = choices;
    assert.deepEqual(
      [filters.thresholdProfits, filters.thresholdTransactions, filters.mintAuthority],
      [500, 100, 'revoked'],
    );
    await choices.setFilters({ ...filters, tokensExclude: [usdcMint] });
    await named('Everything');
    assert.deepEqual(choices.filters, usual);
    await named('Default');
    assert.deepEqual(choices.filters, usual);
  });

  it('are never less strict than the settings if they are called conservative', () => {
    const [conservative] = builtInPresets({
      ...usual,
      ...{ thresholdMaxTimeRange: 300, thresholdProfits: 1_000, thresholdTransactions: 2 },
    });
    assert.equal(conservative?.filters.thresholdProfits, 1_000);
    assert.equal(conservative?.filters.thresholdTransactions, 8);
  });

  it('open from the list of filters, and return to it with Back', async () => {
    const { choices, presets, answering } = formOf();
    await presets.save('Ten', { ...usual, tokensMax: 10 });
    await (await answering('Presets', back, 'Presets', 'Ten')).form.show(null);
    assert.equal(choices.filters.tokensMax, 10);
  });
});

describe('A choice made in the Finder', () => {
  it('is restored after a reload, without values that no filter accepts', async () => {
    const storage = new MementoDouble();
    const { choices } = formOf(storage);
    await choices.setFilters({ ...usual, tokensMinProfits: 3, tokensTimeRange: 600 });
    await choices.setOrder('volume');
    await choices.togglePin(usdcMint);
    const again = formOf(storage).choices;
    assert.deepEqual(again.filters, choices.filters);
    assert.equal(again.order, 'volume');
    assert.deepEqual(again.pins, [usdcMint]);
    const damaged = new MementoDouble({
      'arbscope.finder.filters': { tokensMax: 99, tokensMint: null, nothing: 1, tokensMinPool: 2 },
      'arbscope.finder.order': 'luck',
      'arbscope.finder.pins': [1, usdcMint],
    });
    const left = formOf(damaged).choices;
    assert.deepEqual(left.filters, { ...usual, tokensMinPool: 2 });
    assert.equal(left.order, 'revenues');
    assert.deepEqual(left.pins, [usdcMint]);
  });

  it('follows a changed setting, unless the choice was for that filter', async () => {
    let settings = usual;
    const storage = new MementoDouble();
    const choices = new FinderPreferences({ defaultFilters: () => settings, storage });
    await choices.setFilters({ ...usual, tokensMax: 5 });
    settings = { ...usual, tokensMax: 30, tokensTimeRange: 60 };
    assert.deepEqual(choices.filters, { ...settings, tokensMax: 5 });
    await choices.setFilters(choices.defaultFilters);
    assert.deepEqual(choices.changedFilterLabels, []);
  });
});
