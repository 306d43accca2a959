import type { Competition, CompetitionAttempt } from '../../../../src/api/arbscope/competition.ts';
import { buildCompetitionContent } from '../../../../src/extension/transaction/competitionContent.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import type { LoadedCompetition } from '../../../../src/webview/messages/competition.ts';
import { solMint, usdcMint } from '../route/routeSamples.ts';

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const smb = 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz';
const firstSlot = 395_318_242;
const perBlock = 1_300;

export const addressOf = (seed: number): string => encodeBase58(new Uint8Array(32).fill(seed));
export const signatureOf = (seed: number): string => encodeBase58(new Uint8Array(64).fill(seed));

/** The transaction that lost, its rivals and the winner, by their seeds. */
export const seeds = {
  ...{ trigger: 10, early: 11, unprofitable: 20, winner: 21, anyway: 22, subject: 23 },
  ...{ unpriced: 25, latency: 26, copy: 27, possible: 28, taker: 12 },
} as const;
const { trigger } = seeds;
const triggerAt = { slot: firstSlot + 4, position: 611 };

const placeOf = (seed: number, slot: number, position: number) => ({
  signature: signatureOf(seed),
  slot: firstSlot + slot,
  position,
  slots_after: slot - 4,
  positions_after: (slot - 4) * perBlock + position - triggerAt.position,
  estimated_ms_after: Math.round((slot - 4 + (position - triggerAt.position) / perBlock) * 400),
  wallet: addressOf(seed),
});

const swap = (
  at: number,
  state: CompetitionAttempt['swaps'][number]['state'] = 'ran',
): CompetitionAttempt['swaps'][number] => ({
  pool: addressOf(100 + at),
  amm: raydium,
  input_mint: at % 2 === 0 ? solMint : usdcMint,
  output_mint: at % 2 === 0 ? usdcMint : solMint,
  input_amount: state === 'ran' ? 1_000_000_000n : null,
  output_amount: state === 'ran' ? 1_003_914_000n : null,
  state,
});

const noProfit: NonNullable<CompetitionAttempt['failure']> = {
  ...{ kind: 'no-profit', text: 'No profit found', name: 'NoProfit' },
  ...{ program: smb, code: 6_001, is_inferred: false },
};

/** A failed attempt with a price of 0.000211 SOL. */
export function attempt(
  seed: number,
  [slot, position]: readonly [number, number],
  members: Partial<CompetitionAttempt> = {},
): CompetitionAttempt {
  const place = placeOf(seed, slot, position);
  return {
    ...place,
    party: place.wallet,
    role: 'rival',
    is_subject: false,
    bot: { family: 'SMB', program: smb },
    provider: 'JITO',
    outcome: 'failed',
    failure: noProfit,
    priority_fee: 11_000n,
    tip: 200_000n,
    is_tip_offered: true,
    tip_signature: null,
    price: 211_000n,
    micro_lamports_per_unit: 1_507_142n,
    compute_units: 61_870,
    compute_unit_limit: 140_000,
    swaps: [swap(0), swap(1, 'broke')],
    result: [],
    net_gain_sol: null,
    evidence: 'planned',
    pools: [addressOf(100)],
    is_weak: false,
    cause: null,
    ...members,
  };
}

export const cause = (
  kind: NonNullable<CompetitionAttempt['cause']>['kind'],
  slots: number,
  positions: number | null,
  members: Partial<NonNullable<CompetitionAttempt['cause']>> = {},
): NonNullable<CompetitionAttempt['cause']> => ({
  kind,
  slots_behind: slots,
  positions_behind: positions,
  same_circle: null,
  at_winners_rates: null,
  is_price_mixed: false,
  ...members,
});

/** It won 37 ms after the trigger. */
export const winner = attempt(seeds.winner, [4, 729], {
  ...{ role: 'winner', outcome: 'gain', failure: null, bot: null },
  ...{ tip: 420_000n, is_tip_offered: false, priority_fee: 8_000n, price: 428_000n },
  ...{ micro_lamports_per_unit: 3_566_666n, compute_units: 98_430, compute_unit_limit: 120_000 },
  ...{ swaps: [swap(0), swap(1)], evidence: 'ran', net_gain_sol: 0.003486 },
  result: [{ mint: solMint, amount: 3_914_000n }],
});

/** Outbid by the winner in the same slot. */
export const subject = attempt(seeds.subject, [4, 941], {
  is_subject: true,
  cause: cause('outbid', 0, 212, { at_winners_rates: 180_000n }),
});

/** By their roles. */
export interface Lists {
  readonly subject: CompetitionAttempt;
  readonly winner: CompetitionAttempt | null;
  readonly earlierTakers: readonly CompetitionAttempt[];
  readonly rivals: readonly CompetitionAttempt[];
  readonly ownCopies: readonly CompetitionAttempt[];
  readonly laterTakers: readonly CompetitionAttempt[];
  readonly possible: readonly CompetitionAttempt[];
}

