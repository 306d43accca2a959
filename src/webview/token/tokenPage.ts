import { clock, count, timeSpan, usd } from '../../interface/figures.ts';
import { captionedTable } from '../captionedTable.ts';
import { button, type Child, element, replaceContent } from '../dom.ts';
import type { TokenContent, TokenPool, TokenRequest } from '../messages/token.ts';
import type { FromPage } from '../messages.ts';
import { authorityWords, meaningOf } from './authorityWords.ts';
import { differenceOf, differenceWords } from './differences.ts';
import { supplyWords } from './supply.ts';

export interface TokenHost {
  send(message: FromPage | TokenRequest): void;
}

/** The whole of the token panel. */
export class TokenPage {
  readonly element = element('div', { class: 'token' });
  readonly #host: TokenHost;

  constructor(host: TokenHost) {
    this.#host = host;
  }

  show(content: TokenContent): void {
    const focused = this.element.querySelector(':focus')?.getAttribute('data-focus') ?? null;
    replaceContent(
      this.element,
      this.#head(content),
      warning(content),
      element(
        'div',
        { class: 'columns' },
        this.#facts(content),
        section('Market', market(content)),
      ),
      section('Authorities', this.#authorities(content)),
      section('Metadata', metadata(content)),
      section('Pools', this.#pools(content)),
      element(
        'p',
        { class: 'dim foot' },
        `${content.isSimulated ? `${content.source}: simulated data` : content.source} · answered ${clock(content.answeredAtMilliseconds)}`,
      ),
    );
    if (focused !== null) {
      [...this.element.querySelectorAll<HTMLElement>('[data-focus]')]
        .find((each) => each.dataset['focus'] === focused)
        ?.focus();
    }
  }

  #head(content: TokenContent): HTMLElement {
    const { name, symbol, mint, knownAs, isSimulated, source } = content;
    const unnamed = content.decimals === null ? 'Token not known' : 'Unnamed token';
    const title = symbol === '' ? unnamed : symbol;
    return element(
      'header',
      { class: 'head' },
      this.#picture(content),
      element(
        'div',
        { class: 'title' },
        element(
          'h1',
          {},
          element('bdi', {}, title),
          name !== '' && name !== symbol && element('bdi', { class: 'name dim' }, ` ${name}`),
        ),
        element('p', {}, this.#address(mint, 'mint')),
      ),
      element(
        'div',
        { class: 'badges' },
        knownAs !== null &&
          element(
            'span',
            { class: 'badge good', title: 'The address is in Arbscope’s own table' },
            `✓ well-known ${knownAs}`,
          ),
        element('span', { class: 'badge' }, isSimulated ? `${source}: simulated` : source),
      ),
      element(
        'div',
        { class: 'tools' },
        button('Percentiles', () => this.#host.send({ type: 'open-percentiles' }), {
          class: 'quiet',
          'data-focus': 'percentiles',
        }),
        button('Explorer', () => this.#host.send({ type: 'open-explorer', id: mint }), {
          class: 'quiet',
          'data-focus': 'explorer',
        }),
        button('Refresh', () => this.#host.send({ type: 'refresh' }), { 'data-focus': 'refresh' }),
      ),
    );
  }

  /** The picture, or letters in its place with the way to it. */
  #picture({ image, imageUrl, imageNote, symbol }: TokenContent): HTMLElement {
    if (image !== null) {
      return element('img', {
        class: 'picture',
        src: image,
        alt: `Picture of ${symbol === '' ? 'the token' : symbol}, chosen by its maker`,
      });
    }
    const letters = element(
      'span',
      { class: 'picture letters', 'aria-hidden': 'true' },
      Array.from(symbol).slice(0, 2).join(''),
    );
    if (imageUrl === null) return letters;
    return element(
      'span',
      { class: 'picture-place' },
      letters,
      imageNote === ''
        ? button('Show picture', () => this.#host.send({ type: 'show-image' }), {
            class: 'link small',
            title: `Fetches ${imageUrl}; its owner learns of the visit`,
            'data-focus': 'image',
          })
        : element('span', { class: 'dim small' }, `No picture: ${imageNote}`),
    );
  }

  #facts(content: TokenContent): HTMLElement {
    const { decimals, program, supply, transferFeeBasisPoints, isMutable } = content;
    const { metadataAccount, metadataUrl, imageUrl, imageNote } = content;
    return section(
      'Token',
      list([
        ['Decimals', decimals === null ? 'not known' : count(decimals)],
        ['Program', program],
        [
          'Supply',
          supply === null || decimals === null ? 'not told' : supplyWords(supply, decimals),
        ],
        transferFeeBasisPoints !== null && [
          'Transfer fee',
          `${transferFeeBasisPoints / 100} % of every transfer is withheld`,
        ],
        isMutable !== null && ['Metadata', isMutable ? 'can be changed' : 'cannot be changed'],
        metadataAccount !== null && [
          'Metadata account',
          this.#address(metadataAccount, 'metadata account'),
        ],
        metadataUrl !== null && ['Off-chain metadata', element('bdi', {}, metadataUrl)],
        ['Picture', imageUrl === null ? imageNote : element('bdi', {}, imageUrl)],
      ]),
    );
  }

  #authorities(content: TokenContent): HTMLElement {
    return table(
      'Who may do what to the token',
      ['Authority', 'Held by', 'What it means'],
      content.authorities.map((authority) => {
        const { name } = authorityWords[authority.role];
        const { words, isRisk } = meaningOf(authority, content);
        const nobody = content.areAuthoritiesKnown ? 'nobody' : 'not known';
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
    const note = element(
      'p',
      { class: 'dim note' },
      poolsNote,
      ' ',
      canLoadPools &&
        button('Load the market cache', () => this.#host.send({ type: 'load-pools' }), {
          class: 'link',
          title: 'From a service it may be hundreds of megabytes; it can be stopped',
          'data-focus': 'load-pools',
        }),
    );
    if (pools.length === 0) return note;
    const window =
      figures === null || figures.windowSeconds === null
        ? ''
        : ` Gains of the last ${timeSpan(figures.windowSeconds)}; a transaction counts in full for each pool on its route.`;
    return element(
      'div',
      {},
      table(
        `${count(pools.length)} ${pools.length === 1 ? 'pool' : 'pools'}.${window}`,
        ['Pool', 'AMM', 'Pair', 'Gross gains', 'Net gains', 'Transactions', 'Lookup table'],
        pools.map((pool) => this.#pool(pool)),
        [3, 4, 5],
      ),
      note,
    );
  }

  #pool({ pool, ammName, pair, revenuesUsd, profitsUsd, transactions, lookupTable }: TokenPool) {
    const figure = (value: number | null, words: (value: number) => string) =>
      value === null ? '—' : words(value);
    return [
      this.#address(pool, 'pool', shortened(pool)),
      element('bdi', { class: 'whole' }, ammName),
      element('bdi', { class: 'whole' }, pair ?? '—'),
      figure(revenuesUsd, usd),
      figure(profitsUsd, usd),
      figure(transactions, count),
      lookupTable === null
        ? element('span', { class: 'dim' }, 'none seen')
        : this.#address(lookupTable, 'lookup table', shortened(lookupTable)),
    ];
  }

  /** An address that a click copies. */
  #address(address: string, what: string, shown = address): HTMLElement {
    return button(
      shown,
      () => this.#host.send({ type: 'copy', text: address, what: `Address of the ${what}` }),
      {
        class: 'link mono address',
        title: shown === address ? `Copy the ${what}` : `Copy the ${what} ${address}`,
        'aria-label': `Copy the ${what} ${shown}`,
        'data-focus': `${what} ${address}`,
      },
    );
  }
}

