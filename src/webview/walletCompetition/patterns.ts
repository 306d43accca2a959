import { hatchPath, roundCoordinate } from '../charts/marks.ts';
import type { OutcomeKind } from './outcomes.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface OutcomeLook {
  /** `fill`: the colour of the wallet; `grey`: a light area; `none`: an empty box. */
  readonly area: 'fill' | 'grey' | 'none';
  /** Lines or dots in the box; null: none. */
  readonly marks: ((box: Box) => string) | null;
}

const gap = 5;

function lines(from: number, length: number, line: (at: number) => string): string {
  const starts: string[] = [];
  for (let at = gap / 2; at < length; at += gap) starts.push(line(roundCoordinate(from + at)));
  return starts.join('');
}

const horizontal = ({ x, y, width, height }: Box): string =>
  lines(y, height, (at) => `M${x} ${at}h${width}`);

const vertical = ({ x, y, width, height }: Box): string =>
  lines(x, width, (at) => `M${at} ${y}v${height}`);

/** A dot is a line of no length with round ends. */
const dots = ({ x, y, width, height }: Box): string =>
  lines(x, width, (column) => lines(y, height, (row) => `M${column} ${row}h0.01`));

const grid = (box: Box): string => horizontal(box) + vertical(box);

/** Outcomes are told apart without colour. */
export const outcomeLooks: Readonly<Record<OutcomeKind, OutcomeLook>> = {
  won: { area: 'fill', marks: null },
  outbid: { area: 'none', marks: hatchPath },
  latency: { area: 'none', marks: null },
  'lost-anyway': { area: 'none', marks: horizontal },
  unprofitable: { area: 'none', marks: vertical },
  'own-error': { area: 'grey', marks: null },
  'unknown-error': { area: 'grey', marks: hatchPath },
  'later-taker': { area: 'none', marks: grid },
  unknown: { area: 'none', marks: dots },
};
