import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { decodeBase58 } from '../../../../solana/base58.ts';
import type { ChainAccount, ChainAccounts, ChainToken } from '../../chainAccounts.ts';
import type { Commitment } from '../blockFetcher.ts';
import type { Clock } from '../clock.ts';
import { type Patience, patiently } from '../patience.ts';
import type { RpcClient } from '../rpcClient.ts';
import { marketErrorOf, RpcFailure } from '../rpcFailure.ts';
import { readLookupTable } from './lookupTableAccount.ts';
import { metadataAddress, readMetaplexMetadata } from './metaplexMetadata.ts';
import { readMint } from './mintAccount.ts';
import type { OffChainReader } from './offChainReader.ts';

export interface NodeAccountsOptions {
  readonly client: RpcClient;
  readonly clock: Clock;
  readonly commitment: Commitment;
  readonly patience: Patience;
  readonly offChain: OffChainReader;
}

/** Most accounts that a node gives at once. */
const batchSize = 100;
/** Pools change with every swap; names hardly ever. A minute is fresh enough for both. */
const cache = { bytes: 64 * 1024 * 1024, milliseconds: 60_000, entryBytes: 256 } as const;

/** `null` for an account that does not exist. */
type Known = { readonly account: ChainAccount | null };

/** Accounts of a node, asked for in batches, kept for a while, and never asked for twice at once. */
export class NodeAccounts implements ChainAccounts {
  readonly #options: NodeAccountsOptions;
  readonly #known = new LRUCache<string, Known>({
    maxSize: cache.bytes,
    ttl: cache.milliseconds,
    sizeCalculation: ({ account }) => cache.entryBytes + (account?.data.length ?? 0),
  });
  readonly #underWay = new Map<string, Promise<ReadonlyMap<string, Known>>>();

  constructor(options: NodeAccountsOptions) {
    this.#options = options;
  }

  async accounts(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, ChainAccount>> {
    const found = new Map<string, ChainAccount>();
    const waiting = new Map<string, Promise<ReadonlyMap<string, Known>>>();
    const missing: string[] = [];
    for (const address of new Set(addresses)) {
      const known = this.#known.get(address);
      const underWay = this.#underWay.get(address);
      if (known !== undefined) add(found, address, known);
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
          if (known !== undefined) add(found, address, known);
        }),
      );
      await (signal === undefined ? answers : unlessAborted(answers, signal));
    } catch (error) {
      throw marketErrorOf(error);
    }
    return found;
  }

  async token(mint: string, signal?: AbortSignal): Promise<ChainToken | null> {
    const metaplex = metadataAddress(mint);
    const found = await this.accounts([mint, ...(metaplex === null ? [] : [metaplex])], signal);
    const account = found.get(mint);
    const read = account === undefined ? null : readMint(account);
    if (read === null) return null;
    const external = metaplex === null ? undefined : found.get(metaplex);
    const metadata =
      read.metadata ?? (external === undefined ? null : readMetaplexMetadata(external, mint));
    const reading = metadata === null ? null : this.#options.offChain.read(metadata.uri);
    const offChain =
      reading === null || signal === undefined
        ? await reading
        : await unlessAborted(reading, signal);
    return { mint: read.mint, metadata, offChain };
  }

  async lookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null> {
    const account = (await this.accounts([address], signal)).get(address);
    return account === undefined ? null : readLookupTable(account);
  }

  /** One batch, for all who ask meanwhile: nobody's signal ends it. */
  #fetch(batch: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const answer = this.#ask(batch).finally(() => {
      for (const address of batch) this.#underWay.delete(address);
    });
    answer.catch(() => undefined);
    for (const address of batch) this.#underWay.set(address, answer);
    return answer;
  }

  async #ask(batch: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const { client, clock, patience, commitment } = this.#options;
    const { signal } = new AbortController();
    const values = await patiently(
      async () => {
        const params = [batch, { encoding: 'base64', commitment }];
        const result = await client.call('getMultipleAccounts', params, signal);
        return checkAccounts(batch, result);
      },
      { clock, patience, signal },
    );
    for (const [address, known] of values) this.#known.set(address, known);
    return values;
  }
}

function add(found: Map<string, ChainAccount>, address: string, { account }: Known): void {
  if (account !== null) found.set(address, account);
}

function checkAccounts(batch: readonly string[], result: unknown): Map<string, Known> {
  const value = (result as { value?: unknown } | null)?.value;
  if (!Array.isArray(value) || value.length !== batch.length) throw unreadable();
  return new Map(batch.map((address, index) => [address, checkAccount(address, value[index])]));
}

function checkAccount(address: string, value: unknown): Known {
  if (value === null) return { account: null };
  const { owner, lamports, data } = value as Readonly<Record<string, unknown>>;
  const [text, encoding] = Array.isArray(data) ? data : [];
  if (typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64') {
    throw unreadable();
  }
  const bytes = Buffer.from(text, 'base64');
  return { account: { address, owner, lamports: Number(lamports) || 0, data: bytes } };
}

const unreadable = () =>
  new RpcFailure('unreadable', t("The node's answer to getMultipleAccounts cannot be read"));

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
