export interface AutoUpdateStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const autoUpdateStorageKey = 'arbscope.keptExports';

/** Whether any auto-updated exports are stored; does not validate them. */
export function hasAutoUpdatedExports(storage: Pick<AutoUpdateStorage, 'get'>): boolean {
  const stored = storage.get(autoUpdateStorageKey);
  return Array.isArray(stored) && stored.length > 0;
}
