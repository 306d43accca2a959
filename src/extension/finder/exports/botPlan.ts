import { formatCount } from '../../../api/format.ts';
import type { FinderResponse } from '../finderResponse.ts';
import type { BotPrograms } from './botPrograms.ts';
import { formatObservedFigures, formatTimeSpanEnglish } from './englishText.ts';
import { collectExportedPools, type ExportedPool } from './exportedPools.ts';

export interface ExportOptions {
  /** Pause of the SMB bot between two attempts at a mint. */
  readonly processDelayMilliseconds: number;
  /** Most lookup tables that are named for one token. */
  readonly tablesPerToken: number;
  /** Most lookup tables that are named for all tokens together. */
  readonly tablesPerFile: number;
  /** Bot configs hold no pool while the verdict is that arbitrage is not recommended. */
  readonly isVerdictObeyed: boolean;
  /** Pause of the Finder between two refreshes; 0: it has none. */
  readonly refreshSeconds: number;
}

/** What is written: an answer of the Finder, as it is shown, and how. */
export interface ExportInput {
  readonly answer: FinderResponse;
  readonly options: ExportOptions;
}

/** Which pools of the tree a bot gets, and what it does not get and why. */
export interface BotPlan {
  /** None where there is a reason not to trade. */
  readonly pools: readonly ExportedPool[];
  /** Why nothing qualifies; null: something does. */
  readonly noTradeReason: string | null;
  /** What was left out, each in a sentence. */
  readonly omissions: readonly string[];
}

export function botPlan({ answer, options }: ExportInput, programs: BotPrograms): BotPlan {
  const tree = collectExportedPools(answer);
  const pools = tree.pools.filter(({ program }) => programs.has(program));
  const foreign = tree.pools.filter(({ program }) => !programs.has(program));
  const omissions: string[] = [];
  if (foreign.length > 0) {
    const names = [...new Set(foreign.map(({ ammName }) => ammName))].join(', ');
    omissions.push(
      `${formatPoolCount(foreign.length)} of programs that the bot does not trade on: ${names}.`,
    );
  }
  if (tree.unreadable > 0) {
    omissions.push(
      `${formatPoolCount(tree.unreadable)} whose address, AMM or token is not an address.`,
    );
  }
  const noTradeReason = findNoTradeReason(answer, options, pools.length, tree.pools.length);
  return { pools: noTradeReason === null ? pools : [], noTradeReason, omissions };
}

function findNoTradeReason(
  answer: FinderResponse,
  { isVerdictObeyed }: ExportOptions,
  usable: number,
  all: number,
): string | null {
  const { threshold, filters, tokens } = answer.result;
  if (isVerdictObeyed && !threshold.isArbitrageRecommended) {
    const window = formatTimeSpanEnglish(threshold.timeRange);
    return `arbitrage is not recommended. ${formatObservedFigures(answer)}; in ${window}.`;
  }
  if (tokens.length === 0) {
    const seconds = filters.tokensTimeRange ?? answer.request.tokensTimeRange;
    const window = seconds === undefined ? '' : ` in ${formatTimeSpanEnglish(seconds)}`;
    return `no token passed the filters${window}.`;
  }
  if (all === 0) return 'the tokens of the answer come without pools.';
  return usable === 0 ? `the bot trades on none of the pools found (${formatCount(all)}).` : null;
}

const formatPoolCount = (pools: number): string =>
  pools === 1 ? '1 pool' : `${formatCount(pools)} pools`;
