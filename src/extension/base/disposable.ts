/** Something that holds on to the host until it is disposed. */
export interface Disposable {
  dispose(): unknown;
}

/** What ends together. Something added after the end is disposed at once, so that nothing leaks. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #isDisposed = false;

  add<Item extends Disposable>(item: Item): Item {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  /** Disposes everything, the newest first. */
  dispose(): void {
    this.#isDisposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}

/** Tells listeners of a change; plain, so that what uses it runs without an editor. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  add(listener: (event: Event) => void): Disposable {
    // Its own function, so that one listener added twice hears twice.
    const entry = (event: Event) => listener(event);
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  }

  fire(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
