import type { CompetitionCause } from '../../../../src/api/arbscope/competition.ts';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../../../../src/webview/messages/walletCompetition.ts';
import { addressOf, signatureOf } from '../competition/sampleCompetition.ts';
import { sampleNow, sampleWallets } from './sampleWallet.ts';

const at = (secondsBefore: number): string =>
  new Date(sampleNow - secondsBefore * 1_000).toISOString();

type Rival = SentWalletCompetition['rivals'][number];

const rival = (seed: number, members: Partial<Rival> = {}): Rival => ({
  wallet: addressOf(seed),
  wallets: [addressOf(seed)],
  bot: null,
  meetings: 41,
  won: 19,
  lost: 9,
  gain_lost_sol: 0.214,
  unknown_gains: 0,
  median_price: '410000',
  own_median_price: '520000',
  causes: [{ kind: 'latency', count: 9 }],
  providers: [{ provider: 'ASTRALANE', count: 41 }],
  ...members,
});

type Loss = SentWalletCompetition['losses'][number];

export const sampleLoss = (index: number, members: Partial<Loss> = {}): Loss => ({
  signature: signatureOf(30 + index),
  slot: 395_318_246 - index * 40,
  iso_time: at(44 + index * 70),
  cause: 'outbid',
  winner_signature: signatureOf(60 + index),
  winner_wallet: addressOf(90),
  gain_sol: 0.003486 - index * 0.0002,
  slots_after: 0,
  provider: 'JITO',
  price: '200000',
  winner_price: '420000',
  tip_percent: 10.8,
  ...members,
});

const causes: readonly (readonly [CompetitionCause | null, number, number, number])[] = [
  ['outbid', 268, 5.14, 2],
  ['latency', 318, 6.511, 0],
  ['lost-anyway', 68, 1.239, 0],
  ['unprofitable', 34, 0.4, 0],
  ['own-error', 44, 0.9, 0],
  ['unknown-error', 8, 0.016, 0],
  [null, 12, 0, 12],
];

/** Won 452 of 1,204 contested opportunities of a day. */
export function sampleWalletCompetition(
  members: Partial<SentWalletCompetition> = {},
): SentWalletCompetition {
  return {
    wallet: sampleWallets[0],
    from: at(86_400),
    to: at(0),
    compared_from: at(40_000),
    compared_reason: 'The limit is 150 attempts.',
    continues: false,
    attempts: 148,
    attempts_unclear: 0,
    attempts_unread: 2,
    slots_unread: 0,
    leaders_reason: '',
    uncontested: { count: 436, gain_sol: 5.236, unknown_gains: 0 },
    won: { count: 452, gain_sol: 7.914, unknown_gains: 3 },
    lost: { count: 752, gain_sol: 14.206, unknown_gains: 14 },
    taken_by_nobody: 21,
    cost_of_losing_sol: -0.668,
    unknown_costs: 0,
    causes: causes.map(([kind, count, gain_sol, unknown_gains]) => ({
      ...{ kind, count, gain_sol, unknown_gains },
    })),
    rivals_total: 45,
    rivals: [
      rival(90, {
        ...{ meetings: 312, won: 74, lost: 201, gain_lost_sol: 4.01, unknown_gains: 2 },
        ...{ median_price: '1100000', own_median_price: '610000' },
        wallets: [addressOf(90), addressOf(91), addressOf(92)],
        causes: [
          { kind: 'outbid', count: 122 },
          { kind: 'latency', count: 70 },
          { kind: 'lost-anyway', count: 8 },
          { kind: null, count: 1 },
        ],
        providers: [
          { provider: 'JITO', count: 252 },
          { provider: 'TEMPORAL', count: 60 },
        ],
      }),
      rival(94, { bot: 'NotArb', meetings: 268, won: 121, lost: 96, gain_lost_sol: 5.2 }),
      rival(95, { bot: 'SMB', median_price: null }),
      rival(96, {
        ...{ meetings: 6, won: 2, lost: 0, gain_lost_sol: 0, causes: [] },
        providers: [{ provider: null, count: 6 }],
      }),
      ...Array.from({ length: 9 }, (_, more) =>
        rival(110 + more, { won: 5, lost: 3, meetings: 12 }),
      ),
    ],
    by_provider: [
      { provider: 'JITO', count: 561, won: 226 },
      { provider: 'TEMPORAL', count: 302, won: 127 },
      { provider: 'NEXTBLOCK', count: 171, won: 49 },
      { provider: 'ASTRALANE', count: 98, won: 31 },
      { provider: 'BLOX', count: 57, won: 17 },
      { provider: 'FALCON', count: 8, won: 1 },
      { provider: null, count: 7, won: 1 },
    ],
    by_leader: [
      { leader: addressOf(201), leader_name: 'Northstake', count: 148, won: 66 },
      { leader: addressOf(202), leader_name: 'Kestrel', count: 121, won: 39 },
      ...Array.from({ length: 10 }, (_, more) => ({
        leader: addressOf(203 + more),
        leader_name: null,
        count: 90 - more,
        won: 30 - more,
      })),
      { leader: null, leader_name: null, count: 12, won: 5 },
    ],
    by_distance: [
      { slots_after: 0, count: 402, won: 257 },
      { slots_after: 1, count: 451, won: 151 },
      { slots_after: 2, count: 214, won: 33 },
      { slots_after: 3, count: 96, won: 7 },
      { slots_after: 4, count: 29, won: 1 },
      { slots_after: null, count: 12, won: 3 },
    ],
    by_hour: Array.from({ length: 24 }, (_, hour) => ({
      hour: at((24 - hour) * 3_600),
      count: hour === 3 ? 5 : 40 + ((hour * 7) % 23),
      won: hour === 3 ? 2 : 12 + ((hour * 5) % 17),
    })),
    tip_curve: {
      count: 752,
      unknown: 14,
      unknown_costs: 3,
      points: Array.from({ length: 101 }, (_, percent) => ({
        percent,
        won: Math.round(236 / (1 + Math.exp((48 - percent) / 9))),
        gain_sol: (5.1 * (1 - percent / 100)) / (1 + Math.exp((42 - percent) / 8)),
        extra_cost_sol: 7.9 * (percent / 100) ** 2.4,
      })),
    },
    losses: [
      sampleLoss(0),
      sampleLoss(1, { cause: 'latency', tip_percent: null, slots_after: 1, provider: 'NEXTBLOCK' }),
      sampleLoss(2, { cause: null, winner_price: null, gain_sol: null, tip_percent: null }),
      sampleLoss(3, { cause: 'own-error', price: null, provider: null, slots_after: null }),
      sampleLoss(4, { gain_sol: 0.00541, tip_percent: 32.5, iso_time: null }),
      ...Array.from({ length: 8 }, (_, more) => sampleLoss(5 + more, { cause: 'lost-anyway' })),
    ],
    ...members,
  };
}

export const walletCompetitionContent = (
  members: Partial<SentWalletCompetition> = {},
  about: Partial<LoadedWalletCompetition> = {},
): LoadedWalletCompetition => ({
  kind: 'loaded',
  wish: { windowSeconds: 86_400, limit: 150 },
  isStale: false,
  competition: sampleWalletCompetition(members),
  bots: {},
  tracked: { [sampleWallets[0]]: 'main bot', [addressOf(94)]: 'My rival' },
  source: 'My node',
  isSimulated: false,
  ...about,
});
