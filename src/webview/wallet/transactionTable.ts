import { t } from '@vscode/l10n';
import { formatCount, formatTimeAgo, formatUsd, formatUtcDateTime } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { addListeners, button, element } from '../dom.ts';
import type { WalletContent, WalletPanelTransaction, WalletRequest } from '../messages/wallet.ts';
import { scrollingTable, table } from '../tables.ts';
import { formatSolFigure, sourceText } from './format.ts';
import { swatch } from './swatch.ts';

/** Symbol and word, so that outcomes are distinguishable without colour. */
const outcomes: Readonly<
  Record<WalletPanelTransaction['outcome'], readonly [sign: string, name: string, look: string]>
> = {
  gain: ['▲', t('gain'), 'up'],
  loss: ['▽', t('loss'), 'down'],
  unknown: ['?', t('unknown'), 'dim'],
  failed: ['⊘', t('failed'), 'down'],
  'no-swap': ['⊖', t('no swap'), 'dim'],
};

/** Newest first; each row opens its transaction. */
export function transactionTable(
  content: WalletContent,
  send: (request: WalletRequest) => void,
): HTMLElement {
  const { transactions, wallets } = content;
  const caption = joinNote(t('Newest {0}', formatCount(transactions.length)), sourceText(content));
  if (transactions.length === 0) return element('p', { class: 'dim' }, t('No transactions'));
  const columns = [
    t('Signature'),
    t('Age'),
    t('Outcome'),
    t('Net gains, SOL'),
    t('Net gains, USD'),
    t('Route'),
    t('Provider'),
    t('Tip, lamports'),
    t('Compute units'),
  ];
  const figures = new Set([3, 4, 7, 8]);
  const places = new Map(wallets.map(({ address }, at) => [address, at]));
  const rows = transactions.map((each) => transactionRow(each, wallets.length, places, send));
  return scrollingTable(
    caption,
    table({ class: 'transactions' }, caption, columns, (at) => figures.has(at), rows),
  );
}

function transactionRow(
  transaction: WalletPanelTransaction,
  walletCount: number,
  places: ReadonlyMap<string, number>,
  send: (request: WalletRequest) => void,
): HTMLElement {
  const { signature, wallet, outcome, atMilliseconds, tips, computeUnits } = transaction;
  const [sign, name, look] = outcomes[outcome];
  const at = places.get(wallet);
  const short = `${signature.slice(0, 4)}…${signature.slice(-4)}`;
  const open = () => send({ type: 'open-transaction', signature });
  const figure = (value: string) => element('td', { class: 'figure' }, value);
  const row = element('tr', { class: 'opens' }, [
    element('th', { scope: 'row' }, [
      ...(walletCount > 1 && at !== undefined ? [swatch(at), ' '] : []),
      button(short, () => undefined, {
        class: 'link mono',
        title: t('Open Transaction'),
        'aria-label': t('Open transaction {0}', short),
        'data-focus': signature,
      }),
    ]),
    element(
      'td',
      { title: atMilliseconds === null ? null : formatUtcDateTime(atMilliseconds) },
      atMilliseconds === null ? t('unknown') : formatTimeAgo(atMilliseconds, Date.now()),
    ),
    element('td', {}, [element('span', { class: look, 'aria-hidden': 'true' }, sign), ` ${name}`]),
    figure(
      transaction.netGainsSol === null ? t('unknown') : formatSolFigure(transaction.netGainsSol),
    ),
    figure(formatUsd(transaction.netGainsUsd)),
    element('td', { class: 'route' }, element('bdi', {}, transaction.route || '—')),
    element('td', {}, element('bdi', {}, transaction.provider || '—')),
    figure(tips === null ? t('unknown') : formatCount(BigInt(tips))),
    figure(computeUnits === null ? t('unknown') : formatCount(computeUnits)),
  ]);
  // Handles a click anywhere in the row; the button's clicks bubble up, for the keyboard.
  return addListeners(row, { click: open });
}
