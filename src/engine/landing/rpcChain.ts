import { t } from '@vscode/l10n';
import bs58 from 'bs58';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { clusters } from '../../solana/clusters.ts';
import {
  blockhashAgeInBlocks,
  blockhashLifetimeBlocks,
  type ChainAccount,
  lookupTableState,
  recentBlockhashesSysvar,
} from '../../solana/landing/chainAccounts.ts';
import type { LifetimeFacts } from '../../solana/landing/checkFacts.ts';
import { resolveAccounts } from '../../solana/landing/checkLookups.ts';
import { findDurableNonce, nonceFacts } from '../../solana/landing/durableNonce.ts';
import { tipMinimums } from '../../solana/landing/tipMinimums.ts';
import { isWritable, type WireTransaction } from '../../solana/wireTransaction.ts';
import { withoutSignatures } from '../../solana/withoutSignatures.ts';
import type {
  ChainFacts,
  LandingChain,
  LandingSimulation,
  LatestBlockhash,
  SendOptions,
  SendResult,
  TransactionStatus,
} from '../chain/landingChain.ts';
import { readSignedTransaction, type SignedTransaction } from '../chain/readSignedTransaction.ts';
import type { SimulatedRuns } from '../decode/simulatedRun.ts';
import { isMethodRefused, toLandingError } from '../rpc/landingError.ts';
import type { RpcClient } from '../rpc/rpcClient.ts';
import { withMarketErrors } from '../rpc/rpcError.ts';
import { maxAccountsPerRequest, parseAccounts } from '../rpc/rpcMethods.ts';
import { readLandingSimulation } from './readLandingSimulation.ts';
import {
  contextSlot,
  readContextResponse,
  readTransactionStatus,
  unreadableResponse,
} from './rpcResponses.ts';
import { RpcSimulator } from './rpcSimulator.ts';

export interface RpcChainOptions {
  readonly client: Pick<RpcClient, 'call'>;
  readonly origin: string;
  /** Jito; keeps a bundle private until it lands. If absent, protected submissions are rejected. */
  readonly blockEngine?: Pick<RpcClient, 'call' | 'origin'>;
}

const maxHashLength = 44;
const signaturesPerRequest = 256;
const rentMilliseconds = 3_600_000;
const processed = { commitment: 'processed' } as const;

/** Options of Arbscope that are not passed to a node. */
const arbscopeOptions: ReadonlySet<string> = new Set(['frontRunningProtection', 'encoding']);

export class RpcChain implements LandingChain {
  readonly submissionEndpoint: LandingChain['submissionEndpoint'];
  readonly #client: Pick<RpcClient, 'call'>;
  readonly #blockEngine: Pick<RpcClient, 'call'> | undefined;
  readonly #simulator: RpcSimulator;
  #genesisHash: string | null = null;
  /** Changes at most once per epoch. */
  #rent: { readonly value: bigint | null; readonly until: number } = { value: null, until: 0 };

