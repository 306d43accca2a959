import type { TreeRow } from './treeRow.ts';

/** Rows on a screen of 1,760 pixels; a taller one shows the remaining rows a moment later. */
const rowsPerScreen = 80;

/**
 * When the editor redraws a whole tree, it first requests every expanded branch again, which takes
 * most of a second with hundreds of them. So if the ids and their order are unchanged, the first
 * screen is redrawn first, and then the rest.
 */
export class RenderedRows {
  readonly #isExpanded: (id: string) => boolean;
  #rows: readonly TreeRow[] = [];
  #byId: ReadonlyMap<string, TreeRow> = new Map();
  /** Row objects that the editor knows. */
  #rendered: readonly TreeRow[] = [];

  constructor(isOpen: (id: string) => boolean) {
    this.#isExpanded = isOpen;
  }

  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  /** Called when the editor draws the whole tree. */
  renderAll(): TreeRow[] {
    this.#rendered = this.#rows;
    return [...this.#rows];
  }

  latest(row: TreeRow): TreeRow {
    return this.#byId.get(row.id) ?? row;
  }

  /** @returns Parts for the editor to redraw, in order; undefined is the whole tree. */
  update(rows: readonly TreeRow[]): readonly (TreeRow[] | undefined)[] {
    const drawn = this.#rendered;
    if (!this.#take(rows)) return [undefined];
    const first = this.#countFirstScreen(rows);
    const parts = [drawn.slice(0, first), drawn.slice(first)];
    return parts.filter((part) => part.length > 0);
  }

  /** Like `update`, for a tree whose child rows never change: skips unchanged rows. */
  updateDiffering(rows: readonly TreeRow[]): readonly (TreeRow[] | undefined)[] {
    const before = this.#rows;
    if (!this.#take(rows)) return [undefined];
    const differing = this.#rendered.filter((_, index) => {
      const [old, now] = [before[index], rows[index]];
      return old === undefined || now === undefined || !looksSame(old, now);
    });
    return differing.length === 0 ? [] : [differing];
  }

  /** True if the editor has drawn the same ids in the same order. */
  #take(rows: readonly TreeRow[]): boolean {
    const drawn = this.#rendered;
    this.#rows = rows;
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    const isSame =
      drawn.length === rows.length && drawn.every(({ id }, index) => id === rows[index]?.id);
    return isSame && rows.length > 0;
  }

  /** @returns The row for the editor to redraw; undefined if it has none. */
  replace(row: TreeRow): TreeRow | undefined {
    if (!this.#byId.has(row.id)) return undefined;
    this.#rows = this.#rows.map((each) => (each.id === row.id ? row : each));
    this.#byId = new Map(this.#byId).set(row.id, row);
    return this.#rendered.find(({ id }) => id === row.id);
  }

  /** Number of top-level rows that fill a screen, with their expanded children. */
  #countFirstScreen(rows: readonly TreeRow[]): number {
    let shown = 0;
    let count = 0;
    for (const row of rows) {
      if (shown >= rowsPerScreen) break;
      shown += this.#countVisible(row);
      count += 1;
    }
    return count;
  }

  #countVisible(row: TreeRow): number {
    if (!this.#isExpanded(row.id)) return 1;
    const below = row.children?.() ?? [];
    return below.reduce((shown, each) => shown + this.#countVisible(each), 1);
  }
}

/** Ignores tooltips, which are created on demand. */
const looksSame = (first: TreeRow, second: TreeRow): boolean =>
  first.label === second.label &&
  first.description === second.description &&
  first.accessibilityLabel === second.accessibilityLabel &&
  first.icon === second.icon &&
  first.context === second.context &&
  first.state === second.state;
