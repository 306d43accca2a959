import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import { isU8 } from '../base/integers.ts';
import type {
  ArbitrageRecord,
  DecodedBlock,
  PriceObservation,
  UnreadableEntry,
  UnreadablePart,
} from './arbitrageRecord.ts';
import { BlockVaults } from './blockVaults.ts';
import { isPlainJsonVote } from './calledPrograms.ts';
import { decodeBlockTransaction, signatureOf } from './decodeTransaction.ts';
import { AmountOutOfRangeError, UnreadableTransactionError } from './message.ts';
import { readMessage } from './readMessage.ts';
import type { RpcBlock, RpcBlockTransaction } from './rpcBlock.ts';

export type WantsSwapAccounts = (program: string, pool: string, timeSeconds: number) => boolean;

/** The decoder iterates the transactions once and does not retain them. */
export type BlockToDecode = Omit<RpcBlock, 'transactions'> & {
  readonly transactions: Iterable<RpcBlockTransaction>;
};

/**
 * Accepts json, jsonParsed and base64. Unreadable transactions are listed with the reason.
 * `wantsSwap` selects the swaps observed with the accounts of their instruction; default none. From
 * index `firstKeptIndex` on, all transactions but votes have a record.
 */
export function decodeBlock(
  slot: number,
  block: BlockToDecode,
  wantsSwap: WantsSwapAccounts = () => false,
  firstKeptIndex = Number.POSITIVE_INFINITY,
): DecodedBlock {
  const blockTimeSeconds = block.blockTime ?? null;
  const records: ArbitrageRecord[] = [];
  const observations: PriceObservation[] = [];
  const vaults = new BlockVaults();
  const decimals = new Map<string, number>();
  const unreadable: UnreadableEntry[] = [];
  let landable = 0;
  /** Of the transactions with a record or a swap. */
  const signatures = new Set<string>();
  let votes = 0;
  let transactions = 0;
  let withoutCalls = 0;
  let withSwaps = 0;
  for (const entry of block.transactions) {
    const index = transactions;
    transactions++;
    try {
      // Votes are two thirds of a block and need no decoding.
      if (entry?.meta != null && isPlainJsonVote(entry)) {
        votes++;
        continue;
      }
      const decoded = decodeBlockTransaction(
        entry,
        { slot, index, blockTimeSeconds, version: entry?.version ?? null },
        index >= firstKeptIndex,
      );
      if (decoded.isVote) votes++;
      else if (!Array.isArray(entry.meta?.innerInstructions)) withoutCalls++;
      if (decoded.record !== null || decoded.observations.length > 0) {
        checkUnique(decoded.signature(), signatures);
      }
      if (decoded.keys !== null && entry.meta) vaults.apply(decoded.keys, entry.meta);
      if (decoded.record) records.push(decoded.record);
      if (decoded.observations.length === 0) continue;
      withSwaps++;
      decoded.observations.forEach((observation, at) => {
        const { program, pool } = observation;
        const call = decoded.swapInstructionReaders[at];
        observations.push(
          call && pool !== null && wantsSwap(program, pool, blockTimeSeconds ?? 0)
            ? { ...observation, swapInstruction: call() }
            : observation,
        );
      });
      for (const vault of decoded.vaults) vaults.add(vault);
      addDecimals(entry, decimals);
    } catch (error) {
      applyUnreadable(entry, vaults);
      if (error instanceof AmountOutOfRangeError) landable++;
      unreadable.push({
        signature: signatureOf(entry) ?? `transaction ${index} of slot ${slot}`,
        reason: errorMessage(error),
      });
    }
  }
  return {
    slot,
    blockTimeSeconds,
    blockhash: block.blockhash,
    records,
    observations,
    vaults: vaults.values(),
    decimals,
    transactions,
    votes,
    unreadable,
    unreadablePart: findUnreadablePart(unreadable, {
      candidates: transactions - votes - withoutCalls,
      withSwaps,
      landable,
    }),
  };
}

/** Fewer may be an unusual program's in a block of a quiet chain, which has no swap. */
const unreadableInPlaceOfSwaps = 10;

/** Throws UnreadableTransactionError: the chain executes a transaction once. */
function checkUnique(signature: string, known: Set<string>): void {
  if (known.has(signature)) {
    throw new UnreadableTransactionError(t('its signature occurs twice in the block'));
  }
  known.add(signature);
}

/** Anybody can land a transaction with amounts that no store can hold, and empty a pool in it. */
function applyUnreadable(entry: RpcBlockTransaction, vaults: BlockVaults): void {
  try {
    const { meta } = entry;
    if (meta !== null && (meta.err ?? null) === null) vaults.apply(readMessage(entry).keys, meta);
  } catch {
    // Its members are invalid: no node says what it has changed.
  }
}

/**
 * A block counts as missing if at least half of its transactions that may be arbitrages cannot be
 * read: neither votes, nor those that ran no program that could make calls, whose inner instructions
 * no node has to record. Without its swaps a block still has many candidates, most of which trade
 * nothing; so it is missing, too, if as many transactions are unreadable as have a swap. Transactions
 * that anybody can land do not count as unreadable here: they would remove other traders' blocks.
 */
function findUnreadablePart(
  unreadable: readonly UnreadableEntry[],
  {
    candidates,
    withSwaps,
    landable,
  }: { readonly candidates: number; readonly withSwaps: number; readonly landable: number },
): UnreadablePart | null {
  if (unreadable.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of unreadable) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [[reason] = ['']] = [...counts].sort(([, first], [, second]) => second - first);
  const count = unreadable.length - landable;
  const replacesSwaps = count >= unreadableInPlaceOfSwaps && count >= withSwaps;
  return { isMost: count > 0 && (count * 2 >= candidates || replacesSwaps), reason };
}

export function addDecimals(entry: RpcBlockTransaction, decimals: Map<string, number>): void {
  for (const { mint, uiTokenAmount } of entry.meta?.postTokenBalances ?? []) {
    if (isAddress(mint) && isU8(uiTokenAmount.decimals)) decimals.set(mint, uiTokenAmount.decimals);
  }
}
