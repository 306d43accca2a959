/** In-memory editor storage; values are converted through JSON. */
export class MementoDouble {
  readonly values = new Map<string, string>();

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) this.values.set(key, JSON.stringify(value));
  }

  get<Value>(key: string): Value | undefined {
    const text = this.values.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}
