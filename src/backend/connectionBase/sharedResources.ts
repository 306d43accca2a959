/** Something that is closed when nobody uses it any more. */
export interface Closeable {
  close(): Promise<void>;
}

export interface Lease<Part> {
  readonly resource: Part;
  release(): Promise<void>;
}

/** Parts by name that several connections use at once: opened by the first, closed by the last. */
export class SharedResources<Part extends Closeable> {
  readonly #resources = new Map<string, { readonly opening: Promise<Part>; users: number }>();

  readonly #closing = new Map<string, Promise<void>>();

  /** The part of a name; a failure to open it is everyone's, and forgotten. */
  async acquire(name: string, open: () => Promise<Part>): Promise<Lease<Part>> {
    const entry = this.#resources.get(name) ?? { opening: this.#open(name, open), users: 0 };
    this.#resources.set(name, entry);
    entry.users += 1;
    try {
      const resource = await entry.opening;
      return {
        resource,
        release: async () => {
          entry.users -= 1;
          if (entry.users > 0) return;
          // Nobody opens it anew before it is closed.
          const closing = resource.close();
          this.#closing.set(name, closing);
          this.#resources.delete(name);
          await closing.finally(() => {
            if (this.#closing.get(name) === closing) this.#closing.delete(name);
          });
        },
      };
    } catch (error) {
      if (this.#resources.get(name) === entry) this.#resources.delete(name);
      throw error;
    }
  }

  async #open(name: string, open: () => Promise<Part>): Promise<Part> {
    await this.#closing.get(name)?.catch(() => undefined);
    return await open();
  }
}
