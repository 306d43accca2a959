import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { roundCoordinate } from '../charts/marks.ts';
import type { SentCompetition } from '../messages/competition.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import type { CompetitionModel, Entry, Lane } from './competitionModel.ts';
import {
  behindText,
  millisecondsText,
  outcomeLook,
  roleLabels,
  walletLabel,
} from './competitionTexts.ts';

export const laneHeight = 24;
export const headHeight = 40;
/** Further parties are in the table alone. */
const maxLanes = 14;
/** Below this width lanes have a name alone. */
const narrow = 560;
/** About the width of a letter of a label. */
const letterWidth = 6.1;
const markRoom = 11;

type Slot = SentCompetition['slots'][number];

export interface Column {
  readonly slot: Slot;
  readonly x: number;
  readonly width: number;
  /** Empty where it does not fit. */
  readonly label: string;
}

export interface LeaderSpan {
  readonly x: number;
  readonly label: string;
}

export interface Mark {
  readonly entry: Entry;
  readonly x: number;
  readonly sign: string;
  readonly style: string;
  /** Accessible name. */
  readonly name: string;
  readonly label: string;
  readonly labelX: number;
  readonly anchor: 'start' | 'end';
}

export interface DrawnLane {
  readonly label: string;
  readonly isSubject: boolean;
  readonly y: number;
  readonly marks: readonly Mark[];
}

export interface Timeline {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly columns: readonly Column[];
  readonly leaders: readonly LeaderSpan[];
  readonly lanes: readonly DrawnLane[];
  readonly hiddenLanes: number;
  /** From the winner to the transaction; null: not both are drawn. */
  readonly distance: {
    readonly fromX: number;
    readonly fromY: number;
    readonly toX: number;
    readonly toY: number;
  } | null;
}

/** Slots from the first transaction to the last one, each as wide as the others. */
export function layoutTimeline(model: CompetitionModel, width: number): Timeline {
  const left = width < narrow ? 84 : 168;
  const columns = columnsOf(model, left, width);
  const shown = shownLanes(model.lanes);
  const lanes = shown.map((lane, at) => drawLane(model, lane, at, columns, width));
  return {
    width,
    height: headHeight + lanes.length * laneHeight + 4,
    left,
    columns,
    leaders: leaderSpans(columns),
    lanes,
    hiddenLanes: model.lanes.length - lanes.length,
    distance: distanceOf(lanes),
  };
}

/** Keeps those of the trigger, of the winner and of the transaction. */
function shownLanes(lanes: readonly Lane[]): readonly Lane[] {
  const isMain = ({ isSubject, entries }: Lane): boolean =>
    isSubject || entries.some(({ role }) => role === 'trigger' || role === 'winner');
  let others = maxLanes - lanes.filter(isMain).length;
  return lanes.filter((lane) => isMain(lane) || others-- > 0);
}

function columnsOf({ entries, competition }: CompetitionModel, left: number, width: number) {
  const slots = entries.map(({ place }) => place.slot);
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const drawn = competition.slots.filter(({ slot }) => slot >= first && slot <= last);
  const each = (width - left) / Math.max(1, drawn.length);
  return drawn.map((slot, at): Column => {
    const number = formatCount(slot.slot);
    const long = joinList([number, slotNote(slot)]);
    const label = [long, number].find((text) => text.length * letterWidth < each - 8) ?? '';
    return { slot, x: roundCoordinate(left + at * each), width: roundCoordinate(each), label };
  });
}

export function slotNote({ state, transactions }: Slot): string {
  if (state === 'no-block') return t('no block');
  if (transactions === null) return t('unknown');
  return transactions === 1 ? t('1 transaction') : t('{0} transactions', formatCount(transactions));
}

