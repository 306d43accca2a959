import { t } from '@vscode/l10n';
import { joinList } from '../join.ts';
import type { IdlEventNames } from './idlNames.ts';

const maxHexDigits = 512;

/** What the user must know about values that an IDL names: other names, and bytes without a value. */
export function idlStateNotes({
  state,
  fault,
  rest,
  also,
}: Pick<IdlEventNames, 'state' | 'fault' | 'rest' | 'also'>): string[] {
  const bytes = `0x${rest.slice(0, maxHexDigits)}${rest.length > maxHexDigits ? '…' : ''}`;
  const left = rest === '' ? [] : [t('Not read: {0}', bytes)];
  const others = also.length === 0 ? [] : [t('Also fits: {0}', joinList(also))];
  switch (state) {
    case 'complete':
      return others;
    case 'leftover':
      return [...others, t('Bytes are left behind the last field.'), ...left];
    case 'short':
      return [...others, t('The data ends too early: {0}', fault ?? ''), ...left];
    case 'invalid':
      return [...others, t('The data does not fit: {0}', fault ?? ''), ...left];
    case 'unknown':
      return [t('The IDL has no such instruction or event.'), ...left];
  }
}
