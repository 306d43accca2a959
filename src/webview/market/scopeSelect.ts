import { t } from '@vscode/l10n';
import { addListeners, element, replaceContent } from '../dom.ts';
import {
  type MarketContent,
  type MarketScope,
  type ScopeChoice,
  type ScopeKind,
  scopeKinds,
} from '../messages/market.ts';

const wholeMarket = '';
const otherScope = 'other';

const keyOf = ({ kind, value }: MarketScope): string => `${kind} ${value}`;

const groupLabels = (): Readonly<Record<ScopeKind, string>> => ({
  token: t('Tokens'),
  amm: t('AMMs'),
  pool: t('Pools'),
  wallet: t('Wallets'),
  provider: t('Providers'),
  bot: t('Bots'),
});

/** The most frequent scopes, or any other by input. */
export class ScopeSelect {
  readonly element: HTMLSelectElement;
  #choices: readonly ScopeChoice[] = [];
  #shown = wholeMarket;

  constructor(choose: (scope: MarketScope | null) => void, enterOther: () => void) {
    this.element = addListeners(element('select', { class: 'scope', 'aria-label': t('Scope') }), {
      change: () => {
        const { value } = this.element;
        if (value === otherScope) {
          // Keeps the old choice until a scope is entered.
          this.element.value = this.#shown;
          enterOther();
          return;
        }
        choose(this.#choices.find(({ scope }) => keyOf(scope) === value)?.scope ?? null);
      },
    });
  }

  show({ query: { scope }, choices, scopeLabel }: MarketContent): void {
    const isListed = choices.some((each) => scope !== null && keyOf(each.scope) === keyOf(scope));
    this.#choices =
      scope === null || isListed ? choices : [{ scope, label: scopeLabel }, ...choices];
    this.#shown = scope === null ? wholeMarket : keyOf(scope);
    const labels = groupLabels();
    const groups = scopeKinds.flatMap((kind) => {
      const own = this.#choices.filter((each) => each.scope.kind === kind);
      if (own.length === 0) return [];
      const options = own.map((each) =>
        element('option', { value: keyOf(each.scope) }, each.label),
      );
      return [element('optgroup', { label: labels[kind] }, options)];
    });
    replaceContent(
      this.element,
      element('option', { value: wholeMarket }, t('Whole market')),
      ...groups,
      element('option', { value: otherScope }, t('Other…')),
    );
    this.element.value = this.#shown;
  }
}
