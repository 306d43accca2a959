import { t } from '@vscode/l10n';
import type { WalletCompetition } from '../../api/arbscope/walletCompetition.ts';
import { isAddress } from '../../api/base58.ts';
import { MarketError } from '../../api/marketError.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  type CompetitionWish,
  comparedChoices,
  competitionWindowsSeconds,
  firstWish,
} from '../../webview/messages/walletChoices.ts';
import type { WalletCompetitionContent } from '../../webview/messages/walletCompetition.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { waitingMessage } from '../backend/errorDescription.ts';
import { type DataSource, isSimulated } from '../base/connections.ts';
import {
  programNames,
  trackedLabels,
  type WalletLabels,
  withoutBigints,
} from '../shared/competitionMessage.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';

export interface WalletCompetitionOptions {
  readonly arbscope: Pick<ChannelArbscopeService, 'status' | 'walletCompetition'>;
  readonly tracked: WalletLabels;
  readonly source: () => DataSource;
}

/** From the active connection; the window ends with its newest block. `shown`: until now, or null. */
export async function loadCompetition(
  { arbscope, tracked, source }: WalletCompetitionOptions,
  wallet: string,
  asked: CompetitionWish,
  { signal, report, forceRefresh = false }: LoadOptions,
  shown: WalletCompetitionContent | null,
): Promise<WalletCompetitionContent> {
  const wish = offeredWish(asked);
  // Keep the connection: the user may switch it meanwhile.
  const current = source();
  report(readingMessage(shown));
  const call = {
    signal,
    // The user asks for newer figures than the ones that are shown.
    forceRefresh: forceRefresh || shown?.kind === 'loaded',
    onWaiting: (progress: Parameters<typeof waitingMessage>[0]) => report(waitingMessage(progress)),
  };
  try {
    const { now } = await arbscope.status({}, call);
    const to = Math.floor((Date.parse(now ?? '') || Date.now()) / 1_000);
    const { windowSeconds, limit } = wish;
    const competition = await arbscope.walletCompetition(
      { wallet, from: to - windowSeconds, to, limit },
      call,
    );
    return {
      kind: 'loaded',
      wish,
      isStale: false,
      competition: withoutBigints(competition),
      bots: botLabels(competition),
      tracked: trackedLabels(tracked),
      source: current.name,
      isSimulated: isSimulated(current),
    };
  } catch (error) {
    if (MarketError.is(error, 'not-offered')) return { kind: 'not-offered', source: current.name };
    throw error;
  }
}

/** One request may read a part only, and the next one goes on. */
const readingMessage = (shown: WalletCompetitionContent | null): string =>
  shown?.kind === 'loaded' && shown.competition.continues
    ? t('Attempts compared until now: {0}. Reading more blocks…', shown.competition.attempts)
    : t('Reading the blocks around the attempts…');

/** Of bots that are no family, but the address of a program. */
function botLabels({ rivals }: WalletCompetition): Record<string, string> {
  const programs = new Set(rivals.flatMap(({ bot }) => bot ?? []).filter(isAddress));
  const short = [...programs].map((program) => [program, shortAddress(program)]);
  return { ...Object.fromEntries(short), ...programNames(programs) };
}

/** A page may only choose what it offers. */
const offeredWish = ({ windowSeconds, limit }: CompetitionWish): CompetitionWish => ({
  windowSeconds:
    competitionWindowsSeconds.find((seconds) => seconds === windowSeconds) ??
    firstWish.windowSeconds,
  limit: comparedChoices.find((choice) => choice === limit) ?? firstWish.limit,
});
