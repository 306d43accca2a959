import { t } from '@vscode/l10n';
import {
  formatCount,
  formatSolColumn,
  formatTimeAgo,
  formatUsd,
  formatUtcDateTime,
} from '../../api/format.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { WalletContent, WalletPanelTransaction } from '../messages/wallet.ts';
import { Swatch } from './swatch.tsx';

interface TransactionTableProps {
  readonly content: WalletContent;
  readonly onOpen: (signature: string) => void;
}

/** Newest first; each row opens its transaction. */
export function TransactionTable({ content, onOpen }: TransactionTableProps) {
  const { transactions, wallets } = content;
  if (transactions.length === 0) return <p class="dim">{t('No transactions')}</p>;
  const caption = t('Newest {0}', formatCount(transactions.length));
  const columns: readonly Column[] = [
    { name: t('Signature') },
    { name: t('Age') },
    { name: t('Outcome') },
    { name: t('Net gains, SOL'), isFigure: true, room: 'wide' },
    { name: t('Net gains, USD'), isFigure: true },
    { name: t('Route'), room: 'wide' },
    { name: t('Provider'), room: 'medium' },
    { name: t('Tip, lamports'), isFigure: true, room: 'wide' },
    { name: t('Compute units'), isFigure: true, room: 'wide' },
  ];
  const places = new Map(wallets.map(({ address }, at) => [address, at]));
  return (
    <ScrollRegion label={caption}>
      <Table class="transactions" caption={caption} columns={columns}>
        {transactions.map((each) => (
          <TransactionRow
            key={`${each.wallet} ${each.signature}`}
            transaction={each}
            walletAt={wallets.length > 1 ? (places.get(each.wallet) ?? null) : null}
            onOpen={() => onOpen(each.signature)}
          />
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface TransactionRowProps {
  readonly transaction: WalletPanelTransaction;
  /** Null: there is a single wallet. */
  readonly walletAt: number | null;
  readonly onOpen: () => void;
}

function TransactionRow({ transaction, walletAt, onOpen }: TransactionRowProps) {
  const { signature, outcome, atMilliseconds, netGainsSol, tips, computeUnits } = transaction;
  const [sign, name, look] = outcomes[outcome];
  const short = shortAddress(signature);
  return (
    <tr class="opens" onClick={onOpen}>
      <th scope="row">
        {walletAt !== null && (
          <>
            <Swatch at={walletAt} />{' '}
          </>
        )}
        {/* No click handler: clicks bubble up to the row. */}
        <button
          type="button"
          class="link mono"
          title={t('Open Transaction')}
          aria-label={t('Open transaction {0}', short)}
        >
          {short}
        </button>
      </th>
      <td title={atMilliseconds === null ? undefined : formatUtcDateTime(atMilliseconds)}>
        {atMilliseconds === null ? t('unknown') : formatTimeAgo(atMilliseconds, Date.now())}
      </td>
      <td>
        <span class={look} aria-hidden="true">
          {sign}
        </span>{' '}
        {name}
      </td>
      <td class="figure">{netGainsSol === null ? t('unknown') : formatSolColumn(netGainsSol)}</td>
      <td class="figure">{formatUsd(transaction.netGainsUsd)}</td>
      <td class="route">
        <bdi>{transaction.route || '—'}</bdi>
      </td>
      <td>
        <bdi>{transaction.provider === '' ? '—' : providerLabel(transaction.provider)}</bdi>
      </td>
      <td class="figure">{tips === null ? t('unknown') : formatCount(BigInt(tips))}</td>
      <td class="figure">{computeUnits === null ? t('unknown') : formatCount(computeUnits)}</td>
    </tr>
  );
}

/** Symbol and word, so that outcomes are distinguishable without colour. */
const outcomes: Readonly<
  Record<WalletPanelTransaction['outcome'], readonly [sign: string, name: string, look: string]>
> = {
  gain: ['▲', t('gain'), 'up'],
  loss: ['▽', t('loss'), 'down'],
  unknown: ['?', t('unknown'), 'dim'],
  failed: ['⊘', t('failed'), 'down'],
  'no-swap': ['⊖', t('no swap'), 'dim'],
};
