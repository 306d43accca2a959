import { t } from '@vscode/l10n';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import type { MintAmount } from './arbitrageRecord.ts';
import type { DecodedLeg } from './buildLegs.ts';

export interface Cycle {
  readonly kind: 'arbitrage' | 'circular-with-loss' | 'none';
  /** Why it is not an arbitrage; empty for one. Lazy: the text costs more than the check. */
  readonly reason: () => string;
  readonly gains: readonly MintAmount[];
  readonly baseMint: string | null;
  readonly baseInput: bigint;
}

/** A middle mint may keep 0.1 % of its flow, left by lots, rounding and fixed amounts. */
export const residualDivisor = 1_000n;

const noReason = (): string => '';

interface MintFlow {
  bought: bigint;
  sold: bigint;
}

/**
 * Classifies legs as a multiset with flow conservation. An arbitrage has at least two pools, every
 * mint both bought and sold, and a gain in at least one mint without a loss in another, except
 * residuals of middle mints if the base mint gains.
 */
export function classifyCycle(legs: readonly DecodedLeg[]): Cycle {
  const none = (reason: () => string): Cycle => ({
    kind: 'none',
    reason,
    gains: [],
    baseMint: null,
    baseInput: 0n,
  });
  if (legs.length === 0) return none(() => t('no swap'));
  if (legs.length === 1) return none(() => t('only one swap'));

  const flows = new Map<string, MintFlow>();
  const flow = (mint: string) => {
    const known = flows.get(mint);
    if (known) return known;
    const fresh = { bought: 0n, sold: 0n };
    flows.set(mint, fresh);
    return fresh;
  };
  for (const { leg } of legs) {
    flow(leg.inputMint).sold += leg.inputAmount;
    flow(leg.outputMint).bought += leg.outputAmount;
  }
  for (const [mint, { bought, sold }] of flows) {
    if (bought === 0n || sold === 0n) {
      return none(() =>
        bought === 0n
          ? t('open cycle: {0} is only sold', mint)
          : t('open cycle: {0} is only bought', mint),
      );
    }
  }
  if (new Set(legs.map(({ poolKey }) => poolKey)).size < 2) {
    return none(() => t('buys and sells on one pool: volume, not arbitrage'));
  }

  const gains: MintAmount[] = [];
  for (const [mint, { bought, sold }] of flows) {
    if (bought !== sold) gains.push({ mint, amount: bought - sold });
  }
  const baseMint = findBaseMint(legs, flows);
  const baseInput = peakInput(legs, baseMint);
  const judged = (kind: Cycle['kind'], reason: () => string): Cycle => ({
    kind,
    reason,
    gains,
    baseMint,
    baseInput,
  });
  const losses = gains.filter(({ amount }) => amount < 0n);
  if (losses.length === 0) {
    if (gains.length > 0) return judged('arbitrage', noReason);
    return judged('circular-with-loss', () => t('the cycle has no gain'));
  }
  const isResidual = ({ mint, amount }: MintAmount) => {
    const { bought, sold } = flow(mint);
    return amount < 0n ? -amount * residualDivisor <= sold : amount * residualDivisor <= bought;
  };
  const middles = gains.filter(({ mint }) => mint !== baseMint);
  const baseGain = gains.find(({ mint }) => mint === baseMint)?.amount ?? 0n;
  const open = middles.filter((middle) => !isResidual(middle));
  if (baseGain > 0n && open.every(({ amount }) => amount > 0n)) {
    return judged('arbitrage', noReason);
  }
  if (baseGain <= 0n && open.length === 0) {
    return judged('circular-with-loss', () => t('the cycle has a loss'));
  }
  const [loss] = [...open.filter(({ amount }) => amount < 0n), ...losses];
  return none(() => t('open cycle: more of {0} is sold than bought', loss?.mint ?? t('a mint')));
}

/** Usual base mints, by preference, for routes that do not start and end in the same mint. */
const preferredBaseMints = [wrappedSolMint, usdcMint, usdtMint];

function findBaseMint(
  legs: readonly DecodedLeg[],
  flows: ReadonlyMap<string, MintFlow>,
): string | null {
  const first = legs[0]?.leg.inputMint ?? null;
  const last = legs.at(-1)?.leg.outputMint ?? null;
  if (first === last) return first;
  const changed = [...flows].filter(([, { bought, sold }]) => bought !== sold);
  const candidates = changed.map(([mint]) => mint);
  return preferredBaseMints.find((mint) => candidates.includes(mint)) ?? candidates[0] ?? first;
}

/** Peak net outlay of the base mint; the total paid if that never exceeds 0. */
function peakInput(legs: readonly DecodedLeg[], base: string | null): bigint {
  let out = 0n;
  let most = 0n;
  let paid = 0n;
  for (const { leg } of legs) {
    if (leg.inputMint === base) {
      out += leg.inputAmount;
      paid += leg.inputAmount;
    }
    if (out > most) most = out;
    if (leg.outputMint === base) out -= leg.outputAmount;
  }
  return most > 0n ? most : paid;
}
