export interface Disposable {
  dispose(): unknown;
}

/** Items added after the disposal are disposed at once, so that nothing leaks. */
export class DisposableStore implements Disposable {
  /** Stores created during `createOrDispose`. */
  static #created: DisposableStore[] | null = null;
  readonly #items: Disposable[] = [];
  #isDisposed = false;

  constructor() {
    DisposableStore.#created?.push(this);
  }

  /** If `create` throws half-way, disposes every store that it has created. Synchronous. */
  static createOrDispose<Item>(create: () => Item): Item {
    const outer = DisposableStore.#created;
    const created: DisposableStore[] = [];
    DisposableStore.#created = created;
    try {
      return create();
    } catch (error) {
      for (const store of created.reverse()) store.dispose();
      throw error;
    } finally {
      DisposableStore.#created = outer;
    }
  }

  add<Item extends Disposable>(item: Item): Item {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  /** In reverse order of addition. */
  dispose(): void {
    this.#isDisposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}

/** A minimal event emitter that works without the editor. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  add(listener: (event: Event) => void): Disposable {
    // A new function, so that a listener added twice is called twice.
    const entry = (event: Event) => listener(event);
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  }

  fire(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
