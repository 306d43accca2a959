import { t } from '@vscode/l10n';
import { formatCount, formatLamportsAsSol, formatTimeAgo } from '../../api/format.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { formatTip } from '../ui/formatTip.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import {
  confirmationLabels,
  formatSlots,
  slotsToLand,
  statePresentations,
} from './landingLabels.ts';
import { type LandingStatistics, landingStatistics } from './landingStatistics.ts';

/** The Landings view: figures over all, then every submission, the newest first. */
export function landingRows(entries: readonly LandingEntry[], nowMilliseconds: number): TreeRow[] {
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
    ...entries.map((entry) => landingRow(entry, nowMilliseconds)),
  ];
}

function landingRow(entry: LandingEntry, nowMilliseconds: number): TreeRow {
  const looks = statePresentations[entry.state];
  const slots = slotsToLand(entry);
  const words = [
    entry.alarm === null ? looks.words : t('ALARM: {0}', looks.words),
    ...(slots === null ? [] : [formatSlots(slots)]),
    ...(entry.confirmation === 'finalized' ? [confirmationLabels.finalized] : []),
    entry.network,
    formatTimeAgo(entry.submittedAtMilliseconds, nowMilliseconds),
  ];
  const label = shortAddress(entry.signature);
  const color = entry.alarm === null ? looks.color : 'list.errorForeground';
  return {
    id: `landing-${entry.id}`,
    label,
    description: words.join(' · '),
    icon: entry.alarm === null ? looks.icon : 'bell-dot',
    ...(color === undefined ? {} : { color }),
    context: 'landing',
    click: {
      title: t('Open Transaction'),
      command: 'arbscope.lookUpTransaction',
      arguments: [entry.signature],
    },
    accessibilityLabel: `${t('Transaction {0}, {1}', label, words.join(', '))}${entry.message === '' ? '' : `. ${entry.message}`}`,
    heading: t('{0} on {1}', looks.words, entry.network),
    facts: () => landingFacts(entry),
    note: landingNote(entry),
  };
}

function landingNote({ alarm, message, state }: LandingEntry): string {
  const accepted = t('Accepted by the service; whether it lands is not known yet.');
  return [alarm ?? '', message, state === 'accepted' ? accepted : '', t('A click looks it up.')]
    .filter(Boolean)
    .join(' ');
}

function landingFacts(entry: LandingEntry): Fact[] {
  const slots = slotsToLand(entry);
  const facts: (Fact | null)[] = [
    [t('Signature'), entry.signature],
    entry.uuid === '' ? null : ['UUID', entry.uuid],
    [t('Fee payer'), entry.feePayer],
    [t('Through'), entry.host],
    [t('Protection'), entry.frontRunningProtection ? t('on: bundle only') : t('off')],
    [t('Submitted'), new Date(entry.submittedAtMilliseconds).toISOString()],
    entry.acceptMilliseconds === null
      ? null
      : [t('Accepted after'), `${formatCount(entry.acceptMilliseconds)} ms`],
    entry.submittedSlot === null
      ? null
      : [t('Submitted in slot'), formatCount(entry.submittedSlot)],
    entry.landedSlot === null ? null : [t('Landed in slot'), formatCount(entry.landedSlot)],
    slots === null ? null : [t('Slots to land'), formatCount(slots)],
    entry.confirmation === null
      ? null
      : [t('Confirmation'), confirmationLabels[entry.confirmation]],
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

const formatPercent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

function formatStatistics({ sent, landed, failed, medianSlots }: LandingStatistics): string {
  return [
    t(
      '{0} of {1} landed ({2})',
      formatCount(landed),
      formatCount(sent),
      formatPercent(landed, sent),
    ),
    ...(failed === 0 ? [] : [t('{0} failed', formatCount(failed))]),
    ...(medianSlots === null ? [] : [t('median {0}', formatSlots(medianSlots))]),
  ].join(' · ');
}

function statisticsRow(one: LandingStatistics, label: string, id: string): TreeRow {
  return simpleRow({
    id,
    label,
    description: formatStatistics(one),
    icon: 'graph',
    context: 'landingStatistics',
    facts: () => [
      [t('Decided'), formatCount(one.sent)],
      [t('Landed'), `${formatCount(one.landed)} (${formatPercent(one.landed, one.sent)})`],
      [t('Failed on chain'), formatCount(one.failed)],
      [t('Expired'), formatCount(one.expired)],
      [
        t('Slots to land, median'),
        one.medianSlots === null ? t('unknown') : formatCount(one.medianSlots),
      ],
      [
        t('Time to accept, median'),
        one.medianAcceptMilliseconds === null ? t('unknown') : `${one.medianAcceptMilliseconds} ms`,
      ],
    ],
    note: t(
      'Of the submissions listed that the chain has decided on; refused ones and those on their way are not counted.',
    ),
  });
}
