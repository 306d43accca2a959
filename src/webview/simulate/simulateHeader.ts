import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { addListeners, button, element } from '../dom.ts';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { MessageFromPage } from '../messages.ts';
import { failureText } from './failureText.ts';
import { type Figure, hasFigures } from './figures.ts';
import { signingLabel, slotLabel } from './labels.ts';

type Send = (message: MessageFromPage | SimulateRequest) => void;

export function simulateHeader(
  content: SimulateContent,
  transaction: SimulatedTransactionContent,
  send: Send,
): HTMLElement {
  const { source, connection, network, isSandbox, transactions } = content;
  const { isSuccess, isComplete, signing } = transaction;
  const mark = (text: string, style = '') => element('span', { class: `mark ${style}` }, text);
  const isLandable = transactions.every((each) => each.signing === 'signed');
  const place =
    network === '' || network === connection ? connection : `${connection} · ${network}`;
  return element('header', { class: 'head' }, [
    element('div', { class: 'title' }, [
      element('h1', {}, t('Simulation')),
      isSuccess ? mark(t('✓ would succeed'), 'good') : mark(t('⊘ would fail'), 'bad'),
      !isComplete && mark(t('⚠ incomplete'), 'incomplete'),
      mark(slotLabel(content)),
      mark(signingLabel(signing)),
      mark(isSandbox ? t('Sandbox: simulated data') : place),
      element('span', { class: 'head-actions' }, [
        source.uri !== null && source.ordinal >= 0 && onSaveBox(content, send),
        isLandable &&
          button(t('Land…'), () => send({ type: 'land' }), {
            title: t('Preview the landing of what is simulated here'),
            'data-focus': 'land',
          }),
        button(t('Simulate Again'), () => send({ type: 'refresh' }), {
          class: 'primary',
          'data-focus': 'again',
        }),
      ]),
    ]),
    sourceLine(content, transaction, send),
  ]);
}

function onSaveBox({ isOnSave }: SimulateContent, send: Send): HTMLElement {
  const box = addListeners(
    element('input', { type: 'checkbox', checked: isOnSave, 'data-focus': 'on-save' }),
    { change: () => send({ type: 'on-save', isOn: box.checked }) },
  );
  return element('label', { class: 'on-save', title: t('Simulate again when the file is saved') }, [
    box,
    t('On save'),
  ]);
}

function sourceLine(
  { source, solPriceUsd }: SimulateContent,
  { sizeBytes, sizeLimitBytes }: SimulatedTransactionContent,
  send: Send,
): HTMLElement {
  const label = element('bdi', {}, source.label);
  const size = t('{0} of {1} bytes', formatCount(sizeBytes), formatCount(sizeLimitBytes));
  const price =
    solPriceUsd === null ? t('SOL price unknown') : t('SOL at {0}', formatUsd(solPriceUsd));
  return element('p', { class: 'dim source-line' }, [
    `${t('From')} `,
    source.uri === null
      ? label
      : button(source.label, () => send({ type: 'open-source' }), {
          class: 'link',
          'data-focus': 'source',
        }),
    ` · ${size} · `,
    element('strong', {}, t('nothing was sent')),
    ` · ${price}`,
  ]);
}

export function resultNotes(
  transaction: SimulatedTransactionContent,
  showLog: () => void,
): HTMLElement[] {
  const failure = failureText(transaction);
  const { isComplete, missing, isSuccess, reason } = transaction;
  return [
    failure !== null &&
      element('section', { class: 'problem', role: 'note', 'aria-label': t('Failure') }, [
        element('p', {}, [
          element('strong', {}, failure.headline),
          ` ${failure.details} `,
          failure.advice !== '' && `${failure.advice} `,
          t('Only the fee is lost.'),
          ' ',
          routeEnd(transaction),
          ' ',
          transaction.logs.length > 0 && button(t('Show Log'), showLog, { class: 'link' }),
        ]),
      ]),
    !isComplete &&
      element('p', { class: 'check open' }, [
        element('strong', {}, t('Incomplete.')),
        ' ',
        missing.length === 0
          ? t('The node returned too little. Nodes from Agave 3.0 on return all of it.')
          : t('The node did not return {0}. Nodes from Agave 3.0 on do.', joinList([...missing])),
        ' ',
        hasFigures(transaction)
          ? t('The figures are from the accounts before and after.')
          : t('The route and its figures are unknown.'),
      ]),
    isSuccess &&
      isComplete &&
      reason !== '' &&
      element('p', { class: 'dim' }, t('Not an arbitrage: {0}', reason)),
  ].filter((note) => note !== false);
}

/** Last leg that the route reached; empty without a swap. */
function routeEnd({ record }: SimulatedTransactionContent): string {
  const legs = record?.legs.length ?? 0;
  return legs === 0 ? '' : t('The route ends after leg {0}; nothing of it takes effect.', legs);
}

export const figureList = (figures: readonly Figure[]): HTMLElement =>
  element(
    'dl',
    { class: 'facts' },
    figures.map(({ name, value, more, tone }, at) =>
      element('div', {}, [
        element('dt', {}, name),
        element('dd', {}, [
          element(
            'span',
            { class: 'value' },
            element('span', { class: `${at === 0 ? 'net ' : ''}${tone}` }, value),
          ),
          more !== '' && element('span', { class: 'more' }, more),
        ]),
      ]),
    ),
  );
