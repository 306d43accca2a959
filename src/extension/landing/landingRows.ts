import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamportsAsSol,
  formatPercent,
  formatTimeAgo,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinClauses, joinLabel, joinList, joinNote } from '../../api/join.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { formatTip } from '../ui/formatTip.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { slotsToLand, statePresentations } from './landingLabels.ts';
import { type LandingStatistics, landingStatistics } from './landingStatistics.ts';

/** The Landings view: figures over all, then every submission, the newest first. */
export function landingRows(entries: readonly LandingEntry[]): TreeRow[] {
  const [all, ...parts] = landingStatistics(entries);
  return [
    ...(all === undefined
      ? []
      : [
          {
            ...statisticsRow(all, t('Landing rate'), 'landing-statistics'),
            children: () =>
              parts.map((part) =>
                statisticsRow(part, part.label, `landing-statistics-${part.key}`),
              ),
          },
        ]),
    ...entries.map(landingRow),
  ];
}

function landingRow(entry: LandingEntry): TreeRow {
  const { alarm, message, state, network, signature } = entry;
  const look = statePresentations[state];
  const color = alarm === null ? look.color : 'list.errorForeground';
  const label = shortAddress(signature);
  const pending = state === 'accepted' ? t('Accepted, not landed yet.') : '';
  return {
    id: `landing-${entry.id}`,
    label,
    description: [alarm === null ? look.label : t('ALARM'), network].join(' · '),
    icon: alarm === null ? look.icon : 'bell-dot',
    ...(color === undefined ? {} : { color }),
    context: 'landing',
    click: {
      title: t('Open Transaction'),
      command: 'arbscope.lookUpTransaction',
      arguments: [signature],
    },
    accessibilityLabel: joinClauses([
      joinList([t('Transaction {0}', label), look.label, network]),
      alarm === null ? '' : joinLabel(t('ALARM'), alarm),
      message,
    ]),
    heading: joinLabel(network, look.label),
    facts: () => landingFacts(entry),
    note: [alarm ?? '', message, pending, t('Click: {0}.', t('Open Transaction'))]
      .filter(Boolean)
      .join(' '),
  };
}

function landingFacts(entry: LandingEntry): Fact[] {
  const slots = slotsToLand(entry);
  const facts: (Fact | null)[] = [
    [t('Signature'), entry.signature],
    entry.uuid === '' ? null : ['UUID', entry.uuid],
    [t('Fee payer'), entry.feePayer],
    [t('Through'), entry.host],
    [t('Front-running protection'), entry.frontRunningProtection ? t('on') : t('off')],
    [
      t('Submitted'),
      joinNote(
        formatUtcDateTime(entry.submittedAtMilliseconds),
        formatTimeAgo(entry.submittedAtMilliseconds, Date.now()),
      ),
    ],
    entry.acceptMilliseconds === null
      ? null
      : [t('Accepted after'), `${formatCount(entry.acceptMilliseconds)} ms`],
    entry.submittedSlot === null
      ? null
      : [t('Submitted in slot'), formatCount(entry.submittedSlot)],
    entry.landedSlot === null ? null : [t('Landed in slot'), formatCount(entry.landedSlot)],
    slots === null ? null : [t('Slots to land'), formatCount(slots)],
    entry.confirmation === null ? null : [t('Confirmation'), entry.confirmation],
    [t('Fee'), formatLamportsAsSol(entry.feeLamports)],
    ...entry.tips.map(
      ({ provider, lamports }): Fact => [
        t('Tip'),
        formatTip(formatLamportsAsSol(lamports), provider),
      ],
    ),
  ];
  return facts.filter((fact) => fact !== null);
}

function statisticsRow(one: LandingStatistics, label: string, id: string): TreeRow {
  const { sent, landed, failed, medianSlots, medianAcceptMilliseconds: accept } = one;
  const share = formatPercent(sent === 0 ? 0 : landed / sent);
  return simpleRow({
    id,
    label,
    description: joinNote(share, `${formatCount(landed)} / ${formatCount(sent)}`),
    icon: 'graph',
    context: 'landingStatistics',
    facts: () => [
      [t('Landed'), joinNote(formatCount(landed), share)],
      [t('Failed on chain'), formatCount(failed)],
      [t('Expired'), formatCount(one.expired)],
      [t('Slots to land, median'), medianSlots === null ? t('unknown') : formatCount(medianSlots)],
      [t('Time to accept, median'), accept === null ? t('unknown') : `${formatCount(accept)} ms`],
    ],
    note: t('Counts only landings with an outcome on chain.'),
  });
}
