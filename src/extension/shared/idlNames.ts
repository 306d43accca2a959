import { t } from '@vscode/l10n';
import type { IdlCallNames, IdlEventNames } from '../../api/arbscope/idlNames.ts';
import { idlStateNotes } from '../../api/arbscope/idlStateNotes.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { IdlNames } from '../../webview/messages/idlNames.ts';

const maxNameLength = 100;
const maxValueLength = 1_000;
const maxRows = 256;

/** A service may send any text, so it is cut and sanitized again. */
export function toIdlNames(
  names: IdlEventNames & Partial<IdlCallNames>,
  isEvent: boolean,
): IdlNames {
  const { name, values, accounts = [], notes = [], source } = names;
  return {
    event: isEvent ? line(name ?? t('unknown event')) : '',
    values: values.slice(0, maxRows).map((one) => ({
      name: line(one.name),
      value: one.value === null ? null : sanitizeText(one.value, maxValueLength),
    })),
    accounts: (isEvent ? [] : accounts).slice(0, maxRows).map((account) => ({
      name: line(account.name ?? ''),
      address: line(account.address ?? t('not resolved')),
      marks: joinList([
        account.is_writable ? t('writable') : '',
        account.is_signer ? t('signer') : '',
      ]),
    })),
    notes: [...idlStateNotes(names), ...notes.slice(0, maxRows)].map((note) =>
      sanitizeText(note, maxValueLength),
    ),
    source: line(source),
  };
}

const line = (text: string): string => sanitizeText(text, maxNameLength);
