import type { ArbscopeOperations } from '../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import type { WalletCompetition } from '../../api/arbscope/walletCompetition.ts';
import type { ParametersOf } from '../../api/defineOperation.ts';

/** Over a node, one request ends before all blocks are read; the next ones go on. Throws a MarketError. */
export async function compareWallet(
  asked: ParametersOf<ArbscopeOperations['walletCompetition']>,
  arbscope: Pick<ArbscopeService, 'walletCompetition'>,
  signal: AbortSignal,
): Promise<WalletCompetition> {
  let found = await arbscope.walletCompetition(asked, { signal });
  const window = { from: toSeconds(found.from), to: toSeconds(found.to) };
  while (found.continues) {
    const reached = found.compared_from;
    found = await arbscope.walletCompetition({ ...asked, ...window }, { signal });
    // Without progress, the blocks take too long for any request.
    if (found.compared_from === reached) break;
  }
  return found;
}

const toSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);
