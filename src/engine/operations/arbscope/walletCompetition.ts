import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  defaultComparedOpportunities,
  type WalletCompetition,
} from '../../../api/arbscope/walletCompetition.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { hourSeconds } from '../../base/hour.ts';
import { isoTime, type TimeWindow } from '../../base/timeWindow.ts';
import type { SlotLeader, SlotReader } from '../../chain/slotReader.ts';
import { walletFigures } from '../../competition/wallet/walletFigures.ts';
import { checkBegin, checkRange } from '../percentileTable.ts';
import type { WalletCompetitionContext } from './arbscopeContext.ts';
import { slotReaderOf } from './competition.ts';
import { type OwnCompetitionCache, readOwnCompetitions } from './ownCompetitions.ts';

type WalletCompetitionParameters = ParametersOf<ArbscopeOperations['walletCompetition']>;

/** Throws a MarketError: `not-offered` without blocks. */
export async function handleWalletCompetition(
  context: WalletCompetitionContext,
  cache: OwnCompetitionCache,
  parameters: WalletCompetitionParameters,
  options: MarketCallOptions = {},
): Promise<WalletCompetition> {
  const { wallet, limit = defaultComparedOpportunities } = parameters;
  const window = windowOf(context, parameters);
  const reader = slotReaderOf(context);
  const signal = options.signal ?? new AbortController().signal;
  const { competitions, attemptsUnread, slotsUnread, end } = await readOwnCompetitions(reader, {
    ...{ wallet, window, limit, cache, signal },
    prices: context.store.prices,
  });
  const slots = competitions.map(({ attempt }) => attempt.slot);
  const { leaders, reason } = await readLeaders(reader, slots, signal);
  return {
    wallet,
    from: isoTime(window.fromSeconds),
    to: isoTime(window.toSeconds),
    compared_from: end === null ? null : isoTime(end.beforeSeconds),
    compared_reason: end?.reason ?? '',
    continues: end?.continues === true,
    attempts_unread: attemptsUnread,
    slots_unread: slotsUnread.size,
    leaders_reason: reason,
    ...walletFigures(wallet, competitions, leaders),
  };
}

/**
 * What comes after now cannot be compared, and after its newest block a recording knows nothing. Throws a
 * MarketError of kind `bad-parameter` if `from` is after `to` or now.
 */
function windowOf(
  { source }: WalletCompetitionContext,
  { from, to }: WalletCompetitionParameters,
): TimeWindow {
  checkRange(['from', 'to'], from, to);
  const nowSeconds = Math.floor(source.now() / 1_000);
  const toSeconds = Math.min(to ?? nowSeconds, nowSeconds);
  return {
    fromSeconds: checkBegin(from ?? Math.max(0, toSeconds - hourSeconds), toSeconds),
    toSeconds,
  };
}

/** One request of a node has at most 5,000 slots; near ones share it. */
const slotsTogether = 500;

/** Many plans refuse the method, and a node knows the leaders of a few epochs only. */
async function readLeaders(
  reader: SlotReader,
  slots: readonly number[],
  signal: AbortSignal,
): Promise<{ readonly leaders: ReadonlyMap<number, SlotLeader>; readonly reason: string }> {
  const leaders = new Map<number, SlotLeader>();
  const left = [...new Set(slots)].sort((one, other) => one - other);
  try {
    while (left.length > 0) {
      const [first = 0] = left;
      const near = left.filter((slot) => slot < first + slotsTogether);
      left.splice(0, near.length);
      const count = (near.at(-1) ?? first) - first + 1;
      for (const [at, leader] of (await reader.leaders(first, count, signal)).entries()) {
        if (leader !== null) leaders.set(first + at, leader);
      }
    }
    return { leaders, reason: '' };
  } catch (error) {
    if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
    return { leaders, reason: error.message };
  }
}
