import { t } from '@vscode/l10n';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { type ChainAccount, lookupTableState } from '../../solana/landing/chainAccounts.ts';
import { type ResolvedAccount, resolveAccounts } from '../../solana/landing/checkLookups.ts';
import { isWritable } from '../../solana/wireTransaction.ts';
import { withoutSignatures } from '../../solana/withoutSignatures.ts';
import type { SignedTransaction } from '../chain/readSignedTransaction.ts';
import { notReached, type SimulatedRun, type SimulatedRuns } from '../decode/simulatedRun.ts';
import { isMethodRefused } from '../rpc/landingError.ts';
import type { RpcClient } from '../rpc/rpcClient.ts';
import { readTokenAccount } from './balanceChanges.ts';
import { type ReturnedRun, readReturnedRun } from './readSimulation.ts';
import {
  contextSlot,
  readAccounts,
  readContextResponse,
  unreadableResponse,
} from './rpcResponses.ts';
import { lacksBalances, toSimulatedRun } from './toSimulatedRun.ts';

type Client = Pick<RpcClient, 'call'>;
type Accounts = ReadonlyMap<string, ChainAccount | null>;

export interface RpcSimulatorOptions {
  readonly node: Client;
  readonly blockEngine: Client | undefined;
  /** Fails with a LandingError or another MarketError. */
  readonly call: (
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | undefined,
    client: Client,
  ) => Promise<unknown>;
  readonly accounts: (
    addresses: readonly string[],
    signal: AbortSignal | undefined,
    dataBytes?: number,
  ) => Promise<{ readonly accounts: Accounts }>;
}

interface SlottedRun {
  readonly slot: number | null;
  readonly run: SimulatedRun;
}

const method = 'simulateTransaction';
const bundleMethod = 'simulateBundle';
/** Enough to distinguish token accounts from mints with extensions. */
const tokenDataBytes = 166;
const decimalsAt = 44;

/** Bundles need a node that supports Jito's `simulateBundle`. */
export class RpcSimulator {
  readonly #options: RpcSimulatorOptions;
  /** Older than Agave 3.0; `null` until the first response. */
  #isOld: boolean | null = null;
  readonly #refusesBundles = new Set<Client>();
  /** Jito-Solana before 4.0 returns accounts, but no balances. */
  readonly #hasOldBundles = new Set<Client>();

  constructor(options: RpcSimulatorOptions) {
    this.#options = options;
  }

