import type { TreeRow } from './treeRow.ts';

/** As many as a screen of 1,760 pixels shows; what a taller one shows beyond comes a moment later. */
const rowsPerScreen = 80;

/**
 * The rows at the top of a tree, as they are and as the editor has them. The editor asks for every
 * open branch again before it draws any of a tree, which takes most of a second where hundreds are
 * open. Where the rows are the same ones in the same order, those of the first screen are drawn
 * first and alone, and the rest after them.
 */
export class RenderedRows {
  readonly #isExpanded: (id: string) => boolean;
  #rows: readonly TreeRow[] = [];
  #byId: ReadonlyMap<string, TreeRow> = new Map();
  /** The objects that the editor knows the rows by. */
  #rendered: readonly TreeRow[] = [];

  constructor(isOpen: (id: string) => boolean) {
    this.#isExpanded = isOpen;
  }

  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  /** For the editor, which asks for them to draw the whole tree. */
  renderAll(): TreeRow[] {
    this.#rendered = this.#rows;
    return [...this.#rows];
  }

  /** The row as it is now, by one that the editor was given some time. */
  latest(row: TreeRow): TreeRow {
    return this.#byId.get(row.id) ?? row;
  }

  /**
   * Takes other rows.
   * @returns What the editor is to draw anew, one after the other; undefined is the whole tree.
   */
  update(rows: readonly TreeRow[]): readonly (TreeRow[] | undefined)[] {
    const drawn = this.#rendered;
    if (!this.#take(rows)) return [undefined];
    const first = this.#countFirstScreen(rows);
    const parts = [drawn.slice(0, first), drawn.slice(first)];
    return parts.filter((part) => part.length > 0);
  }

  /** As `update`, for a tree in which nothing below a row changes: the same rows are not drawn. */
  updateDiffering(rows: readonly TreeRow[]): readonly (TreeRow[] | undefined)[] {
    const before = this.#rows;
    if (!this.#take(rows)) return [undefined];
    const differing = this.#rendered.filter((_, index) => {
      const [old, now] = [before[index], rows[index]];
      return old === undefined || now === undefined || !looksSame(old, now);
    });
    return differing.length === 0 ? [] : [differing];
  }

  /** Takes other rows; whether the editor has drawn the same ones in the same order. */
  #take(rows: readonly TreeRow[]): boolean {
    const drawn = this.#rendered;
    this.#rows = rows;
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    const isSame =
      drawn.length === rows.length && drawn.every(({ id }, index) => id === rows[index]?.id);
    return isSame && rows.length > 0;
  }

  /**
   * Takes one row in place of the one with its id.
   * @returns The row that the editor is to draw anew; undefined where it has none.
   */
  replace(row: TreeRow): TreeRow | undefined {
    if (!this.#byId.has(row.id)) return undefined;
    this.#rows = this.#rows.map((each) => (each.id === row.id ? row : each));
    this.#byId = new Map(this.#byId).set(row.id, row);
    return this.#rendered.find(({ id }) => id === row.id);
  }

  /** How many rows at the top fill a screen, with what is open below them. */
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

  /** Rows that one takes, itself included. */
  #countVisible(row: TreeRow): number {
    if (!this.#isExpanded(row.id)) return 1;
    const below = row.children?.() ?? [];
    return below.reduce((shown, each) => shown + this.#countVisible(each), 1);
  }
}

/** Whether a row would be drawn the same; tooltips are made when they are asked for. */
const looksSame = (first: TreeRow, second: TreeRow): boolean =>
  first.label === second.label &&
  first.description === second.description &&
  first.accessibilityLabel === second.accessibilityLabel &&
  first.icon === second.icon &&
  first.context === second.context &&
  first.state === second.state;
