import { t } from '@vscode/l10n';
import {
  type MarketContent,
  type MarketScope,
  type ScopeKind,
  scopeKinds,
} from '../messages/market.ts';

interface ScopeSelectProps extends Pick<MarketContent, 'choices' | 'scopeLabel'> {
  readonly scope: MarketScope | null;
  readonly onChoose: (scope: MarketScope | null) => void;
  readonly onEnterOther: () => void;
}

const wholeMarket = '';
const otherScope = 'other';

/** The most frequent scopes, or any other by input. */
export function ScopeSelect(props: ScopeSelectProps) {
  const { choices, scopeLabel, scope, onChoose, onEnterOther } = props;
  const chosen = scope === null ? wholeMarket : keyOf(scope);
  const isListed = scope === null || choices.some((each) => keyOf(each.scope) === chosen);
  const all = isListed ? choices : [{ scope, label: scopeLabel }, ...choices];
  const choose = (select: HTMLSelectElement) => {
    const { value } = select;
    if (value === otherScope) {
      // Keeps the old choice until a scope is entered.
      select.value = chosen;
      onEnterOther();
      return;
    }
    onChoose(all.find((each) => keyOf(each.scope) === value)?.scope ?? null);
  };
  return (
    <select
      class="scope"
      aria-label={t('Scope')}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget)}
    >
      <option value={wholeMarket}>{t('Whole market')}</option>
      {scopeKinds.map((kind) => {
        const own = all.filter((each) => each.scope.kind === kind);
        if (own.length === 0) return null;
        return (
          <optgroup key={kind} label={groupLabels[kind]}>
            {own.map((each) => (
              <option key={keyOf(each.scope)} value={keyOf(each.scope)}>
                {each.label}
              </option>
            ))}
          </optgroup>
        );
      })}
      <option value={otherScope}>{t('Other…')}</option>
    </select>
  );
}

const keyOf = ({ kind, value }: MarketScope): string => `${kind} ${value}`;

const groupLabels: Readonly<Record<ScopeKind, string>> = {
  token: t('Tokens'),
  amm: t('AMMs'),
  pool: t('Pools'),
  wallet: t('Wallets'),
  provider: t('Providers'),
  bot: t('Bots'),
};
