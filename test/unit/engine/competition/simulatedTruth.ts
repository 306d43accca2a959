import assert from 'node:assert/strict';
import {
  type CompetitionBlock,
  readCompetitionBlock,
} from '../../../../src/engine/competition/blockTransaction.ts';
import {
  type Competition,
  findCompetition,
} from '../../../../src/engine/competition/findCompetition.ts';
import type { ExpectedLeg, ExpectedRecord } from '../../../../src/engine/sandbox/expectedRecord.ts';
import type { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';

/** What the generator meant, compared with what the decoded blocks show. */

/** Around a transaction, as the operations read them by default. */
export const slots = { before: 4, after: 8 } as const;
const kinds = ['rivals', 'ownCopies', 'laterTakers'] as const;

/** A generated transaction, and where it stands. */
export interface Meant {
  readonly slot: number;
  readonly position: number;
  readonly record: ExpectedRecord;
}

/** How often each kind of attempt, and each cause, was compared. */
export type Compared = Map<string, number>;

export const legsOf = ({ legs, undoneLegs }: ExpectedRecord): readonly ExpectedLeg[] =>
  legs.length > 0 ? legs : undoneLegs;

export const isSame = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.inputMint;
export const isAgainst = (one: ExpectedLeg, other: ExpectedLeg): boolean =>
  one.pool === other.pool && one.inputMint === other.outputMint;
export const isBefore = (one: Meant, other: Meant): boolean =>
  one.slot < other.slot || (one.slot === other.slot && one.position < other.position);

const names = (meant: readonly Meant[]): string[] => meant.map(({ record }) => record.signature);
const signatures = (attempts: Competition['ownCopies']): string[] =>
  attempts.map(({ transaction }) => transaction.signature);

/** The competition for an arbitrage, without what nothing shows: attempts whose swaps never ran. */
export function truthOf(winner: Meant, around: readonly Meant[]) {
  const route = winner.record.legs;
  const others = around.filter(({ record }) => record.wallet !== winner.record.wallet);
  const swapped = others.filter((one) => isBefore(one, winner) && one.record.error === null);
  const trigger = swapped.findLast(({ record }) =>
    record.legs.some((leg) => route.some((own) => isAgainst(leg, own))),
  );
  const end = (trigger ?? winner).slot + slots.after;
  const all = around.filter(({ slot }) => slot <= end);
  const behind = all.filter((one) => trigger === undefined || isBefore(trigger, one));
  const contested = route.filter(
    (own) => trigger === undefined || trigger.record.legs.some((leg) => isAgainst(leg, own)),
  );
  const wanted = behind.filter(
    (one) =>
      one !== winner &&
      one.record.kind !== 'swap' &&
      legsOf(one.record).some((leg) => contested.some((own) => isSame(leg, own))),
  );
  const takers = behind.filter(
    (one) =>
      isBefore(one, winner) &&
      one.record.error === null &&
      one.record.wallet !== winner.record.wallet &&
      one.record.legs.some((leg) => route.some((own) => isSame(leg, own))),
  );
  const own = wanted.filter(({ record }) => record.wallet === winner.record.wallet);
  const rest = wanted.filter((one) => !own.includes(one) && !takers.includes(one));
  return {
    takers,
    wanted,
    lists: {
      trigger: trigger?.record.signature ?? null,
      earlierTakers: names(takers),
      rivals: names(rest.filter(({ record }) => record.error !== null)),
      ownCopies: names(own),
      laterTakers: names(rest.filter(({ record }) => record.error === null)),
    },
  };
}

/** Of an attempt that failed; all that swapped say that no gain was left. */
function causeOf(rival: Meant, winner: Meant, seen: readonly Meant[]): string | null {
  const { record } = rival;
  const swapped = record.undoneLegs.length > 0;
  if (isOutOfUnits(record)) return 'own-error';
  if (!swapped && !saysWhy(record)) return 'unknown-error';
  if (isBefore(rival, winner)) return 'unprofitable';
  const hasLost = seen.some(
    (one) =>
      isBefore(one, winner) &&
      circleOf(one.record) === circleOf(record) &&
      resultOf(legsOf(one.record)) < 0 &&
      (legsOf(one.record)[0]?.inputAmount ?? 0) <= (record.undoneLegs[0]?.inputAmount ?? 0),
  );
  const atRates = resultAtRates(record.undoneLegs, winner.record.legs);
  if (swapped && (hasLost || (atRates !== null && atRates <= 0n))) return 'lost-anyway';
  const [own, won] = [priceOf(record), priceOf(winner.record)];
  if (own === null || won === null) return null;
  return own < won ? 'outbid' : 'latency';
}

const isOutOfUnits = ({ error }: ExpectedRecord): boolean =>
  JSON.stringify(error).includes('ComputationalBudgetExceeded');
/** A success that did nothing, Jupiter's error of slippage, or the line of SMB's program. */
const saysWhy = ({ error, log }: ExpectedRecord): boolean =>
  error === null ||
  JSON.stringify(error).includes('6001') ||
  (log ?? []).some((line) => line.includes('profitable'));

const circleOf = (record: ExpectedRecord): string =>
  legsOf(record)
    .map(({ pool, inputMint }) => `${pool} ${inputMint}`)
    .join();

/** In the mint that the circle starts from. */
function resultOf(legs: readonly ExpectedLeg[]): number {
  const base = legs[0]?.inputMint;
  const of = (mint: string, amount: number): number => (mint === base ? amount : 0);
  return legs.reduce(
    (sum, leg) => sum + of(leg.outputMint, leg.outputAmount) - of(leg.inputMint, leg.inputAmount),
    0,
  );
}

/** `null`: the legs are no chain, or nothing tells the rate for as little. */
function resultAtRates(
  legs: readonly ExpectedLeg[],
  winners: readonly ExpectedLeg[],
): bigint | null {
  const input = BigInt(legs[0]?.inputAmount ?? 0);
  let amount = input;
  let mint = legs[0]?.inputMint;
  for (const leg of legs) {
    const { inputAmount, outputAmount } = winners.find((won) => isSame(won, leg)) ?? leg;
    if (leg.inputMint !== mint || amount < BigInt(inputAmount)) return null;
    amount = (amount * BigInt(outputAmount)) / BigInt(inputAmount);
    mint = leg.outputMint;
  }
  const isShared = legs.some((leg) => winners.some((won) => isSame(won, leg)));
  return isShared && legs.length > 1 && mint === legs[0]?.inputMint ? amount - input : null;
}

/** Lamports; `null`: a failure did not get to say its tip. */
function priceOf({ tip, offeredTip, feeLamports, error }: ExpectedRecord): number | null {
  const paid = error === null ? tip : offeredTip;
  return error !== null && paid?.inner === true ? null : feeLamports + (paid?.lamports ?? 0);
}

/** The arbitrages of `count` seconds from `start` on. */
export function compareSeconds(
  market: SimulatedMarket,
  start: number,
  count: number,
  compared: Compared,
): void {
  const withFee = market.tokens.filter(({ transferFeeBasisPoints: fee }) => fee > 0);
  const taxed = new Set(withFee.map(({ mint }) => mint));
  const meant: Meant[][] = [];
  const read: CompetitionBlock[] = [];
  for (let second = start - slots.before; second < start + count + slots.after; second++) {
    const { slot, block, expectedRecords } = market.block(second, second);
    meant.push(expectedRecords.map((record, position) => ({ slot, position, record })));
    read.push(readCompetitionBlock(slot, block));
  }
  for (let at = 0; at < count; at++) {
    const last = at + slots.before + slots.after + 1;
    for (const winner of meant[at + slots.before] ?? []) {
      if (winner.record.kind !== 'arbitrage') continue;
      const window = { read: read.slice(at, last), meant: meant.slice(at, last).flat() };
      compare(winner, window, taxed, compared);
    }
  }
}

function compare(
  winner: Meant,
  window: { readonly read: readonly CompetitionBlock[]; readonly meant: readonly Meant[] },
  taxed: ReadonlySet<string>,
  compared: Compared,
): void {
  const { read: blocks, meant: around } = window;
  const { signature } = winner.record;
  const found = findCompetition({ blocks, slotsAfter: slots.after }, signature);
  assert.ok(found);
  const { lists, takers, wanted } = truthOf(winner, around);
  const shown = (list: Competition['ownCopies']) =>
    signatures(list.filter(({ evidence }) => evidence === 'ran'));
  assert.deepEqual(
    {
      trigger: found.trigger?.transaction.signature ?? null,
      earlierTakers: signatures(found.earlierTakers),
      rivals: shown(found.rivals),
      ownCopies: shown(found.ownCopies),
      laterTakers: shown(found.laterTakers),
    },
    lists,
    signature,
  );
  const count = (what: string, times = 1): void => {
    compared.set(what, (compared.get(what) ?? 0) + times);
  };
  for (const { transaction, cause } of found.rivals) {
    const rival = around.find(({ record }) => record.signature === transaction.signature);
    assert.ok(rival);
    // A failure does not show the fee of a token, and so not what its circle lost.
    if (rival.record.undoneLegs.some(({ inputMint }) => taxed.has(inputMint))) continue;
    const truth = causeOf(rival, winner, [...takers, ...wanted, winner]);
    assert.equal(cause.kind, truth, `${transaction.signature} behind ${signature}`);
    count(`cause ${cause.kind}`);
  }
  if (found.trigger !== null) count('trigger');
  for (const kind of kinds) count(kind, lists[kind].length);
}

/** That each kind of attempt, and each of these causes, occurred. */
export function assertCompared(compared: Compared, causes: readonly string[]): void {
  for (const what of ['trigger', ...kinds, ...causes.map((cause) => `cause ${cause}`)]) {
    assert.ok((compared.get(what) ?? 0) > 0, `${what}: ${[...compared].join('; ')}`);
  }
}
