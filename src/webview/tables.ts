import { type Attributes, element } from './dom.ts';

/** Columns without a name have no heading; figures are right-aligned. */
export const table = (
  attributes: Attributes,
  caption: string,
  columns: readonly string[],
  isFigure: (column: number) => boolean,
  rows: readonly HTMLElement[],
): HTMLTableElement =>
  element('table', attributes, [
    element('caption', {}, caption),
    element('thead', {}, [
      element(
        'tr',
        {},
        columns.map((name, at) =>
          name === ''
            ? element('td')
            : element('th', { scope: 'col', class: isFigure(at) ? 'figure' : null }, name),
        ),
      ),
    ]),
    element('tbody', {}, rows),
  ]);

/** Focusable, so that the keyboard can scroll it. */
export const scrollingTable = (label: string, shown: HTMLTableElement): HTMLElement =>
  element('div', { class: 'table-place', tabindex: 0, role: 'region', 'aria-label': label }, shown);
