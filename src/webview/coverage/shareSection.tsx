import { t } from '@vscode/l10n';
import { formatCount, formatUsdShort } from '../../api/format.ts';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import { bestPoolCount } from '../messages/coverage.ts';
import { addPoolsText, formatShareOf } from './format.ts';
import { type GainShare, sharesOf, shareTexts, sumOfGains } from './gainShares.ts';
import { Figure, RowName, Section, type SectionProps, type Send } from './section.tsx';
import { ShareSwatch, SharesBar } from './sharesBar.tsx';

export function ShareSection({ content, view, send }: SectionProps) {
  const title = t('Where the net gain is');
  const shares = sharesOf(content);
  return (
    <Section title={title}>
      {view === 'charts' && sumOfGains(shares) > 0 && (
        <SharesBar shares={shares} label={joinLabel(title, joinClauses(shareTexts(shares)))} />
      )}
      <ShareTable title={title} shares={shares} content={content} send={send} />
    </Section>
  );
}

interface ShareTableProps extends Pick<SectionProps, 'content' | 'send'> {
  readonly title: string;
  readonly shares: readonly GainShare[];
}

function ShareTable({ title, shares, content, send }: ShareTableProps) {
  const total = sumOfGains(shares);
  const sample = shares.reduce((sum, { transactions }) => sum + transactions, 0);
  const columns: readonly Column[] = [
    { name: t('Arbitrages of the window') },
    { name: t('Tx'), isFigure: true },
    { name: t('of {0}', formatCount(sample)), isFigure: true, room: 'medium' },
    { name: t('Net gain'), isFigure: true },
    { name: t('of {0}', formatUsdShort(total)), isFigure: true },
    { name: '' },
  ];
  return (
    <ScrollRegion label={title}>
      <Table class="rows shares-table" caption={title} columns={columns}>
        {shares.map((share) => {
          const { kind, label, transactions, netGainsUsd } = share;
          return (
            <tr key={kind} data-share={kind}>
              <RowName>
                <ShareSwatch kind={kind} /> {label}
              </RowName>
              <Figure>{formatCount(transactions)}</Figure>
              <Figure>{formatShareOf(transactions, sample)}</Figure>
              <Figure>{netGainsUsd === null ? '–' : formatUsdShort(netGainsUsd)}</Figure>
              <Figure>{netGainsUsd === null ? '–' : formatShareOf(netGainsUsd, total)}</Figure>
              <Figure>
                <ShareAction share={share} content={content} send={send} />
              </Figure>
            </tr>
          );
        })}
      </Table>
    </ScrollRegion>
  );
}

interface ShareActionProps extends Pick<SectionProps, 'content' | 'send'> {
  readonly share: GainShare;
}

function ShareAction({ share, content, send }: ShareActionProps) {
  const { coverage, config } = content;
  if (share.transactions === 0 || !config.canEdit || coverage === null) return null;
  if (share.kind === 'missing-pool') {
    return <AddBestPools count={bestPoolCount(coverage.missing_pools)} send={send} />;
  }
  return share.kind === 'different-groups' && config.canMerge ? (
    <button type="button" class="link" onClick={() => send({ type: 'merge-groups' })}>
      {t('Merge Groups…')}
    </button>
  ) : null;
}

const AddBestPools = ({ count, send }: { readonly count: number; readonly send: Send }) =>
  count === 0 ? null : (
    <button type="button" class="link" onClick={() => send({ type: 'add-pools', count })}>
      {addPoolsText(count)}
    </button>
  );