  async execute(
    transactions: readonly SignedTransaction[],
    signal: AbortSignal | undefined,
  ): Promise<SimulatedRuns> {
    if (transactions.length > 1) {
      const bundle = await this.#runBundle(transactions, signal);
      if (bundle !== null) return bundle;
    }
    const done = await Promise.all(transactions.map((one) => this.#runAlone(one, signal)));
    const slots = done.flatMap(({ slot }) => (slot === null ? [] : [slot]));
    return {
      slot: slots.length === 0 ? null : Math.max(...slots),
      isBundle: false,
      runs: done.map(({ run }) => run),
    };
  }

  async #runAlone(signed: SignedTransaction, signal: AbortSignal | undefined): Promise<SlottedRun> {
    const { transaction } = signed;
    if (this.#isOld !== true) {
      const { context, value } = await this.#simulate(signed, {}, signal);
      const returned = readReturnedRun(value, transaction, method);
      this.#isOld = lacksBalances(returned);
      if (!this.#isOld) return { slot: context, run: toSimulatedRun(returned, transaction) };
    }
    const keys = await this.#resolve(signed, signal);
    const addresses = writableAddresses(signed, keys);
    const all = keys.flatMap(({ address }) => (address === null ? [] : [address]));
    const [{ accounts: before }, { context, value }] = await Promise.all([
      this.#options.accounts([...new Set(all)], signal, tokenDataBytes),
      this.#simulate(signed, { accounts: { encoding: 'base64', addresses } }, signal),
    ]);
    const returned = readReturnedRun(value, transaction, method);
    // The node may have been updated since.
    if (!lacksBalances(returned)) this.#isOld = null;
    const after =
      returned.error === null ? readAccounts(value['accounts'], addresses, method) : new Map();
    const run = await this.#withStates({ returned, signed, keys, before, after }, signal);
    return { slot: context, run };
  }

  async #simulate(
    signed: SignedTransaction,
    more: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
  ) {
    const { call, node } = this.#options;
    const params = [
      encode(signed),
      {
        encoding: 'base64',
        commitment: 'processed',
        sigVerify: false,
        replaceRecentBlockhash: true,
        innerInstructions: true,
        ...more,
      },
    ];
    const response = await call(method, params, signal, node).catch((error: unknown) => {
      throw toRefusal(error);
    });
    return readContextResponse(response, method);
  }

  async #runBundle(
    transactions: readonly SignedTransaction[],
    signal: AbortSignal | undefined,
  ): Promise<SimulatedRuns | null> {
    const { blockEngine, node } = this.#options;
    for (const client of blockEngine === undefined ? [node] : [blockEngine, node]) {
      if (this.#refusesBundles.has(client)) continue;
      try {
        const runs = await this.#runBundleOn(client, transactions, signal);
        if (runs !== null) return runs;
      } catch (error) {
        if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
        if (isMethodRefused(error)) this.#refusesBundles.add(client);
      }
    }
    return null;
  }

  async #runBundleOn(
    client: Client,
    transactions: readonly SignedTransaction[],
    signal: AbortSignal | undefined,
  ): Promise<SimulatedRuns | null> {
    const none = transactions.map(() => null);
    if (!this.#hasOldBundles.has(client)) {
      const { slot, values } = await this.#simulateBundle(client, transactions, none, signal);
      // On failure, older versions return only an error message.
      if (values.length === 0) return null;
      const returned = readResults(values, transactions);
      if (!returned.some(lacksBalances)) {
        const runs = returned.map((one, at) => toSimulatedRun(one, wireOf(transactions, at)));
        return await this.#bundleOf(slot, runs, transactions, signal);
      }
      this.#hasOldBundles.add(client);
    }
    const keys = await Promise.all(transactions.map((one) => this.#resolve(one, signal)));
    const wanted = transactions.map((one, at) => writableAddresses(one, keys[at] ?? []));
    const configs = wanted.map((addresses) => ({ encoding: 'base64', addresses }));
    const { slot, values } = await this.#simulateBundle(client, transactions, configs, signal);
    if (values.length === 0) return null;
    const returned = readResults(values, transactions);
    const runs: SimulatedRun[] = [];
    for (const [at, one] of returned.entries()) {
      const signed = transactions[at];
      const value = values[at];
      if (signed === undefined || value === undefined) continue;
      const state = (name: string) => readAccounts(value[name], wanted[at] ?? [], bundleMethod);
      const before = state('preExecutionAccounts');
      const after = one.error === null ? state('postExecutionAccounts') : new Map();
      const parts = { returned: one, signed, keys: keys[at] ?? [], before, after };
      runs.push(await this.#withStates(parts, signal));
    }
    return await this.#bundleOf(slot, runs, transactions, signal);
  }

  /** `simulateBundle` returns no inner instructions; the first transaction runs alone for them. */
  async #bundleOf(
    slot: number | null,
    runs: readonly SimulatedRun[],
    transactions: readonly SignedTransaction[],
    signal: AbortSignal | undefined,
  ): Promise<SimulatedRuns> {
    const [first] = transactions;
    const [ran] = runs;
    const alone =
      first === undefined || ran === undefined || !ran.missing.includes('innerInstructions')
        ? null
        : await this.#runAlone(first, signal).catch((error: unknown) => {
            if (MarketError.is(error) && error.kind !== 'cancelled') return null;
            throw error;
          });
    const isSame = alone !== null && (alone.run.meta.err === null) === (ran?.meta.err === null);
    return {
      slot,
      isBundle: true,
      runs: transactions.map((_, at) =>
        at === 0 && isSame ? alone.run : (runs[at] ?? notReached),
      ),
    };
  }

