import { isObject } from '../api/isObject.ts';

/**
 * The interface's null for an authority means revoked. A service that has not read a mint answers
 * null for all of them and has neither metadata nor supply: those are marked as unknown, unless the
 * service says itself what it could not read.
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
