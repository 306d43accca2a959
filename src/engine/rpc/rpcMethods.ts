import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { backoffDelay, type Clock, retry } from '../../http/retry.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { isStorable } from '../base/columnTypes.ts';
import { isU64 } from '../base/integers.ts';
import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import type { DecodeThreads } from './decodeThreads.ts';
import { RpcClient, type RpcClientOptions } from './rpcClient.ts';
import {
  hasNoBlock,
  isTransient,
  isUnclear,
  mayPass,
  RpcError,
  withMarketErrors,
} from './rpcError.ts';

/**
 * Two names of one state since Alpenglow (docs.anza.xyz/consensus/commitments). On a chain with Tower BFT,
 * such as that of an older test validator, a `confirmed` block may still be replaced. Nodes return no
 * blocks below `confirmed`.
 */
export type Commitment = 'confirmed' | 'finalized';

export interface RetryPolicy {
  readonly initialDelayMilliseconds: number;
  readonly maximumDelayMilliseconds: number;
  /** For temporary failures; unlimited by default. */
  readonly attempts?: number;
  /** A user waits: rejects after a 403, and if the node requires more than the maximum delay. */
  readonly isInteractive?: boolean;
  /** For unreadable responses and for errors of unknown meaning. */
  readonly unclearAttempts: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  initialDelayMilliseconds: 250,
  maximumDelayMilliseconds: 20_000,
  unclearAttempts: 5,
};

export interface RpcMethodsOptions {
  readonly client: Pick<RpcClient, 'call'>;
  readonly clock: Clock;
  readonly commitment: Commitment;
  readonly retryPolicy: RetryPolicy;
  /** Gets a failure before a retry, and `null` after the next success. */
  readonly onRetry?: (failure: RpcError | null) => void;
}

/** Requests are retried until they succeed or fail permanently. */
export class RpcMethods {
  readonly clock: Clock;
  readonly #options: RpcMethodsOptions;

  constructor(options: RpcMethodsOptions) {
    this.clock = options.clock;
    this.#options = options;
  }

  newestSlot(signal: AbortSignal): Promise<number> {
    return this.#call('getSlot', [this.#commitment()], asSlot, signal, mayPass);
  }

  genesisHash(signal: AbortSignal): Promise<string> {
    const asHash = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
    return this.#call('getGenesisHash', [], asHash, signal);
  }

  firstAvailableSlot(signal: AbortSignal): Promise<number> {
    return this.#call('getFirstAvailableBlock', [], asSlot, signal);
  }

  /** Both bounds are inclusive. */
  slotsWithBlock(from: number, to: number, signal: AbortSignal): Promise<readonly number[]> {
    return this.#call('getBlocks', [from, to, this.#commitment()], asSlots, signal, mayPass);
  }

  /** Identities of slots in a row. The node knows those of a few epochs. */
  slotLeaders(first: number, count: number, signal: AbortSignal): Promise<readonly string[]> {
    return this.#call('getSlotLeaders', [first, count], asStrings, signal);
  }

