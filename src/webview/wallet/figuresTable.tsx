import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatSolColumn, formatUsd } from '../../api/format.ts';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import type { PanelWallet, WalletContent, WalletFigures } from '../messages/wallet.ts';
import { formatLamportsFigure, totalOf, windowText } from './format.ts';
import { Swatch } from './swatch.tsx';

interface FiguresTableProps {
  readonly content: WalletContent;
  readonly onOpen: (wallet: string) => void;
}

/** The swatches are the legend of all charts. */
export function FiguresTable({ content, onOpen }: FiguresTableProps) {
  const { wallets, walletsTotal } = content;
  const caption = t('Wallets, {0}', windowText(content));
  const rank = walletsTotal === null ? t('Rank') : t('Rank of {0}', formatCount(walletsTotal));
  const columns: readonly Column[] = [
    { name: t('Wallet') },
    { name: t('Bot'), room: 'wide' },
    { name: rank, isFigure: true, room: 'wide' },
    { name: t('Share of net gains'), isFigure: true, room: 'wide' },
    { name: t('Net gains, SOL'), isFigure: true, room: 'medium' },
    { name: t('Net gains, USD'), isFigure: true },
    { name: t('Gross gains, USD'), isFigure: true, room: 'wide' },
    { name: t('Tips, SOL'), isFigure: true, room: 'wide' },
    { name: t('Fees, SOL'), isFigure: true, room: 'wide' },
    { name: t('Transactions'), isFigure: true },
    { name: t('Success rate'), isFigure: true },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="figures" caption={caption} columns={columns}>
        {wallets.map((wallet, at) => {
          const { address } = wallet;
          const name = <WalletName wallet={wallet} at={at} onOpen={() => onOpen(address)} />;
          if (wallet.figures !== null) {
            return (
              <Row key={address} columns={columns}>
                {[name, ...figureCells(wallet.figures)]}
              </Row>
            );
          }
          return (
            <tr key={address}>
              <th scope="row">{name}</th>
              <td colSpan={columns.length - 1} class="dim">
                {t('No transactions in this window')}
              </td>
            </tr>
          );
        })}
      </Table>
    </ScrollRegion>
  );
}

interface WalletNameProps {
  readonly wallet: PanelWallet;
  readonly at: number;
  readonly onOpen: () => void;
}

/** The first wallet is the one of this page. */
const WalletName = ({ wallet: { address, label }, at, onOpen }: WalletNameProps) => (
  <>
    <Swatch at={at} />{' '}
    {at === 0 ? (
      <bdi>{label}</bdi>
    ) : (
      <button type="button" class="link" title={t('Open {0}', address)} onClick={onOpen}>
        {label}
      </button>
    )}
  </>
);

function figureCells(figures: WalletFigures) {
  const total = totalOf(figures);
  return [
    <bdi key="bot">{figures.bot ?? '—'}</bdi>,
    figures.rank === null ? t('unknown') : formatCount(figures.rank),
    figures.share === null ? '—' : formatPercent(figures.share),
    <b key="gains">{formatSolColumn(figures.netGainsSol)}</b>,
    formatUsd(figures.netGainsUsd),
    formatUsd(figures.grossGainsUsd),
    formatLamportsFigure(figures.tips),
    formatLamportsFigure(figures.fees),
    formatCount(total),
    total === 0 ? '—' : formatPercent(figures.success / total),
  ];
}
