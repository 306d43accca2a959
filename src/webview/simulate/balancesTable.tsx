import { t } from '@vscode/l10n';
import { formatExactAmount, withPlusSign } from '../../api/format.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { SimulatedBalance, SimulatedTransactionContent } from '../messages/simulate.ts';
import { AddressButton, type Copy } from '../route/addressButton.tsx';
import { shortSafeAddress } from '../route/routeModel.ts';

interface BalancesTableProps {
  readonly transaction: SimulatedTransactionContent;
  readonly copy: Copy;
}

export function BalancesTable({ transaction: { balances, isComplete }, copy }: BalancesTableProps) {
  if (balances.length === 0) {
    return (
      <p class="dim">
        {isComplete ? t('No balance of the signers changes.') : t('Balances: unknown')}
      </p>
    );
  }
  const caption = t('Balances of the signers and their token accounts');
  const columns: readonly Column[] = [
    { name: t('Token') },
    { name: t('Account') },
    { name: t('Owner'), room: 'wide' },
    { name: t('Before'), isFigure: true, room: 'wide' },
    { name: t('After'), isFigure: true, room: 'medium' },
    { name: t('Change'), isFigure: true },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {balances.map((balance) => (
          <BalanceRow
            key={`${balance.account} ${balance.mint ?? ''}`}
            balance={balance}
            copy={copy}
          />
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface BalanceRowProps {
  readonly balance: SimulatedBalance;
  readonly copy: Copy;
}

function BalanceRow({ balance, copy }: BalanceRowProps) {
  const { account, owner, mint, symbol, decimals } = balance;
  const [before, after] = [BigInt(balance.before), BigInt(balance.after)];
  const change = after - before;
  const tone = change === 0n ? 'dim' : change < 0n ? 'down' : 'up';
  return (
    <tr>
      <th scope="row" title={mint ?? undefined}>
        <bdi>{mint === null ? 'SOL' : symbol || shortSafeAddress(mint)}</bdi>
      </th>
      <td>
        <AddressButton address={account} what={t('Account')} copy={copy} />
      </td>
      <td>
        <AddressButton address={owner} what={t('Owner')} copy={copy} />
      </td>
      <td class="figure">{formatExactAmount(before, decimals)}</td>
      <td class="figure">{formatExactAmount(after, decimals)}</td>
      <td class={`figure ${tone}`}>{withPlusSign(formatExactAmount(change, decimals))}</td>
    </tr>
  );
}
