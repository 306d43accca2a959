import type { AccountBalances } from './accountBalances.ts';
import type { Movement } from './movement.ts';

/**
 * Fills in the fees that Token-2022 mints withheld. Only one kind of transfer names its fee; for
 * the others the receiver's balance tells: it rose by less than what was sent to it.
 */
export function inferTransferFees(movements: readonly Movement[], balances: AccountBalances): void {
  const incoming = new Map<number, Movement[]>();
  for (const movement of movements) {
    if (movement.to < 0 || movement.from < 0 || !balances.mayWithholdFees(movement.to)) continue;
    const list = incoming.get(movement.to);
    if (list) list.push(movement);
    else incoming.set(movement.to, [movement]);
  }
  if (incoming.size === 0) return;

  const rates = new Map<string, bigint>();
  const unsettled: Movement[] = [];
  for (const [account, list] of incoming) {
    const unnamed = list.filter((movement) => movement.fee === 0n);
    const change = balances.tokenChange(account);
    if (change === undefined) {
      unsettled.push(...unnamed);
      continue;
    }
    const missing = sumExpected(account, movements) - change;
    if (missing <= 0n || unnamed.length === 0) continue;
    distributeFee(missing, unnamed);
    const [first] = unnamed;
    if (first) rates.set(first.mint, basisPoints(first));
  }
  // Accounts that were closed again have no balance to read: the mint's rate is the same for all.
  for (const movement of unsettled) {
    const rate = rates.get(movement.mint);
    if (rate !== undefined) movement.fee = ceilDivide(movement.amount * rate, 10_000n);
  }
}

function sumExpected(account: number, movements: readonly Movement[]): bigint {
  let sum = 0n;
  for (const movement of movements) {
    if (movement.isNative) continue;
    if (movement.to === account) sum += movement.amount - movement.fee;
    if (movement.from === account) sum -= movement.amount;
  }
  return sum;
}

/**
 * Shares a withheld sum between transfers. A mint takes the same rate of each, rounded up; where no
 * rate gives the sum (a largest fee is set), it is shared in proportion, exact in total.
 */
function distributeFee(withheld: bigint, movements: readonly Movement[]): void {
  const total = movements.reduce((sum, movement) => sum + movement.amount, 0n);
  const about = (withheld * 10_000n) / total;
  for (const rate of [about, about + 1n, about - 1n]) {
    const fees = movements.map(({ amount }) => ceilDivide(amount * rate, 10_000n));
    if (fees.reduce((sum, fee) => sum + fee, 0n) !== withheld) continue;
    movements.forEach((movement, position) => {
      movement.fee = fees[position] ?? 0n;
    });
    return;
  }
  let left = withheld;
  movements.forEach((movement, position) => {
    const isLast = position === movements.length - 1;
    const part = isLast ? left : ceilDivide(withheld * movement.amount, total);
    movement.fee = part;
    if (part > left) movement.fee = left;
    left -= movement.fee;
  });
}

function basisPoints(movement: Movement): bigint {
  return (movement.fee * 10_000n) / movement.amount;
}

const ceilDivide = (dividend: bigint, divisor: bigint): bigint =>
  (dividend + divisor - 1n) / divisor;
