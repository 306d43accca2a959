import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { describeTransactionError } from '../../solana/programErrors/errorWords.ts';
import { AccountBalances } from './accountBalances.ts';
import type {
  ArbitrageRecord,
  BotCall,
  PriceObservation,
  SwapInstruction,
  VaultBalance,
} from './arbitrageRecord.ts';
import { listsPools, readBotAttempt } from './botAttempt.ts';
import type { DecodedLeg } from './buildLegs.ts';
import {
  findBot,
  findBotByAccounts,
  findBotOfFailed,
  findUnlabeledBot,
  isPlainJsonVote,
  isVote,
} from './calledPrograms.ts';
import { computeUnitLimit, priorityFee } from './computeBudget.ts';
import { usesDurableNonce } from './durableNonce.ts';
import { namesCircularRoute } from './failedTransactions.ts';
import { findBestInterpretation, type Interpretation } from './interpretation.ts';
import {
  type AccountKeys,
  invalidMember,
  type Message,
  UnreadableTransactionError,
} from './message.ts';
import { checkMeta, hasExecuted } from './metaMembers.ts';
import { checkCalls, checkCosts, checkTips, checkTransfers } from './missingEffects.ts';
import { findPayments, findTips } from './payments.ts';
import { flattenInstructions } from './readJsonMessage.ts';
import { readMessage } from './readMessage.ts';
import { leftWithAgents, reconcileBalances } from './reconcileBalances.ts';
import type { RpcBlockTransaction, RpcMeta, RpcTransaction } from './rpcBlock.ts';
import { checkPosition, checkStorable, type TransactionPosition } from './storableRecord.ts';
import { sumByMint } from './sumByMint.ts';
import { readTransactionFlow } from './transactionFlow.ts';

export class DecodedTransaction {
  /** Set for arbitrages and the separately kept classes. */
  readonly record: ArbitrageRecord | null;
  readonly signature: () => string;
  readonly isVote: boolean;
  readonly observations: readonly PriceObservation[];
  /** One for each observation; `null` for an unknown layout. */
  readonly swapInstructionReaders: readonly ((() => SwapInstruction) | null)[];
  readonly vaults: readonly VaultBalance[];
  /** `null` if it has failed or is a vote: no token account has changed. */
  readonly keys: AccountKeys | null;
  readonly #reason: () => string;

  constructor(
    record: ArbitrageRecord | null,
    signature: () => string,
    reason: () => string,
    swaps: Pick<
      DecodedTransaction,
      'isVote' | 'observations' | 'swapInstructionReaders' | 'vaults'
    > = noSwaps,
    keys: AccountKeys | null = null,
  ) {
    this.record = record;
    this.signature = signature;
    this.isVote = swaps.isVote;
    this.observations = swaps.observations;
    this.swapInstructionReaders = swaps.swapInstructionReaders;
    this.vaults = swaps.vaults;
    this.keys = keys;
    this.#reason = reason;
  }

  /** Empty for an arbitrage. Built on demand: most are never read. */
  get reason(): string {
    return this.#reason();
  }
}

const noSwaps = {
  isVote: false,
  observations: [],
  swapInstructionReaders: [],
  vaults: [],
} as const;
const vote = { ...noSwaps, isVote: true } as const;

/** Throws UnreadableTransactionError. */
export function decodeTransaction(transaction: RpcTransaction): DecodedTransaction {
  return decodeBlockTransaction(transaction, {
    slot: transaction.slot,
    index: 0,
    blockTimeSeconds: transaction.blockTime ?? null,
    version: transaction.version ?? null,
  });
}

/** `includeOthers`: records for all but votes. Throws UnreadableTransactionError. */
export function decodeBlockTransaction(
  entry: RpcBlockTransaction,
  position: TransactionPosition,
  includeOthers = false,
): DecodedTransaction {
  try {
    checkPosition(position);
    const decoded = decodeUnchecked(entry, position, includeOthers);
    checkStorable(decoded);
    return decoded;
  } catch (error) {
    if (error instanceof UnreadableTransactionError) throw error;
    // Cheaper for the bulk path than validating every member of every transaction first.
    throw new UnreadableTransactionError(t('unexpected JSON'), { cause: error });
  }
}

