import { isObject } from '../../api/isObject.ts';

export interface AutoUpdateStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const autoUpdateStorageKey = 'arbscope.keptExports';

/**
 * Does not validate the stored exports.
 *
 * @param source Only those of this connection; undefined: of any.
 */
export function hasAutoUpdatedExports(
  storage: Pick<AutoUpdateStorage, 'get'>,
  source?: string,
): boolean {
  const stored = storage.get(autoUpdateStorageKey);
  if (!Array.isArray(stored)) return false;
  return stored.some(
    (file) => source === undefined || (isObject(file) && file['source'] === source),
  );
}
