import { count } from '../../../interface/figures.ts';
import type { FinderAnswer } from '../../views/finderAnswer.ts';
import type { BotPlan } from '../exportPlan.ts';
import { stamp } from '../stamp.ts';
import { comment } from '../toml.ts';

export interface BotHeadOptions {
  readonly title: string;
  readonly answer: FinderAnswer;
  readonly plan: BotPlan;
  readonly droppedTables: number;
}

/** The comment at the top of every bot's file that has comments. */
export const botHead = ({ title, answer, plan, droppedTables: dropped }: BotHeadOptions): string =>
  comment([
    `${title}, by Arbscope`,
    ...stamp(answer),
    ...(plan.noTradeReason === null ? [] : [`No trade: ${plan.noTradeReason}`]),
    ...plan.leftOut.map((words) => `Left out: ${words}`),
    ...(dropped === 0 ? [] : [`Left out: ${tables(dropped)} whose pools gained least.`]),
  ]);

const tables = (number: number): string =>
  number === 1 ? '1 lookup table' : `${count(number)} lookup tables`;
