import { t } from '@vscode/l10n';
import { Fragment } from 'preact';
import { formatCount, formatUsd } from '../../api/format.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { PanelWallet, WalletRollup } from '../messages/wallet.ts';
import { mergedRollups } from './mergedRollups.ts';
import { Swatch } from './swatch.tsx';

const bar = { width: 70, height: 9 } as const;

interface RollupTableProps {
  readonly wallets: readonly PanelWallet[];
  readonly caption: string;
  readonly head: string;
  readonly rollupsOf: (wallet: PanelWallet) => readonly WalletRollup[];
  /** For a click on a row's name; `openTitle` is its tooltip. */
  readonly onOpen: (address: string) => void;
  readonly openTitle: (address: string) => string;
}

export function RollupTable(props: RollupTableProps) {
  const { wallets, caption, head, rollupsOf, onOpen, openTitle } = props;
  const rows = mergedRollups(wallets.map(rollupsOf));
  if (rows.length === 0) return <p class="dim">{t('No arbitrages in this window')}</p>;
  const isAlone = wallets.length === 1;
  const most = Math.max(...rows.flatMap(({ own }) => own.map((each) => each?.netGainsUsd ?? 0)), 0);
  const columns: readonly Column[] = [
    { name: head },
    ...wallets.flatMap(() => [
      { name: t('n'), isFigure: true },
      { name: t('Net gains, USD'), isFigure: true },
    ]),
    ...(isAlone ? [{ name: '', room: 'medium' } as const] : []),
  ];
  return (
    <ScrollRegion label={caption}>
      <Table
        class="rollups"
        caption={caption}
        columns={columns}
        groups={isAlone ? null : <WalletHeads wallets={wallets} />}
      >
        {rows.map(({ address, name, own }) => (
          <tr key={address}>
            <th scope="row" class="row-name">
              <button
                type="button"
                class="link"
                title={openTitle(address)}
                onClick={() => onOpen(address)}
              >
                {name}
              </button>
            </th>
            {own.map((each, at) => (
              <Fragment key={at}>
                <td class="figure">{each === null ? '—' : formatCount(each.transactions)}</td>
                <td class="figure">{each === null ? '—' : formatUsd(each.netGainsUsd)}</td>
              </Fragment>
            ))}
            {isAlone && (
              <td class="bar-cell">
                <GainBar gain={own[0]?.netGainsUsd ?? 0} most={most} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}

const WalletHeads = ({ wallets }: { readonly wallets: readonly PanelWallet[] }) => (
  <tr>
    <td />
    {wallets.map(({ address, label }, at) => (
      <th key={address} scope="colgroup" colSpan={2} class="figure">
        <Swatch at={at} /> <bdi>{label}</bdi>
      </th>
    ))}
  </tr>
);

interface GainBarProps {
  readonly gain: number;
  readonly most: number;
}

/** A loss is an outline. */
function GainBar({ gain, most }: GainBarProps) {
  if (gain === 0 || most <= 0) return null;
  const width = Math.max(2, (Math.min(Math.abs(gain), most) / most) * bar.width);
  return (
    <svg class="gain-bar series-0" {...bar} aria-hidden="true">
      <rect
        class={gain > 0 ? 'bar-fill' : 'bar-outline'}
        x={0.5}
        y={0.5}
        width={width - 1}
        height={bar.height - 1}
      />
    </svg>
  );
}
