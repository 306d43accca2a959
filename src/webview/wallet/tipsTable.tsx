import { t } from '@vscode/l10n';
import { Fragment } from 'preact';
import { formatCount } from '../../api/format.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { PanelWallet } from '../messages/wallet.ts';
import type { TipsRow, WalletTips } from './tipsModel.ts';

interface TipsTableProps {
  readonly rows: readonly TipsRow[];
  readonly wallets: readonly PanelWallet[];
  readonly caption: string;
}

export function TipsTable({ rows, wallets, caption }: TipsTableProps) {
  const columns: readonly Column[] = [
    { name: t('Provider') },
    { name: t('Wallet') },
    { name: 'n', isFigure: true },
    { name: 'p25', isFigure: true, room: 'medium' },
    { name: 'p50', isFigure: true },
    { name: 'p75', isFigure: true, room: 'wide' },
    { name: 'p95', isFigure: true },
    { name: t('In market'), isFigure: true, room: 'medium' },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {rows.map(({ provider, market, marketSample, wallets: own }) => (
          <Fragment key={provider}>
            {own.map(
              (tips, at) =>
                tips !== null && (
                  <TipsLine key={at} {...{ provider, tips }} name={wallets[at]?.label ?? ''} />
                ),
            )}
            <TipsLine
              {...{ provider }}
              tips={{ sample: marketSample, box: market, inMarket: null }}
              name={t('Market')}
              isMarket
            />
          </Fragment>
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface TipsLineProps {
  readonly provider: string;
  readonly name: string;
  readonly tips: WalletTips;
  readonly isMarket?: boolean;
}

const TipsLine = ({ provider, name, tips, isMarket = false }: TipsLineProps) => {
  const { sample, box, inMarket } = tips;
  return (
    <tr>
      <th scope="row">{provider}</th>
      <td class={isMarket ? 'dim' : undefined}>
        <bdi>{name}</bdi>
      </td>
      <td class="figure">{formatCount(sample)}</td>
      {(['p25', 'p50', 'p75', 'p95'] as const).map((each) => (
        <td key={each} class={box === null ? 'figure dim' : 'figure'}>
          {box === null ? t('few') : formatCount(box[each])}
        </td>
      ))}
      <td class="figure">{inMarket === null ? '–' : formatPercentile(inMarket)}</td>
    </tr>
  );
};