  async #simulateBundle(
    client: Client,
    transactions: readonly SignedTransaction[],
    accountsConfigs: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly slot: number | null; readonly values: readonly JsonObject[] }> {
    const params = [
      { encodedTransactions: transactions.map(encode) },
      {
        transactionEncoding: 'base64',
        simulationBank: { commitment: { commitment: 'processed' } },
        skipSigVerify: true,
        replaceRecentBlockhash: true,
        preExecutionAccountsConfigs: accountsConfigs,
        postExecutionAccountsConfigs: accountsConfigs,
      },
    ];
    const response = await this.#options.call(bundleMethod, params, signal, client);
    const { value } = readContextResponse(response, bundleMethod);
    const results = value['transactionResults'];
    if (!Array.isArray(results) || results.length > transactions.length) {
      throw unreadableResponse(bundleMethod);
    }
    const values = (results as unknown[]).filter(isObject);
    const isWhole = values.length === results.length;
    const isOver = values.length === transactions.length || hasFailed(values.at(-1));
    if (!isWhole || (values.length > 0 && !isOver)) throw unreadableResponse(bundleMethod);
    return { slot: contextSlot(response), values };
  }

  async #resolve(
    { transaction }: SignedTransaction,
    signal: AbortSignal | undefined,
  ): Promise<readonly ResolvedAccount[]> {
    const tables = transaction.lookups.map(({ table }) => table);
    if (tables.length === 0) return resolveAccounts(transaction, undefined);
    const { accounts } = await this.#options.accounts(tables, signal);
    const states = tables.map((one) => [one, lookupTableState(accounts.get(one) ?? null)] as const);
    return resolveAccounts(transaction, new Map(states));
  }

  async #withStates(
    parts: {
      readonly returned: ReturnedRun;
      readonly signed: SignedTransaction;
      readonly keys: readonly ResolvedAccount[];
      readonly before: Accounts;
      readonly after: Accounts;
    },
    signal: AbortSignal | undefined,
  ): Promise<SimulatedRun> {
    const { returned, signed, keys, before, after } = parts;
    const mints = [...before.values(), ...after.values()].flatMap((account) => {
      const mint = readTokenAccount(account)?.mint;
      return mint === undefined || knownMints.has(mint) || before.get(mint) ? [] : [mint];
    });
    const others =
      mints.length === 0
        ? new Map<string, ChainAccount | null>()
        : (await this.#options.accounts([...new Set(mints)], signal, tokenDataBytes)).accounts;
    return toSimulatedRun(returned, signed.transaction, {
      keys,
      before: (address) => before.get(address) ?? null,
      after: (address) => after.get(address),
      decimalsOf: (mint) =>
        knownMints.get(mint)?.decimals ??
        (before.get(mint) ?? others.get(mint))?.data[decimalsAt] ??
        0,
    });
  }
}

const encode = (signed: SignedTransaction): string =>
  Buffer.from(withoutSignatures(signed)).toString('base64');

const wireOf = (transactions: readonly SignedTransaction[], at: number) => {
  const signed = transactions[at];
  if (signed === undefined) throw unreadableResponse(bundleMethod);
  return signed.transaction;
};

const readResults = (
  values: readonly JsonObject[],
  transactions: readonly SignedTransaction[],
): ReturnedRun[] =>
  values.map((value, at) => readReturnedRun(value, wireOf(transactions, at), bundleMethod));

const hasFailed = (value: JsonObject | undefined): boolean =>
  value?.['err'] !== null && value?.['err'] !== undefined;

const writableAddresses = (
  { transaction }: SignedTransaction,
  keys: readonly ResolvedAccount[],
): string[] =>
  keys.flatMap(({ address }, index) =>
    address !== null && isWritable(transaction, index) ? [address] : [],
  );

const toRefusal = (error: unknown): unknown =>
  isMethodRefused(error) && error instanceof Error
    ? new MarketError(
        'not-offered',
        t('{0}. Simulations need a node whose plan includes simulateTransaction.', error.message),
      )
    : error;
