import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import bs58 from 'bs58';
import { formatCount } from '../../api/format.ts';
import { MarketError } from '../../api/marketError.ts';
import { knownProgramName } from '../../solana/knownAddresses.ts';
import { systemProgram } from '../../solana/knownPrograms.ts';
import {
  blockhashLifetimeBlocks,
  type ChainAccount,
  type LookupTable,
  lookupTableState,
} from '../../solana/landing/chainAccounts.ts';
import { resolveAccounts } from '../../solana/landing/checkLookups.ts';
import { sandboxCluster } from '../../solana/landing/checkSending.ts';
import { findDurableNonce, nonceFacts } from '../../solana/landing/durableNonce.ts';
import type { SimulationReport } from '../../solana/landing/transactionReport.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { rpcErrorCodes } from '../sources/rpc/rpcError.ts';
import type { LandedTransactions } from '../sources/simulated/simulatedSource.ts';
import { balanceChanges } from './balanceChanges.ts';
import { developmentAccounts, developmentLamports } from './developmentAccounts.ts';
import type {
  ChainFacts,
  LandingChain,
  LatestBlockhash,
  SendOptions,
  SendResult,
  TransactionStatus,
} from './landingChain.ts';
import { LandingError } from './landingError.ts';
import { readSignedTransaction, type SignedTransaction } from './readSignedTransaction.ts';
import { type SandboxEvent, SandboxJournal } from './sandboxJournal.ts';
import { RecentBlockhashes, SandboxLedger } from './sandboxLedger.ts';
import { toExecutedTransaction } from './toExecutedTransaction.ts';
import { formatTransactionError, type TransactionError } from './transactionError.ts';
import type { ExecutionResult, VirtualMachine } from './virtualMachine.ts';

export interface SandboxChainOptions {
  readonly machine: VirtualMachine;
  /** The chain's clock, Unix milliseconds. */
  readonly now: () => number;
  readonly blockhashOf: (second: number) => string;
  readonly slotOf: (second: number) => number;
  /** Remembers what was landed and airdropped over restarts; in memory alone without one. */
  readonly journalPath?: string;
}

const tipAccountLamports = 1_000_000_000n;
const airdropLamportsMaximum = 1_000_000_000_000n;
const queueMaximum = 1_000;
const retentionSeconds = 86_400;

/** What the virtual machine brings; the code of other programs is their authors'. */
const sandboxProgramsMessage = t(
  'The Sandbox runs only native, token and memo programs. Swaps and bots need a Node connection.',
);

export const sandboxSubmissionEndpoint: LandingChain['submissionEndpoint'] = {
  receiver: () => t('the Sandbox'),
  passesOptions: () => true,
  openPathDescription: t('Runs in the next block, without front-running.'),
  simulates: true,
  protection: true,
  provider: () => null,
  minimumTipLamports: () => 0n,
};

/** The Sandbox as a chain: a virtual machine whose accepted transactions run in the next block. */
export class SandboxChain implements LandingChain, LandedTransactions {
  readonly submissionEndpoint = sandboxSubmissionEndpoint;
  readonly #options: SandboxChainOptions;
  readonly #machine: VirtualMachine;
  readonly #journal: SandboxJournal;
  readonly #queue: SignedTransaction[] = [];
  readonly #ledger = new SandboxLedger();
  readonly #blockhashes: RecentBlockhashes;
  #currentSecond: number;

  constructor(options: SandboxChainOptions) {
    this.#options = options;
    this.#machine = options.machine;
    this.#journal = new SandboxJournal(options.journalPath ?? null);
    this.#blockhashes = new RecentBlockhashes(options);
    this.#currentSecond = Math.floor(options.now() / 1_000);
    for (const { address } of developmentAccounts()) this.#fund(address, developmentLamports);
    for (const address of tipProviderByAccount.keys()) this.#fund(address, tipAccountLamports);
    const until = this.#currentSecond;
    this.#replay(until);
    this.#advanceTo(until);
  }

  async network(): Promise<string> {
    return 'Sandbox';
  }

