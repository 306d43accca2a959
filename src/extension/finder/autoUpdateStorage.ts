export interface AutoUpdateStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const autoUpdateStorageKey = 'arbscope.keptExports';

/** Whether there are auto-updated exports, without reading them. */
export function hasAutoUpdatedExports(storage: Pick<AutoUpdateStorage, 'get'>): boolean {
  const stored = storage.get(autoUpdateStorageKey);
  return Array.isArray(stored) && stored.length > 0;
}
