import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  formatPercent,
  formatSolColumn,
  formatTimeAgo,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinSentences } from '../../api/join.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { TransactionLink, WalletLink } from '../competition/links.tsx';
import { TitledSection } from '../components/facts.tsx';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../messages/walletCompetition.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import { ListBar, shortListLength } from './listBar.tsx';
import { OutcomeSwatch } from './outcomeMarks.tsx';
import { causeText } from './outcomes.ts';
import { slotsLabel } from './rates.ts';
import { lamportsText } from './texts.ts';
import type { WalletHost } from './walletHost.ts';

interface LossSectionProps {
  readonly content: LoadedWalletCompetition;
  readonly host: WalletHost;
}

type Loss = SentWalletCompetition['losses'][number];
type Order = 'newest' | 'largest';

/** Each row opens the competition for its transaction. */
export function LossSection({ content, host }: LossSectionProps) {
  const { losses: all, lost } = content.competition;
  const [order, setOrder] = useState<Order>('newest');
  const [isWhole, setWhole] = useState(false);
  if (all.length === 0) {
    return (
      <TitledSection title={t('Lost opportunities')}>
        <p class="dim">{t('No opportunity was lost to others.')}</p>
      </TitledSection>
    );
  }
  const sorted = order === 'newest' ? all : all.toSorted(byGain);
  const losses = isWhole ? sorted : sorted.slice(0, shortListLength);
  return (
    <TitledSection title={t('Lost opportunities')}>
      <ListBar
        name="loss-order"
        legend={t('Order of the lost opportunities')}
        orders={{ newest: t('Newest'), largest: t('Largest') }}
        listed={all.length}
        total={lost.count}
        {...{ order, setOrder, isWhole, setWhole }}
      />
      <ScrollRegion label={t('Lost opportunities')}>
        <Table
          class="transactions losses"
          caption={t('Select a row to open the competition for its transaction.')}
          columns={columns}
        >
          {losses.map((loss) => (
            <LossRow key={loss.signature} loss={loss} content={content} host={host} />
          ))}
        </Table>
      </ScrollRegion>
      <p class="dim small caption">
        {joinSentences([
          lost.count > all.length ? t('Only the newest {0} are listed.', all.length) : '',
          t('Prices: tip and priority fee, as offered if the attempt failed.'),
          t('–: no higher tip would have won, or it is unknown.'),
        ])}
      </p>
    </TitledSection>
  );
}

/** Unknown gains last. */
const byGain = (a: Loss, b: Loss): number =>
  (b.gain_sol ?? Number.NEGATIVE_INFINITY) - (a.gain_sol ?? Number.NEGATIVE_INFINITY) || 0;

/** Some cells have two lines, which the heads name in this order. */
const columns: readonly Column[] = [
  { name: t('Attempt, age') },
  { name: t('Cause') },
  { name: t('Gain, SOL'), isFigure: true },
  { name: t('Won by, with'), room: 'medium' },
  { name: t('Slots after'), isFigure: true, room: 'wide' },
  { name: t('Provider'), room: 'wide' },
  { name: t('Price, theirs, lamports'), isFigure: true, room: 'medium' },
  { name: t('Tip needed, of the gain'), isFigure: true, room: 'medium' },
];

interface LossRowProps extends LossSectionProps {
  readonly loss: Loss;
}

function LossRow({ loss, content, host }: LossRowProps) {
  const { signature, cause, gain_sol: gain, slots_after: slots, provider } = loss;
  const short = shortSafeAddress(signature);
  return (
    <tr
      class="opens"
      onClick={({ target }) => {
        // Links to the winner lead elsewhere than the row.
        if (target instanceof Element && target.closest('td button') !== null) return;
        host.send({ type: 'open-competition', signature });
      }}
    >
      <th scope="row">
        {/* No click handler: clicks bubble up to the row. */}
        <button
          type="button"
          class="link mono"
          title={t('Open Competition')}
          aria-label={t('Open competition of {0}', short)}
        >
          {short}
        </button>
        <Age time={loss.iso_time} />
      </th>
      <td class="cause">
        <OutcomeSwatch kind={cause ?? 'unknown'} /> {causeText(cause)}
      </td>
      <td class="figure">{gain === null ? t('unknown') : formatSolColumn(gain)}</td>
      <td>
        <WalletLink wallet={loss.winner_wallet} content={content} host={host} />
        <div class="second">
          <TransactionLink signature={loss.winner_signature} host={host} />
        </div>
      </td>
      <td class="figure">{slots === null ? t('no trigger') : slotsLabel(slots)}</td>
      <td>
        <bdi>{provider === null ? '–' : providerLabel(provider)}</bdi>
      </td>
      <td class="figure">
        {lamportsText(loss.price)}
        <div class="second">{lamportsText(loss.winner_price)}</div>
      </td>
      <td class="figure">
        {loss.tip_percent === null ? '–' : formatPercent(loss.tip_percent / 100)}
      </td>
    </tr>
  );
}

function Age({ time }: { readonly time: string | null }) {
  if (time === null) return <div class="second">{t('unknown')}</div>;
  const at = Date.parse(time);
  return (
    <div class="second" title={formatUtcDateTime(at)}>
      {formatTimeAgo(at, Date.now())}
    </div>
  );
}
