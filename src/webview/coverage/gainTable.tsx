import { t } from '@vscode/l10n';
import {
  formatCount,
  formatSignedUsdShort,
  formatTimeAgo,
  formatUsdShort,
} from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { CoverageRequest } from '../messages/coverage.ts';
import { poolsText } from './format.ts';
import type { GainRow, GainSubject } from './gainRows.ts';
import { Figure, RowName, type Send } from './section.tsx';

interface GainTableProps {
  readonly rows: readonly GainRow[];
  readonly caption: string;
  readonly subject: GainSubject;
  /** Label of the compared config; null: none. */
  readonly comparedLabel: string | null;
  /** `24 h`. */
  readonly window: string;
  readonly nowMilliseconds: number;
  /** Shown rows. */
  readonly most: number;
  readonly send: Send;
}

const heads = (): Readonly<Record<GainSubject, string>> => ({
  entry: t('Entry'),
  pool: t('Pool'),
  token: t('Token'),
  amm: t('AMM'),
});

export function GainTable({
  rows,
  caption,
  subject,
  comparedLabel,
  most,
  ...rest
}: GainTableProps) {
  const hasMarket = subject !== 'entry';
  const isCovered = subject !== 'pool';
  const hasNewest = subject === 'entry' || subject === 'pool';
  const isCompared = comparedLabel !== null && isCovered;
  const figure = (name: string, room?: Column['room']): Column => ({ name, isFigure: true, room });
  const own = isCompared ? t('Net gain of {0}', 'A') : t('Net gain');
  const columns: readonly Column[] = [
    { name: heads()[subject] },
    figure(t('Transactions'), isCompared ? 'medium' : undefined),
    ...(hasMarket ? [figure(isCovered ? t('Market') : t('Net gain'))] : []),
    ...(isCovered ? [figure(own)] : []),
    ...(isCompared ? [figure(t('Net gain of {0}', `B: ${comparedLabel}`)), figure('A − B')] : []),
    ...(hasNewest ? [figure(t('Last'), 'medium')] : []),
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows" caption={caption} columns={columns}>
        {rows.slice(0, most).map((row) => (
          <tr key={`${subject} ${row.key}`}>
            <RowName>
              {row.isDead && <WarningSign />}
              <SubjectName row={row} subject={subject} send={rest.send} />
            </RowName>
            <Figure>{row.transactions === null ? '–' : formatCount(row.transactions)}</Figure>
            {hasMarket && <Figure>{moneyText(row.marketUsd)}</Figure>}
            {isCovered && <Figure>{moneyText(row.coveredUsd)}</Figure>}
            {isCompared && <Figure>{moneyText(row.comparedUsd)}</Figure>}
            {isCompared && <Difference row={row} />}
            {hasNewest && (
              <Figure class="dim">
                <span>{newestText(row, rest)}</span>
              </Figure>
            )}
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}

const moneyText = (usd: number | null): string => (usd === null ? '–' : formatUsdShort(usd));

function Difference({ row: { coveredUsd, comparedUsd } }: { readonly row: GainRow }) {
  const by = (coveredUsd ?? 0) - (comparedUsd ?? 0);
  return <Figure class={by > 0 ? 'up' : by < 0 ? 'down' : ''}>{formatSignedUsdShort(by)}</Figure>;
}

interface SubjectNameProps {
  readonly row: GainRow;
  readonly subject: GainSubject;
  readonly send: Send;
}

function SubjectName({ row, subject, send }: SubjectNameProps) {
  const { label, poolCount, isDead } = row;
  // Dead entries show how many unused pools they contain.
  const text =
    isDead && poolCount !== null
      ? joinList([sanitizeText(label, 64), poolsText(poolCount)])
      : label;
  const target = targetOf(row, subject);
  if (target === null) return <bdi class="dim">{text}</bdi>;
  return (
    <button
      type="button"
      class={subject === 'pool' ? 'link mono' : 'link name'}
      title={target.title}
      onClick={() => send(target.request)}
    >
      {text}
    </button>
  );
}

interface Target {
  readonly title: string;
  readonly request: CoverageRequest;
}

/** Null: an entry of the compared config only. */
function targetOf({ key, group }: GainRow, subject: GainSubject): Target | null {
  switch (subject) {
    case 'entry':
      return group === null
        ? null
        : { title: t('Show in the file'), request: { type: 'reveal-group', index: group } };
    case 'pool':
      return { title: t('Open {0}', key), request: { type: 'open-pool', pool: key } };
    case 'token':
      return { title: t('Open {0}', key), request: { type: 'open-token', mint: key } };
    case 'amm':
      return {
        title: t('Show Arbitrages'),
        request: { type: 'show-arbitrages', kind: 'amm', address: key },
      };
  }
}

function newestText(
  { newest, isDead, transactions }: GainRow,
  { window, nowMilliseconds }: Pick<GainTableProps, 'window' | 'nowMilliseconds'>,
): string {
  if (isDead) return t('none in {0}', window);
  if (newest === null) return transactions === null ? '–' : t('unknown');
  return formatTimeAgo(Date.parse(newest), nowMilliseconds);
}

const WarningSign = () => (
  <svg class="warning-sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 2.2l6.3 11.3H1.7zM8 6.2v4M8 11.4v.8" />
  </svg>
);