function decodeUnchecked(
  entry: RpcBlockTransaction,
  position: TransactionPosition,
  includeOthers: boolean,
): DecodedTransaction {
  if (!isObject(entry)) throw invalidMember('transactions');
  const { meta } = entry;
  if (meta === null || meta === undefined) {
    throw new UnreadableTransactionError(t('no metadata (meta). Fetch it with full details.'));
  }
  if (!isObject(meta)) throw invalidMember('meta');
  if (isPlainJsonVote(entry)) return decodedVote(() => signatureOf(entry) ?? '');
  const message = readMessage(entry);
  const { signature } = message;
  if (isVote(message)) return decodedVote(signature);
  const hasFailed = meta.err !== null && meta.err !== undefined;
  // A failure that is recorded in any case needs no effects.
  const needsEffects = !(hasFailed && includeOthers);
  checkMeta(message, meta, needsEffects);
  if (needsEffects) {
    checkCosts(meta);
    checkCalls(message, meta);
  }
  if (hasFailed) return decodeFailed(message, meta, position, includeOthers);

  const hasInner = (meta.innerInstructions?.length ?? 0) > 0;
  const instructions = hasInner ? flattenInstructions(message, meta) : message.instructions;
  const known = findBot(instructions, message);
  const hasTokens = (meta.postTokenBalances?.length ?? 0) > 0;
  const mayAct = hasInner || known.bot !== null || hasTokens || includeOthers;
  if (!mayAct && findBotByAccounts(message).bot === null) {
    return new DecodedTransaction(null, signature, () => t('no swap'), noSwaps, message.keys);
  }
  const balances = new AccountBalances(message, meta);
  const flow = readTransactionFlow(message, instructions, balances);
  checkTransfers(flow, balances);
  checkTips(flow.movements, balances);
  const reading = findBestInterpretation(message, meta, flow, balances);
  const { cycle, legs } = reading;
  const decoded = (record: ArbitrageRecord | null, why: () => string): DecodedTransaction =>
    new DecodedTransaction(
      record,
      signature,
      why,
      {
        isVote: false,
        observations: legs.map(({ leg }) => toPriceObservation(leg)),
        swapInstructionReaders: legs.map((leg) => swapInstructionReader(leg, balances)),
        vaults: legs.flatMap((leg) => vaultBalances(leg, balances)),
      },
      message.keys,
    );
  const { bot: actor, topLevel: acts } =
    known.bot === null && legs.length === 0 ? findBotByAccounts(message) : known;
  const type =
    cycle.kind !== 'none'
      ? cycle.kind
      : actor !== null && legs.length === 0
        ? ('bot-no-profit' as const)
        : includeOthers
          ? ('other' as const)
          : null;
  if (type === null) return decoded(null, () => reasonOf(reading));

  const feeLamports = BigInt(meta.fee);
  const { otherMovements } = reading.search;
  const { bot, topLevel } =
    known.bot !== null || cycle.kind === 'none'
      ? { bot: actor, topLevel: acts }
      : findUnlabeledBot(
          flow.root.calls,
          new Set(legs.map(({ call }) => call)),
          otherMovements,
          reading.isTraders,
        );
  const payments = findPayments(reading.search, bot, topLevel, balances, reading.isTraders);
  const mints = new Set(legs.flatMap(({ leg }) => [leg.inputMint, leg.outputMint]));
  const closing = reconcileBalances(flow, mints, feeLamports, balances, reading.isTraders);
  const { implicitPayout } = reading;
  const isRead = listsPools(bot?.program ?? '');
  const used = legs.map(({ leg }) => leg);
  const attempt = isRead ? readBotAttempt(message, instructions, balances, used) : null;
  const unexplained = sumByMint([
    ...closing.differences,
    ...(implicitPayout ? [{ ...implicitPayout, amount: -implicitPayout.amount }] : []),
    ...leftWithAgents(flow, mints, balances, reading.isTraders, reading.agents).map(
      ({ mint, amount }) => ({ mint, amount: -amount }),
    ),
  ]);
  const record = toRecord(message, meta, position, bot, {
    type,
    attempt,
    isSuccess: true,
    failure: null,
    gainOwners: reading.owners,
    tips: findTips(flow.movements, otherMovements, balances, reading.isTraders),
    botFees: payments.botFees,
    otherPayments: payments.others,
    legs: used,
    grossGains: cycle.gains,
    baseMint: cycle.baseMint,
    baseInput: cycle.baseInput,
    closingDifferences: unexplained.filter(({ amount }) => amount !== 0n),
    rentLamports: closing.rentLamports,
  });
  return decoded(
    record,
    type === 'bot-no-profit' ? () => t('a bot program ran without a swap') : cycle.reason,
  );
}

/** A swap on an unknown AMM may be the missing part of the cycle, so it is the reason given. */
function reasonOf({ cycle, search }: Interpretation): string {
  const [program] = search.unreadPrograms;
  return program === undefined
    ? cycle.reason()
    : t('a swap on an unknown AMM cannot be read: {0}', program);
}

const whyVote = (): string => t('a vote');

const decodedVote = (signature: () => string): DecodedTransaction =>
  new DecodedTransaction(null, signature, whyVote, vote);

export function signatureOf(entry: RpcBlockTransaction): string | null {
  const transaction: unknown = entry?.transaction;
  if (typeof transaction !== 'object' || transaction === null) return null;
  if (!('signatures' in transaction) || !Array.isArray(transaction.signatures)) return null;
  const [first] = transaction.signatures as readonly unknown[];
  return typeof first === 'string' ? first : null;
}

