import { t } from '@vscode/l10n';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import { focusLeg, highlightHandlers, type LegLight, useIsLit } from './legLight.ts';
import { PoolButton } from './poolButton.tsx';
import {
  type AmountFormat,
  formatExact,
  formatPricedUsd,
  formatRate,
  legGainUsd,
  nodeTitle,
} from './routeLabels.ts';
import { leftovers, type RouteLeg, type Token, valueInUsd } from './routeModel.ts';
import type { RouteView } from './routeView.ts';

interface LegTableProps {
  readonly view: RouteView;
  readonly light: LegLight;
  readonly openPool: (pool: string) => void;
}

/** Nothing without legs. */
export function LegTable({
  view: { route, content, amountFormat },
  light,
  openPool,
}: LegTableProps) {
  if (route.legs.length === 0) return null;
  const columns: readonly Column[] = [
    { name: '#' },
    { name: 'AMM' },
    { name: t('Pool'), room: 'medium' },
    { name: t('In'), isFigure: true, room: 'wide' },
    { name: t('Out'), isFigure: true },
    { name: t('Rate'), isFigure: true, room: 'wide' },
    { name: t('Gain or loss'), isFigure: true },
  ];
  // A failure has no leftovers: they were rolled back.
  const rests = content.isSuccess ? leftovers(route) : [];
  return (
    <ScrollRegion label={t('Legs')}>
      <Table
        class="legs"
        caption={t('Legs in order; gain or loss at the prices above')}
        columns={columns}
      >
        {route.legs.map((leg) => (
          <LegRow
            key={leg.number}
            leg={leg}
            form={amountFormat}
            light={light}
            openPool={openPool}
          />
        ))}
        {rests.map(({ token, raw }) => (
          <tr key={token.mint} class="leftover">
            <td />
            <th scope="row">{raw < 0n ? t('Sold more than bought') : t('Left over')}</th>
            <td />
            <td />
            <AmountCell token={token} raw={raw} form={amountFormat} />
            <td />
            <GainCell usd={valueInUsd(token, raw)} />
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface LegRowProps {
  readonly leg: RouteLeg;
  readonly form: AmountFormat;
  readonly light: LegLight;
  readonly openPool: (pool: string) => void;
}

const LegRow = ({ leg, form, light, openPool }: LegRowProps) => (
  <tr
    class={useIsLit(light, leg.number) ? 'lit' : undefined}
    data-leg={leg.number}
    {...highlightHandlers(light, leg.number)}
  >
    <td>
      <button
        type="button"
        class="leg-number"
        aria-label={t('Show leg {0} in the route map', leg.number)}
        onClick={() => focusLeg(leg.number)}
      >
        {leg.number}
      </button>
    </td>
    <td title={leg.ammAddress ?? undefined}>
      <bdi>{leg.amm}</bdi>
    </td>
    <td>
      {leg.pool === null ? (
        <span class="dim">{t('unknown')}</span>
      ) : (
        <PoolButton pool={leg.pool} open={openPool} />
      )}
    </td>
    <AmountCell token={leg.from} raw={leg.input} form={form} />
    <AmountCell token={leg.to} raw={leg.output} form={form} />
    <td class="figure">
      <bdi>{formatRate(leg)}</bdi>
    </td>
    <GainCell usd={legGainUsd(leg)} />
  </tr>
);

interface AmountCellProps {
  readonly token: Token;
  readonly raw: bigint;
  readonly form: AmountFormat;
}

const AmountCell = ({ token, raw, form }: AmountCellProps) => (
  <td class="figure">
    <bdi title={nodeTitle(token)}>{formatExact(token, raw, form)}</bdi>
  </td>
);

function GainCell({ usd }: { readonly usd: number | null }) {
  const tone = usd === null || usd === 0 ? 'dim' : usd < 0 ? 'down' : 'up';
  return <td class={`figure ${tone}`}>{formatPricedUsd(usd)}</td>;
}
