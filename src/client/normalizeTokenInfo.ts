import { isObject } from '../api/isObject.ts';

/**
 * In the interface, a null authority means revoked. A service that has not read a mint returns null
 * for all authorities, without metadata or supply: marks those as unknown, unless the service
 * itself lists what it could not read.
 */
export function normalizeTokenInfo(value: unknown): unknown {
  if (!isObject(value) || 'unknown_members' in value || 'supply' in value) return value;
  const { authorities, metadata } = value;
  if (!isObject(authorities) || Object.values(authorities).some((holder) => holder !== null)) {
    return value;
  }
  if (isObject(metadata) && hasOnChainMetadata(metadata)) return value;
  const members = Object.keys(authorities).map((role) => `authorities.${role}`);
  return { ...value, unknown_members: members };
}

function hasOnChainMetadata({ pointers, data }: Readonly<Record<string, unknown>>): boolean {
  const account = isObject(pointers) ? pointers['onchain'] : '';
  const onChain = isObject(data) ? data['onchain'] : {};
  return Boolean(account) || (isObject(onChain) && Object.keys(onChain).length > 0);
}
