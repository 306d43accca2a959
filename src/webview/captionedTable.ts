import { element } from './dom.ts';

/** A table that scrolls sideways by itself, which the keyboard must reach. */
export const captionedTable = (
  caption: string,
  head: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement =>
  element(
    'div',
    { class: 'table-place', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...rows),
    ),
  );
