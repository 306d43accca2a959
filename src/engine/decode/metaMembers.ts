import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { isU64 } from '../base/integers.ts';
import {
  invalidEntry,
  invalidMember,
  type Message,
  UnreadableTransactionError,
} from './message.ts';
import { findInvalidCall, findInvalidTokenBalance } from './metaEntries.ts';
import type { RpcMeta } from './rpcBlock.ts';

/**
 * Which transactions cannot be read without a member. `calling`: those that ran and called a program
 * that may itself have called others. `none`: the absence has the meaning that the table states.
 */
type NeededBy = 'all' | 'executed' | 'calling' | 'none';

interface MetaMember {
  /** Without the member (`undefined`). */
  readonly absent: NeededBy;
  readonly null: NeededBy;
  /** Any other value makes every transaction unreadable. */
  readonly isValid: (value: unknown) => boolean;
  /** Name of an invalid member of an entry of a valid list; `null`: all are valid. */
  readonly findInvalid?: (list: readonly unknown[]) => string | null;
  /** Why a node leaves it out, and what to do about it, if more is known than its name. */
  readonly reason?: () => string;
}

/** A loop: it checks the balances of every account of every transaction. */
function isAmounts(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at++) if (!isU64(value[at])) return false;
  return true;
}

const isLoaded = (value: unknown): boolean =>
  isObject(value) && isAddresses(value['writable']) && isAddresses(value['readonly']);

const isAddresses = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && isAddress(each));

/** A variant of Agave's `TransactionError`; newer nodes may have more of them. */
const errorName = /^[A-Z][A-Za-z0-9]{1,99}$/;

/** A variant with values is an object with its name as the only member. */
function isError(value: unknown): boolean {
  const [name, other] = isObject(value) ? Object.keys(value) : [value];
  return typeof name === 'string' && errorName.test(name) && other === undefined;
}

/** Agave's option, and the setting of Firedancer with Agave's RPC. */
const extendedMetadata = {
  agave: '--enable-extended-tx-metadata-storage',
  firedancer: 'extended_tx_metadata_storage',
} as const;

/**
 * The members of `meta` that the decoder reads (https://solana.com/docs/rpc/json-structures), and
 * what it means if a node leaves one out. Votes need none of them.
 *
 * A node that does not store extended metadata returns `null` as `innerInstructions` and
 * `logMessages` of every transaction (Agave, `rpc/src/transaction_status_service.rs`); `[]` means
 * that there were no calls. Geyser servers always have both. A transaction that failed before it ran
 * has no inner instructions on any node.
 */
export const metaMembers = {
  /** `null`: success. */
  err: { absent: 'all', null: 'none', isValid: isError },
  fee: { absent: 'all', null: 'all', isValid: isU64 },
  preBalances: { absent: 'executed', null: 'executed', isValid: isAmounts },
  postBalances: { absent: 'executed', null: 'executed', isValid: isAmounts },
  innerInstructions: {
    absent: 'calling',
    null: 'calling',
    isValid: Array.isArray,
    findInvalid: findInvalidCall,
    reason: () =>
      t(
        'the node did not record innerInstructions. Start it with {0} (Agave) or {1} (Firedancer), or use another node.',
        extendedMetadata.agave,
        extendedMetadata.firedancer,
      ),
  },
  /** The first blocks of mainnet lack token balances. */
  preTokenBalances: {
    absent: 'calling',
    null: 'calling',
    isValid: Array.isArray,
    findInvalid: findInvalidTokenBalance,
  },
  postTokenBalances: {
    absent: 'calling',
    null: 'calling',
    isValid: Array.isArray,
    findInvalid: findInvalidTokenBalance,
  },
  /** Needed for lookup tables only; `readMessage` checks the number of addresses. */
  loadedAddresses: { absent: 'none', null: 'none', isValid: isLoaded },
  /** Missing before Solana 1.10.35 (2022). */
  computeUnitsConsumed: { absent: 'none', null: 'none', isValid: isU64 },
  /** Only explain failures of simulations. Geyser blocks are read without them. */
  logMessages: { absent: 'none', null: 'none', isValid: Array.isArray },
} as const satisfies Readonly<Partial<Record<keyof RpcMeta, MetaMember>>>;

const members = Object.entries<MetaMember>(metaMembers).map(([name, member]) => ({
  name: name as keyof typeof metaMembers,
  ...member,
}));

/**
 * Throws UnreadableTransactionError if a member is missing that a transaction of this kind needs,
 * or has another type. With `needsEffects` false, only the members that every transaction needs.
 */
export function checkMeta(message: Message, meta: RpcMeta, needsEffects = true): void {
  const isExecuted = needsEffects && hasExecuted(meta.err);
  let calls: boolean | null = null;
  for (const member of members) {
    const value = meta[member.name];
    if (value !== undefined && value !== null) {
      if (!member.isValid(value)) throw invalidMember(member.name);
      const invalid = Array.isArray(value) ? member.findInvalid?.(value) : undefined;
      if (typeof invalid === 'string') throw invalidEntry(invalid, member.name);
      continue;
    }
    const neededBy = value === null ? member.null : member.absent;
    if (neededBy === 'none' || (neededBy !== 'all' && !isExecuted)) continue;
    if (neededBy === 'calling') calls ??= mayHaveCalls(message);
    if (neededBy !== 'calling' || calls) throw missingMember(member);
  }
  if (!isExecuted) return;
  checkLength('preBalances', meta.preBalances, message);
  checkLength('postBalances', meta.postBalances, message);
}

/** A missing key would shift or hide the balances of others. */
function checkLength(name: string, list: readonly unknown[], { keys }: Message): void {
  if (list.length === keys.length) return;
  throw new UnreadableTransactionError(
    t('{0} has {1} entries for {2} accounts', name, list.length, keys.length),
  );
}

const missingMember = ({ name, reason }: MetaMember & { readonly name: string }) =>
  new UnreadableTransactionError(
    reason?.() ?? t('no {0}. Request the transaction with full details.', name),
  );

/** Errors that only occur after the instructions ran (Agave, `svm/src/transaction_processor.rs`). */
const errorsAfterExecution: ReadonlySet<string> = new Set([
  'InstructionError',
  'InsufficientFundsForRent',
  'InvalidRentPayingAccount',
  'UnbalancedTransaction',
]);

/** False if the transaction was rejected, with or without a fee, before its instructions ran. */
export function hasExecuted(error: unknown): boolean {
  if (error === null || error === undefined) return true;
  const name = isObject(error) ? Object.keys(error)[0] : error;
  return typeof name !== 'string' || errorsAfterExecution.has(name);
}

/** Core programs are not markets: nothing that they call is a swap. */
export const mayHaveCalls = ({ instructions, programs }: Message): boolean =>
  instructions.some(({ program }) => !programs.at(program).isCore);
