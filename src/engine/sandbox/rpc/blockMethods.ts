import { checkFees } from '../../../solana/landing/checkFees.ts';
import { decodeTransactionBytes, isWritable } from '../../../solana/wireTransaction.ts';
import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import {
  encodeTransaction,
  encodeTransactionAccounts,
  toJsonTransaction,
  transactionFormat,
  versionMember,
} from './encodeTransaction.ts';
import { findTransaction, signaturesOf } from './findTransactions.ts';
import { apiVersion, assertContextSlot, inContext, type RpcMethod, slotAt } from './rpcMethod.ts';
import { invalidParams, type RpcCommitment, type RpcParameters } from './rpcParameters.ts';

const slotsPerEpoch = 432_000;
const maxBlocksRange = 500_000;
const maxSignatures = 1_000;
const priorityFeeSlots = 150;
const maxFeeAddresses = 128;
const maxLeaders = 5_000;
const blockDetails = ['full', 'accounts', 'signatures', 'none'] as const;

export const blockMethods = {
  getBlock: (chain, params) => {
    const slot = params.integer(0, 'a slot');
    const options = params.options(1);
    const format = transactionFormat(options);
    const details = options.choice('transactionDetails', blockDetails) ?? 'full';
    const showsRewards = !options.has('rewards') || options.flag('rewards');
    assertBlock(chain, slot, blockCommitment(options));
    const { transactions, ...header } = chain.block(slot);
    const rewards = showsRewards ? { rewards: [] } : {};
    if (details === 'none') return { ...header, ...rewards };
    for (const each of transactions) versionMember(each, format);
    if (details === 'signatures') {
      const signatures = transactions.map((each) => toJsonTransaction(each).signatures[0]);
      return { ...header, ...rewards, signatures };
    }
    const encode = details === 'full' ? encodeTransaction : encodeTransactionAccounts;
    return {
      ...header,
      ...rewards,
      transactions: transactions.map((each) => encode(each, format)),
    };
  },

  getBlockHeight: (chain, params) => newest(chain, params.options(0)),

  getBlockTime: (chain, params) => {
    const slot = params.integer(0, 'a slot');
    assertBlock(chain, slot, 'processed');
    return chain.timeOf(slot);
  },

  getBlocks: (chain, params) => {
    const first = params.integer(0, 'a slot');
    // The end is optional; the options may be the second parameter.
    const hasEnd = typeof params.value(1) === 'number';
    const options = params.options(hasEnd || params.has(2) ? 2 : 1);
    const newestBlock = slotAt(chain, blockCommitment(options));
    const last = hasEnd ? params.integer(1, 'a slot') : newestBlock;
    if (last - first > maxBlocksRange) {
      throw invalidParams(`Slot range too large; max ${maxBlocksRange}`);
    }
    return slotRange(chain, first, Math.min(last, newestBlock));
  },

  getBlocksWithLimit: (chain, params) => {
    const first = params.integer(0, 'a slot');
    const limit = params.integer(1, 'a number of blocks');
    if (limit > maxBlocksRange) throw invalidParams(`Limit too large; max ${maxBlocksRange}`);
    const newestBlock = slotAt(chain, blockCommitment(params.options(2)));
    const from = Math.max(first, chain.firstSlot);
    return slotRange(chain, from, Math.min(from + limit - 1, newestBlock));
  },

  /** Without `transactionCount`: web3.js accepts a missing member, but not null. */
  getEpochInfo: (chain, params) => {
    const absoluteSlot = newest(chain, params.options(0));
    return {
      absoluteSlot,
      blockHeight: absoluteSlot,
      epoch: Math.floor(absoluteSlot / slotsPerEpoch),
      slotIndex: absoluteSlot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
    };
  },

  getFirstAvailableBlock: (chain) => chain.firstSlot,

  getGenesisHash: (chain) => chain.genesisHash,

  getHealth: () => 'ok',

  getLatestBlockhash: async (chain, params) => {
    const { blockhash, lastValidBlockHeight } = await chain.latestBlockhash();
    return inContext(chain, params.options(0), { blockhash, lastValidBlockHeight });
  },

  getRecentPrioritizationFees: (chain, params) => {
    const addresses = params.has(0) ? params.addresses(0, maxFeeAddresses) : [];
    const first = chain.newestSlot - priorityFeeSlots + 1;
    const prices = lowestPrices(chain, addresses);
    return Array.from({ length: priorityFeeSlots }, (_, at) => ({
      slot: first + at,
      prioritizationFee: prices.get(first + at) ?? 0n,
    }));
  },

  getSignaturesForAddress: (chain, params) => {
    const address = params.address(0);
    const options = params.options(1);
    const limit = options.optionalInteger('limit', `a number from 1 to ${maxSignatures}`);
    if (limit !== undefined && (limit < 1 || limit > maxSignatures)) {
      throw options.fault('limit', `a number from 1 to ${maxSignatures}`);
    }
    const bound = (key: string) =>
      options.has(key) ? options.bytes(key, 64, 'a signature') : undefined;
    const range = { before: bound('before'), until: bound('until'), limit: limit ?? maxSignatures };
    assertContextSlot(chain, options);
    return signaturesOf(chain, address, slotAt(chain, blockCommitment(options)), range);
  },

  getSlot: (chain, params) => newest(chain, params.options(0)),

  getSlotLeaders: (chain, params) => {
    const first = params.integer(0, 'a slot');
    const count = params.integer(1, 'a number of slots');
    if (count < 1 || count > maxLeaders) throw invalidParams(`Invalid limit; max ${maxLeaders}`);
    const leaders = Array.from({ length: count }, (_, at) => chain.leaderOf(first + at));
    if (leaders.includes(null)) throw invalidParams('Invalid slot range: no leader schedule');
    return leaders;
  },

  getTransaction: (chain, params) => {
    const signature = params.bytes(0, 64, 'a signature');
    const options = params.options(1);
    const format = transactionFormat(options);
    const newestBlock = slotAt(chain, blockCommitment(options));
    const found = findTransaction(chain, signature);
    if (found === null || found.slot > newestBlock) return null;
    const { slot, transaction } = found;
    return { slot, blockTime: chain.timeOf(slot), ...encodeTransaction(transaction, format) };
  },

  getVersion: () => ({ 'solana-core': `${apiVersion}-arbscope-sandbox`, 'feature-set': 0 }),

  isBlockhashValid: async (chain, params) => {
    const isValid = await chain.isBlockhashValid(params.bytes(0, 32, 'a blockhash'));
    return inContext(chain, params.options(1), isValid);
  },
} satisfies Readonly<Record<string, RpcMethod>>;

