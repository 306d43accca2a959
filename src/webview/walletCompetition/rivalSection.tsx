import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { fewOpportunities } from '../../api/arbscope/fewOpportunities.ts';
import { formatCount, formatRatio, formatSolColumn } from '../../api/format.ts';
import { joinLabel, joinList, joinSentences } from '../../api/join.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { TrackButton, WalletLink } from '../competition/links.tsx';
import { TitledSection } from '../components/facts.tsx';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../messages/walletCompetition.ts';
import { isFew } from './figures.ts';
import { ListBar, shortListLength } from './listBar.tsx';
import { MeetingsBar } from './meetingsBar.tsx';
import { causeText } from './outcomes.ts';
import { botLabel, lamportsText, unknownText } from './texts.ts';
import type { WalletHost } from './walletHost.ts';

interface RivalSectionProps {
  readonly content: LoadedWalletCompetition;
  readonly host: WalletHost;
}

type Rival = SentWalletCompetition['rivals'][number];

const orders = {
  wins: ({ lost }: Rival) => lost,
  meetings: ({ meetings }: Rival) => meetings,
  gain: ({ gain_lost_sol: gain }: Rival) => gain,
} as const;
type Order = keyof typeof orders;

/** Who else wants the same, who wins when both do, and how. */
export function RivalSection({ content, host }: RivalSectionProps) {
  const { rivals: all, rivals_total: total } = content.competition;
  const [order, setOrder] = useState<Order>('wins');
  const [isWhole, setWhole] = useState(false);
  const amountOf = orders[order];
  const sorted = all.toSorted((a, b) => amountOf(b) - amountOf(a));
  const rivals = isWhole ? sorted : sorted.slice(0, shortListLength);
  if (all.length === 0) {
    return (
      <TitledSection title={t('Rivals')}>
        <p class="dim">{t('No rival in the blocks that were read.')}</p>
      </TitledSection>
    );
  }
  return (
    <TitledSection title={t('Rivals')}>
      <ListBar
        name="rival-order"
        legend={t('Order of the rivals')}
        orders={{ wins: t('They won'), meetings: t('Meetings'), gain: t('Gain lost') }}
        listed={all.length}
        {...{ total, order, setOrder, isWhole, setWhole }}
      />
      <RivalTable rivals={rivals} content={content} host={host} />
      <p class="dim small caption">
        {joinSentences([
          total > all.length ? t('Only the {0} with the most wins are listed.', all.length) : '',
          t('Bar: filled for the wallet, outlined for the rival, grey for neither.'),
          t('Several rivals may meet in one opportunity, so meetings add up to more than these.'),
          t('Prices: medians of tip and priority fee; a failed attempt offered its tip.'),
          t('Few: fewer than {0}.', formatCount(fewOpportunities)),
        ])}
      </p>
    </TitledSection>
  );
}

/** Some cells have two lines, which the heads name in this order. */
const columns: readonly Column[] = [
  { name: t('Wallet, bot') },
  { name: t('Meetings'), isFigure: true, room: 'medium' },
  { name: t('Won'), isFigure: true },
  { name: t('They won, SOL'), isFigure: true },
  { name: t('Neither'), isFigure: true, room: 'wide' },
  { name: t('Of meetings'), room: 'wide' },
  { name: t('Their price, own, lamports'), isFigure: true, room: 'medium' },
  { name: t('Ratio'), isFigure: true, room: 'wide' },
  { name: t('Why they won'), room: 'medium' },
  { name: t('Providers'), room: 'wide' },
];

interface RivalTableProps extends RivalSectionProps {
  readonly rivals: readonly Rival[];
}

const RivalTable = ({ rivals, content, host }: RivalTableProps) => (
  <ScrollRegion label={t('Rivals')}>
    <Table class="rivals" caption={t('Who wins when both want the same')} columns={columns}>
      {rivals.map((rival) => (
        <RivalRow key={rival.wallet} rival={rival} content={content} host={host} />
      ))}
    </Table>
  </ScrollRegion>
);

interface RivalRowProps extends RivalSectionProps {
  readonly rival: Rival;
}

function RivalRow({ rival, content, host }: RivalRowProps) {
  const { wallet, wallets, meetings, won, lost, causes, providers } = rival;
  const others = wallets.filter((each) => each !== wallet);
  return (
    <tr>
      <th scope="row">
        <WalletLink wallet={wallet} content={content} host={host} />
        <OtherWallets wallets={others} content={content} host={host} />
        <div class="second">
          <bdi>{botLabel(rival.bot, content)}</bdi>
          {' · '}
          <TrackButton wallet={wallet} content={content} host={host} />
        </div>
      </th>
      <td class="figure">{formatCount(meetings)}</td>
      <td class="figure">{formatCount(won)}</td>
      <td class="figure">
        <b>{formatCount(lost)}</b>
        <GainLost rival={rival} />
      </td>
      <td class="figure">{formatCount(Math.max(0, meetings - won - lost))}</td>
      <td>
        <MeetingsBar {...{ meetings, won, lost }} />
      </td>
      <PriceCells rival={rival} />
      <td class="reasons">
        {lost === 0 ? '–' : countsText(causes, ({ kind }) => causeText(kind))}
      </td>
      <td class="reasons">
        <bdi>
          {countsText(providers, ({ provider }) =>
            provider === null ? t('no provider') : providerLabel(provider),
          )}
        </bdi>
      </td>
    </tr>
  );
}

function GainLost({ rival }: { readonly rival: Rival }) {
  const { lost, gain_lost_sol: gain, unknown_gains: unknown } = rival;
  if (lost === 0) return null;
  return (
    <div class="second">
      {lost > unknown && <div>{formatSolColumn(gain)}</div>}
      {unknown > 0 && <div>{unknownText(unknown)}</div>}
    </div>
  );
}

const shownWallets = 3;

/** Further fee payers of the party. */
function OtherWallets({
  wallets,
  content,
  host,
}: RivalSectionProps & { readonly wallets: readonly string[] }) {
  if (wallets.length === 0) return null;
  const rest = wallets.length - shownWallets;
  return (
    <div class="second">
      {wallets.slice(0, shownWallets).map((wallet) => (
        <div key={wallet}>
          + <WalletLink wallet={wallet} content={content} host={host} />
        </div>
      ))}
      {rest > 0 && t('{0} more', formatCount(rest))}
    </div>
  );
}

function PriceCells({ rival }: { readonly rival: Rival }) {
  const { meetings, median_price: theirs, own_median_price: own } = rival;
  if (isFew(meetings)) {
    return (
      <>
        <td class="figure dim">{t('few')}</td>
        <td class="figure dim">–</td>
      </>
    );
  }
  const ratio =
    theirs === null || own === null || own === '0' ? null : Number(theirs) / Number(own);
  return (
    <>
      <td class="figure">
        {lamportsText(theirs)}
        <div class="second">{lamportsText(own)}</div>
      </td>
      <td class="figure">{ratio === null ? '–' : formatRatio(ratio)}</td>
    </>
  );
}

const shownCounts = 3;

/** `Outbid: 31, Latency or scheduling: 4, +2 more`. */
function countsText<Entry extends { readonly count: number }>(
  entries: readonly Entry[],
  label: (entry: Entry) => string,
): string {
  const shown = entries.slice(0, shownCounts);
  const rest = entries.slice(shownCounts).reduce((sum, { count }) => sum + count, 0);
  return (
    joinList([
      ...shown.map((entry) => joinLabel(label(entry), formatCount(entry.count))),
      rest === 0 ? '' : t('others: {0}', formatCount(rest)),
    ]) || '–'
  );
}
