import { t } from '@vscode/l10n';
import { count, lamportsAsSol, timeAgo } from '../../interface/figures.ts';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { tipWords } from '../tipWords.ts';
import type { Fact, TreeRow } from '../views/treeRow.ts';
import { type LandingStatistics, landingStatistics } from './landingStatistics.ts';
import { confirmationWords, slotsToLand, slotsWords, stateLooks } from './landingWords.ts';

/** The Landings view: figures over all, then every submission, the newest first. */
export function landingRows(entries: readonly LandingEntry[], nowMilliseconds: number): TreeRow[] {
  const [all, ...parts] = landingStatistics(entries);
  return [
    ...(all === undefined ? [] : [statisticsRow(all, parts)]),
    ...entries.map((entry) => landingRow(entry, nowMilliseconds)),
  ];
}

function landingRow(entry: LandingEntry, nowMilliseconds: number): TreeRow {
  const looks = stateLooks[entry.state];
  const slots = slotsToLand(entry);
  const words = [
    entry.alarm === null ? looks.words : t('ALARM: {0}', looks.words),
    ...(slots === null ? [] : [slotsWords(slots)]),
    ...(entry.confirmation === 'finalized' ? [confirmationWords.finalized] : []),
    entry.network,
    timeAgo(entry.submittedAtMilliseconds, nowMilliseconds),
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
    spoken: `${t('Transaction {0}, {1}', label, words.join(', '))}${entry.message === '' ? '' : `. ${entry.message}`}`,
    heading: t('{0} on {1}', looks.words, entry.network),
    facts: () => factsOf(entry),
    note: noteOf(entry),
  };
}

function noteOf({ alarm, message, state }: LandingEntry): string {
  const accepted = t('Accepted by the service; whether it lands is not known yet.');
  return [alarm ?? '', message, state === 'accepted' ? accepted : '', t('A click looks it up.')]
    .filter(Boolean)
    .join(' ');
}

function factsOf(entry: LandingEntry): Fact[] {
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
      : [t('Accepted after'), `${count(entry.acceptMilliseconds)} ms`],
    entry.submittedSlot === null ? null : [t('Submitted in slot'), count(entry.submittedSlot)],
    entry.landedSlot === null ? null : [t('Landed in slot'), count(entry.landedSlot)],
    slots === null ? null : [t('Slots to land'), count(slots)],
    entry.confirmation === null ? null : [t('Confirmation'), confirmationWords[entry.confirmation]],
    [t('Fee'), lamportsAsSol(entry.feeLamports)],
    ...entry.tips.map(
      ({ provider, lamports }): Fact => [t('Tip'), tipWords(lamportsAsSol(lamports), provider)],
    ),
  ];
  return facts.filter((fact) => fact !== null);
}

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

function wordsOf({ sent, landed, failed, medianSlots }: LandingStatistics): string {
  return [
    t('{0} of {1} landed ({2})', count(landed), count(sent), percent(landed, sent)),
    ...(failed === 0 ? [] : [t('{0} failed', count(failed))]),
    ...(medianSlots === null ? [] : [t('median {0}', slotsWords(medianSlots))]),
  ].join(' · ');
}

function statisticsRow(all: LandingStatistics, parts: readonly LandingStatistics[]): TreeRow {
  const row = (one: LandingStatistics, label: string, id: string): TreeRow => ({
    id,
    label,
    description: wordsOf(one),
    icon: 'graph',
    context: 'landingStatistics',
    spoken: `${label}: ${wordsOf(one)}`,
    heading: label,
    facts: () => [
      [t('Decided'), count(one.sent)],
      [t('Landed'), `${count(one.landed)} (${percent(one.landed, one.sent)})`],
      [t('Failed on chain'), count(one.failed)],
      [t('Expired'), count(one.lost)],
      [
        t('Slots to land, median'),
        one.medianSlots === null ? t('unknown') : count(one.medianSlots),
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
  return {
    ...row(all, t('Landing rate'), 'landing-statistics'),
    children: () => parts.map((part) => row(part, part.group, `landing-statistics-${part.key}`)),
  };
}