function newest(chain: SandboxChain, options: RpcParameters): number {
  const commitment = options.commitment();
  assertContextSlot(chain, options);
  return slotAt(chain, commitment);
}

/** Commitment for methods that do not support `processed`. */
function blockCommitment(options: RpcParameters): RpcCommitment {
  const commitment = options.commitment() ?? 'finalized';
  if (commitment !== 'processed') return commitment;
  throw invalidParams('Method does not support commitment below `confirmed`');
}

function assertBlock(chain: SandboxChain, slot: number, commitment: RpcCommitment): void {
  if (slot < chain.firstSlot) {
    throw new LandingError(
      rpcErrorCodes.blockCleanedUp,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${chain.firstSlot}`,
    );
  }
  if (slot > slotAt(chain, commitment)) {
    throw new LandingError(rpcErrorCodes.blockNotAvailable, `Block not available for slot ${slot}`);
  }
}

/** By slot, micro-lamports, of users' landed transactions that write to all of these accounts. */
function lowestPrices(chain: SandboxChain, addresses: readonly string[]): Map<number, bigint> {
  const prices = new Map<number, bigint>();
  for (const { slot, accounts, transaction } of chain.landedUntil(chain.newestSlot)) {
    if (slot <= chain.newestSlot - priorityFeeSlots) break;
    const [content] = transaction.transaction as readonly [string, 'base64'];
    const wire = decodeTransactionBytes(Uint8Array.from(Buffer.from(content, 'base64')));
    const written = new Set(accounts.filter((_, index) => isWritable(wire, index)));
    if (!addresses.every((address) => written.has(address))) continue;
    const price = checkFees(wire).microLamportsPerUnit ?? 0n;
    const lowest = prices.get(slot);
    if (lowest === undefined || price < lowest) prices.set(slot, price);
  }
  return prices;
}

/** Every slot has a block. */
const slotRange = (chain: SandboxChain, first: number, last: number): number[] => {
  const from = Math.max(first, chain.firstSlot);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
};
