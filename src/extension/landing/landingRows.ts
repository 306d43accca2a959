import { count, lamportsAsSol, timeAgo } from '../../interface/figures.ts';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Fact, TreeRow } from '../views/treeRow.ts';
import { type LandingStatistics, landingStatistics } from './landingStatistics.ts';
import { slotsToLand, slotsWords, stateLooks } from './landingWords.ts';

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
    entry.alarm === null ? looks.words : `ALARM: ${looks.words}`,
    ...(slots === null ? [] : [slotsWords(slots)]),
    ...(entry.confirmation === 'finalized' ? ['finalized'] : []),
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
      title: 'Open Transaction',
      command: 'arbscope.lookUpTransaction',
      arguments: [entry.signature],
    },
    spoken: `Transaction ${label}, ${words.join(', ')}${entry.message === '' ? '' : `. ${entry.message}`}`,
    heading: `${looks.words} on ${entry.network}`,
    facts: () => factsOf(entry),
    note: noteOf(entry),
  };
}

function noteOf({ alarm, message, state }: LandingEntry): string {
  const accepted = 'Accepted by the service; whether it lands is not known yet.';
  return [alarm ?? '', message, state === 'accepted' ? accepted : '', 'A click looks it up.']
    .filter(Boolean)
    .join(' ');
}

function factsOf(entry: LandingEntry): Fact[] {
  const slots = slotsToLand(entry);
  const facts: (Fact | null)[] = [
    ['Signature', entry.signature],
    entry.uuid === '' ? null : ['UUID', entry.uuid],
    ['Fee payer', entry.feePayer],
    ['Through', entry.host],
    ['Protection', entry.frontRunningProtection ? 'on: bundle only' : 'off'],
    ['Submitted', new Date(entry.submittedAtMilliseconds).toISOString()],
    entry.acceptMilliseconds === null
      ? null
      : ['Accepted after', `${count(entry.acceptMilliseconds)} ms`],
    entry.submittedSlot === null ? null : ['Submitted in slot', count(entry.submittedSlot)],
    entry.landedSlot === null ? null : ['Landed in slot', count(entry.landedSlot)],
    slots === null ? null : ['Slots to land', count(slots)],
    entry.confirmation === null ? null : ['Confirmation', entry.confirmation],
    ['Fee', lamportsAsSol(entry.feeLamports)],
    ...entry.tips.map(
      ({ provider, lamports }): Fact => ['Tip', `${lamportsAsSol(lamports)} to ${provider}`],
    ),
  ];
  return facts.filter((fact) => fact !== null);
}

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

function wordsOf({ sent, landed, failed, medianSlots }: LandingStatistics): string {
  return [
    `${count(landed)} of ${count(sent)} landed (${percent(landed, sent)})`,
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(medianSlots === null ? [] : [`median ${slotsWords(medianSlots)}`]),
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
      ['Decided', count(one.sent)],
      ['Landed', `${count(one.landed)} (${percent(one.landed, one.sent)})`],
      ['Failed on chain', count(one.failed)],
      ['Expired', count(one.lost)],
      ['Slots to land, median', one.medianSlots === null ? 'unknown' : count(one.medianSlots)],
      [
        'Time to accept, median',
        one.medianAcceptMilliseconds === null ? 'unknown' : `${one.medianAcceptMilliseconds} ms`,
      ],
    ],
    note: 'Of the submissions listed that the chain has decided on; refused ones and those on their way are not counted.',
  });
  return {
    ...row(all, 'Landing rate', 'landing-statistics'),
    children: () => parts.map((part) => row(part, part.group, `landing-statistics-${part.group}`)),
  };
}
