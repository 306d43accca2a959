/** The editor's storage of this workspace. */
export interface KeptStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const keptKey = 'arbscope.keptExports';

/** Whether anything is kept up to date, without reading what. */
export function isKeeping(storage: Pick<KeptStorage, 'get'>): boolean {
  const stored = storage.get(keptKey);
  return Array.isArray(stored) && stored.length > 0;
}
