import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatUsdShort } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { SettingsContent } from '../messages/coverage.ts';
import { isSameSettings, rankedOutcomes, settingsKey } from './exportSettings.ts';
import { formatShareOf } from './format.ts';
import { Figure, RowName } from './section.tsx';

const mostRows = 200;

/** Best first. */
export function OutcomesTable({ settings }: { readonly settings: SettingsContent }) {
  const { outcomes, total, current } = settings;
  const caption = t('Tested settings');
  const totalUsd = total?.net_gains_usd ?? 0;
  const columns: readonly Column[] = [
    { name: t('Rank') },
    { name: t('Max tokens'), isFigure: true },
    { name: t('Min transactions'), isFigure: true },
    { name: t('Refresh'), isFigure: true },
    { name: t('Ranking window'), isFigure: true },
    { name: t('Tx'), isFigure: true, room: 'wide' },
    { name: t('Net gain'), isFigure: true },
    { name: t('of {0}', formatUsdShort(totalUsd)), isFigure: true, room: 'medium' },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows" caption={caption} columns={columns}>
        {rankedOutcomes(outcomes ?? [])
          .slice(0, mostRows)
          .map((each, at) => (
            <tr key={settingsKey(each)}>
              <RowName>
                {joinList([
                  at === 0 ? t('★ best') : formatCount(at + 1),
                  current !== null && isSameSettings(current, each) ? t('● now') : '',
                ])}
              </RowName>
              <Figure>{formatCount(each.tokens_max)}</Figure>
              <Figure>{formatCount(each.min_transactions)}</Figure>
              <Figure>{formatDuration(each.refresh_seconds)}</Figure>
              <Figure>{formatDuration(each.tokens_time_range)}</Figure>
              <Figure>{formatCount(each.transactions)}</Figure>
              <Figure>{formatUsdShort(each.net_gains_usd)}</Figure>
              <Figure>{formatShareOf(each.net_gains_usd, totalUsd)}</Figure>
            </tr>
          ))}
      </Table>
    </ScrollRegion>
  );
}
