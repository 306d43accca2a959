import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import {
  formatCount,
  formatDuration,
  formatTransactionCount,
  formatUsd,
  formatUtcTime,
} from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { button, type Child, element, replaceKeepingFocus } from '../dom.ts';
import type { TokenContent, TokenPool, TokenRequest } from '../messages/token.ts';
import type { Page } from '../page.ts';
import { scrollingTable, table } from '../tables.ts';
import { compareMetadata, differenceLabels } from './compareMetadata.ts';

export class TokenPage {
  readonly element = element('div', { class: 'token' });
  readonly #host: Pick<Page<TokenContent, TokenRequest>, 'send'>;

  constructor(host: Pick<Page<TokenContent, TokenRequest>, 'send'>) {
    this.#host = host;
  }

  show(content: TokenContent): void {
    const { facts, market, marketNote } = content;
    replaceKeepingFocus(
      this.element,
      this.#header(content),
      warningList(content),
      element('div', { class: 'columns' }, [
        facts.length > 0 && titledSection(t('Token'), this.#factList(facts)),
        titledSection(
          t('Market'),
          market.length > 0 && this.#factList(market),
          marketNote !== '' && element('p', { class: 'dim note' }, marketNote),
        ),
      ]),
      content.metadata.length > 0 && titledSection(t('Metadata'), metadataTable(content)),
      titledSection(t('Pools'), this.#pools(content)),
    );
  }

  #header(content: TokenContent): HTMLElement {
    const { name, symbol, mint, knownAs, isKnown, source, answeredAtMilliseconds } = content;
    const title = symbol || (isKnown ? t('Unnamed token') : t('Unknown token'));
    return element('header', { class: 'head' }, [
      this.#image(content),
      element('div', { class: 'title' }, [
        element('h1', {}, [
          element('bdi', {}, title),
          name !== '' && name !== symbol && element('bdi', { class: 'name dim' }, ` ${name}`),
        ]),
        element('p', {}, this.#address(mint, 'mint')),
      ]),
      element('div', { class: 'badges' }, [
        knownAs !== null &&
          element('span', { class: 'badge good' }, t('✓ well-known {0}', knownAs)),
        element('span', { class: 'badge' }, `${source} · ${formatUtcTime(answeredAtMilliseconds)}`),
      ]),
      element('div', { class: 'tools' }, [
        this.#tool(t('Show Arbitrages'), { type: 'show-arbitrages', pool: null }, 'quiet'),
        this.#tool(t('Percentiles'), { type: 'open-percentiles' }, 'quiet'),
        this.#tool(t('Explorer'), { type: 'open-explorer', id: mint }, 'quiet'),
        this.#tool(t('Refresh'), { type: 'refresh' }),
      ]),
    ]);
  }

  #tool(label: string, request: TokenRequest | { readonly type: 'refresh' }, look?: string) {
    const attributes = { class: look, 'data-focus': request.type };
    return button(label, () => this.#host.send(request), attributes);
  }

  /** The picture, or letters and a button that fetches it. */
  #image({ image, imageUrl, imageNote, symbol }: TokenContent): HTMLElement {
    if (image !== null) {
      return element('img', { class: 'picture', src: image, alt: t('Picture set by the issuer') });
    }
    const letters = element('span', { class: 'picture letters', 'aria-hidden': 'true' }, [
      Array.from(symbol).slice(0, 2).join(''),
    ]);
    return element('span', { class: 'picture-place' }, [
      letters,
      imageNote !== '' && element('span', { class: 'dim small' }, t('No picture: {0}', imageNote)),
      imageNote === '' &&
        imageUrl !== null &&
        button(t('Show Picture'), () => this.#host.send({ type: 'show-image' }), {
          class: 'link small',
          title: t('Fetches {0}. Its owner sees the request.', imageUrl),
          'data-focus': 'image',
        }),
    ]);
  }

