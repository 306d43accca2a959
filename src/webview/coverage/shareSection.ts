import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { button, type Child, element, replaceKeepingFocus } from '../dom.ts';
import { bestPoolCount, type CoverageContent } from '../messages/coverage.ts';
import { scrollingTable, table } from '../tables.ts';
import { drawShares, shareSwatch } from './drawShares.ts';
import { FluidPicture } from './fluidPicture.ts';
import { addPoolsText, formatShareOf, formatUsdSum } from './format.ts';
import { boundsShares, type GainShare, reportShares, sumOfGains } from './gainShares.ts';
import { type CoverageSection, type CoverageView, type Send, section } from './section.ts';

export const sharesOf = ({ coverage, state }: CoverageContent): GainShare[] => {
  if (coverage === null) return [];
  return coverage.kind === 'report' ? reportShares(coverage, state) : boundsShares(coverage);
};

/** Texts of the bar's parts, left to right: `Covered: 55.2%`, `Pool not in the file: 36.3%`. */
export function shareTexts(shares: readonly GainShare[]): string[] {
  const total = sumOfGains(shares);
  return shares.flatMap(({ label, netGainsUsd }) =>
    netGainsUsd === null ? [] : [joinLabel(label, formatShareOf(netGainsUsd, total))],
  );
}

export class ShareSection implements CoverageSection {
  readonly element: HTMLElement;
  readonly #send: Send;
  readonly #room = element('div');
  readonly #bar: FluidPicture;
  #shares: readonly GainShare[] = [];

  constructor(send: Send) {
    this.#send = send;
    this.#bar = new FluidPicture((width) =>
      sumOfGains(this.#shares) > 0
        ? drawShares(
            this.#shares,
            width,
            joinLabel(this.#title, joinClauses(shareTexts(this.#shares))),
          )
        : null,
    );
    this.element = section(this.#title, [], [this.#bar.element, this.#room]);
  }

  get #title(): string {
    return t('Where the net gain is');
  }

  show(content: CoverageContent, view: CoverageView): void {
    this.#shares = sharesOf(content);
    this.#bar.element.hidden = view === 'table';
    this.#bar.draw();
    replaceKeepingFocus(this.#room, this.#table(content));
  }

  #table(content: CoverageContent): HTMLElement {
    const shares = this.#shares;
    const total = sumOfGains(shares);
    const sample = shares.reduce((sum, { transactions }) => sum + transactions, 0);
    const columns = [
      t('Arbitrages of the window'),
      t('Tx'),
      t('of {0}', formatCount(sample)),
      t('Net gain'),
      t('of {0}', formatUsdSum(total)),
      '',
    ];
    const rows = shares.map((share) => {
      const { kind, label, transactions, netGainsUsd } = share;
      return element('tr', { 'data-share': kind }, [
        element('th', { scope: 'row', class: 'row-name' }, [shareSwatch(kind), ` ${label}`]),
        element('td', { class: 'figure' }, formatCount(transactions)),
        element('td', { class: 'figure' }, formatShareOf(transactions, sample)),
        element('td', { class: 'figure' }, netGainsUsd === null ? '–' : formatUsdSum(netGainsUsd)),
        element('td', { class: 'figure' }, [
          netGainsUsd === null ? '–' : formatShareOf(netGainsUsd, total),
        ]),
        element('td', { class: 'figure' }, this.#action(share, content)),
      ]);
    });
    return scrollingTable(
      this.#title,
      table({ class: 'rows shares-table' }, this.#title, columns, (at) => at > 0, rows),
    );
  }

  #action({ kind, transactions }: GainShare, { coverage, config }: CoverageContent): Child {
    if (transactions === 0 || !config.canEdit || coverage === null) return null;
    const act = (text: string, run: () => void) =>
      button(text, run, { class: 'link', 'data-focus': `share ${kind}` });
    if (kind === 'missing-pool') {
      const count = bestPoolCount(coverage.missing_pools);
      return count === 0
        ? null
        : act(addPoolsText(count), () => this.#send({ type: 'add-pools', count }));
    }
    return kind === 'different-groups' && config.canMerge
      ? act(t('Merge Groups…'), () => this.#send({ type: 'merge-groups' }))
      : null;
  }
}