function decodeFailed(
  message: Message,
  meta: RpcMeta,
  position: TransactionPosition,
  includeOthers: boolean,
): DecodedTransaction {
  const { signature } = message;
  const bot = findBotOfFailed(message, meta) ?? findBotByAccounts(message).bot;
  const why = () => t('failed: {0}', describeTransactionError(meta.err));
  if (bot === null && !includeOthers && !namesCircularRoute(message, meta)) {
    return new DecodedTransaction(null, signature, why);
  }
  // The effects are checked only without `includeOthers`, and exist only if the transaction ran.
  const isRead = !includeOthers && hasExecuted(meta.err) && listsPools(bot?.program ?? '');
  const record = toRecord(message, meta, position, bot, {
    type: 'failed',
    attempt: isRead
      ? readBotAttempt(
          message,
          flattenInstructions(message, meta),
          new AccountBalances(message, meta),
        )
      : null,
    isSuccess: false,
    failure: describeTransactionError(meta.err),
    gainOwners: [],
    tips: [],
    botFees: [],
    otherPayments: [],
    legs: [],
    grossGains: [],
    baseMint: null,
    baseInput: 0n,
    closingDifferences: [],
    rentLamports: 0n,
  });
  return new DecodedTransaction(record, signature, why);
}

type Outcome = Pick<
  ArbitrageRecord,
  | 'type'
  | 'attempt'
  | 'isSuccess'
  | 'failure'
  | 'gainOwners'
  | 'tips'
  | 'botFees'
  | 'otherPayments'
  | 'legs'
  | 'grossGains'
  | 'baseMint'
  | 'baseInput'
  | 'closingDifferences'
  | 'rentLamports'
>;

/** Copies each member by name: spreading takes as long as decoding a failed transaction. */
function toRecord(
  message: Message,
  meta: RpcMeta,
  { slot, index, blockTimeSeconds, version }: TransactionPosition,
  bot: BotCall | null,
  outcome: Outcome,
): ArbitrageRecord {
  const feeLamports = BigInt(meta.fee);
  return {
    slot,
    index,
    blockTimeSeconds,
    version,
    signature: message.signature(),
    wallet: message.keys.at(0),
    bot,
    attempt: outcome.attempt,
    computeUnits: meta.computeUnitsConsumed == null ? null : Number(meta.computeUnitsConsumed),
    computeUnitLimit: computeUnitLimit(message),
    feeLamports,
    priorityFeeLamports: priorityFee(message, feeLamports),
    usesDurableNonce: usesDurableNonce(message),
    type: outcome.type,
    isSuccess: outcome.isSuccess,
    failure: outcome.failure,
    gainOwners: outcome.gainOwners,
    tips: outcome.tips,
    botFees: outcome.botFees,
    otherPayments: outcome.otherPayments,
    legs: outcome.legs,
    grossGains: outcome.grossGains,
    baseMint: outcome.baseMint,
    baseInput: outcome.baseInput,
    closingDifferences: outcome.closingDifferences,
    rentLamports: outcome.rentLamports,
  };
}

function toPriceObservation(leg: DecodedLeg['leg']): PriceObservation {
  const { inputMint, inputAmount, outputMint, outputAmount, program, pool } = leg;
  return { inputMint, inputAmount, outputMint, outputAmount, program, pool };
}

/** Lazy: encoding the account addresses costs more than the rest of the decoding. */
function swapInstructionReader(
  { call }: DecodedLeg,
  { keys }: AccountBalances,
): (() => SwapInstruction) | null {
  const { layout, instruction } = call;
  if (layout === null) return null;
  return () => ({
    discriminator: layout.discriminator,
    accounts: Array.from(instruction.accounts, (account) => keys.at(account)),
  });
}

/**
 * Prices depend on what a pool holds, so accounts of others that merely received a transfer in the
 * same call do not count: a vault is named by a known AMM, or has the owner of the account that paid
 * the output. Vaults that own themselves count only with a known AMM. Bonding curves hold their SOL
 * as the lamports of the pool itself.
 */
function vaultBalances(decoded: DecodedLeg, balances: AccountBalances): VaultBalance[] {
  const { leg, vaults, movements, namedPool } = decoded;
  const { pool, program, inputMint, outputMint } = leg;
  if (pool === null) return [];
  const ownerOf = (account: number): string => {
    const owner = balances.ownerOf(account);
    const isSelf = owner === balances.keys.at(account);
    return isSelf && ammPrograms.has(program) ? '' : owner;
  };
  const payers = new Set(
    movements
      .filter(({ mint, from }) => mint === outputMint && vaults.includes(from))
      .map(({ from }) => ownerOf(from)),
  );
  const held = vaults.flatMap((account): VaultBalance[] => {
    const mint = balances.mintOf(account);
    const amount = balances.tokensAfter(account);
    if (mint === undefined || amount === undefined) return [];
    const isOwn = namedPool !== null || payers.has(ownerOf(account));
    return isOwn ? [{ pool, program, mint, amount, vault: balances.keys.at(account) }] : [];
  });
  const needsLamports =
    namedPool !== null &&
    (inputMint === wrappedSolMint || outputMint === wrappedSolMint) &&
    !held.some(({ mint }) => mint === wrappedSolMint);
  if (!needsLamports) return held;
  const amount = balances.lamportsAfter(namedPool);
  return [...held, { pool, program, mint: wrappedSolMint, amount, vault: pool }];
}