  #pools({ pools, poolsNote, canLoadPools, windowSeconds }: TokenContent): HTMLElement {
    const note = element('p', { class: 'dim note' }, [
      poolsNote,
      ' ',
      canLoadPools &&
        button(t('Load Market Cache'), () => this.#host.send({ type: 'load-pools' }), {
          class: 'link',
          title: t('Up to hundreds of megabytes from a service. You can cancel it.'),
          'data-focus': 'load-pools',
        }),
    ]);
    if (pools.length === 0) return note;
    const listed = pools.length === 1 ? t('1 pool') : t('{0} pools', formatCount(pools.length));
    const window = windowSeconds === null ? '' : formatDuration(windowSeconds);
    return element('div', {}, [
      dataTable(
        listed,
        [
          t('Pool'),
          'AMM',
          t('Pair'),
          t('Gross gains'),
          t('Net gains'),
          t('Transactions'),
          t('Lookup table'),
        ],
        pools.map((pool) => this.#pool(pool)),
        [3, 4, 5],
      ),
      window !== '' &&
        element('p', { class: 'dim note' }, [
          t('Gains of the last {0}. Each pool of a route counts the whole transaction.', window),
        ]),
      note,
    ]);
  }

  #pool({ pool, ammName, pair, revenuesUsd, profitsUsd, transactions, lookupTable }: TokenPool) {
    const figure = (value: number | null, format: (value: number) => string) =>
      value === null ? '—' : format(value);
    return [
      this.#address(pool, 'pool', shortenAddress(pool)),
      element('bdi', { class: 'whole' }, ammName),
      element('bdi', { class: 'whole' }, pair ?? '—'),
      figure(revenuesUsd, formatUsd),
      figure(profitsUsd, formatUsd),
      transactions === null ? '—' : this.#arbitragesOf(pool, transactions),
      lookupTable === null ? '—' : this.#address(lookupTable, pool, shortenAddress(lookupTable)),
    ];
  }

  #arbitragesOf(pool: string, transactions: number): HTMLElement {
    return button(
      formatCount(transactions),
      () => this.#host.send({ type: 'show-arbitrages', pool }),
      {
        class: 'link',
        title: t('Show Arbitrages'),
        'aria-label': joinLabel(t('Show Arbitrages'), formatTransactionCount(transactions)),
        'data-focus': `arbitrages ${pool}`,
      },
    );
  }

  /** A click copies the address; `place` makes its focus key unique. */
  #address(address: string, place: string, shown = address): HTMLElement {
    return button(
      shown,
      () => this.#host.send({ type: 'copy', text: address, what: t('Address') }),
      {
        class: 'link mono address',
        title: t('Copy {0}', address),
        'aria-label': t('Copy {0}', shown),
        'data-focus': `${place} ${address}`,
      },
    );
  }

  #factList(facts: TokenContent['facts']): HTMLElement {
    return element(
      'dl',
      {},
      facts.flatMap(({ name, value }) => [
        element('dt', {}, name),
        element(
          'dd',
          {},
          isAddress(value) ? this.#address(value, name) : element('bdi', {}, value),
        ),
      ]),
    );
  }
}

const warningList = ({ warnings }: TokenContent): HTMLElement | null =>
  warnings.length === 0
    ? null
    : element(
        'section',
        { class: 'warning', role: 'alert', 'aria-label': t('Warning') },
        warnings.map((warning) => element('p', {}, [element('bdi', {}, `⚠ ${warning}`)])),
      );

const metadataTable = ({ metadata }: TokenContent): HTMLElement =>
  dataTable(
    t('Set by the issuer, not verified'),
    ['', t('On chain'), t('Off chain'), t('Compared')],
    metadata.map((row) => {
      const difference = compareMetadata(row);
      const label = differenceLabels[difference];
      return [
        row.field,
        metadataValue(row.onChain),
        metadataValue(row.offChain),
        element('span', { class: `difference ${difference}` }, [
          difference === 'different' ? `⚠ ${label}` : label,
        ]),
      ];
    }),
  );

/** Long enough to distinguish by eye; a click copies the whole address. */
const shortenAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-8)}`;

const metadataValue = (text: string | null): HTMLElement =>
  text === null ? element('span', { class: 'dim' }, '—') : element('bdi', { class: 'told' }, text);

const titledSection = (title: string, ...children: readonly Child[]): HTMLElement =>
  element('section', { 'aria-label': title }, [element('h2', {}, title), ...children]);

function dataTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
  figures: readonly number[] = [],
): HTMLElement {
  const isFigure = (at: number) => figures.includes(at);
  const lines = rows.map((cells) =>
    element(
      'tr',
      {},
      cells.map((cell, at) =>
        at === 0
          ? element('th', { scope: 'row' }, cell)
          : element('td', { class: isFigure(at) ? 'figure' : null }, cell),
      ),
    ),
  );
  return scrollingTable(caption, table({}, caption, head, isFigure, lines));
}
