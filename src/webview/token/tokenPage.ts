import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatUsd, formatUtcTime } from '../../api/format.ts';
import { button, type Child, element, replaceKeepingFocus } from '../dom.ts';
import { interpolate } from '../interpolate.ts';
import type { TokenContent, TokenPool, TokenRequest } from '../messages/token.ts';
import type { Page } from '../page.ts';
import { scrollingTable, table } from '../tables.ts';
import { compareMetadata, differenceLabels } from './compareMetadata.ts';
import { authorityDescriptions, describeAuthority } from './describeAuthority.ts';
import { formatSupply } from './formatSupply.ts';

/** The whole of the token panel. */
export class TokenPage {
  readonly element = element('div', { class: 'token' });
  readonly #host: Pick<Page<TokenContent, TokenRequest>, 'send'>;

  constructor(host: Pick<Page<TokenContent, TokenRequest>, 'send'>) {
    this.#host = host;
  }

  show(content: TokenContent): void {
    replaceKeepingFocus(
      this.element,
      this.#header(content),
      lookAlikeWarning(content),
      element('div', { class: 'columns' }, [
        this.#facts(content),
        titledSection(t('Market'), marketFigures(content)),
      ]),
      titledSection(t('Authorities'), this.#authorities(content)),
      titledSection(t('Metadata'), metadataTable(content)),
      titledSection(t('Pools'), this.#pools(content)),
      element(
        'p',
        { class: 'dim foot' },
        `${content.isSimulated ? t('{0}: simulated data', content.source) : content.source} · ${t('answered {0}', formatUtcTime(content.answeredAtMilliseconds))}`,
      ),
    );
  }

  #header(content: TokenContent): HTMLElement {
    const { name, symbol, mint, knownAs, isSimulated, source } = content;
    const unnamed = content.decimals === null ? t('Token not known') : t('Unnamed token');
    const title = symbol === '' ? unnamed : symbol;
    return element('header', { class: 'head' }, [
      this.#image(content),
      element('div', { class: 'title' }, [
        element('h1', {}, [
          element('bdi', {}, title),
          name !== '' && name !== symbol && element('bdi', { class: 'name dim' }, ` ${name}`),
        ]),
        element('p', {}, this.#address(mint, t('mint'))),
      ]),
      element('div', { class: 'badges' }, [
        knownAs !== null &&
          element(
            'span',
            { class: 'badge good', title: t('The address is in Arbscope’s own table') },
            [t('✓ well-known {0}', knownAs)],
          ),
        element('span', { class: 'badge' }, isSimulated ? t('{0}: simulated', source) : source),
      ]),
      element('div', { class: 'tools' }, [
        button(t('Percentiles'), () => this.#host.send({ type: 'open-percentiles' }), {
          class: 'quiet',
          'data-focus': 'percentiles',
        }),
        button(t('Explorer'), () => this.#host.send({ type: 'open-explorer', id: mint }), {
          class: 'quiet',
          'data-focus': 'explorer',
        }),
        button(t('Refresh'), () => this.#host.send({ type: 'refresh' }), {
          'data-focus': 'refresh',
        }),
      ]),
    ]);
  }

  /** The picture, or letters in its place with the way to it. */
  #image({ image, imageUrl, imageNote, symbol }: TokenContent): HTMLElement {
    if (image !== null) {
      return element('img', {
        class: 'picture',
        src: image,
        alt:
          symbol === ''
            ? t('Picture of the token, chosen by its maker')
            : t('Picture of {0}, chosen by its maker', symbol),
      });
    }
    const letters = element('span', { class: 'picture letters', 'aria-hidden': 'true' }, [
      Array.from(symbol).slice(0, 2).join(''),
    ]);
    if (imageUrl === null) return letters;
    return element('span', { class: 'picture-place' }, [
      letters,
      imageNote === ''
        ? button(t('Show picture'), () => this.#host.send({ type: 'show-image' }), {
            class: 'link small',
            title: t('Fetches {0}; its owner learns of the visit', imageUrl),
            'data-focus': 'image',
          })
        : element('span', { class: 'dim small' }, t('No picture: {0}', imageNote)),
    ]);
  }

  #facts(content: TokenContent): HTMLElement {
    const { decimals, program, supply, transferFeeBasisPoints, isMutable } = content;
    const { metadataAccount, metadataUrl, imageUrl, imageNote } = content;
    return titledSection(
      t('Token'),
      factList([
        [t('Decimals'), decimals === null ? t('not known') : formatCount(decimals)],
        [t('Program'), program],
        [
          t('Supply'),
          supply === null || decimals === null ? t('not told') : formatSupply(supply, decimals),
        ],
        transferFeeBasisPoints !== null && [
          t('Transfer fee'),
          t('{0} % of every transfer is withheld', transferFeeBasisPoints / 100),
        ],
        isMutable !== null && [
          t('Metadata'),
          isMutable ? t('can be changed') : t('cannot be changed'),
        ],
        metadataAccount !== null && [
          t('Metadata account'),
          this.#address(metadataAccount, t('metadata account')),
        ],
        metadataUrl !== null && [t('Off-chain metadata'), element('bdi', {}, metadataUrl)],
        [t('Picture'), imageUrl === null ? imageNote : element('bdi', {}, imageUrl)],
      ]),
    );
  }

  #authorities(content: TokenContent): HTMLElement {
    return dataTable(
      t('Who may do what to the token'),
      [t('Authority'), t('Held by'), t('What it means')],
      content.authorities.map((authority) => {
        const { name } = authorityDescriptions[authority.role];
        const { words, isRisk } = describeAuthority(authority, content);
        const nobody = content.areAuthoritiesKnown ? t('nobody') : t('not known');
        return [
          name,
          authority.address === null
            ? element('span', { class: 'dim' }, nobody)
            : this.#address(authority.address, name.toLowerCase()),
          element('span', { class: isRisk ? 'risk' : 'dim' }, isRisk ? `⚠ ${words}` : words),
        ];
      }),
    );
  }

  #pools({ pools, poolsNote, canLoadPools, market: figures }: TokenContent): HTMLElement {
    const note = element('p', { class: 'dim note' }, [
      poolsNote,
      ' ',
      canLoadPools &&
        button(t('Load the market cache'), () => this.#host.send({ type: 'load-pools' }), {
          class: 'link',
          title: t('From a service it may be hundreds of megabytes; it can be stopped'),
          'data-focus': 'load-pools',
        }),
    ]);
    if (pools.length === 0) return note;
    const window =
      figures === null || figures.windowSeconds === null
        ? ''
        : ` ${t('Gains of the last {0}; a transaction counts in full for each pool on its route.', formatDuration(figures.windowSeconds))}`;
    const listed = pools.length === 1 ? t('1 pool.') : t('{0} pools.', formatCount(pools.length));
    return element('div', {}, [
      dataTable(
        `${listed}${window}`,
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
      note,
    ]);
  }

  #pool({ pool, ammName, pair, revenuesUsd, profitsUsd, transactions, lookupTable }: TokenPool) {
    const figure = (value: number | null, words: (value: number) => string) =>
      value === null ? '—' : words(value);
    return [
      this.#address(pool, t('pool'), shortenAddress(pool)),
      element('bdi', { class: 'whole' }, ammName),
      element('bdi', { class: 'whole' }, pair ?? '—'),
      figure(revenuesUsd, formatUsd),
      figure(profitsUsd, formatUsd),
      figure(transactions, formatCount),
      lookupTable === null
        ? element('span', { class: 'dim' }, t('none seen'))
        : this.#address(lookupTable, t('lookup table'), shortenAddress(lookupTable)),
    ];
  }

  /** An address that a click copies. */
  #address(address: string, what: string, shown = address): HTMLElement {
    return button(
      shown,
      () => this.#host.send({ type: 'copy', text: address, what: t('Address of the {0}', what) }),
      {
        class: 'link mono address',
        title: shown === address ? t('Copy the {0}', what) : t('Copy the {0} {1}', what, address),
        'aria-label': t('Copy the {0} {1}', what, shown),
        'data-focus': `${what} ${address}`,
      },
    );
  }
}

