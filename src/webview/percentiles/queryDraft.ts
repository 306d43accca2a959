import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../api/format.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import { type FormField, type FormValues, parseQueryForm } from './parseQueryForm.ts';

export const usualWindowsSeconds: readonly number[] = [60, 300, 900, 3_600, 21_600, 86_400];

export interface FormFields extends FormValues {
  /** Whether the seconds are typed, which may also be those of a usual window. */
  readonly isWindowTyped: boolean;
  readonly isSecondWindowTyped: boolean;
}

type Change = Partial<FormFields>;

interface Draft {
  readonly fields: FormFields;
  /** As of the last validation. */
  readonly faults: Readonly<Partial<Record<FormField, string>>>;
  /** Null: the fields have faults. */
  readonly valid: PercentileQuery | null;
  readonly lastValid: PercentileQuery;
  /** Query of the panel, or the last one that was sent. */
  readonly known: PercentileQuery;
  /** Whether the user changed fields since then. */
  readonly isDirty: boolean;
}

export interface QueryDraft extends Pick<Draft, 'fields' | 'faults' | 'valid' | 'lastValid'> {
  readonly form: RefObject<HTMLDivElement | null>;
  /** Changes fields without validation, for a value that is not complete yet. */
  readonly change: (change: Change) => void;
  readonly validate: (change: Change) => void;
  /** Sends the query if it is valid and new. */
  readonly submit: (change: Change) => void;
}

/** Shows the panel's query, unless the user is editing another one. */
export function useQueryDraft(
  query: PercentileQuery,
  onQuery: (query: PercentileQuery) => void,
): QueryDraft {
  const form = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(() => draftOf(query));
  const { fields, faults, valid, lastValid } = draft;
  useLayoutEffect(() => {
    if (draft.known === query) return;
    const isEditing = draft.isDirty && form.current?.contains(document.activeElement) === true;
    setDraft(isEditing ? { ...draft, known: query } : draftOf(query));
  }, [query]);
  return {
    ...{ form, fields, faults, valid, lastValid },
    change: (change) => setDraft({ ...draft, fields: { ...fields, ...change }, isDirty: true }),
    validate: (change) => setDraft(validated(draft, change)),
    submit: (change) => {
      const next = validated(draft, change);
      const asked = next.valid;
      setDraft(asked === null ? next : { ...next, known: asked, isDirty: false });
      if (asked !== null && JSON.stringify(asked) !== JSON.stringify(draft.known)) onQuery(asked);
    },
  };
}

const draftOf = (query: PercentileQuery): Draft => ({
  ...{ fields: fieldsOf(query), faults: {}, valid: query, lastValid: query, known: query },
  isDirty: false,
});

function validated(draft: Draft, change: Change): Draft {
  const fields = { ...draft.fields, ...change };
  const { query, faults } = parseQueryForm(fields);
  return {
    ...{ fields, faults: faults ?? {}, valid: query, lastValid: query ?? draft.lastValid },
    ...{ known: draft.known, isDirty: true },
  };
}

function fieldsOf(query: PercentileQuery): FormFields {
  const [window, secondWindow] = query.windowsSeconds;
  return {
    statistic: query.statistic,
    minimum: query.minimum === null ? '' : formatCount(BigInt(query.minimum)),
    maximum: query.maximum === null ? '' : formatCount(BigInt(query.maximum)),
    providers: query.providers,
    wallets: query.wallets.join('\n'),
    windowSeconds: String(window ?? ''),
    isWindowTyped: isUnusual(window),
    secondWindowSeconds: String(secondWindow ?? ''),
    isSecondWindowTyped: isUnusual(secondWindow),
  };
}

const isUnusual = (seconds: number | undefined): boolean =>
  seconds !== undefined && !usualWindowsSeconds.includes(seconds);
