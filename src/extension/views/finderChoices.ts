import { type Disposable, Listeners } from '../disposable.ts';
import {
  changesTo,
  type FilterChanges,
  type Filters,
  filterWords,
  readChanges,
  withChanges,
} from './filters/filters.ts';
import { isTokenOrder, type TokenOrder, togglePin } from './tokenOrder.ts';

export interface FinderChoicesOptions {
  /** The filters of the settings, as they are now. */
  readonly usual: () => Filters;
  /** Of this workspace. */
  readonly storage: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
}

/** What changed: what is asked for, or how the answer is shown. */
export type ChoiceChange = 'filters' | 'arrangement';

const changesKey = 'arbscope.finder.filters';
const orderKey = 'arbscope.finder.order';
const pinsKey = 'arbscope.finder.pins';
/** More pins than a ranking has tokens are of no use; the oldest go. */
const pinsMaximum = 50;

/** What the user chose in the Finder of this workspace: filters, order and pins. */
export class FinderChoices {
  readonly #options: FinderChoicesOptions;
  readonly #changed = new Listeners<ChoiceChange>();
  #changes: FilterChanges;
  #order: TokenOrder;
  #pins: readonly string[];

  constructor(options: FinderChoicesOptions) {
    this.#options = options;
    const { storage } = options;
    this.#changes = readChanges(storage.get(changesKey));
    const order = storage.get(orderKey);
    this.#order = isTokenOrder(order) ? order : 'revenues';
    const pins = storage.get(pinsKey);
    this.#pins = Array.isArray(pins) ? pins.filter((mint) => typeof mint === 'string') : [];
  }

  onChange(listener: (what: ChoiceChange) => void): Disposable {
    return this.#changed.add(listener);
  }

  /** The filters of the settings, which clearing goes back to. */
  get usual(): Filters {
    return this.#options.usual();
  }

  /** The filters in effect. */
  get filters(): Filters {
    return withChanges(this.usual, this.#changes);
  }

  get order(): TokenOrder {
    return this.#order;
  }

  /** Mints, in the order in which they were pinned. */
  get pins(): readonly string[] {
    return this.#pins;
  }

  /** Each filter that is other than the settings say, in words. */
  get words(): readonly string[] {
    return filterWords(this.filters, this.usual);
  }

  async filter(filters: Filters): Promise<void> {
    this.#changes = changesTo(filters, this.usual);
    await this.#keep(changesKey, this.#changes, 'filters');
  }

  async sort(order: TokenOrder): Promise<void> {
    this.#order = order;
    await this.#keep(orderKey, order, 'arrangement');
  }

  async togglePin(mint: string): Promise<void> {
    this.#pins = togglePin(this.#pins, mint).slice(-pinsMaximum);
    await this.#keep(pinsKey, this.#pins, 'arrangement');
  }

  async #keep(key: string, value: unknown, what: ChoiceChange): Promise<void> {
    await this.#options.storage.update(key, value);
    this.#changed.tell(what);
  }
}
