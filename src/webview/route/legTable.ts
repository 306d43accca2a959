import { t } from '@vscode/l10n';
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
  leftovers,
  type Route,
  type RouteLeg,
  shortSafeAddress,
  type Token,
  valueInUsd,
} from './routeModel.ts';

type Copy = (text: string, what: string) => void;

/** Includes leftovers; `show` highlights a leg. */
export function legTable(
  route: Route,
  form: AmountFormat,
  copy: Copy,
  {
    show,
    leftovers: shownLeftovers,
  }: {
    readonly show: (leg: RouteLeg) => void;
    readonly leftovers: 'shown' | 'hidden';
  },
) {
  const rows = new Map(
    route.legs.map((leg): [RouteLeg, HTMLTableRowElement] => [
      leg,
      element('tr', { 'data-leg': leg.number }, [
        element('td', {}, [
          button(String(leg.number), () => show(leg), {
            class: 'leg-number',
            'aria-label': t('Show leg {0} in the route map', leg.number),
          }),
        ]),
        element('td', { title: leg.ammAddress }, element('bdi', {}, leg.amm)),
        element('td', {}, [
          leg.pool === null
            ? element('span', { class: 'dim' }, t('unknown'))
            : copyButton(leg.pool, t('Pool address'), copy),
        ]),
        amountCell(leg.from, leg.input, form),
        amountCell(leg.to, leg.output, form),
        element('td', { class: 'figure' }, element('bdi', {}, formatRate(leg))),
        gainCell(legGainUsd(leg)),
      ]),
    ]),
  );
  const rests = (shownLeftovers === 'shown' ? leftovers(route) : []).map(({ token, raw }) =>
    element('tr', { class: 'leftover' }, [
      element('td'),
      element('th', { scope: 'row', colspan: 3 }, [
        raw < 0n ? t('Sold more than bought') : t('Left over'),
      ]),
      amountCell(token, raw, form),
      element('td'),
      gainCell(valueInUsd(token, raw)),
    ]),
  );
  const columns = ['#', 'AMM', t('Pool'), t('In'), t('Out'), t('Rate'), t('Gain or loss')];
  const caption = t('Legs in order; gain or loss at the prices above');
  const isFigure = (at: number) => at > 2;
  const all = [...rows.values(), ...rests];
  return { table: table({ class: 'legs' }, caption, columns, isFigure, all), rows };
}

const amountCell = (token: Token, raw: bigint, form: AmountFormat): HTMLElement =>
  element('td', { class: 'figure' }, [
    element('bdi', { title: nodeTitle(token) }, formatExact(token, raw, form)),
  ]);

const gainCell = (usd: number | null): HTMLElement => {
  const tone = usd === null || usd === 0 ? 'dim' : usd < 0 ? 'down' : 'up';
  return element('td', { class: `figure ${tone}` }, formatSignedUsd(usd));
};

export const copyButton = (address: string, what: string, copy: Copy): HTMLButtonElement =>
  button(shortSafeAddress(address), () => copy(address, what), {
    class: 'link mono',
    title: `${address}\n${t('Click to copy')}`,
    'aria-label': t('Copy {0} {1}', what, shortSafeAddress(address)),
  });

/** Activating the leg focuses its row. */
export function linkLegs(
  rows: ReadonlyMap<RouteLeg, HTMLElement>,
  { legs, tops }: Record<'legs' | 'tops', ReadonlyMap<RouteLeg, SVGGElement>>,
): void {
  for (const [leg, part] of legs) {
    const row = rows.get(leg);
    if (row === undefined) continue;
    for (const each of [row, part]) {
      onHighlight(each, (isLit) => {
        for (const one of [row, part, tops.get(leg)]) one?.classList.toggle('lit', isLit);
      });
    }
    const go = () => row.querySelector('button')?.focus();
    addListeners(part, {
      click: go,
      keydown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // Otherwise the key would also press the newly focused button.
        event.preventDefault();
        go();
      },
    });
  }
}
