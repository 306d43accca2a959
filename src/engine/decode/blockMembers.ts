import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';

/** The members that a full block must have, and what makes one valid, in the order of a report. */
const members: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] = [
  ['transactions', Array.isArray],
  ['blockhash', (value) => typeof value === 'string' && value !== ''],
  ['previousBlockhash', (value) => typeof value === 'string'],
  ['parentSlot', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  ['blockTime', (value) => value == null || Number.isSafeInteger(value)],
];

/**
 * Why a value is not a full block of `getBlock`, naming the member; `null` if it is one. Follows
 * "is not a full block:".
 */
export function invalidBlockMember(value: unknown): string | null {
  if (!isObject(value)) return t('it is not an object');
  const wrong = members.find(([name, isValid]) => !isValid(value[name]));
  if (wrong === undefined) return null;
  const [name] = wrong;
  if (name === 'transactions' && Array.isArray(value['signatures'])) {
    return t('it has signatures only. Request transactionDetails "full".');
  }
  return value[name] === undefined ? t('{0} is missing', name) : t('{0} is invalid', name);
}
