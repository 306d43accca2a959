import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { type IntegerKind, isStorable } from '../base/columnTypes.ts';
import { isU8 } from '../base/integers.ts';
import type { ArbitrageRecord, Leg, PriceObservation, VaultBalance } from './arbitrageRecord.ts';
import { AmountOutOfRangeError, UnreadableTransactionError } from './message.ts';
import { sumByMint } from './sumByMint.ts';

export interface TransactionPosition {
  readonly slot: number;
  readonly index: number;
  readonly blockTimeSeconds: number | null;
  readonly version: number | 'legacy' | null;
}

interface StoredParts {
  readonly record: ArbitrageRecord | null;
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
}

/**
 * Throws UnreadableTransactionError if the stores cannot hold a value of the transaction. Anybody can
 * land such a transaction: a mint's supply may be 2^64 - 1, and a route may pay it in twice.
 */
export function checkStorable({ record, observations, vaults }: StoredParts): void {
  if (record !== null) checkRecord(record);
  for (const { inputAmount, outputAmount, ...observation } of observations) {
    checkAmount(inputAmount, t('an amount of a swap'));
    checkAmount(outputAmount, t('an amount of a swap'));
    checkAddresses(addressesOfSwap(observation));
  }
  for (const { pool, program, mint, vault, amount } of vaults) {
    check('amount', amount, t('a balance of a pool'));
    checkAddresses([pool, program, mint, vault]);
  }
}

/** Throws UnreadableTransactionError. Also for transactions without a record, as in files. */
export function checkPosition({ slot, index, blockTimeSeconds }: TransactionPosition): void {
  check('slot', slot, t('the slot'));
  check('position', index, t('the position in the block'));
  if (blockTimeSeconds !== null) check('time', blockTimeSeconds, 'blockTime');
}

function checkRecord(record: ArbitrageRecord): void {
  check('amount', record.feeLamports, 'fee');
  check('amount', record.priorityFeeLamports, t('the priority fee'));
  check('computeUnits', record.computeUnits ?? 0, 'computeUnitsConsumed');
  checkAmount(record.baseInput, t('the input of the route'));
  for (const { amount } of sumByMint(record.tips))
    check('amount', amount, t('the sum of the tips'));
  for (const leg of record.legs) {
    for (const amount of amountsOfLeg(leg)) checkAmount(amount, t('an amount of a swap'));
    checkAddresses(addressesOfSwap(leg));
    if (leg.lookupTable !== null) checkAddresses([leg.lookupTable]);
  }
  checkAddresses([record.wallet, ...record.gainOwners]);
  checkAddresses([...record.tips, ...record.grossGains].map(({ mint }) => mint));
  checkAddresses(
    [...record.botFees, ...record.otherPayments].flatMap(({ mint, to }) => [mint, to]),
  );
  if (!/^[\x21-\x7e]{1,100}$/.test(record.signature)) throw outOfRange(t('the signature'));
  const { version } = record;
  const isVersion = version === null || version === 'legacy' || isU8(version);
  if (!isVersion) throw outOfRange(t('the version'));
}

function check(kind: IntegerKind, value: number | bigint, name: string): void {
  if (!isStorable(value, kind)) throw outOfRange(`${name} = ${value}`);
}

function checkAmount(value: bigint, name: string): void {
  if (isStorable(value, 'amount')) return;
  throw new AmountOutOfRangeError(outOfRange(`${name} = ${value}`).message);
}

const outOfRange = (what: string): UnreadableTransactionError =>
  new UnreadableTransactionError(t('out of range: {0}', what));

function checkAddresses(addresses: readonly string[]): void {
  if (!addresses.every(isAddress)) {
    throw new UnreadableTransactionError(t('an address is not Base58'));
  }
}

const amountsOfLeg = (leg: Leg): readonly bigint[] => [
  leg.inputAmount,
  leg.outputAmount,
  leg.poolReceived,
  leg.poolSent,
];

const addressesOfSwap = ({
  program,
  pool,
  inputMint,
  outputMint,
}: Pick<PriceObservation, 'program' | 'pool' | 'inputMint' | 'outputMint'>): string[] => [
  program,
  inputMint,
  outputMint,
  ...(pool === null ? [] : [pool]),
];
