import { LRUCache } from 'lru-cache';
import { isAddress } from '../../../../api/base58.ts';
import { withAbort } from '../../../../api/cancellation.ts';
import { type ChainAccount, parseLookupTable } from '../../../../solana/landing/chainAccounts.ts';
import {
  programDataAddress,
  programDataHeaderBytes,
  programDataSlot,
} from '../../../../solana/programAccounts.ts';
import type { AccountInfo, AccountReader, OnChainToken } from '../../../rpc/accountReader.ts';
import {
  decodeMetaplexMetadata,
  decodeMintAccount,
  findMetadataAddress,
} from '../../../rpc/decodeMint.ts';
import { isRefused, toMarketError } from '../../../rpc/rpcError.ts';
import { maxAccountsPerRequest, type RpcMethods } from '../../../rpc/rpcMethods.ts';
import type { OffChainMetadataReader } from './offChainMetadataReader.ts';

/** Pools change with every swap, names rarely. A minute is fresh enough for both. */
const cacheLimits = { bytes: 64 * 1024 * 1024, milliseconds: 60_000, entryBytes: 256 } as const;

/** Pause after a failure, so that rankings do not wait for a failing node each time. */
const supplyPauseMilliseconds = 15_000;

/** `null` for an account that does not exist. */
type CachedAccount = { readonly account: AccountInfo | null };

/** Batches and caches; concurrent requests for an account are shared. */
export class RpcAccountReader implements AccountReader {
  readonly #methods: RpcMethods;
  readonly #offChain: OffChainMetadataReader;
  readonly #cache = new LRUCache<string, CachedAccount>({
    maxSize: cacheLimits.bytes,
    ttl: cacheLimits.milliseconds,
    sizeCalculation: ({ account }) => cacheLimits.entryBytes + (account?.data.length ?? 0),
  });
  /** Remembered refusal of the method, which every ranking would otherwise call again. */
  #refusal: { readonly error: unknown; readonly until: number } | null = null;
  #suppliesPausedUntil = 0;
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
    await this.#read(addresses, found, signal);
    return found;
  }

  async getSupplies(
    mints: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, bigint>> {
    const found = new Map<string, AccountInfo>();
    const { clock } = this.#methods;
    const isPaused = clock.now() < this.#suppliesPausedUntil;
    const asked = isPaused ? mints.filter((mint) => this.#cache.has(mint)) : mints;
    await this.#read(asked, found, signal).catch(() => {
      // A cancelled ranking is not a failure of the node.
      if (signal?.aborted === true && signal.reason?.name !== 'TimeoutError') return;
      this.#suppliesPausedUntil = clock.now() + supplyPauseMilliseconds;
    });
    const supplies = new Map<string, bigint>();
    for (const [mint, account] of found) {
      const read = decodeMintAccount(account);
      if (read !== null) supplies.set(mint, read.mint.supply);
    }
    return supplies;
  }

  /** Adds the available accounts even if it rejects for the rest. */
  async #read(
    addresses: readonly string[],
    found: Map<string, AccountInfo>,
    signal?: AbortSignal,
  ): Promise<void> {
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
      await withAbort(answers, signal);
    } catch (error) {
      throw toMarketError(error);
    }
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
    const offChain = reading === null ? null : await withAbort(reading, signal);
    const { metadataPointer } = read.mint;
    const hasUnreadMetadata =
      metadata === null && (external !== undefined || (metadataPointer ?? metaplex) !== metaplex);
    return { mint: read.mint, metadata, hasUnreadMetadata, offChain };
  }

  async getLookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null> {
    const account = (await this.getAccounts([address], signal)).get(address);
    return (account && parseLookupTable(account)?.addresses) ?? null;
  }

  async readAccounts(
    addresses: readonly string[],
    length: number,
    signal: AbortSignal,
  ): Promise<readonly (ChainAccount | null)[]> {
    try {
      return await this.#methods.accounts(addresses, signal, length);
    } catch (error) {
      throw toMarketError(error);
    }
  }

  async getProgramSlots(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    const slots = new Map<string, number>();
    const accounts = await this.getAccounts(programs.slice(0, maxAccountsPerRequest), signal);
    const found = [...accounts.values()].flatMap((account) => {
      const data = programDataAddress(account);
      return data === null ? [] : [{ program: account.address, data }];
    });
    if (found.length === 0) return slots;
    try {
      // Not cached, and without the code.
      const addresses = found.map(({ data }) => data);
      const headers = await this.#methods.accounts(addresses, signal, programDataHeaderBytes);
      for (const [at, { program }] of found.entries()) {
        const header = headers[at] ?? null;
        const slot = header === null ? null : programDataSlot(header);
        if (slot !== null) slots.set(program, slot);
      }
    } catch (error) {
      throw toMarketError(error);
    }
    return slots;
  }

  /** A batch is for all callers, so no single caller's signal aborts it. */
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
    const accounts = await this.#getAccounts(batch);
    const found = new Map<string, CachedAccount>();
    batch.forEach((address, index) => {
      const account = accounts[index] ?? null;
      found.set(address, { account: account === null ? null : { address, ...account } });
      this.#cache.set(address, found.get(address));
    });
    return found;
  }

  async #getAccounts(batch: readonly string[]): Promise<readonly (ChainAccount | null)[]> {
    const { clock } = this.#methods;
    if (this.#refusal !== null && clock.now() < this.#refusal.until) throw this.#refusal.error;
    try {
      return await this.#methods.accounts(batch, new AbortController().signal);
    } catch (error) {
      const until = clock.now() + cacheLimits.milliseconds;
      if (isRefused(error)) this.#refusal = { error, until };
      throw error;
    }
  }
}
