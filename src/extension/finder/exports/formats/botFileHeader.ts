import { formatCount } from '../../../../api/format.ts';
import type { FinderResponse } from '../../finderResponse.ts';
import type { BotPlan } from '../botPlan.ts';
import { provenanceLines } from '../provenance.ts';
import { tomlComment } from '../toml.ts';

export interface BotFileHeaderOptions {
  readonly title: string;
  readonly answer: FinderResponse;
  readonly plan: BotPlan;
  readonly omittedTables: number;
}

/** The comment at the top of every bot's file that has comments. */
export const botFileHeader = ({
  title,
  answer,
  plan,
  omittedTables: dropped,
}: BotFileHeaderOptions): string =>
  tomlComment([
    `${title}, by Arbscope`,
    ...provenanceLines(answer),
    ...(plan.noTradeReason === null ? [] : [`No trade: ${plan.noTradeReason}`]),
    ...plan.omissions.map((words) => `Left out: ${words}`),
    ...(dropped === 0 ? [] : [`Left out: ${formatTableCount(dropped)} whose pools gained least.`]),
  ]);

const formatTableCount = (number: number): string =>
  number === 1 ? '1 lookup table' : `${formatCount(number)} lookup tables`;
