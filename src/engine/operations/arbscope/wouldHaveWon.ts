import { t } from '@vscode/l10n';
import type { Competition } from '../../../api/arbscope/competition.ts';
import { lamportsToSol } from '../../../api/tokenAmounts.ts';
import type { Competition as FoundCompetition, Rival } from '../../competition/findCompetition.ts';
import type { AttemptPrice } from '../../competition/price.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { valuationOf } from './attemptValuation.ts';

/**
 * How the auctions of providers rank, from their documentation. Jito: "requested tip/cus-requested
 * efficiency" (https://docs.jito.wtf/lowlatencytxnsend/, read on 2026-11-30). No other provider says how
 * it ranks. To renew: read the page again, and look whether another provider says it.
 */
const auctions: ReadonlyMap<string, { readonly source: string }> = new Map([
  ['JITO', { source: 'https://docs.jito.wtf/lowlatencytxnsend/, 2026-11-30' }],
]);

interface TipThatWins {
  readonly figures: Competition['would_have_won'];
  readonly reason: string;
}

/** For a transaction that lost. `rival`: its row; `null` if it is none. */
export function wouldHaveWon(
  { subject, winner }: FoundCompetition,
  rival: Rival | null,
  prices: PriceLookup,
): TipThatWins {
  const unknown = (reason: string): TipThatWins => ({ figures: null, reason });
  if (winner === null) return unknown(t('Nobody in the blocks that were read took it.'));
  if (winner.transaction === subject.transaction) return unknown(t('It won.'));
  if (rival === null && subject.transaction.isLanded) {
    return subject.party === winner.party
      ? unknown(t('Another transaction of its own party won.'))
      : unknown(t('Nothing shows that it would have made this arbitrage.'));
  }
  const reason = rival === null ? isAtLeast(subject.price, winner.price) : noTipHelps(rival);
  if (reason !== '') return unknown(reason);
  const { provider, tip, computeUnitLimit: wonLimit } = winner.price;
  if (tip === null) return unknown(t('The tip of the winner is unknown.'));
  if (provider === null || tip === 0n) {
    return unknown(
      t('The winner paid no tip, and leaders do not say how they order priority fees.'),
    );
  }
  const { record } = winner.transaction;
  const { netGainsSol: won, tipLamports } = valuationOf(winner, prices);
  const gain = won === null ? null : won + lamportsToSol(tipLamports + record.feeLamports);
  const fee = subject.transaction.record.feeLamports;
  const left = (paid: bigint): number | null =>
    gain === null ? null : gain - lamportsToSol(paid + fee);
  const needed = tip + 1n;
  const byUnit =
    wonLimit === 0 ? null : (tip * BigInt(subject.price.computeUnitLimit)) / BigInt(wonLimit) + 1n;
  if (hasTipped(subject.price, provider, [needed, byUnit ?? needed])) {
    return unknown(t('Its tip was higher than the winner’s.'));
  }
  const breakEven = gain === null ? null : Math.round(gain * 1e9) - Number(fee);
  const auction = auctions.get(provider);
  return {
    reason: '',
    figures: {
      provider,
      tip: needed,
      net_gain_sol: left(needed),
      tip_by_unit: byUnit,
      net_gain_by_unit_sol: byUnit === null ? null : left(byUnit),
      ranking: auction === undefined ? 'unknown' : 'by-unit',
      source: auction?.source ?? null,
      break_even_tip: breakEven === null ? null : BigInt(Math.max(0, breakEven)),
    },
  };
}

/** Whether it offered each of these tips through the winner's provider already. */
const hasTipped = (own: AttemptPrice, provider: string, tips: readonly bigint[]): boolean => {
  const { tip } = own;
  return tip !== null && own.provider === provider && tips.every((needed) => tip >= needed);
};

/** Of a transaction that never reached a block: only its price can be compared. */
function isAtLeast(own: AttemptPrice, won: AttemptPrice): string {
  if (own.whole === null) return noTipKnown();
  return won.whole !== null && own.whole >= won.whole ? offeredAsMuch() : '';
}

const offeredAsMuch = () => t('It offered as much as the winner or more.');
const noTipKnown = () =>
  t('What it offered is unknown: its program would have tipped after its swaps.');

/** Why a higher tip would have changed nothing, or nothing that is known; empty: it may have. */
function noTipHelps({ cause, price }: Rival): string {
  switch (cause.kind) {
    case 'own-error':
      return t('It failed by an error of its own.');
    case 'unknown-error':
      return t('Its error has no known meaning.');
    case 'unprofitable':
      return t('It stood ahead of the winner and had no gain.');
    case 'lost-anyway':
      return t('It had no gain at the rates of the winner.');
    case 'latency':
      return offeredAsMuch();
    case 'later-taker':
      return t('It succeeded as well.');
    case 'outbid':
      return '';
    case null:
      return price.whole === null ? noTipKnown() : t('What the winner paid is unknown.');
  }
}