export const sampleLists: Lists = {
  subject,
  winner,
  earlierTakers: [
    attempt(seeds.early, [4, 650], {
      ...{ outcome: 'swap', failure: null, bot: null, provider: null, tip: 0n, price: 0n },
      ...{ is_tip_offered: false, micro_lamports_per_unit: 0n, evidence: 'ran' },
      swaps: [swap(0)],
    }),
  ],
  rivals: [
    attempt(seeds.unprofitable, [4, 702], { cause: cause('unprofitable', 0, -27) }),
    attempt(seeds.anyway, [4, 934], {
      ...{ provider: 'TEMPORAL', tip: null, price: null, micro_lamports_per_unit: null },
      ...{ is_tip_offered: false, is_weak: true },
      cause: cause('lost-anyway', 0, 205, { at_winners_rates: -19_000n }),
    }),
    subject,
    attempt(seeds.unpriced, [5, 15], {
      ...{ tip: null, price: null, micro_lamports_per_unit: null, is_tip_offered: false },
      cause: cause(null, 1, 586),
    }),
    attempt(seeds.latency, [6, 1_021], {
      ...{ tip: 900_000n, price: 911_000n, provider: 'NEXTBLOCK' },
      cause: cause('latency', 2, 2_892),
      failure: { ...noProfit, kind: 'slippage', name: 'SlippageExceeded' },
    }),
  ],
  ownCopies: [attempt(seeds.copy, [4, 950], { party: subject.party, wallet: subject.wallet })],
  laterTakers: [
    attempt(seeds.taker, [5, 88], {
      ...{ outcome: 'gain', failure: null, is_tip_offered: false, net_gain_sol: 0.000121 },
      ...{ result: [{ mint: solMint, amount: 180_000n }], evidence: 'ran' },
      cause: cause('later-taker', 1, 659),
    }),
  ],
  possible: [attempt(seeds.possible, [4, 980], { evidence: 'named', swaps: [] })],
};

/** As the operation lists them; the subject's role is that of its list. */
function attemptsOf(lists: Lists): CompetitionAttempt[] {
  const ofRole = (
    role: CompetitionAttempt['role'],
    attempts: readonly CompetitionAttempt[],
  ): CompetitionAttempt[] => attempts.map((one) => ({ ...one, role }));
  const all = [
    ...ofRole('winner', lists.winner === null ? [] : [lists.winner]),
    ...ofRole('rival', lists.rivals),
    ...ofRole('own-copy', lists.ownCopies),
    ...ofRole('later-taker', lists.laterTakers),
    ...ofRole('earlier-taker', lists.earlierTakers),
    ...ofRole('possible', lists.possible),
  ];
  const isKnown = all.some(({ is_subject }) => is_subject);
  return isKnown ? all : [...ofRole('none', [lists.subject]), ...all];
}

/** An attempt that was outbid: one rival for each cause, and one transaction in each other list. */
export function sampleCompetition(members: Partial<Competition & Lists> = {}): Competition {
  const {
    subject: asked,
    winner: won,
    earlierTakers,
    rivals,
    ownCopies,
    laterTakers,
    possible,
    ...rest
  } = { ...sampleLists, ...members };
  const lists = {
    subject: asked,
    winner: won,
    earlierTakers,
    rivals,
    ownCopies,
    laterTakers,
    possible,
  };
  return {
    signature: subject.signature,
    slot_milliseconds: 400,
    slots: Array.from({ length: 13 }, (_, at) => ({
      slot: firstSlot + at,
      state: at === 9 ? ('no-block' as const) : ('read' as const),
      reason: '',
      transactions: at === 9 ? null : perBlock,
      unreadable: at === 9 ? null : 0,
      leader: addressOf(200 + Math.floor((at + 2) / 4)),
      leader_name: at < 6 ? 'Northstake' : at < 10 ? 'Kestrel' : null,
    })),
    leaders_reason: '',
    route: [0, 1].map((at) => ({
      ...{ pool: addressOf(100 + at), amm: raydium, is_hub: at === 1 },
      ...{ input_mint: swap(at).input_mint, output_mint: swap(at).output_mint },
    })),
    contested: [addressOf(100)],
    trigger: {
      ...{ kind: 'swap', pool: addressOf(100), swaps: [swap(1)] },
      ...{ ...placeOf(trigger, 4, triggerAt.position), transactions: [signatureOf(trigger)] },
    },
    trigger_candidates: [],
    attempts: attemptsOf(lists),
    would_have_won: {
      ...{ provider: 'JITO', tip: 420_001n, net_gain_sol: 0.003482, tip_by_unit: 490_001n },
      ...{ net_gain_by_unit_sol: 0.003412, ranking: 'by-unit', break_even_tip: 3_902_000n },
      source: 'https://docs.jito.wtf/lowlatencytxnsend/, 2026-11-30',
    },
    would_have_won_reason: '',
    symbols: { [solMint]: 'SOL', [usdcMint]: 'USDC' },
    decimals: { [solMint]: 9, [usdcMint]: 6 },
    ...rest,
  };
}

/** As the panel sends it; that of the later taker is tracked. */
export const competitionContent = (
  members: Partial<Competition & Lists> = {},
  slotsAfter = 8,
): LoadedCompetition =>
  buildCompetitionContent(sampleCompetition(members), slotsAfter, {
    wallets: { addresses: [addressOf(seeds.taker)], labelOf: () => 'My rival' },
    ...{ source: 'My node', isSimulated: false, note: '' },
  });
