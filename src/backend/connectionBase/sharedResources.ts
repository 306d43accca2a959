export interface Closeable {
  close(): Promise<void>;
}

export interface Lease<Part> {
  readonly resource: Part;
  release(): Promise<void>;
}

/** Named resources with several users: the first opens a resource, the last closes it. */
export class SharedResources<Part extends Closeable> {
  readonly #resources = new Map<string, { readonly opening: Promise<Part>; users: number }>();

  readonly #closing = new Map<string, Promise<void>>();

  /** An open error rejects for all waiting users and is not cached. */
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
          // Reopening waits until it is closed.
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
