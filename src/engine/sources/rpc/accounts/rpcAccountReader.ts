import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { decodeBase58 } from '../../../../solana/base58.ts';
import type { AccountInfo, AccountReader, OnChainToken } from '../../accountReader.ts';
import { type RetryPolicy, retry } from '../backoff.ts';
import type { Commitment } from '../blockFetcher.ts';
import type { Clock } from '../clock.ts';
import type { RpcClient } from '../rpcClient.ts';
import { RpcError, toMarketError } from '../rpcError.ts';
import { decodeLookupTableAccount } from './decodeLookupTableAccount.ts';
import { decodeMetaplexMetadata, findMetadataAddress } from './decodeMetaplexMetadata.ts';
import { decodeMintAccount } from './decodeMintAccount.ts';
import type { OffChainMetadataReader } from './offChainMetadataReader.ts';

export interface RpcAccountReaderOptions {
  readonly client: RpcClient;
  readonly clock: Clock;
  readonly commitment: Commitment;
  readonly retryPolicy: RetryPolicy;
  readonly offChain: OffChainMetadataReader;
}

/** Most accounts that a node gives at once. */
const batchSize = 100;
/** Pools change with every swap; names hardly ever. A minute is fresh enough for both. */
const cacheLimits = { bytes: 64 * 1024 * 1024, milliseconds: 60_000, entryBytes: 256 } as const;

/** `null` for an account that does not exist. */
type CachedAccount = { readonly account: AccountInfo | null };

/** Accounts of a node, asked for in batches, kept for a while, and never asked for twice at once. */
export class RpcAccountReader implements AccountReader {
  readonly #options: RpcAccountReaderOptions;
  readonly #cache = new LRUCache<string, CachedAccount>({
    maxSize: cacheLimits.bytes,
    ttl: cacheLimits.milliseconds,
    sizeCalculation: ({ account }) => cacheLimits.entryBytes + (account?.data.length ?? 0),
  });
  readonly #inFlight = new Map<string, Promise<ReadonlyMap<string, CachedAccount>>>();

  constructor(options: RpcAccountReaderOptions) {
    this.#options = options;
  }

  async getAccounts(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, AccountInfo>> {
    const found = new Map<string, AccountInfo>();
    const waiting = new Map<string, Promise<ReadonlyMap<string, CachedAccount>>>();
    const missing: string[] = [];
    for (const address of new Set(addresses)) {
      const known = this.#cache.get(address);
      const underWay = this.#inFlight.get(address);
      if (known !== undefined) addIfExists(found, address, known);
      else if (underWay !== undefined) waiting.set(address, underWay);
      else if (decodeBase58(address)?.length === 32) missing.push(address);
    }
    for (let from = 0; from < missing.length; from += batchSize) {
      const batch = missing.slice(from, from + batchSize);
      const answer = this.#fetch(batch);
      for (const address of batch) waiting.set(address, answer);
    }
    try {
      const answers = Promise.all(
        [...waiting].map(async ([address, answer]) => {
          const known = (await answer).get(address);
          if (known !== undefined) addIfExists(found, address, known);
        }),
      );
      await (signal === undefined ? answers : withAbort(answers, signal));
    } catch (error) {
      throw toMarketError(error);
    }
    return found;
  }

  async getToken(mint: string, signal?: AbortSignal): Promise<OnChainToken | null> {
    const metaplex = findMetadataAddress(mint);
    const found = await this.getAccounts([mint, ...(metaplex === null ? [] : [metaplex])], signal);
    const account = found.get(mint);
    const read = account === undefined ? null : decodeMintAccount(account);
    if (read === null) return null;
    const external = metaplex === null ? undefined : found.get(metaplex);
    const metadata =
      read.metadata ?? (external === undefined ? null : decodeMetaplexMetadata(external, mint));
    const reading = metadata === null ? null : this.#options.offChain.read(metadata.uri);
    const offChain =
      reading === null || signal === undefined ? await reading : await withAbort(reading, signal);
    return { mint: read.mint, metadata, offChain };
  }

  async getLookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null> {
    const account = (await this.getAccounts([address], signal)).get(address);
    return account === undefined ? null : decodeLookupTableAccount(account);
  }

  /** One batch, for all who ask meanwhile: nobody's signal ends it. */
  #fetch(batch: readonly string[]): Promise<ReadonlyMap<string, CachedAccount>> {
    const answer = this.#getMultipleAccounts(batch).finally(() => {
      for (const address of batch) this.#inFlight.delete(address);
    });
    answer.catch(() => undefined);
    for (const address of batch) this.#inFlight.set(address, answer);
    return answer;
  }

  async #getMultipleAccounts(
    batch: readonly string[],
  ): Promise<ReadonlyMap<string, CachedAccount>> {
    const { client, clock, retryPolicy, commitment } = this.#options;
    const { signal } = new AbortController();
    const values = await retry(
      async () => {
        const params = [batch, { encoding: 'base64', commitment }];
        const result = await client.call('getMultipleAccounts', params, signal);
        return checkAccounts(batch, result);
      },
      { clock, patience: retryPolicy, signal },
    );
    for (const [address, known] of values) this.#cache.set(address, known);
    return values;
  }
}

function addIfExists(
  found: Map<string, AccountInfo>,
  address: string,
  { account }: CachedAccount,
): void {
  if (account !== null) found.set(address, account);
}

function checkAccounts(batch: readonly string[], result: unknown): Map<string, CachedAccount> {
  const value = (result as { value?: unknown } | null)?.value;
  if (!Array.isArray(value) || value.length !== batch.length) throw unreadableResponse();
  return new Map(batch.map((address, index) => [address, checkAccount(address, value[index])]));
}

function checkAccount(address: string, value: unknown): CachedAccount {
  if (value === null) return { account: null };
  const { owner, lamports, data } = value as Readonly<Record<string, unknown>>;
  const [text, encoding] = Array.isArray(data) ? data : [];
  if (typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64') {
    throw unreadableResponse();
  }
  const bytes = Buffer.from(text, 'base64');
  return { account: { address, owner, lamports: Number(lamports) || 0, data: bytes } };
}

const unreadableResponse = () =>
  new RpcError('unreadable', t("The node's answer to getMultipleAccounts cannot be read"));

function withAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
