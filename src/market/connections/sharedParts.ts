/** Something that is closed when nobody uses it any more. */
export interface Closeable {
  close(): Promise<void>;
}

/** A user's hold on a part. */
export interface Held<Part> {
  readonly part: Part;
  release(): Promise<void>;
}

/** Parts by name that several connections use at once: opened by the first, closed by the last. */
export class SharedParts<Part extends Closeable> {
  readonly #parts = new Map<string, { readonly opening: Promise<Part>; users: number }>();

  readonly #closing = new Map<string, Promise<void>>();

  /** The part of a name; a failure to open it is everyone's, and forgotten. */
  async take(name: string, open: () => Promise<Part>): Promise<Held<Part>> {
    const entry = this.#parts.get(name) ?? { opening: this.#open(name, open), users: 0 };
    this.#parts.set(name, entry);
    entry.users += 1;
    try {
      const part = await entry.opening;
      return {
        part,
        release: async () => {
          entry.users -= 1;
          if (entry.users > 0) return;
          // Nobody opens it anew before it is closed.
          const closing = part.close();
          this.#closing.set(name, closing);
          this.#parts.delete(name);
          await closing.finally(() => {
            if (this.#closing.get(name) === closing) this.#closing.delete(name);
          });
        },
      };
    } catch (error) {
      if (this.#parts.get(name) === entry) this.#parts.delete(name);
      throw error;
    }
  }

  async #open(name: string, open: () => Promise<Part>): Promise<Part> {
    await this.#closing.get(name)?.catch(() => undefined);
    return await open();
  }
}
