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
    this.#rows = rows;
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    const isSame =
      drawn.length === rows.length && drawn.every(({ id }, index) => id === rows[index]?.id);
    if (!isSame || rows.length === 0) return [undefined];
    const first = this.#countFirstScreen(rows);
    const parts = [drawn.slice(0, first), drawn.slice(first)];
    return parts.filter((part) => part.length > 0);
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
