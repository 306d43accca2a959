import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { t } from '@vscode/l10n';
import bs58 from 'bs58';
import { systemProgram, tokenProgram } from '../../solana/knownPrograms.ts';
import { blockhashLifetimeBlocks, type ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { resolveAccounts } from '../../solana/landing/checkLookups.ts';
import { sandboxCluster } from '../../solana/landing/checkSending.ts';
import { findDurableNonce, nonceFacts } from '../../solana/landing/durableNonce.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
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
import type { RpcBlock, RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { SimulatedRuns } from '../decode/simulatedRun.ts';
import { type ExecutionResult, notExecuted } from '../landing/executionResult.ts';
import { toExecutedTransaction } from '../landing/toExecutedTransaction.ts';
import { LandingError } from '../rpc/landingError.ts';
import { rpcErrorCodes } from '../rpc/rpcError.ts';
import type { TransactionError } from '../rpc/transactionError.ts';
import {
  createAccounts,
  decimalsOf,
  fund,
  readLookupTables,
  simulationReport,
} from './sandboxAccounts.ts';
import { SandboxAmm } from './sandboxAmm.ts';
import { airdropTransaction, assertAirdropLamports, fillFaucet } from './sandboxFaucet.ts';
import { type SandboxEvent, SandboxJournal } from './sandboxJournal.ts';
import { type LandedTransaction, RecentBlockhashes, SandboxLedger } from './sandboxLedger.ts';
import { assertSimulated, missingPrograms, sandboxProgramsMessage } from './sandboxPreflight.ts';
import { simulateInSandbox, toSandboxRun } from './sandboxSimulation.ts';
import type { LandedTransactions, SimulatedChain } from './simulatedSource.ts';
import type { VirtualMachine } from './virtualMachine.ts';

export interface SandboxChainOptions extends SimulatedChain {
  readonly machine: VirtualMachine;
  /** Persists landed transactions and airdrops over restarts; without a path, memory only. */
  readonly journalPath?: string;
}

const queueMaximum = 1_000;
const retentionSeconds = 86_400;

export const sandboxSubmissionEndpoint: LandingChain['submissionEndpoint'] = {
  receiver: () => t('the Sandbox'),
  passesOptions: () => true,
  openPathDescription: t('Runs in the next block, without front-running.'),
  simulates: true,
  protection: true,
  provider: () => null,
  minimumTipLamports: () => 0n,
};

/** A virtual machine whose accepted transactions run in the next block. */
export class SandboxChain implements LandingChain, LandedTransactions {
  readonly submissionEndpoint = sandboxSubmissionEndpoint;
  /** `change`: a block was announced, or a transaction was queued for the next one. */
  readonly events = new EventEmitter<{ change: [] }>().setMaxListeners(0);
  readonly #options: SandboxChainOptions;
  readonly #machine: VirtualMachine;
  readonly #amm: SandboxAmm;
  readonly #journal: SandboxJournal;
  readonly #queue: SignedTransaction[] = [];
  readonly #ledger = new SandboxLedger();
  readonly #blockhashes: RecentBlockhashes;
  #currentSecond: number;
  /** Unix seconds; clients see the transactions up to here. */
  #announcedSecond: number;
  #airdrops = 0;

  constructor(options: SandboxChainOptions) {
    this.#options = options;
    this.#machine = options.machine;
    this.#journal = new SandboxJournal(options.journalPath ?? null);
    this.#blockhashes = new RecentBlockhashes(options);
    this.#currentSecond = Math.floor(options.now() / 1_000);
    createAccounts(this.#machine, options);
    this.#amm = new SandboxAmm(this.#machine, options.mirroredPools?.() ?? []);
    this.#amm.follow(this.#currentSecond);
    const until = this.#currentSecond;
    this.#replay(until);
    this.#advanceTo(until);
    this.#announcedSecond = until;
  }

  async network(): Promise<string> {
    return 'Sandbox';
  }

  async facts(transaction: WireTransaction): Promise<ChainFacts> {
    const tables = readLookupTables(this.#machine, transaction);
    const nonce = findDurableNonce(transaction);
    const payer = this.#machine.account(transaction.staticKeys[0] ?? '');
    return {
      tables,
      slot: this.#slot(),
      cluster: { genesisHash: '', name: sandboxCluster },
      missingPrograms: {
        addresses: missingPrograms(transaction, this.#machine),
        explanation: sandboxProgramsMessage,
      },
      payerLamports: payer?.lamports ?? null,
      walletRentExemptLamports: BigInt(this.rentExemption(0)),
      lifetime:
        nonce === null
          ? this.#blockhashFacts(transaction.blockhash)
          : nonceFacts(this.#machine.account(nonce.account)),
    };
  }

  /** `isFresh`: accepts any blockhash. */
  run(
    { bytes, transaction }: SignedTransaction,
    { checksSignatures = true, isFresh = false } = {},
  ): ExecutionResult {
    this.#advanceTo(this.#currentSecond);
    const lifetime = isFresh ? null : this.#lifetimeError(transaction);
    if (lifetime !== null) return notExecuted(lifetime);
    this.#amm.follow(this.#currentSecond, this.#keysOf(transaction));
    return this.#machine.simulate(bytes, checksSignatures);
  }

  async simulate(
    bytes: Uint8Array,
    transaction: WireTransaction,
    facts: ChainFacts,
  ): Promise<LandingSimulation> {
    const result = this.run({ bytes, transaction });
    return {
      report: {
        ...simulationReport(this.#machine, result, transaction, facts.tables),
        slot: this.#slot(),
        commitment: 'processed',
      },
      run: toSandboxRun(this.#machine, { bytes, transaction }, result).run,
    };
  }

  async execute(transactions: readonly SignedTransaction[]): Promise<SimulatedRuns> {
    this.#advanceTo(this.#currentSecond);
    return simulateInSandbox(this.#machine, transactions, this.#slot());
  }

  async send(bytes: Uint8Array, options: SendOptions): Promise<SendResult> {
    const submission = readSignedTransaction(Uint8Array.from(bytes));
    const { transaction } = submission;
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    const isKnown = this.#ledger.has(signature);
    // Clients resend while they wait for confirmation; nodes accept that.
    if (isKnown && options.skipPreflight === true) return { signature, uuid: randomUUID() };
    if (options.skipPreflight !== true) {
      const run = isKnown ? notExecuted('AlreadyProcessed') : this.run(submission);
      assertSimulated(run, transaction, this.#machine);
    }
    if (this.#queue.length >= queueMaximum) {
      throw new LandingError(
        rpcErrorCodes.nodeUnhealthy,
        t('The Sandbox queue is full. Try again.'),
      );
    }
    this.#journal.assertUsable();
    this.#ledger.addQueued(signature);
    this.#queue.push(submission);
    this.events.emit('change');
    return { signature, uuid: randomUUID() };
  }

  async statuses(signatures: readonly string[]): Promise<(TransactionStatus | null)[]> {
    const { slotOf } = this.#options;
    return signatures.map((signature) =>
      this.landed(signature) === null
        ? null
        : this.#ledger.status(signature, this.#currentSecond, slotOf),
    );
  }

  async isBlockhashValid(blockhash: string): Promise<boolean> {
    return this.#blockhashes.blocksLeft(blockhash) !== null;
  }

  async latestBlockhash(): Promise<LatestBlockhash> {
    this.#advanceTo(this.#currentSecond);
    const slot = this.#slot();
    return {
      blockhash: this.#options.blockhashOf(this.#currentSecond),
      lastValidBlockHeight: slot + blockhashLifetimeBlocks,
      slot,
    };
  }

  /** Mints lamports without a transfer. Throws a MarketError if the amount is invalid. */
  airdrop(address: string, lamports: bigint): void {
    assertAirdropLamports(lamports);
    this.#journal.assertUsable();
    fund(this.#machine, address, lamports);
    const second = this.#currentSecond;
    this.#journal.add({ kind: 'airdrop', second, address, lamports: String(lamports) });
  }

  /** Runs in the next block; returns the transaction's signature. */
  async requestAirdrop(address: string, lamports: bigint): Promise<string> {
    assertAirdropLamports(lamports);
    const blockhash = this.#options.blockhashOf(this.#currentSecond);
    const bytes = airdropTransaction(address, lamports, blockhash, this.#airdrops++);
    return (await this.send(bytes, {})).signature;
  }

  get newestSlot(): number {
    return this.#slot();
  }

  get firstSlot(): number {
    return this.#slot() - retentionSeconds;
  }

  get genesisHash(): string {
    return this.#options.blockhashOf(0);
  }

  /** `null`: the simulated chain has no leaders. */
  leaderOf(slot: number): string | null {
    return this.#options.leaderOf?.(slot)?.address ?? null;
  }

  rentExemption(dataBytes: number): number {
    return this.#machine.rentExemption(dataBytes);
  }

  account(address: string): ChainAccount | null {
    this.#amm.follow(this.#currentSecond, [address]);
    return this.#machine.account(address);
  }

  isExecutable(address: string): boolean {
    return this.#machine.hasProgram(address);
  }

  accountsOwnedBy(program: string): readonly (readonly [address: string, ChainAccount])[] {
    if (program === tokenProgram) this.#amm.follow(this.#currentSecond);
    return this.#machine.accountsOwnedBy(program);
  }

  isQueued(signature: string): boolean {
    return this.#ledger.has(signature) && this.landed(signature) === null;
  }

  /** `null` if it is in no announced block or not from a user. */
  landed(signature: string): (LandedTransaction & { readonly slot: number }) | null {
    const landed = this.#ledger.landed(signature);
    if (landed === null || landed.second > this.#announcedSecond) return null;
    return { ...landed, slot: this.#options.slotOf(landed.second) };
  }

  /** Newest first. */
  landedUntil(slot: number): (LandedTransaction & { readonly slot: number })[] {
    return this.#ledger
      .landedBetween(0, Math.min(this.timeOf(slot), this.#announcedSecond))
      .reverse()
      .map((landed) => ({ ...landed, slot: this.#options.slotOf(landed.second) }));
  }

  /** Unix seconds. */
  timeOf(slot: number): number {
    return slot - this.#options.slotOf(0);
  }

  /** Market transactions, then those of users. */
  block(slot: number): RpcBlock {
    const { blockhashOf, transactionsAt } = this.#options;
    const second = this.timeOf(slot);
    return {
      blockhash: blockhashOf(second),
      previousBlockhash: blockhashOf(second - 1),
      parentSlot: slot - 1,
      blockHeight: slot,
      blockTime: second,
      transactions: [...(transactionsAt?.(second) ?? []), ...this.landedBetween(second, second)],
    };
  }

  /** The block need not be indexed before it is announced. */
  produceBlock(second: number): void {
    this.runBlock(second);
    this.announceBlock(second);
  }

  runBlock(second: number): void {
    // Blocks that fell due while the history was generated arrive late. The clock does not go back:
    // a blockhash that a client has would become unknown. Queued transactions run in the next
    // block, after the slot that the sender saw.
    if (second <= this.#currentSecond) return;
    this.#advanceTo(second);
    this.#machine.nextBlock();
    fillFaucet(this.#machine);
    for (const submission of this.#queue.splice(0)) this.#execute(submission, second, true);
    this.#ledger.deleteBefore(second - retentionSeconds);
  }

  announceBlock(second: number): void {
    if (second < this.#currentSecond) return;
    this.#announcedSecond = second;
    this.events.emit('change');
  }

  nextLandedSecond(from: number): number | null {
    return this.#ledger.nextSecond(from);
  }

  landedBetween(first: number, last: number): RpcBlockTransaction[] {
    return this.#ledger.landedBetween(first, last).map(({ transaction }) => transaction);
  }

  /** Drops a transaction that would not even pay a fee, as Solana does. */
  #execute(submission: SignedTransaction, second: number, isNew: boolean): void {
    const { bytes, transaction } = submission;
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    if (isNew && this.#lifetimeError(transaction) !== null) {
      this.#ledger.remove(signature);
      return;
    }
    const keys = this.#keysOf(transaction);
    this.#amm.follow(second, keys);
    const read = () => keys.map((key) => this.#machine.account(key));
    const before = read();
    const run = this.#machine.execute(bytes);
    const after = read();
    if (run.error !== null && before[0]?.lamports === after[0]?.lamports) {
      this.#ledger.remove(signature);
      return;
    }
    const parts = {
      ...{ bytes, transaction, keys, before, after, run },
      decimalsOf: (mint: string) => decimalsOf(this.#machine, mint),
    };
    this.#ledger.addLanded({
      signature,
      second,
      error: run.error,
      accounts: keys,
      transaction: toExecutedTransaction(parts),
    });
    if (!isNew) return;
    const text = Buffer.from(bytes).toString('base64');
    this.#journal.add({ kind: 'transaction', second, transaction: text });
  }

  #replay(until: number): void {
    const events: readonly SandboxEvent[] = this.#journal.read(until - retentionSeconds);
    let second = 0;
    for (const event of events) {
      if (event.second > until) continue;
      if (event.second !== second) {
        second = event.second;
        this.#advanceTo(second);
        this.#machine.nextBlock();
        fillFaucet(this.#machine);
      }
      try {
        if (event.kind === 'airdrop') fund(this.#machine, event.address, BigInt(event.lamports));
        else {
          const bytes = Uint8Array.from(Buffer.from(event.transaction, 'base64'));
          this.#execute(readSignedTransaction(bytes), event.second, false);
        }
      } catch {
        // Skip a line that is damaged or from another version.
      }
    }
  }

  #advanceTo(second: number): void {
    this.#currentSecond = second;
    this.#blockhashes.advanceTo(second);
    this.#machine.setClock(this.#slot(), second, this.#blockhashes.slotHashes());
  }

  #keysOf(transaction: WireTransaction): string[] {
    return resolveAccounts(transaction, readLookupTables(this.#machine, transaction)).map(
      ({ address }) => address ?? systemProgram,
    );
  }

  #slot(): number {
    return this.#options.slotOf(this.#currentSecond);
  }

  #blockhashFacts(blockhash: string): NonNullable<ChainFacts['lifetime']> {
    const blocksLeft = this.#blockhashes.blocksLeft(blockhash);
    return { kind: 'blockhash', isValid: blocksLeft !== null, blocksLeft };
  }

  #lifetimeError(transaction: WireTransaction): TransactionError | null {
    const nonce = findDurableNonce(transaction);
    if (nonce === null) {
      const left = this.#blockhashes.blocksLeft(transaction.blockhash);
      return left === null ? 'BlockhashNotFound' : null;
    }
    const held = nonceFacts(this.#machine.account(nonce.account));
    const isGood = held.nonce === transaction.blockhash && held.authority === nonce.authority;
    return isGood ? null : 'BlockhashNotFound';
  }
}