function leaderSpans(columns: readonly Column[]): LeaderSpan[] {
  return columns.flatMap(({ slot, x }, at) => {
    if (slot.leader === null || columns[at - 1]?.slot.leader === slot.leader) return [];
    const end = columns.findIndex((column, to) => to > at && column.slot.leader !== slot.leader);
    const span = columns.slice(at, end < 0 ? undefined : end);
    const room = span.reduce((sum, column) => sum + column.width, 0);
    const name = sanitizeText(slot.leader_name ?? '', 40) || shortSafeAddress(slot.leader);
    const label = [t('leader {0}', name), name].find(
      (text) => text.length * letterWidth < room - 8,
    );
    return [{ x, label: label ?? '' }];
  });
}

function drawLane(
  model: CompetitionModel,
  lane: Lane,
  at: number,
  columns: readonly Column[],
  width: number,
): DrawnLane {
  const placed = lane.entries.map((entry) => ({ entry, x: positionOf(entry, columns) }));
  const [first] = lane.entries;
  const role = lane.isSubject
    ? t('this')
    : first === undefined || !['trigger', 'winner'].includes(first.role)
      ? ''
      : roleLabels[first.role]();
  return {
    label: [width < narrow ? '' : role, walletLabel(lane.wallet, model.content)]
      .filter(Boolean)
      .join(' · '),
    isSubject: lane.isSubject,
    y: headHeight + at * laneHeight + laneHeight / 2,
    marks: placed.map(({ entry, x }, index): Mark => {
      const room = {
        from: (placed[index - 1]?.x ?? columns[0]?.x ?? 0) + markRoom,
        to: placed[index + 1]?.x ?? width,
      };
      return { ...placeLabel(x, room, markLabel(entry)), entry, x, ...markLook(model, entry) };
    }),
  };
}

function positionOf({ place }: Entry, columns: readonly Column[]): number {
  const column = columns.find(({ slot }) => slot.slot === place.slot);
  if (column === undefined) return 0;
  const count = Math.max(column.slot.transactions ?? 0, place.position + 1);
  return roundCoordinate(column.x + ((place.position + 0.5) / count) * column.width);
}

/** To the right of its mark, else to the left, else nowhere. */
function placeLabel(
  x: number,
  room: { readonly from: number; readonly to: number },
  label: string,
): Pick<Mark, 'label' | 'labelX' | 'anchor'> {
  const length = label.length * letterWidth;
  if (x + markRoom + length < room.to) return { label, labelX: x + markRoom, anchor: 'start' };
  const isLeft = x - markRoom - length > room.from;
  return { label: isLeft ? label : '', labelX: x - markRoom, anchor: 'end' };
}

function markLook(model: CompetitionModel, { role, attempt, place }: Entry) {
  const { content } = model;
  const wallet = walletLabel(place.wallet, content);
  if (attempt === null) {
    const name = joinList([roleLabels.trigger(), wallet, formatCount(place.slot)]);
    return { sign: '■', style: '', name };
  }
  const { sign, style, text } = outcomeLook(attempt);
  const distance = attempt.cause === null ? '' : behindText(attempt, model);
  const name = joinList([roleLabels[role](), wallet, text, distance]);
  return { sign, style, name };
}

function markLabel({ attempt, place, role }: Entry): string {
  if (attempt === null) return '';
  const time = place.estimated_ms_after === null ? '' : millisecondsText(place.estimated_ms_after);
  const word =
    attempt.role === 'winner'
      ? t('won')
      : role === 'earlier-taker' || attempt.failure === null
        ? roleLabels[role]()
        : outcomeLook(attempt).text.replace(/ \(.*$/, '');
  return [time, word].filter(Boolean).join(' · ');
}

function distanceOf(lanes: readonly DrawnLane[]): Timeline['distance'] {
  const marks = lanes.flatMap(({ marks: drawn, y }) => drawn.map((mark) => ({ ...mark, y })));
  const winner = marks.find(({ entry }) => entry.role === 'winner');
  const subject = marks.find(({ entry }) => entry.attempt?.is_subject === true);
  if (winner === undefined || subject === undefined || winner.entry === subject.entry) return null;
  return { fromX: winner.x, fromY: winner.y, toX: subject.x, toY: subject.y };
}
