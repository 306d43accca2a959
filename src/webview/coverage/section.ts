import { t } from '@vscode/l10n';
import { button, type Child, element, replaceContent } from '../dom.ts';
import type { CoverageContent, CoverageRequest } from '../messages/coverage.ts';

export type CoverageView = 'charts' | 'table';
export type Send = (request: CoverageRequest) => void;

export interface CoverageSection {
  readonly element: HTMLElement;
  show(content: CoverageContent, view: CoverageView): void;
}

/** `head` is in the line of the heading. */
export const section = (title: string, head: readonly Child[], rest: readonly Child[]) =>
  element('section', { class: 'part', 'aria-label': title }, [
    element('div', { class: 'part-head' }, [element('h2', {}, title), ...head]),
    ...rest,
  ]);

export const caption = (...sentences: readonly string[]): HTMLElement =>
  element('p', { class: 'dim small caption' }, sentences.filter(Boolean).join(' '));

export const dimLine = (text: string): HTMLElement => element('p', { class: 'dim' }, text);

export const moreButton = (
  isAll: boolean,
  { count, most, toggle }: { readonly count: number; readonly most: number; toggle: () => void },
): HTMLElement | null =>
  count <= most
    ? null
    : button(isAll ? t('Show Fewer') : t('Show All {0}', count), toggle, {
        class: 'link more',
        'data-focus': 'more',
        'aria-expanded': String(isAll),
      });

/** Leaves equal options alone, so that an open list stays open. */
export function showOptions(
  select: HTMLSelectElement,
  options: readonly (readonly [value: string, text: string])[],
): void {
  const shown = [...select.options].map(({ value, text }) => [value, text]);
  if (JSON.stringify(shown) === JSON.stringify(options)) return;
  replaceContent(select, ...options.map(([value, text]) => element('option', { value }, text)));
}
