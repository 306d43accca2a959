import { t } from '@vscode/l10n';
import { formatCount } from '../../../api/format.ts';
import { isObject } from '../../../api/isObject.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import { isSameName } from '../../base/connections.ts';
import { type Filters, isSameFilters, parseFilters } from './filters.ts';

export interface FilterPreset {
  readonly name: string;
  readonly filters: Filters;
}

/** The user's storage, shared by all windows. */
export interface PresetStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const storageKey = 'arbscope.finderPresets';
const maxNameLength = 40;
const maxPresets = 100;

export class FilterPresets {
  readonly #storage: PresetStorage;

  constructor(storage: PresetStorage) {
    this.#storage = storage;
  }

  /** Sorted by name, without those that are no longer valid. */
  get all(): readonly FilterPreset[] {
    const stored = this.#storage.get(storageKey);
    const presets = Array.isArray(stored) ? stored.flatMap(parsePreset) : [];
    return presets.sort((first, second) => first.name.localeCompare(second.name, 'en'));
  }

  findMatching(filters: Filters): FilterPreset | null {
    return this.all.find((preset) => isSameFilters(preset.filters, filters)) ?? null;
  }

  /** Error message for a typed name; null if valid, including names of existing presets. */
  validateName(name: string): string | null {
    const typed = name.trim();
    if (typed === '') return t('Enter a name.');
    if (typed.length > maxNameLength) return t('At most {0} characters.', maxNameLength);
    if (sanitizeText(typed, maxNameLength) !== typed)
      return t('Invisible characters are not allowed.');
    const isNew = this.#find(typed) === undefined;
    return isNew && this.all.length >= maxPresets
      ? t('Limit of {0} presets reached. Delete one first.', formatCount(maxPresets))
      : null;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Replaces an existing preset. */
  async save(name: string, filters: Filters): Promise<void> {
    const fault = this.validateName(name);
    if (fault !== null) throw new RangeError(fault);
    const others = this.all.filter((preset) => !isSameName(preset.name, name));
    await this.#storage.update(storageKey, [...others, { name: name.trim(), filters }]);
  }

  /** Replaces an existing preset of the new name. */
  async rename(name: string, to: string): Promise<void> {
    const preset = this.#find(name);
    if (preset === undefined || to.trim() === '') return;
    const others = this.all.filter((each) => ![name, to].some((one) => isSameName(each.name, one)));
    await this.#storage.update(storageKey, [...others, { ...preset, name: to.trim() }]);
  }

  async delete(name: string): Promise<void> {
    const others = this.all.filter((preset) => !isSameName(preset.name, name));
    await this.#storage.update(storageKey, others);
  }

  #find(name: string): FilterPreset | undefined {
    return this.all.find((preset) => isSameName(preset.name, name));
  }
}

function parsePreset(stored: unknown): FilterPreset[] {
  const { name, filters } = isObject(stored) ? stored : {};
  const read = parseFilters(filters);
  return typeof name === 'string' && read !== null ? [{ name, filters: read }] : [];
}
