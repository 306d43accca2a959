import type { SecretStorage } from '../../../../src/extension/backend/connectionSecrets.ts';

/** An in-memory secret storage; `isLocked` makes it fail like a locked keychain. */
export class SecretsDouble implements SecretStorage {
  readonly kept = new Map<string, string>();
  isLocked = false;

  async get(id: string): Promise<string | undefined> {
    this.#check();
    return this.kept.get(id);
  }

  async store(id: string, value: string): Promise<void> {
    this.#check();
    this.kept.set(id, value);
  }

  async delete(id: string): Promise<void> {
    this.#check();
    this.kept.delete(id);
  }

  async keys(): Promise<string[]> {
    this.#check();
    return [...this.kept.keys()];
  }

  #check(): void {
    if (this.isLocked) throw new Error('keychain says: canary-secret');
  }
}