function lookAlikeWarning({ looksLike, symbol, mint }: TokenContent): HTMLElement | null {
  if (looksLike === null) return null;
  return element('section', { class: 'warning', role: 'alert', 'aria-label': t('Warning') }, [
    element('p', {}, [
      element('strong', {}, t('⚠ Not the well-known token.')),
      ' ',
      ...interpolate(
        symbol === looksLike.symbol
          ? t(
              'This token has the symbol of {0}, whose mint is {1}; this one is {2}.',
              '{0}',
              '{1}',
              '{2}',
            )
          : t(
              'This token is made to look like {0}, whose mint is {1}; this one is {2}.',
              '{0}',
              '{1}',
              '{2}',
            ),
        element('bdi', {}, looksLike.symbol),
        element('span', { class: 'mono' }, looksLike.mint),
        element('span', { class: 'mono' }, mint),
      ),
    ]),
  ]);
}

function marketFigures({ market: figures, marketNote, price }: TokenContent): HTMLElement {
  const priced: readonly [string, Child] | false = price !== null && [
    t('Price'),
    price.atMilliseconds === null
      ? t('{0}, of the last transactions seen', formatUsd(price.usd))
      : t(
          '{0}, {1}, of the last transactions seen',
          formatUsd(price.usd),
          formatUtcTime(price.atMilliseconds),
        ),
  ];
  if (figures === null) {
    return element('div', {}, [
      priced !== false && factList([priced]),
      element('p', { class: 'dim note' }, marketNote),
    ]);
  }
  const { windowSeconds, rank, ranked, answeredAtMilliseconds } = figures;
  return factList([
    priced,
    [
      t('Rank'),
      windowSeconds === null
        ? t('{0} of {1} by gross gains', formatCount(rank), formatCount(ranked))
        : t(
            '{0} of {1} by gross gains in the last {2}',
            formatCount(rank),
            formatCount(ranked),
            formatDuration(windowSeconds),
          ),
    ],
    [t('Gross gains'), formatUsd(figures.revenuesUsd)],
    [t('Net gains'), t('{0} after fees, tips and bot fees', formatUsd(figures.profitsUsd))],
    [t('Sample'), t('{0} arbitrage transactions', formatCount(figures.transactions))],
    [t('Volume'), t('{0}, input of the arbitrages', formatUsd(figures.volumeUsd))],
    [
      t('Market cap'),
      figures.marketCapUsd === null ? t('not known') : formatUsd(figures.marketCapUsd),
    ],
    [
      t('Liquidity'),
      figures.liquidityUsd === null ? t('not known') : formatUsd(figures.liquidityUsd),
    ],
    [t('As of'), t('{0}, the Finder’s last answer', formatUtcTime(answeredAtMilliseconds))],
  ]);
}

