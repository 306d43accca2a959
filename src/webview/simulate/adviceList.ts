import { t } from '@vscode/l10n';
import { button, element, svgElement } from '../dom.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import { type AdviceItem, adviceItems } from './adviceText.ts';
import { tipStrip } from './tipStrip.ts';

interface AdviceActions {
  readonly copy: (text: string, what: string) => void;
  readonly openPercentiles: () => void;
}

export function adviceList(
  { advice, isSuccess }: SimulatedTransactionContent,
  actions: AdviceActions,
): HTMLElement {
  const items = advice.flatMap(adviceItems);
  if (items.length === 0) {
    return element(
      'p',
      { class: 'dim' },
      isSuccess ? t('No advice.') : t('No advice for a transaction that fails.'),
    );
  }
  return element(
    'ul',
    { class: 'advice' },
    items.map((item) => adviceRow(item, actions)),
  );
}

const adviceRow = (item: AdviceItem, actions: AdviceActions): HTMLElement =>
  element('li', {}, [
    element('div', { class: 'advice-head' }, [
      element('h3', {}, [sign(item.kind), item.title]),
      element('span', { class: 'advice-figure' }, [item.figure, actionButton(item, actions)]),
    ]),
    element('p', { class: 'dim' }, item.reasons.filter(Boolean).join(' ')),
    item.strip === null ? null : tipStrip(item.strip),
  ]);

const sign = (kind: AdviceItem['kind']): SVGElement =>
  svgElement('svg', { class: 'sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, [
    ...(kind === 'note' ? [svgElement('circle', { cx: 8, cy: 8, r: 5.8 })] : []),
    svgElement('path', {
      d:
        kind === 'note'
          ? 'M8 7.2V11M8 5v.8'
          : 'M6 13.5h4M6 11.5c0-1.8-2-2.4-2-5a4 4 0 0 1 8 0c0 2.6-2 3.2-2 5z',
    }),
  ]);

function actionButton(
  { action, title }: AdviceItem,
  { copy, openPercentiles }: AdviceActions,
): HTMLElement | null {
  if (action === null) return null;
  if (action === 'percentiles') {
    return button(t('Percentiles'), openPercentiles, { class: 'link' });
  }
  return button(t('Copy'), () => copy(action.copy, title), {
    class: 'link',
    'aria-label': t('Copy {0}', title),
  });
}
