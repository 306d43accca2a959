import { LRUCache } from 'lru-cache';
import { isAddress } from '../../../../api/base58.ts';
import { withAbort } from '../../../../http/deadline.ts';
import { parseLookupTable } from '../../../../solana/landing/chainAccounts.ts';
import type { AccountInfo, AccountReader, OnChainToken } from '../../accountReader.ts';
import { toMarketError } from '../rpcError.ts';
import { maxAccountsPerRequest, type RpcMethods } from '../rpcMethods.ts';
import { decodeMetaplexMetadata, decodeMintAccount, findMetadataAddress } from './decodeMint.ts';
import type { OffChainMetadataReader } from './offChainMetadataReader.ts';

/** Pools change with every swap; names hardly ever. A minute is fresh enough for both. */
const cacheLimits = { bytes: 64 * 1024 * 1024, milliseconds: 60_000, entryBytes: 256 } as const;

/** `null` for an account that does not exist. */
type CachedAccount = { readonly account: AccountInfo | null };

/** Accounts of a node, asked for in batches, kept for a while, and never asked for twice at once. */
export class RpcAccountReader implements AccountReader {
  readonly #methods: RpcMethods;
  readonly #offChain: OffChainMetadataReader;
  readonly #cache = new LRUCache<string, CachedAccount>({
    maxSize: cacheLimits.bytes,
    ttl: cacheLimits.milliseconds,
    sizeCalculation: ({ account }) => cacheLimits.entryBytes + (account?.data.length ?? 0),
  });
  readonly #inFlight = new Map<string, Promise<ReadonlyMap<string, CachedAccount>>>();

  constructor(methods: RpcMethods, offChain: OffChainMetadataReader) {
    this.#methods = methods;
    this.#offChain = offChain;
  }

  async getAccounts(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, AccountInfo>> {
    const found = new Map<string, AccountInfo>();
    const waiting = new Map<string, Promise<ReadonlyMap<string, CachedAccount>>>();
    const missing: string[] = [];
    const add = (address: string, known: CachedAccount | undefined): void => {
      if (known?.account) found.set(address, known.account);
    };
    for (const address of new Set(addresses)) {
      const known = this.#cache.get(address);
      const underWay = this.#inFlight.get(address);
      if (known !== undefined) add(address, known);
      else if (underWay !== undefined) waiting.set(address, underWay);
      else if (isAddress(address)) missing.push(address);
    }
    for (let from = 0; from < missing.length; from += maxAccountsPerRequest) {
      const batch = missing.slice(from, from + maxAccountsPerRequest);
      const answer = this.#fetch(batch);
      for (const address of batch) waiting.set(address, answer);
    }
    try {
      const answers = Promise.all(
        [...waiting].map(async ([address, answer]) => {
          add(address, (await answer).get(address));
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
    const reading = metadata === null ? null : this.#offChain.read(metadata.uri);
    const offChain =
      reading === null || signal === undefined ? await reading : await withAbort(reading, signal);
    return { mint: read.mint, metadata, offChain };
  }

  async getLookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null> {
    const account = (await this.getAccounts([address], signal)).get(address);
    return (account && parseLookupTable(account)?.addresses) ?? null;
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
    const accounts = await this.#methods.accounts(batch, new AbortController().signal);
    const found = new Map<string, CachedAccount>();
    batch.forEach((address, index) => {
      const account = accounts[index] ?? null;
      found.set(address, { account: account === null ? null : { address, ...account } });
      this.#cache.set(address, found.get(address));
    });
    return found;
  }
}
