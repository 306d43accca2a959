import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { isStorable } from '../base/columnTypes.ts';

/** The members that a full block must have, and what makes one valid, in the order of a report. */
const members: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] = [
  ['transactions', Array.isArray],
  // A text with a null character, for example, cannot be stored.
  ['blockhash', (value) => typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value)],
  ['previousBlockhash', (value) => typeof value === 'string'],
  // A slot that no store can hold is refused later, by its number.
  ['parentSlot', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  [
    'blockTime',
    (value) => value == null || (typeof value === 'number' && isStorable(value, 'time')),
  ],
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
