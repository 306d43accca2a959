export interface AutoUpdateStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const autoUpdateStorageKey = 'arbscope.keptExports';

/** Does not validate the stored exports. */
export function hasAutoUpdatedExports(storage: Pick<AutoUpdateStorage, 'get'>): boolean {
  const stored = storage.get(autoUpdateStorageKey);
  return Array.isArray(stored) && stored.length > 0;
}
