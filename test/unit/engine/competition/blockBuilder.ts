import type { CompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import { readCompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import type { RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { computeBudgetProgram } from '../../../../src/solana/knownPrograms.ts';
import { address, RpcTransactionBuilder, u64 } from '../decode/rpcTransactionBuilder.ts';
import { dogMint, jitoTipAccount, jupiter, smbBot, whirlpoolSwap } from '../decode/swapFixtures.ts';

/** Hand-made blocks: circles of SOL and DOG over Whirlpools, and what others do to the pools. */

export const pools = {
  first: address('pool 1'),
  second: address('pool 2'),
  third: address('pool 3'),
};
export const firstSlot = 500;

export interface Leg {
  readonly pool: string;
  readonly pay: readonly [mint: string, amount: bigint];
  readonly get: readonly [mint: string, amount: bigint];
}

/** SOL to DOG on one pool, and back on another. */
export const circleOver = (
  buysAt: string,
  sellsAt: string,
  [paid, dogs, back]: readonly [bigint, bigint, bigint],
): readonly Leg[] => [
  { pool: buysAt, pay: [wrappedSolMint, paid], get: [dogMint, dogs] },
  { pool: sellsAt, pay: [dogMint, dogs], get: [wrappedSolMint, back] },
];

/** 1,000,000 lamports become 1,100,000: buys DOG at pool 1, sells it at pool 2. */
export const gain = circleOver(pools.first, pools.second, [1_000_000n, 500_000n, 1_100_000n]);
export const loss = circleOver(pools.first, pools.second, [1_000_000n, 400_000n, 900_000n]);
/** Against the circles above: it makes DOG cheap at pool 1. */
export const sellDog: readonly Leg[] = [
  { pool: pools.first, pay: [dogMint, 9_000_000n], get: [wrappedSolMint, 20_000_000n] },
];
export const buyDog: readonly Leg[] = [
  { pool: pools.first, pay: [wrappedSolMint, 500_000n], get: [dogMint, 250_000n] },
];

export interface Sent {
  readonly by: string;
  readonly alsoSigns?: readonly string[];
  /** Owner of the token accounts; default: who sends it. */
  readonly owner?: string;
  readonly legs?: readonly Leg[];
  /** Calls the AMMs; default Jupiter. `null`: the wallet calls them itself. */
  readonly program?: string | null;
  /** A router that the program calls for its swaps. */
  readonly through?: string;
  /** Accounts of the program's instruction. */
  readonly names?: readonly string[];
  /** Custom error of the program behind its legs. */
  readonly fails?: number;
  /** What the program says before it fails. */
  readonly says?: string;
  /** Pool of a swap, behind the legs, that fails with this error instead. */
  readonly failsAt?: { readonly leg: Leg; readonly code: number };
  /** Lamports to a tip account of Jito, in an instruction of its own. */
  readonly tip?: bigint;
  /** A tip account that only the program could pay. */
  readonly namesTip?: boolean;
  readonly priority?: number;
  readonly limit?: number;
  readonly readOnly?: readonly string[];
  /** This pool is of another AMM, whose swaps read an oracle. */
  readonly quoted?: { readonly pool: string; readonly amm: string; readonly oracle: string };
}

/** A transaction of a block in the json encoding. The name also makes its signature. */
export function send(name: string, sent: Sent): RpcBlockTransaction {
  const owner = address(sent.owner ?? sent.by);
  const others = (sent.alsoSigns ?? []).map(address);
  const builder = new RpcTransactionBuilder(address(sent.by), others);
  builder.fee(5_000 * (1 + others.length) + (sent.priority ?? 0));
  if (sent.limit !== undefined) builder.computeUnitLimit(sent.limit);
  const program = sent.program === undefined ? jupiter : sent.program;
  const at = sent.limit === undefined ? 0 : 1;
  const names = [...(sent.names ?? []), ...(sent.namesTip === true ? [jitoTipAccount] : [])];
  if (program !== null) builder.call(program, [owner, ...names], [1]);
  if (sent.through !== undefined) builder.call(sent.through, [owner], [1], 2);
  const depth = program === null ? 1 : sent.through === undefined ? 2 : 3;
  for (const leg of sent.legs ?? []) {
    if (leg.pool === sent.quoted?.pool) addQuotedSwap(builder, leg, owner, sent.quoted);
    else whirlpoolSwap(builder, { ...leg, owner, depth });
  }
  const log = program === null ? [] : [`Program ${program} invoke [1]`];
  if (sent.failsAt !== undefined) addFailedSwap(builder, sent.failsAt.leg, owner, depth);
  if (sent.says !== undefined) log.push(`Program log: ${sent.says}`);
  if (sent.tip !== undefined) builder.sendLamports(address(sent.by), jitoTipAccount, sent.tip);
  const code = sent.fails ?? sent.failsAt?.code;
  if (code !== undefined) builder.fail({ InstructionError: [at, { Custom: code }] });
  const calls = [...(sent.legs ?? []).map(() => true), ...(sent.failsAt ? [false] : [])];
  // A wallet's own swaps are no calls of a program.
  const swapped = program === null ? [] : calls.flatMap((works) => swapLog(works, code));
  return finish(builder, name, [...log, ...swapped], {
    failure: code === undefined || program === null ? null : failedLine(program, code),
    readOnly: sent.readOnly ?? [],
  });
}

const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const failedLine = (program: string, code: number): string =>
  `Program ${program} failed: custom program error: 0x${code.toString(16)}`;

function swapLog(works: boolean, code: number | undefined): string[] {
  const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
  const transfer = [`Program ${tokens} invoke [3]`, `Program ${tokens} success`];
  return works
    ? [`Program ${whirlpool} invoke [2]`, ...transfer, ...transfer, `Program ${whirlpool} success`]
    : [`Program ${whirlpool} invoke [2]`, failedLine(whirlpool, code ?? 0)];
}

export const orderBook = 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms';

/** In the order of SolFi's accounts, then the oracle; or in that of Manifest's. */
function addQuotedSwap(
  builder: RpcTransactionBuilder,
  { pool, pay, get }: Leg,
  owner: string,
  { amm, oracle }: NonNullable<Sent['quoted']>,
): void {
  const [from, to] = [builder.account(owner, pay[0]), builder.account(owner, get[0])];
  const [into, outOf] = [builder.account(pool, pay[0]), builder.account(pool, get[0])];
  if (amm === orderBook) builder.call(amm, [owner, pool, oracle, from, to, into, outOf], [4], 2);
  else builder.call(amm, [owner, pool, into, outOf, from, to, oracle], [7], 2);
  builder.transfer(from, into, pay[1], { depth: 3 });
  builder.transfer(outOf, to, get[1], { depth: 3 });
}

/** The instruction of a swap that moved nothing. */
function addFailedSwap(
  builder: RpcTransactionBuilder,
  { pool, pay, get }: Leg,
  owner: string,
  depth: number,
): void {
  const accounts = [
    ...[address('token program'), owner, pool, builder.account(owner, pay[0])],
    ...[
      builder.account(pool, pay[0]),
      builder.account(owner, get[0]),
      builder.account(pool, get[0]),
    ],
  ];
  const data = [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8, ...u64(pay[1])];
  builder.call(whirlpool, accounts, data, depth);
}

/** An attempt of SMB that fails before its swaps; its instruction lists these pools. */
export function listedBySmb(
  name: string,
  by: string,
  listed: readonly string[],
  tip: bigint,
): RpcBlockTransaction {
  const builder = new RpcTransactionBuilder(address(by));
  const wallet = address(by);
  const groups = listed.flatMap((pool) => {
    const [sol, dog] = [builder.account(pool, wrappedSolMint), builder.account(pool, dogMint)];
    return [whirlpool, wrappedSolMint, pool, address('oracle'), sol, dog];
  });
  const header = [wallet, wrappedSolMint, address('fee'), builder.account(wallet, wrappedSolMint)];
  const programs = ['a', 'b', 'c'].map((each) => address(`program ${each}`));
  const data = [28, ...u64(10_000), ...[64, 66, 15, 0], 0, 0, 0, 0];
  builder.call(smbBot, [...header, ...programs, ...groups], data);
  builder.sendLamports(wallet, jitoTipAccount, tip);
  builder.fail({ InstructionError: [0, { Custom: 1 }] });
  const log = [`Program ${smbBot} invoke [1]`, 'Program log: No profitable route'];
  return finish(builder, name, log, { failure: failedLine(smbBot, 1), readOnly: [] });
}

/** A call of a program that moves nothing. */
export function callOf(
  name: string,
  by: string,
  program: string,
  accounts: readonly string[],
): RpcBlockTransaction {
  const builder = new RpcTransactionBuilder(address(by)).call(program, accounts, [9]);
  return finish(builder, name, [], { failure: null, readOnly: [] });
}

function finish(
  builder: RpcTransactionBuilder,
  name: string,
  log: readonly string[],
  { failure, readOnly }: { readonly failure: string | null; readonly readOnly: readonly string[] },
): RpcBlockTransaction {
  const { transaction, meta } = builder.build(name);
  if (meta === null || !('message' in transaction)) throw new Error('the builder makes json');
  const { message } = transaction;
  const count = message.header?.numRequiredSignatures ?? 1;
  // Like this, each account says whether it is written.
  const accountKeys = message.accountKeys.map((key, index) => {
    const pubkey = typeof key === 'string' ? key : key.pubkey;
    return { pubkey, signer: index < count, writable: !readOnly.includes(pubkey) };
  });
  const isBudget = message.instructions.some(
    (one) =>
      'programIdIndex' in one && message.accountKeys[one.programIdIndex] === computeBudgetProgram,
  );
  const budget = isBudget
    ? [`Program ${computeBudgetProgram} invoke [1]`, `Program ${computeBudgetProgram} success`]
    : [];
  const logMessages = [...budget, ...log, ...(failure === null ? [] : [failure])];
  return {
    version: 'legacy',
    transaction: { ...transaction, message: { ...message, accountKeys } },
    meta: { ...meta, logMessages, loadedAddresses: { writable: [], readonly: [] } },
  };
}

/** The block of a slot from 0 on: its transactions stand at positions 0, 1, … */
export const blockAt = (
  slot: number,
  transactions: readonly RpcBlockTransaction[],
): CompetitionBlock =>
  readCompetitionBlock(firstSlot + slot, { transactions, blockTime: 1_790_000_000 });
