import { t } from '@vscode/l10n';
import { isLeaving, type Leaving, type Prompter } from '../prompts/prompter.ts';
import type { FilterPreset, FilterPresets } from '../views/filters/filterPresets.ts';
import { filterWords } from '../views/filters/filters.ts';
import type { FinderChoices } from '../views/finderChoices.ts';

export interface PresetMenuOptions {
  readonly choices: Pick<FinderChoices, 'filters' | 'usual' | 'filter'>;
  readonly presets: FilterPresets;
  readonly prompter: Prompter;
}

const title = t('Finder Presets');

type Act = { readonly kind: 'save' | 'rename' | 'delete' } | FilterPreset;

/** Named filters: to be applied, saved, renamed and deleted. */
export class PresetMenu {
  readonly #options: PresetMenuOptions;

  constructor(options: PresetMenuOptions) {
    this.#options = options;
  }

  async run(): Promise<'done' | Leaving> {
    while (true) {
      const act = await this.#choose();
      if (isLeaving(act)) return act;
      if ('filters' in act) {
        await this.#options.choices.filter(act.filters);
        return 'done';
      }
      const outcome = await this.#do(act.kind);
      if (outcome !== 'back') return outcome;
    }
  }

  async #choose(): Promise<Act | Leaving> {
    const { choices, presets, prompter } = this.#options;
    const { all } = presets;
    const current = presets.named(choices.filters);
    const chosen = await prompter.choose<Act>({
      title,
      step: 2,
      totalSteps: 2,
      placeholder: all.length === 0 ? t('No preset yet') : t('Which filters to use'),
      choices: [
        ...all.map((preset) => ({
          label: `$(bookmark) ${preset.name}`,
          description: this.#wordsOf(preset),
          value: preset,
          isCurrent: preset === current,
        })),
        { label: `$(save) ${t('Save These Filters As…')}`, value: { kind: 'save' }, group: '' },
        ...(all.length === 0
          ? []
          : [
              { label: `$(edit) ${t('Rename…')}`, value: { kind: 'rename' } as const },
              { label: `$(trash) ${t('Delete…')}`, value: { kind: 'delete' } as const },
            ]),
      ],
    });
    return isLeaving(chosen) ? chosen : chosen.value;
  }

  #wordsOf({ filters }: FilterPreset): string {
    const words = filterWords(filters, this.#options.choices.usual);
    return words.length === 0 ? t('as the settings say') : words.join(' · ');
  }

  async #do(kind: 'save' | 'rename' | 'delete'): Promise<'done' | Leaving> {
    if (kind === 'save') return await this.#save();
    const preset = await this.#which(kind === 'rename' ? t('Rename Preset') : t('Delete Preset'));
    if (isLeaving(preset)) return preset;
    return kind === 'rename' ? await this.#rename(preset) : await this.#delete(preset);
  }

  async #save(): Promise<'done' | Leaving> {
    const { choices, presets, prompter } = this.#options;
    const answer = await prompter.text({
      title: t('Save Preset'),
      step: 2,
      totalSteps: 2,
      prompt: t('Name of the filters in effect; presets are yours in every window.'),
      value: presets.named(choices.filters)?.name ?? '',
      check: (name) => this.#complaint(name, null),
    });
    if (isLeaving(answer)) return answer;
    await presets.save(answer.text, choices.filters);
    return 'done';
  }

  async #which(heading: string): Promise<FilterPreset | Leaving> {
    const { presets, prompter } = this.#options;
    const chosen = await prompter.choose({
      title: heading,
      step: 2,
      totalSteps: 2,
      placeholder: t('Which preset'),
      choices: presets.all.map((preset) => ({
        label: preset.name,
        description: this.#wordsOf(preset),
        value: preset,
      })),
    });
    return isLeaving(chosen) ? chosen : chosen.value;
  }

  async #rename({ name }: FilterPreset): Promise<'done' | Leaving> {
    const { presets, prompter } = this.#options;
    const answer = await prompter.text({
      title: t('Rename Preset: {0}', name),
      step: 2,
      totalSteps: 2,
      prompt: t('Its new name'),
      value: name,
      check: (typed) => this.#complaint(typed, name),
    });
    if (isLeaving(answer)) return answer;
    await presets.rename(name, answer.text);
    return 'done';
  }

  async #delete({ name }: FilterPreset): Promise<'done' | Leaving> {
    const { presets, prompter } = this.#options;
    const isSure = await prompter.confirm({
      message: t('Delete the preset {0}?', name),
      yes: t('Delete'),
    });
    if (!isSure) return 'cancelled';
    await presets.delete(name);
    return 'done';
  }

  /** @param own The name that the preset has already. */
  #complaint(name: string, own: string | null) {
    const { presets } = this.#options;
    const message = presets.complaint(name);
    if (message !== null) return { message, severity: 'error' } as const;
    const isOwn = own !== null && own.toLowerCase() === name.trim().toLowerCase();
    return presets.has(name) && !isOwn
      ? ({ message: t('Replaces the preset of this name.'), severity: 'warning' } as const)
      : null;
  }
}