function metadataTable({ metadata: rows }: TokenContent): HTMLElement {
  if (rows.length === 0) {
    return element('p', { class: 'dim' }, t('The connection knows of no metadata of this token.'));
  }
  return dataTable(
    t('What the token says of itself: anybody can write anything here'),
    ['', t('On chain'), t('Off chain'), t('Compared')],
    rows.map((row) => {
      const difference = compareMetadata(row);
      return [
        row.field,
        metadataValue(row.onChain),
        metadataValue(row.offChain),
        element('span', { class: `difference ${difference}` }, [
          difference === 'different'
            ? `⚠ ${differenceLabels[difference]}`
            : differenceLabels[difference],
        ]),
      ];
    }),
  );
}

/** Enough to tell two apart by eye; a click copies all of it. */
const shortenAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-8)}`;

const metadataValue = (text: string | null): HTMLElement =>
  text === null ? element('span', { class: 'dim' }, '—') : element('bdi', { class: 'told' }, text);

const titledSection = (title: string, ...children: readonly Child[]): HTMLElement =>
  element('section', { 'aria-label': title }, [element('h2', {}, title), ...children]);

function factList(facts: readonly (readonly [name: string, value: Child] | false)[]): HTMLElement {
  return element(
    'dl',
    {},
    facts.flatMap((fact) =>
      fact === false ? [] : [element('dt', {}, fact[0]), element('dd', {}, fact[1])],
    ),
  );
}

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
