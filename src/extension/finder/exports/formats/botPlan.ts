import { formatCount } from '../../../../api/format.ts';
import type { BotPrograms } from '../../../../botConfig/botPrograms.ts';
import type { FinderResponse } from '../../finderResponse.ts';
import { collectExportedPools, type ExportedPool } from './exportedPools.ts';
import { formatObservedFigures, formatWindow, provenanceLines } from './provenance.ts';
import { tomlComment } from './toml.ts';

export interface ExportOptions {
  /** Delay of the SMB bot between two attempts at a mint. */
  readonly processDelayMilliseconds: number;
  readonly tablesPerToken: number;
  readonly tablesPerFile: number;
  /** Whether bot configs get no pools while arbitrage is not recommended. */
  readonly isVerdictObeyed: boolean;
  /** By key of NotArb's dynamic attributes: a fixed value, or which percentile. */
  readonly notArbAttributes: Readonly<Record<string, unknown>>;
  /** The Finder's refresh interval; 0: auto-refresh is off. */
  readonly refreshSeconds: number;
}

export interface ExportInput {
  readonly answer: FinderResponse;
  readonly options: ExportOptions;
}

export interface BotPlan {
  /** Empty if there is a reason not to trade. */
  readonly pools: readonly ExportedPool[];
  /** Why the bot should not trade; null: it should. */
  readonly noTradeReason: string | null;
  /** One sentence each. */
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
      `${formatPoolCount(foreign.length)} of programs that the bot does not support: ${names}.`,
    );
  }
  if (tree.unreadable > 0) {
    omissions.push(`${formatPoolCount(tree.unreadable)} with invalid addresses.`);
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
    const window = formatWindow(threshold.timeRange);
    return `arbitrage is not recommended. In ${window}: ${formatObservedFigures(answer)}.`;
  }
  if (tokens.length === 0) {
    const seconds = filters.tokensTimeRange ?? answer.request.tokensTimeRange;
    const window = seconds === undefined ? '' : ` in ${formatWindow(seconds)}`;
    return `no token passed the filters${window}.`;
  }
  if (all === 0) return 'the response has no pools.';
  return usable === 0 ? `the bot supports none of the pools found (${formatCount(all)}).` : null;
}

export const formatPoolCount = (pools: number): string =>
  pools === 1 ? '1 pool' : `${formatCount(pools)} pools`;

export const botFileHeader = (
  title: string,
  answer: FinderResponse,
  plan: BotPlan,
  omittedTables: number,
): string =>
  tomlComment([
    `${title}, by Arbscope`,
    ...provenanceLines(answer),
    ...(plan.noTradeReason === null ? [] : [`No trade: ${plan.noTradeReason}`]),
    ...plan.omissions.map((omission) => `Left out: ${omission}`),
    ...(omittedTables === 0
      ? []
      : [`Left out: ${formatTableCount(omittedTables)} with the lowest gross gains.`]),
  ]);

const formatTableCount = (number: number): string =>
  number === 1 ? '1 lookup table' : `${formatCount(number)} lookup tables`;