  async facts(transaction: WireTransaction): Promise<ChainFacts> {
    const tables = this.#tables(transaction);
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

  async simulate(
    bytes: Uint8Array,
    transaction: WireTransaction,
    facts: ChainFacts,
  ): Promise<SimulationReport> {
    this.#advanceTo(this.#currentSecond);
    const lifetime = this.#lifetimeError(transaction);
    const run: ExecutionResult =
      lifetime === null
        ? this.#machine.simulate(bytes)
        : {
            error: lifetime,
            unitsConsumed: 0,
            logs: [],
            innerInstructions: [],
            accounts: new Map(),
          };
    const keys = resolveAccounts(transaction, facts.tables).flatMap(({ address }) =>
      address === null ? [] : [address],
    );
    const signers = new Set(transaction.staticKeys.slice(0, transaction.requiredSignatures));
    const before = (key: string) => this.#machine.account(key);
    const after = (key: string) => run.accounts.get(key) ?? before(key);
    return {
      isSuccess: run.error === null,
      error: run.error === null ? null : formatTransactionError(run.error),
      unitsConsumed: run.unitsConsumed,
      logs: run.logs,
      slot: this.#slot(),
      commitment: 'processed',
      changes:
        run.error === null
          ? balanceChanges(keys, signers, before, after, (mint) => this.#decimalsOf(mint))
          : [],
    };
  }

  /** Checks as a node does before it takes a transaction, and queues it for the next block. */
  async send(bytes: Uint8Array, options: SendOptions): Promise<SendResult> {
    const submission = readSignedTransaction(Uint8Array.from(bytes));
    const { transaction } = submission;
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    if (this.#ledger.has(signature)) throw simulationFailed('AlreadyProcessed', null);
    if (options.skipPreflight !== true) {
      this.#advanceTo(this.#currentSecond);
      const lifetime = this.#lifetimeError(transaction);
      if (lifetime !== null) throw simulationFailed(lifetime, null);
      const run = this.#machine.simulate(bytes);
      if (run.error !== null) {
        const missing = missingPrograms(transaction, this.#machine).map(
          (one) => knownProgramName(one) ?? one,
        );
        const note =
          missing.length === 0 ? '' : ` (${missing.join(', ')}). ${sandboxProgramsMessage}`;
        throw simulationFailed(run.error, run, note);
      }
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
    return { signature, uuid: randomUUID() };
  }

  async statuses(signatures: readonly string[]): Promise<(TransactionStatus | null)[]> {
    const { slotOf } = this.#options;
    return signatures.map((signature) =>
      this.#ledger.status(signature, this.#currentSecond, slotOf),
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

  /** Gives lamports out of nothing. Throws a MarketError for an amount that is none. */
  airdrop(address: string, lamports: bigint): void {
    if (lamports <= 0n || lamports > airdropLamportsMaximum) {
      throw new MarketError(
        'bad-parameter',
        t('An airdrop must be 1 to {0} lamports', formatCount(airdropLamportsMaximum)),
      );
    }
    this.#journal.assertUsable();
    this.#fund(address, lamports);
    const second = this.#currentSecond;
    this.#journal.add({ kind: 'airdrop', second, address, lamports: String(lamports) });
  }

  rentExemption(dataBytes: number): number {
    return this.#machine.rentExemption(dataBytes);
  }

  account(address: string): ChainAccount | null {
    return this.#machine.account(address);
  }

  // As the simulated source asks for what landed.

  produceBlock(second: number): void {
    // Blocks that fell due while the history was made come late: the clock does not go back, or a
    // blockhash that was given out would be unknown again. What is queued runs in the next block.
    if (second < this.#currentSecond) return;
    this.#advanceTo(second);
    this.#machine.nextBlock();
    for (const submission of this.#queue.splice(0)) this.#execute(submission, second, true);
    this.#ledger.deleteBefore(second - retentionSeconds);
  }

  nextLandedSecond(from: number): number | null {
    return this.#ledger.nextSecond(from);
  }

  landedBetween(first: number, last: number): RpcBlockTransaction[] {
    return this.#ledger.transactionsBetween(first, last);
  }

  /** Runs one in a block; what the chain would not even charge for is dropped, as on Solana. */
  #execute(submission: SignedTransaction, second: number, isNew: boolean): void {
    const { bytes, transaction } = submission;
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    if (isNew && this.#lifetimeError(transaction) !== null) {
      this.#ledger.remove(signature);
      return;
    }
    const keys = resolveAccounts(transaction, this.#tables(transaction)).map(
      ({ address }) => address ?? systemProgram,
    );
    const read = () => keys.map((key) => this.#machine.account(key));
    const before = read();
    const run = this.#machine.execute(bytes);
    const after = read();
    if (run.error !== null && before[0]?.lamports === after[0]?.lamports) {
      this.#ledger.remove(signature);
      return;
    }
    const decimalsOf = (mint: string) => this.#decimalsOf(mint);
    this.#ledger.addLanded(
      signature,
      { second, error: run.error },
      toExecutedTransaction({ bytes, transaction, keys, before, after, run, decimalsOf }),
    );
    if (!isNew) return;
    const text = Buffer.from(bytes).toString('base64');
    this.#journal.add({ kind: 'transaction', second, transaction: text });
  }

  /** What was landed and airdropped before the process ended, in its order and at its times. */
  #replay(until: number): void {
    const events: readonly SandboxEvent[] = this.#journal.read(until - retentionSeconds);
    let second = 0;
    for (const event of events) {
      if (event.second > until) continue;
      if (event.second !== second) {
        second = event.second;
        this.#advanceTo(second);
        this.#machine.nextBlock();
      }
      try {
        if (event.kind === 'airdrop') this.#fund(event.address, BigInt(event.lamports));
        else {
          const bytes = Uint8Array.from(Buffer.from(event.transaction, 'base64'));
          this.#execute(readSignedTransaction(bytes), event.second, false);
        }
      } catch {
        // A damaged line, or one of another version of this program: the rest still counts.
      }
    }
  }

  #advanceTo(second: number): void {
    this.#currentSecond = second;
    this.#blockhashes.advanceTo(second);
    this.#machine.setClock(this.#slot(), second, this.#blockhashes.slotHashes());
  }

  #fund(address: string, lamports: bigint): void {
    const account = this.#machine.account(address);
    this.#machine.setAccount(address, {
      owner: account?.owner ?? systemProgram,
      data: account?.data ?? new Uint8Array(0),
      lamports: (account?.lamports ?? 0n) + lamports,
    });
  }

  #slot(): number {
    return this.#options.slotOf(this.#currentSecond);
  }

  #blockhashFacts(blockhash: string): NonNullable<ChainFacts['lifetime']> {
    const blocksLeft = this.#blockhashes.blocksLeft(blockhash);
    return { kind: 'blockhash', isValid: blocksLeft !== null, blocksLeft };
  }

  /** Why the chain would not take it now, as far as its lifetime goes. */
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

  #tables({ lookups }: WireTransaction): Map<string, LookupTable | 'missing' | 'not-a-table'> {
    return new Map(
      lookups.map(({ table }) => [table, lookupTableState(this.#machine.account(table))]),
    );
  }

  #decimalsOf(mint: string): number {
    return this.#machine.account(mint)?.data[44] ?? 0;
  }
}

function simulationFailed(
  error: TransactionError,
  run: ExecutionResult | null,
  note = '',
): LandingError {
  return new LandingError(
    rpcErrorCodes.simulationFailed,
    `Transaction simulation failed: ${formatTransactionError(error)}${note}`,
    {
      err: error,
      logs: run?.logs ?? [],
      unitsConsumed: run?.unitsConsumed ?? 0,
      accounts: null,
      returnData: null,
    },
  );
}

function missingPrograms(
  { instructions, staticKeys }: WireTransaction,
  machine: Pick<VirtualMachine, 'hasProgram'>,
): string[] {
  const programs = new Set(instructions.map(({ programIndex }) => staticKeys[programIndex] ?? ''));
  return [...programs].filter((one) => one !== '' && !machine.hasProgram(one));
}
