import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatPercent, formatUtcDateTime } from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { button, element } from '../dom.ts';
import { maxComparedWallets, type WalletContent, type WalletRequest } from '../messages/wallet.ts';
import type { ExportFormat, MessageFromPage } from '../messages.ts';
import { sourceText } from './format.ts';

interface WalletHeaderOptions {
  readonly send: (message: MessageFromPage | WalletRequest) => void;
  readonly save: (format: ExportFormat) => void;
}

export function walletHeader(
  content: WalletContent,
  { send, save }: WalletHeaderOptions,
): HTMLElement {
  const [own] = content.wallets;
  const { address = '', label = '', isTracked = false } = own ?? {};
  const tool = (name: string, act: () => void, attributes = {}) =>
    button(name, act, { class: 'quiet', 'data-focus': name, ...attributes });
  const saveTool = (format: ExportFormat, name: string) =>
    tool(name, () => save(format), { title: t('Save as {0}', name) });
  return element('header', { class: 'head' }, [
    element('h1', {}, [`${t('Wallet')} `, element('bdi', {}, label)]),
    button(address, () => send({ type: 'copy', text: address, what: t('Address') }), {
      class: 'link mono address',
      title: t('Copy {0}', address),
      'aria-label': t('Copy {0}', address),
      'data-focus': 'address',
    }),
    element('span', { class: 'badges' }, [
      isTracked
        ? element('span', { class: 'badge up' }, t('✓ tracked'))
        : tool(t('Track'), () => send({ type: 'track', wallet: address }), { class: null }),
      element('span', { class: 'badge' }, sourceText(content)),
    ]),
    element('span', { class: 'tools' }, [
      saveTool('csv', 'CSV'),
      saveTool('svg', 'SVG'),
      saveTool('png', 'PNG'),
      tool(t('Explorer'), () => send({ type: 'open-explorer', id: address })),
      tool(t('Refresh'), () => send({ type: 'refresh' }), { class: null }),
    ]),
  ]);
}

export function comparison(
  { wallets }: WalletContent,
  send: (message: WalletRequest) => void,
): HTMLElement {
  const count = t('{0} of {1}', formatCount(wallets.length), formatCount(maxComparedWallets));
  return element('div', { class: 'comparison' }, [
    ...wallets.slice(1).map(({ address, label }) =>
      button(`${label} ×`, () => send({ type: 'leave-out', wallet: address }), {
        class: 'chip',
        title: t('Remove {0} from the comparison', label),
        'aria-label': t('Remove {0} from the comparison', label),
        'data-focus': `chip ${address}`,
      }),
    ),
    wallets.length < maxComparedWallets &&
      button(t('Compare…'), () => send({ type: 'compare' }), {
        title: t('Compare with another wallet'),
        'data-focus': 'compare',
      }),
    element('span', { class: 'dim small' }, count),
  ]);
}

/** `until 2026-11-22 14:00:00 UTC; 98.7% of the last 24 h indexed`. */
export const periodText = ({ nowMilliseconds, coverage, windowSeconds }: WalletContent): string =>
  joinClauses([
    t('{0} until {1}', formatDuration(windowSeconds), formatUtcDateTime(nowMilliseconds)),
    coverage === null
      ? t('coverage unknown')
      : t('{0} of the last 24 h indexed', formatPercent(coverage)),
  ]);
