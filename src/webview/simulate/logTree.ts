import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { element } from '../dom.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import { buildCallTree, type CallNode } from './callTree.ts';

const maxLineLength = 2_000;

/** `focusCall` opens one invocation. */
export function logTree(transaction: SimulatedTransactionContent): {
  readonly element: HTMLElement;
  readonly focusCall: (index: number) => void;
} {
  const { logs, calls } = transaction;
  const places = new Map<number, HTMLDetailsElement>();
  const draw = (nodes: readonly CallNode[], from: number, to: number): HTMLElement[] => {
    const parts: HTMLElement[] = [];
    let next = from;
    for (const node of nodes) {
      const { logFrom, logTo } = node.call;
      parts.push(...lines(next, Math.min(logFrom, to)));
      const details = element('details', { open: true, class: `call ${node.call.state}` }, [
        element('summary', {}, callTitle(node)),
        ...draw(node.children, Math.max(next, logFrom), Math.min(logTo, to)),
      ]);
      places.set(node.index, details);
      parts.push(details);
      next = Math.max(next, logTo);
    }
    return [...parts, ...lines(next, to)];
  };
  const lines = (from: number, to: number): HTMLElement[] =>
    from >= to
      ? []
      : [
          element(
            'ol',
            { class: 'log-lines' },
            logs
              .slice(from, to)
              .map((line) => element('li', {}, sanitizeText(line, maxLineLength))),
          ),
        ];
  const tree = element(
    'div',
    { class: 'log' },
    logs.length === 0
      ? element('p', { class: 'dim' }, t('The node returned no log.'))
      : draw(buildCallTree(calls), 0, logs.length),
  );
  return {
    element: tree,
    focusCall: (index) => {
      const place = places.get(index);
      for (let each: Element | null = place ?? null; each !== null; each = each.parentElement) {
        if (each instanceof HTMLDetailsElement) each.open = true;
      }
      place?.querySelector('summary')?.focus();
      place?.scrollIntoView({ block: 'start' });
    },
  };
}

function callTitle({ call }: CallNode): HTMLElement {
  const { depth, instruction, program, name, computeUnits, state } = call;
  const place = depth === 1 ? `${instruction + 1}. ` : '';
  const units = computeUnits === null ? '' : t('{0} compute units', formatCount(computeUnits));
  const outcome =
    state === 'failed' ? t('⊘ failed') : state === 'unfinished' ? t('unfinished') : '';
  return element('span', {}, [
    `${place}${program} `,
    element('span', { class: 'dim' }, [name, ' ', joinClauses([units, outcome])]),
  ]);
}