function warning({ looksLike, symbol, mint }: TokenContent): HTMLElement | null {
  if (looksLike === null) return null;
  const reads = symbol === looksLike.symbol ? 'has the symbol of' : 'is made to look like';
  return element(
    'section',
    { class: 'warning', role: 'alert', 'aria-label': 'Warning' },
    element(
      'p',
      {},
      element('strong', {}, '⚠ Not the well-known token. '),
      'This token ',
      `${reads} `,
      element('bdi', {}, looksLike.symbol),
      ', whose mint is ',
      element('span', { class: 'mono' }, looksLike.mint),
      '; this one is ',
      element('span', { class: 'mono' }, mint),
      '.',
    ),
  );
}

function market({ market: figures, marketNote, price }: TokenContent): HTMLElement {
  const priced: readonly [string, Child] | false = price !== null && [
    'Price',
    `${usd(price.usd)}${price.atMilliseconds === null ? '' : `, ${clock(price.atMilliseconds)}`}, of the last transactions seen`,
  ];
  if (figures === null) {
    return element(
      'div',
      {},
      priced !== false && list([priced]),
      element('p', { class: 'dim note' }, marketNote),
    );
  }
  const { windowSeconds, rank, ranked, answeredAtMilliseconds } = figures;
  const window = windowSeconds === null ? '' : ` in the last ${timeSpan(windowSeconds)}`;
  return list([
    priced,
    ['Rank', `${count(rank)} of ${count(ranked)} by gross gains${window}`],
    ['Gross gains', usd(figures.revenuesUsd)],
    ['Net gains', `${usd(figures.profitsUsd)} after fees, tips and bot fees`],
    ['Sample', `${count(figures.transactions)} arbitrage transactions`],
    ['Volume', `${usd(figures.volumeUsd)}, input of the arbitrages`],
    ['Market cap', figures.marketCapUsd === null ? 'not known' : usd(figures.marketCapUsd)],
    ['Liquidity', figures.liquidityUsd === null ? 'not known' : usd(figures.liquidityUsd)],
    ['As of', `${clock(answeredAtMilliseconds)}, the Finder’s last answer`],
  ]);
}