  constructor({ client, origin, blockEngine }: RpcChainOptions) {
    this.#client = client;
    this.#blockEngine = blockEngine;
    this.#simulator = new RpcSimulator({
      node: client,
      blockEngine,
      call: this.#call.bind(this),
      accounts: this.#accounts.bind(this),
    });
    this.submissionEndpoint = {
      receiver: (isProtected) => (isProtected && blockEngine ? blockEngine.origin : origin),
      // A bundle has no send options.
      passesOptions: (isProtected) => !isProtected,
      openPathDescription: t('Others may see it before it lands: sent with sendTransaction only.'),
      simulates: true,
      protection:
        blockEngine === undefined
          ? t('This connection has no block engine. Add one to send protected bundles.')
          : true,
      provider: (isProtected) => (isProtected ? 'JITO' : null),
      minimumTipLamports: (isProtected) =>
        isProtected ? (tipMinimums.get('JITO')?.lamports ?? 0n) : 0n,
    };
  }

  async network(signal?: AbortSignal): Promise<string> {
    const hash = await this.#genesis(signal);
    return clusters.get(hash) ?? t('chain with genesis {0}', hash);
  }

  async facts(transaction: WireTransaction, signal?: AbortSignal): Promise<ChainFacts> {
    const nonce = findDurableNonce(transaction);
    const payer = transaction.staticKeys[0] ?? '';
    const tables = transaction.lookups.map(({ table }) => table);
    const lifetimeAccount = nonce === null ? recentBlockhashesSysvar : nonce.account;
    const { blockhash } = transaction;
    const [read, isValid, genesisHash, rent] = await Promise.all([
      nullIfRefused(this.#accounts([payer, lifetimeAccount, ...tables], signal)),
      nonce === null ? nullIfRefused(this.isBlockhashValid(blockhash, signal)) : null,
      nullIfRefused(this.#genesis(signal)),
      this.#walletRent(signal),
    ]);
    const accountOf = (address: string) => read?.accounts.get(address) ?? null;
    const held = accountOf(lifetimeAccount);
    return {
      ...(read !== null && {
        slot: read.slot,
        payerLamports: accountOf(payer)?.lamports ?? null,
        tables: new Map(
          tables.map((table) => [table, lookupTableState(accountOf(table))] as const),
        ),
      }),
      ...(isValid !== null && { lifetime: blockhashFacts(isValid, held, blockhash) }),
      ...(nonce !== null && read !== null && { lifetime: nonceFacts(held) }),
      ...(genesisHash !== null && {
        cluster: { genesisHash, name: clusters.get(genesisHash) ?? null },
      }),
      ...(rent !== null && { walletRentExemptLamports: rent }),
    };
  }

  async simulate(
    bytes: Uint8Array,
    transaction: WireTransaction,
    facts: ChainFacts,
    signal?: AbortSignal,
  ): Promise<LandingSimulation> {
    const keys = resolveAccounts(transaction, facts.tables);
    const addresses = keys.flatMap(({ address }, index) =>
      address !== null && isWritable(transaction, index) ? [address] : [],
    );
    const { accounts: before } = await this.#accounts(addresses, signal);
    const response = await this.#call(
      'simulateTransaction',
      [
        // The checks verified the signatures. With them, the node could land the transaction.
        Buffer.from(withoutSignatures({ bytes, transaction })).toString('base64'),
        {
          encoding: 'base64',
          sigVerify: false,
          replaceRecentBlockhash: false,
          commitment: 'processed',
          innerInstructions: true,
          accounts: { encoding: 'base64', addresses },
        },
      ],
      signal,
    );
    const { context, value } = readContextResponse(response, 'simulateTransaction');
    const slot = context;
    return readLandingSimulation({ value, slot, transaction, keys, addresses, before });
  }

  async execute(
    transactions: readonly SignedTransaction[],
    signal?: AbortSignal,
  ): Promise<SimulatedRuns> {
    return await this.#simulator.execute(transactions, signal);
  }

  /** Never retried: a request that broke off may have been accepted. */
  async send(bytes: Uint8Array, options: SendOptions, signal?: AbortSignal): Promise<SendResult> {
    const { transaction } = readSignedTransaction(bytes);
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    const text = Buffer.from(bytes).toString('base64');
    if (options.frontRunningProtection === true) {
      return { signature, uuid: await this.#sendBundle(text, signal) };
    }
    const passed = Object.fromEntries(
      Object.entries(options).filter(([name]) => !arbscopeOptions.has(name)),
    );
    const response = await this.#call(
      'sendTransaction',
      [text, { ...passed, encoding: 'base64' }],
      signal,
    );
    if (typeof response !== 'string') {
      throw new MarketError(
        'unreadable-answer',
        t('The node returned no signature. It may have accepted the transaction.'),
      );
    }
    return { signature: response, uuid: '' };
  }

  async #sendBundle(text: string, signal: AbortSignal | undefined): Promise<string> {
    if (this.#blockEngine === undefined) {
      throw new MarketError('bad-parameter', String(this.submissionEndpoint.protection), {
        parameter: 'frontRunningProtection',
      });
    }
    const params = [[text], { encoding: 'base64' }];
    const uuid = await this.#call('sendBundle', params, signal, this.#blockEngine);
    if (typeof uuid === 'string' && uuid !== '') return uuid;
    throw new MarketError(
      'unreadable-answer',
      t('The block engine returned no bundle ID. It may have accepted the bundle.'),
    );
  }

  async statuses(
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<(TransactionStatus | null)[]> {
    const all: (TransactionStatus | null)[] = [];
    for (let at = 0; at < signatures.length; at += signaturesPerRequest) {
      const part = signatures.slice(at, at + signaturesPerRequest);
      const params = [part, { searchTransactionHistory: true }];
      const response = await this.#call('getSignatureStatuses', params, signal);
      const value = isObject(response) ? response['value'] : undefined;
      if (!Array.isArray(value)) throw unreadableResponse('getSignatureStatuses');
      for (const index of part.keys()) all.push(readTransactionStatus(value[index]));
    }
    return all;
  }

  async isBlockhashValid(blockhash: string, signal?: AbortSignal): Promise<boolean> {
    const response = await this.#call('isBlockhashValid', [blockhash, processed], signal);
    const value = isObject(response) ? response['value'] : undefined;
    if (typeof value !== 'boolean') throw unreadableResponse('isBlockhashValid');
    return value;
  }

  async latestBlockhash(signal?: AbortSignal): Promise<LatestBlockhash> {
    const params = [{ commitment: 'confirmed' }];
    const response = await this.#call('getLatestBlockhash', params, signal);
    const { context, value } = readContextResponse(response, 'getLatestBlockhash');
    const { blockhash, lastValidBlockHeight } = value;
    if (typeof blockhash !== 'string' || typeof lastValidBlockHeight !== 'number') {
      throw unreadableResponse('getLatestBlockhash');
    }
    return { blockhash, lastValidBlockHeight, slot: context ?? 0 };
  }

  async #genesis(signal: AbortSignal | undefined): Promise<string> {
    if (this.#genesisHash !== null) return this.#genesisHash;
    const hash = await this.#call('getGenesisHash', [], signal);
    if (typeof hash !== 'string') throw unreadableResponse('getGenesisHash');
    this.#genesisHash = sanitizeText(hash, maxHashLength);
    return this.#genesisHash;
  }

  /** `null` if the node does not return it. */
  async #walletRent(signal: AbortSignal | undefined): Promise<bigint | null> {
    const { value, until } = this.#rent;
    if (performance.now() < until) return value;
    let answer: unknown = null;
    try {
      answer = await this.#call('getMinimumBalanceForRentExemption', [0], signal);
    } catch (error) {
      // After another failure, the next request may succeed.
      if (!isMethodRefused(error)) return null;
    }
    const lamports = Number.isSafeInteger(answer) && Number(answer) > 0 ? Number(answer) : null;
    this.#rent = {
      value: lamports === null ? null : BigInt(lamports),
      until: performance.now() + rentMilliseconds,
    };
    return this.#rent.value;
  }

  /** `dataBytes`: length of the data slice of each account; all data by default. */
  async #accounts(
    addresses: readonly string[],
    signal: AbortSignal | undefined,
    dataBytes?: number,
  ): Promise<{ readonly slot: number; readonly accounts: Map<string, ChainAccount | null> }> {
    const accounts = new Map<string, ChainAccount | null>();
    const slice = dataBytes === undefined ? {} : { dataSlice: { offset: 0, length: dataBytes } };
    let slot = 0;
    for (let at = 0; at < addresses.length; at += maxAccountsPerRequest) {
      const part = addresses.slice(at, at + maxAccountsPerRequest);
      const params = [part, { encoding: 'base64', ...processed, ...slice }];
      const response = await this.#call('getMultipleAccounts', params, signal);
      const found = parseAccounts(response, part.length);
      if (found === null) throw unreadableResponse('getMultipleAccounts');
      part.forEach((address, index) => {
        accounts.set(address, found[index] ?? null);
      });
      slot = Math.max(slot, contextSlot(response) ?? 0);
    }
    return { slot, accounts };
  }

  async #call(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | undefined,
    client = this.#client,
  ): Promise<unknown> {
    return await withMarketErrors(
      signal,
      () => client.call(method, params, signal ?? new AbortController().signal),
      toLandingError,
    );
  }
}

/** `null` if the node does not support the method or its plan does not include it. */
const nullIfRefused = <Answer>(asking: Promise<Answer>): Promise<Answer | null> =>
  asking.catch((error: unknown) => {
    if (isMethodRefused(error)) return null;
    throw error;
  });

/** `isBlockhashValid` returns no age; the age is computed from the RecentBlockhashes sysvar. */
function blockhashFacts(
  isValid: boolean,
  sysvar: ChainAccount | null,
  blockhash: string,
): LifetimeFacts {
  const age = isValid && sysvar !== null ? blockhashAgeInBlocks(sysvar, blockhash) : null;
  return {
    kind: 'blockhash',
    isValid,
    blocksLeft: age === null ? null : blockhashLifetimeBlocks - age,
  };
}

/** Accepts the URL with or without its path. */
export function bundlesUrl(blockEngineUrl: string): string {
  const trimmed = blockEngineUrl.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  if (!/\/bundles\/?$/.test(url.pathname)) {
    url.pathname = `${url.pathname.replace(/\/(api\/v1\/?)?$/, '')}/api/v1/bundles`;
  }
  return url.toString();
}
