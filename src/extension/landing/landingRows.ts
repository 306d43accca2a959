import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamportsAsSol,
  formatPercent,
  formatShortDuration,
  formatTimeAgo,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinClauses, joinLabel, joinList, joinNote } from '../../api/join.ts';
import type { JournalProblem, LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { formatTip } from '../ui/formatTip.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { statePresentations } from './landingLabels.ts';
import { type LandingStatistics, landingStatistics } from './landingStatistics.ts';
import { unlandedOf } from './unlanded.ts';

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

/** Shown above the landings: why nothing is sent, and how to fix it. */
export function journalProblemRow({ path, reason }: JournalProblem): TreeRow {
  const advice = t('Free disk space or move the file away, then land again.');
  return simpleRow({
    id: 'landing-journal-problem',
    label: t('Landing is off'),
    description: reason,
    icon: 'error',
    color: 'list.errorForeground',
    context: 'note',
    accessibilityLabel: joinClauses([t('Landing is off'), reason, path, advice]),
    heading: t('Nothing is sent that cannot be recorded first'),
    facts: () => [
      [t('File'), path],
      [t('Reason'), reason],
      [t('Next step'), advice],
    ],
  });
}

function landingRow(entry: LandingEntry): TreeRow {
  const { alarm, message, state, network, signature } = entry;
  const look = statePresentations[state];
  const color = alarm === null ? look.color : 'list.errorForeground';
  const label = shortAddress(signature);
  const pending = state === 'accepted' ? t('Accepted. Waiting for it to land…') : '';
  return {
    id: `landing-${entry.id}`,
    label,
    description: [alarm === null ? look.label : t('ALARM'), network].join(' · '),
    icon: alarm === null ? look.icon : 'bell-dot',
    ...(color === undefined ? {} : { color }),
    context: 'landing',
    address: signature,
    ...(state === 'failed' || unlandedOf(entry) !== null ? { state: 'lost' } : {}),
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
  const { uuid, submittedAtMilliseconds: at, landMilliseconds: took, tips } = entry;
  return [
    [t('Signature'), entry.signature],
    ...(uuid === '' ? [] : [['UUID', uuid] as const]),
    [t('Fee payer'), entry.feePayer],
    [t('Receiver'), entry.host],
    [t('Front-running protection'), entry.frontRunningProtection ? t('on') : t('off')],
    [t('Submitted'), joinNote(formatUtcDateTime(at), formatTimeAgo(at, Date.now()))],
    ...knownFact(t('Accepted after'), entry.acceptMilliseconds, ' ms'),
    ...knownFact(t('Submitted in slot'), entry.submittedSlot),
    ...knownFact(t('Landed in slot'), entry.landedSlot),
    // Entries of older versions have none.
    ...(took == null
      ? []
      : [[t('Time to land'), joinNote(formatLandTime(took), t('including polling'))] as const]),
    ...(entry.confirmation === null ? [] : [[t('Confirmation'), entry.confirmation] as const]),
    [t('Fee'), formatLamportsAsSol(entry.feeLamports)],
    ...tips.map(({ provider, lamports }): Fact => {
      return [t('Tip'), formatTip(formatLamportsAsSol(lamports), provider)];
    }),
  ];
}

const knownFact = (label: string, value: number | null, unit = ''): Fact[] =>
  value === null ? [] : [[label, `${formatCount(value)}${unit}`]];

const formatLandTime = (milliseconds: number): string => formatShortDuration(milliseconds / 1_000);

function statisticsRow(one: LandingStatistics, label: string, id: string): TreeRow {
  const { sent, landed, medianLandMilliseconds: took } = one;
  const share = formatPercent(sent === 0 ? 0 : landed / sent);
  return simpleRow({
    id,
    label,
    description: joinNote(share, `${formatCount(landed)} / ${formatCount(sent)}`),
    icon: 'graph',
    context: 'landingStatistics',
    facts: () => [
      [t('Landed'), joinNote(formatCount(landed), share)],
      [t('Failed on chain'), formatCount(one.failed)],
      [t('Expired'), formatCount(one.expired)],
      ...(took === null
        ? []
        : [
            [
              t('Time to land, median'),
              joinNote(formatLandTime(took), t('including polling')),
            ] as const,
          ]),
      ...knownFact(t('Time to accept, median'), one.medianAcceptMilliseconds, ' ms'),
    ],
    note: t('Counts only landings with an outcome on chain.'),
  });
}