function metadata({ metadata: rows }: TokenContent): HTMLElement {
  if (rows.length === 0) {
    return element('p', { class: 'dim' }, 'The connection knows of no metadata of this token.');
  }
  return table(
    'What the token says of itself: anybody can write anything here',
    ['', 'On chain', 'Off chain', 'Compared'],
    rows.map((row) => {
      const difference = differenceOf(row);
      return [
        row.field,
        side(row.onChain),
        side(row.offChain),
        element(
          'span',
          { class: `difference ${difference}` },
          difference === 'different'
            ? `⚠ ${differenceWords[difference]}`
            : differenceWords[difference],
        ),
      ];
    }),
  );
}

/** Enough to tell two apart by eye; a click copies all of it. */
const shortened = (address: string): string => `${address.slice(0, 8)}…${address.slice(-8)}`;

const side = (text: string | null): HTMLElement =>
  text === null ? element('span', { class: 'dim' }, '—') : element('bdi', { class: 'told' }, text);

const section = (title: string, ...children: readonly Child[]): HTMLElement =>
  element('section', { 'aria-label': title }, element('h2', {}, title), ...children);

function list(facts: readonly (readonly [name: string, value: Child] | false)[]): HTMLElement {
  return element(
    'dl',
    {},
    ...facts.flatMap((fact) =>
      fact === false ? [] : [element('dt', {}, fact[0]), element('dd', {}, fact[1])],
    ),
  );
}

function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
  figures: readonly number[] = [],
): HTMLElement {
  const kind = (at: number) => (figures.includes(at) ? 'figure' : null);
  return captionedTable(
    caption,
    head.map((name, at) =>
      name === '' ? element('td') : element('th', { scope: 'col', class: kind(at) }, name),
    ),
    rows.map((cells) =>
      element(
        'tr',
        {},
        ...cells.map((cell, at) =>
          at === 0
            ? element('th', { scope: 'row' }, cell)
            : element('td', { class: kind(at) }, cell),
        ),
      ),
    ),
  );
}
