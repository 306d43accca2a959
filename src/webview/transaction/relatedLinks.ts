import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { button, element } from '../dom.ts';
import type { RelatedKind, TransactionContent } from '../messages/transaction.ts';
import { type Route, shortSafeAddress } from '../route/routeModel.ts';

interface RelatedLink {
  readonly kind: RelatedKind;
  readonly id: string;
  readonly label: string;
}

/** Links to a transaction's wallet, tokens, AMMs and pools, each once, in one line. */
export function relatedLinks(
  content: TransactionContent,
  route: Route,
  open: (link: RelatedLink) => void,
): HTMLElement {
  const tokens = route.tokens.map((token) => ({ id: token.mint, label: token.fullLabel }));
  const amms = route.legs.map(({ ammAddress, amm }) => ({ id: ammAddress ?? '', label: amm }));
  const pools = route.legs.map(({ pool }) => ({
    id: pool ?? '',
    label: shortSafeAddress(pool ?? ''),
  }));
  const wallet = { id: content.wallet, label: shortSafeAddress(content.wallet) };
  const group = (
    kind: RelatedKind,
    name: string,
    targets: readonly Omit<RelatedLink, 'kind'>[],
  ) => {
    const known = new Map(targets.map(({ id, label }) => [id, label]));
    known.delete('');
    if (known.size === 0) return false;
    const links = [...known].map(([id, label]) =>
      button(label, () => open({ kind, id, label }), {
        class: 'link',
        title: id,
        'aria-label': joinLabel(name, label),
      }),
    );
    return element('span', {}, [element('span', { class: 'dim' }, name), ...links]);
  };
  return element('nav', { class: 'related', 'aria-label': t('Related') }, [
    group('wallet', t('Wallet'), [wallet]),
    group('token', t('Tokens'), tokens),
    group('amm', t('AMMs'), amms),
    group('pool', t('Pools'), pools),
  ]);
}
