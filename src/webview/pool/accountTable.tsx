import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { CopyAddress } from '../components/facts.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import type { PoolAccountContent, PoolRequest } from '../messages/pool.ts';
import type { PageHost } from '../renderPage.tsx';

interface AccountTableProps {
  readonly accounts: readonly PoolAccountContent[];
  readonly host: Pick<PageHost<PoolRequest>, 'send'>;
}

/** In the order of the instruction. */
export function AccountTable({ accounts, host }: AccountTableProps) {
  const columns: readonly Column[] = [
    { name: '#' },
    { name: t('Account') },
    { name: t('Address') },
    { name: t('Role'), room: 'medium' },
  ];
  const caption =
    accounts.length === 1 ? t('1 account') : t('{0} accounts', formatCount(accounts.length));
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {accounts.map((account, at) => (
          <Row key={at} columns={columns}>
            {formatCount(at + 1)}
            <bdi>{account.name}</bdi>
            <AddressCell account={account} host={host} />
            {roleText(account)}
          </Row>
        ))}
      </Table>
    </ScrollRegion>
  );
}

const AddressCell = ({
  account: { address, isCaller },
  host,
}: Pick<AccountTableProps, 'host'> & { readonly account: PoolAccountContent }) =>
  address === null ? (
    <span class="dim">{isCaller ? t('your own') : t('unknown')}</span>
  ) : (
    <CopyAddress address={address} shown={shortAddress(address)} host={host} />
  );

const roleText = ({ isWritable, isSigner }: PoolAccountContent): string =>
  joinList([isWritable ? t('writable') : t('read-only'), isSigner ? t('signer') : '']);
