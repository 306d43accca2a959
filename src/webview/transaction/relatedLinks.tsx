import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import type { RelatedKind } from '../messages/links.ts';
import { type Route, shortSafeAddress } from '../route/routeModel.ts';

interface RelatedLinksProps {
  readonly route: Route;
  readonly open: (kind: RelatedKind, id: string) => void;
}

/** Links to a transaction's tokens, AMMs and pools, each once, in one line. */
export function RelatedLinks({ route, open }: RelatedLinksProps) {
  const tokens = route.tokens.map((token) => ({ id: token.mint, label: token.fullLabel }));
  const amms = route.legs.map(({ ammAddress, amm }) => ({ id: ammAddress ?? '', label: amm }));
  const pools = route.legs.map(({ pool }) => ({
    id: pool ?? '',
    label: shortSafeAddress(pool ?? ''),
  }));
  const group = (kind: RelatedKind, name: string, targets: readonly RelatedTarget[]) => (
    <RelatedGroup name={name} targets={targets} open={(id) => open(kind, id)} />
  );
  return (
    <nav class="related" aria-label={t('Related')}>
      {group('token', t('Tokens'), tokens)}
      {group('amm', t('AMMs'), amms)}
      {group('pool', t('Pools'), pools)}
    </nav>
  );
}

interface RelatedTarget {
  /** Empty: unknown. */
  readonly id: string;
  readonly label: string;
}

interface RelatedGroupProps {
  readonly name: string;
  readonly targets: readonly RelatedTarget[];
  readonly open: (id: string) => void;
}

function RelatedGroup({ name, targets, open }: RelatedGroupProps) {
  const known = new Map(targets.map(({ id, label }) => [id, label]));
  known.delete('');
  if (known.size === 0) return null;
  return (
    <span>
      <span class="dim">{name}</span>
      {[...known].map(([id, label]) => (
        <button
          key={id}
          type="button"
          class="link"
          title={id}
          aria-label={joinLabel(name, label)}
          onClick={() => open(id)}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
