import { t } from '@vscode/l10n';
import { formatUsd } from '../../api/format.ts';
import { addListeners, button, element, onHighlight } from '../dom.ts';
import { table } from '../tables.ts';
import {
  type AmountFormat,
  formatExact,
  formatRate,
  formatSignedUsd,
  legGainUsd,
  nodeTitle,
} from './routeLabels.ts';
import {
  type Leftover,
  leftovers,
  type Route,
  type RouteLeg,
  shortSafeAddress,
  type Token,
  valueInUsd,
} from './routeModel.ts';

interface LegTableOptions {
  readonly form: AmountFormat;
  readonly copy: (text: string, what: string) => void;
  /** Shows which leg it is in the picture. */
  readonly show: (leg: RouteLeg) => void;
}

/** Every figure of the picture, and what was left over, as a table. */
export function legTable(route: Route, { form, copy, show }: LegTableOptions) {
  const rows = new Map(
    route.legs.map((leg): [RouteLeg, HTMLTableRowElement] => [leg, legRow(leg, form, copy, show)]),
  );
  const columns = ['#', 'AMM', t('Pool'), t('In'), t('Out'), t('Rate'), t('Gain or loss')];
  const shown = table(
    { class: 'legs' },
    t('Legs in order; gain or loss at the prices above'),
    columns,
    (at) => at > 2,
    [...rows.values(), ...leftovers(route).map((rest) => leftoverRow(rest, form))],
  );
  return { table: shown, rows };
}

function legRow(
  leg: RouteLeg,
  form: AmountFormat,
  copy: LegTableOptions['copy'],
  show: (leg: RouteLeg) => void,
): HTMLTableRowElement {
  const gain = legGainUsd(leg);
  const { pool, ammAddress } = leg;
  return element('tr', { 'data-leg': leg.number }, [
    element('td', {}, [
      button(String(leg.number), () => show(leg), {
        class: 'leg-number',
        'aria-label': t('Show leg {0} in the route map', leg.number),
      }),
    ]),
    element('td', { title: ammAddress }, element('bdi', {}, leg.amm)),
    element('td', {}, [
      pool === null
        ? element('span', { class: 'dim' }, t('unknown'))
        : copyButton(pool, t('Pool address'), copy),
    ]),
    element('td', { class: 'figure' }, amountElement(leg.from, leg.input, form)),
    element('td', { class: 'figure' }, amountElement(leg.to, leg.output, form)),
    element('td', { class: 'figure' }, element('bdi', {}, formatRate(leg))),
    element(
      'td',
      { class: `figure ${gain === null || gain === 0 ? 'dim' : gain < 0 ? 'down' : 'up'}` },
      [formatSignedUsd(gain)],
    ),
  ]);
}

const amountElement = (token: Token, raw: bigint, form: AmountFormat): HTMLElement =>
  element('bdi', { title: nodeTitle(token) }, formatExact(token, raw, form));

/** A short address that copies the whole one. */
export const copyButton = (
  address: string,
  what: string,
  copy: LegTableOptions['copy'],
): HTMLButtonElement =>
  button(shortSafeAddress(address), () => copy(address, what), {
    class: 'link mono',
    title: `${address}\n${t('Click to copy')}`,
    'aria-label': t('Copy {0} {1}', what, shortSafeAddress(address)),
  });

function leftoverRow({ token, raw }: Leftover, form: AmountFormat): HTMLTableRowElement {
  const worth = valueInUsd(token, raw);
  return element('tr', { class: 'leftover' }, [
    element('td', {}),
    element('th', { scope: 'row', colspan: 3 }, [
      raw < 0n ? t('Sold more than bought') : t('Left over'),
    ]),
    element('td', { class: 'figure' }, amountElement(token, raw, form)),
    element('td', {}),
    element('td', { class: 'figure dim' }, [
      worth === null ? t('price unknown') : formatUsd(worth),
    ]),
  ]);
}

interface DrawnLegs {
  readonly legs: ReadonlyMap<RouteLeg, SVGGElement>;
  readonly tops: ReadonlyMap<RouteLeg, SVGGElement>;
}

/** A row and a leg of the picture light up together, and the leg leads to its row. */
export function linkLegs(
  rows: ReadonlyMap<RouteLeg, HTMLElement>,
  { legs, tops }: DrawnLegs,
): void {
  for (const [leg, part] of legs) {
    const row = rows.get(leg);
    const parts = [row, part, tops.get(leg)];
    for (const each of [row, part]) {
      if (each === undefined) continue;
      onHighlight(each, (isLit) => {
        for (const one of parts) one?.classList.toggle('lit', isLit);
      });
    }
    const go = () => row?.querySelector('button')?.focus();
    addListeners(part, {
      click: go,
      keydown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // Otherwise the key presses the button that has just got the focus.
        event.preventDefault();
        go();
      },
    });
  }
}
