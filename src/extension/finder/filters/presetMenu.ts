import { t } from '@vscode/l10n';
import { joinLabel } from '../../../api/join.ts';
import { isPromptExit, type PromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import { activeBuiltInPreset, builtInPresets } from './builtInPresets.ts';
import type { FilterPreset, FilterPresets } from './filterPresets.ts';
import { formatChangedFilters } from './filters.ts';
import type { FinderPreferences } from './finderPreferences.ts';

export interface PresetMenuOptions {
  readonly preferences: Pick<FinderPreferences, 'filters' | 'defaultFilters' | 'setFilters'>;
  readonly presets: FilterPresets;
  readonly prompter: Prompter;
}

const title = t('Finder Presets');
/** Presets are a step of "Filter Finder", with a Back button. */
const step = { step: 2, totalSteps: 2 } as const;

type PresetAction = { readonly kind: 'save' | 'rename' | 'delete' } | FilterPreset;

export class PresetMenu {
  readonly #options: PresetMenuOptions;

  constructor(options: PresetMenuOptions) {
    this.#options = options;
  }

  async show(): Promise<'done' | PromptExit> {
    while (true) {
      const act = await this.#pickAction();
      if (isPromptExit(act)) return act;
      if ('filters' in act) {
        await this.#options.preferences.setFilters(act.filters);
        return 'done';
      }
      const outcome = await this.#runAction(act.kind);
      if (outcome !== 'back') return outcome;
    }
  }

  async #pickAction(): Promise<PresetAction | PromptExit> {
    const { preferences, presets, prompter } = this.#options;
    const { all } = presets;
    const { filters, defaultFilters } = preferences;
    const builtIn = activeBuiltInPreset(filters, defaultFilters);
    const current = builtIn === null ? presets.findMatching(filters) : null;
    const chosen = await prompter.choose<PresetAction>({
      title,
      ...step,
      placeholder: t('Choose a preset'),
      choices: [
        ...builtInPresets(defaultFilters).map((preset) => ({
          label: `$(${preset.icon}) ${preset.name}`,
          description: this.#describeFilters(preset),
          detail: preset.explanation,
          value: preset,
          isCurrent: preset.name === builtIn?.name,
        })),
        ...all.map((preset) => ({
          label: `$(bookmark) ${preset.name}`,
          description: this.#describeFilters(preset),
          value: preset,
          isCurrent: preset === current,
        })),
        { label: `$(save) ${t('Save Current Filters…')}`, value: { kind: 'save' }, group: '' },
        ...(all.length === 0
          ? []
          : [
              { label: `$(edit) ${t('Rename…')}`, value: { kind: 'rename' } as const },
              { label: `$(trash) ${t('Delete…')}`, value: { kind: 'delete' } as const },
            ]),
      ],
    });
    return isPromptExit(chosen) ? chosen : chosen.value;
  }

  #describeFilters({ filters }: FilterPreset): string {
    const changed = formatChangedFilters(filters, this.#options.preferences.defaultFilters);
    return changed.length === 0 ? t('default filters') : changed.join(' · ');
  }

  async #runAction(kind: 'save' | 'rename' | 'delete'): Promise<'done' | PromptExit> {
    if (kind === 'save') return await this.#save();
    const preset = await this.#pickPreset(
      kind === 'rename' ? t('Rename Preset') : t('Delete Preset'),
    );
    if (isPromptExit(preset)) return preset;
    return kind === 'rename' ? await this.#rename(preset) : await this.#delete(preset);
  }

  async #save(): Promise<'done' | PromptExit> {
    const { preferences, presets } = this.#options;
    const current = presets.findMatching(preferences.filters)?.name ?? '';
    const name = await this.#enterName(t('Save Preset'), current, null);
    if (isPromptExit(name)) return name;
    await presets.save(name.text, preferences.filters);
    return 'done';
  }

  async #pickPreset(heading: string): Promise<FilterPreset | PromptExit> {
    const { presets, prompter } = this.#options;
    const chosen = await prompter.choose({
      title: heading,
      ...step,
      placeholder: t('Choose a preset'),
      choices: presets.all.map((preset) => ({
        label: preset.name,
        description: this.#describeFilters(preset),
        value: preset,
      })),
    });
    return isPromptExit(chosen) ? chosen : chosen.value;
  }

  async #rename({ name }: FilterPreset): Promise<'done' | PromptExit> {
    const newName = await this.#enterName(joinLabel(t('Rename Preset'), name), name, name);
    if (isPromptExit(newName)) return newName;
    await this.#options.presets.rename(name, newName.text);
    return 'done';
  }

  /** @param own Current name of the preset to rename. */
  #enterName(title: string, value: string, own: string | null) {
    return this.#options.prompter.text({
      title,
      ...step,
      prompt: t('Name of the preset. All your windows share it.'),
      value,
      validate: (name) => this.#validateName(name, own),
    });
  }

  async #delete({ name }: FilterPreset): Promise<'done' | PromptExit> {
    const { presets, prompter } = this.#options;
    const isSure = await prompter.confirm({
      message: t('Delete the preset “{0}”?', name),
      confirmLabel: t('Delete'),
    });
    if (!isSure) return 'cancelled';
    await presets.delete(name);
    return 'done';
  }

  #validateName(name: string, own: string | null) {
    const { presets } = this.#options;
    const fault = presets.validateName(name);
    if (fault !== null) return { message: fault, severity: 'error' } as const;
    const isOwn = own !== null && own.toLowerCase() === name.trim().toLowerCase();
    return presets.has(name) && !isOwn
      ? ({ message: t('Replaces the preset with this name.'), severity: 'warning' } as const)
      : null;
  }
}