  /**
   * Final transactions that name an account, newest first, at most 1,000.
   * @param before a signature; only older ones are listed
   */
  signaturesOf(
    account: string,
    before: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ListedSignature[]> {
    const options = { limit: 1_000, ...(before && { before }), commitment: 'finalized' };
    return this.#call('getSignaturesForAddress', [account, options], asListed, signal);
  }

  /** By identity, of the validators that published one with `solana validator-info`. */
  validatorNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const options = { encoding: 'jsonParsed', ...this.#commitment() };
    return this.#call('getProgramAccounts', [configProgram, options], asNames, signal, mayPass);
  }

  /** Unix seconds; `null` if the node has no block or no time. */
  async blockTime(slot: number, signal: AbortSignal): Promise<number | null> {
    try {
      const asTime = (value: unknown) => ({
        time: typeof value === 'number' && isStorable(value, 'time') ? value : null,
      });
      return (await this.#call('getBlockTime', [slot], asTime, signal)).time;
    } catch (error) {
      if (hasNoBlock(error)) return null;
      throw error;
    }
  }

  /**
   * Returns the result of `check`, which throws an RpcError for an invalid block. With `threads`,
   * they decode the block, and `check` gets it without transactions.
   */
  block<Block>(
    slot: number,
    check: (value: unknown, decoded: DecodedBlock | null) => Block,
    signal: AbortSignal,
    threads?: DecodeThreads,
  ): Promise<Block> {
    const params = getBlockParams(slot, this.#options.commitment);
    const { client } = this.#options;
    return this.#retry(async () => {
      if (threads === undefined) {
        return check(await client.call('getBlock', params, signal), null);
      }
      let decoded: DecodedBlock | null = null;
      const value = await client.call('getBlock', params, signal, async (body) => {
        const done = await threads.decode(slot, body, signal);
        decoded = done.decoded;
        return done.response;
      });
      return check(value, decoded);
    }, signal);
  }

  /** In the order of the addresses, at most 100. `length`: of their data, from its start. */
  async accounts(
    addresses: readonly string[],
    signal: AbortSignal,
    length?: number,
  ): Promise<readonly (ChainAccount | null)[]> {
    const slice = length === undefined ? {} : { dataSlice: { offset: 0, length } };
    const params = [addresses, { encoding: 'base64', ...slice, ...this.#commitment() }];
    const check = (value: unknown) => parseAccounts(value, addresses.length);
    return await this.#call('getMultipleAccounts', params, check, signal);
  }

  #commitment() {
    return { commitment: this.#options.commitment };
  }

  /** `check` returns `null` for an unreadable response. */
  #call<Result>(
    method: string,
    params: readonly unknown[],
    check: (value: unknown) => Result | null,
    signal: AbortSignal,
    isPassing?: (error: RpcError) => boolean,
  ): Promise<Result> {
    const work = async () => {
      const result = check(await this.#options.client.call(method, params, signal));
      if (result !== null) return result;
      throw new RpcError('unreadable', t('Unreadable response to {0}', method));
    };
    return this.#retry(work, signal, isPassing);
  }

  /** If given, `isPassing` alone decides which failures are retried. */
  async #retry<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal,
    isPassing?: (error: RpcError) => boolean,
  ): Promise<Result> {
    const { clock, retryPolicy, onRetry } = this.#options;
    const { attempts = Number.POSITIVE_INFINITY, unclearAttempts, isInteractive } = retryPolicy;
    let unclear = 0;
    const result = await retry(work, async (error, failures) => {
      if (!RpcError.is(error) || signal.aborted || failures >= attempts) throw error;
      if (isPassing === undefined) {
        if (isUnclear(error)) unclear += 1;
        else if (!isTransient(error)) throw error;
        if (unclear >= unclearAttempts) throw error;
      } else if (!isPassing(error)) throw error;
      const asked = error.retryAfterMilliseconds;
      const isLong = asked !== null && asked > retryPolicy.maximumDelayMilliseconds;
      if (isInteractive === true && (isLong || error.kind === 'denied')) throw error;
      onRetry?.(error);
      const delay = backoffDelay(failures, retryPolicy, clock);
      await clock.delay(asked === null ? delay : asked + delay / 4, signal);
    });
    onRetry?.(null);
    return result;
  }
}

export const getBlockParams = (slot: number, commitment: Commitment): readonly unknown[] => [
  slot,
  {
    encoding: 'base64',
    transactionDetails: 'full',
    rewards: false,
    maxSupportedTransactionVersion: 1,
    commitment,
  },
];

const asSlot = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

function asSlots(value: unknown): number[] | null {
  if (!Array.isArray(value) || !value.every((slot) => asSlot(slot) !== null)) return null;
  return [...new Set<number>(value)].sort((first, second) => first - second);
}

const asStrings = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;

export interface ListedSignature {
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds; `null`: unknown. */
  readonly timeSeconds: number | null;
}

function asListed(value: unknown): ListedSignature[] | null {
  if (!Array.isArray(value)) return null;
  const listed = (value as readonly unknown[]).flatMap((entry) => {
    const [signature, slot, time] = ['signature', 'slot', 'blockTime'].map((key) =>
      path(entry, key),
    );
    if (typeof signature !== 'string' || asSlot(slot) === null) return [];
    const timeSeconds = typeof time === 'number' && isStorable(time, 'time') ? time : null;
    return [{ signature, slot: Number(slot), timeSeconds }];
  });
  return listed.length === value.length ? listed : null;
}

/** Owns the accounts of the validator info. */
const configProgram = 'Config1111111111111111111111111111111111111';
const maxNameLength = 64;

/** Anybody can publish one under a name, but only for the identity that signed it. */
function asNames(value: unknown): Map<string, string> | null {
  if (!Array.isArray(value)) return null;
  const names = new Map<string, string>();
  for (const entry of value as readonly unknown[]) {
    const info = path(entry, 'account', 'data', 'parsed', 'info');
    const name = path(info, 'configData', 'name');
    const keys = path(info, 'keys');
    if (typeof name !== 'string' || !Array.isArray(keys)) continue;
    for (const key of keys as readonly unknown[]) {
      const identity = path(key, 'pubkey');
      if (path(key, 'signer') !== true || typeof identity !== 'string') continue;
      const shown = sanitizeText(name, maxNameLength).trim();
      if (shown !== '') names.set(identity, shown);
    }
  }
  return names;
}

const path = (value: unknown, ...members: readonly string[]): unknown =>
  members.reduce<unknown>((at, member) => (isObject(at) ? at[member] : undefined), value);

export const maxAccountsPerRequest = 100;

/** `null` if the response is invalid. */
export function parseAccounts(response: unknown, count: number): (ChainAccount | null)[] | null {
  const value = isObject(response) ? response['value'] : undefined;
  if (!Array.isArray(value) || value.length !== count) return null;
  const accounts = value.map(parseAccount);
  return accounts.every((account) => account !== undefined) ? accounts : null;
}

/** `null` for an account that does not exist, `undefined` for invalid data. */
export function parseAccount(value: unknown): ChainAccount | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { owner, lamports, data } = value;
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : [];
  if (typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64')
    return undefined;
  if (!isU64(lamports)) return undefined;
  return { owner, lamports: BigInt(lamports), data: Buffer.from(text, 'base64') };
}

/** `null` if the node does not know it. Throws a MarketError. */
export async function getTransaction(
  client: Pick<RpcClient, 'call'>,
  signature: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  const options = {
    commitment: 'confirmed',
    encoding: 'base64',
    maxSupportedTransactionVersion: 1,
  };
  const result = await withMarketErrors(signal, () =>
    client.call('getTransaction', [signature, options], signal),
  );
  if (result === null) return null;
  if (!isTransaction(result)) {
    throw new MarketError('unreadable-answer', t('Unreadable response to {0}', 'getTransaction'));
  }
  return result;
}

/** Checks only the envelope; the decoder checks the rest. */
const isTransaction = (value: unknown): value is RpcTransaction =>
  isObject(value) &&
  Number.isSafeInteger(value['slot']) &&
  'transaction' in value &&
  'meta' in value;

/** Throws a MarketError. */
export async function fetchTransaction(
  node: RpcClientOptions,
  signature: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  const client = new RpcClient(node);
  try {
    return await getTransaction(client, signature, signal);
  } finally {
    await client.close();
  }
}
