import type { BotAttempt } from '../decode/arbitrageRecord.ts';
import { listsPools } from '../decode/botAttempt.ts';
import { smbLayout, smbProgram } from '../decode/botGroups.ts';
import { vaultAPosition, vaultBPosition } from './poolAccounts.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';
import type { TransactionBuilder } from './transactionBuilder.ts';

/** The instruction of a bot that lists the pools it tries. */
export interface BotCallDraft {
  readonly base: SimulatedToken;
  /** In the order of `loadPools`. */
  readonly pools: readonly SimulatedPool[];
  accountOf(token: SimulatedToken): number;
}

type AccountIndexes = Pick<TransactionBuilder, 'shared' | 'poolWritable' | 'accountIndex'>;

const smbParameters = { minimumProfit: 10_000n, computeUnitLimit: 600_000, flashLoan: false };

/** Opcode 28, minimum profit, compute unit limit, no failure, a reserved u16, flash loan. */
export function smbCallData(noFailure: boolean): Uint8Array {
  const data = Buffer.alloc(17);
  data[0] = 28;
  data.writeBigUInt64LE(smbParameters.minimumProfit, 1);
  data.writeUInt32LE(smbParameters.computeUnitLimit, 9);
  data[13] = noFailure ? 1 : 0;
  return data;
}

/** `null` for a program whose accounts the decoder does not read. */
export function botAccounts(
  program: string,
  draft: BotCallDraft,
  builder: AccountIndexes,
): number[] | null {
  if (!listsPools(program)) return null;
  return program === smbProgram ? smbAccounts(draft, builder) : notArbAccounts(draft, builder);
}

/** The header, then for each pool its group of accounts, with others of the AMM left out. */
function smbAccounts({ base, pools, accountOf }: BotCallDraft, builder: AccountIndexes) {
  const payer = 0;
  const tokens = builder.shared(base.program);
  const mint = builder.shared(base.mint);
  const accounts = [payer, mint, payer, accountOf(base), tokens, tokens, tokens];
  pools.forEach(({ amm }, position) => {
    const { pool, vaults } = smbLayout(amm.program, () => null) ?? { pool: 2, vaults: [3, 4] };
    const [a, b] = vaults ?? [];
    const group = new Array<number>(Math.max(pool, a ?? 0, b ?? 0) + 1).fill(tokens);
    group[0] = builder.shared(amm.program);
    group[1] = mint;
    group[pool] = builder.poolWritable(position, 0);
    if (a !== undefined) group[a] = builder.poolWritable(position, vaultAPosition);
    if (b !== undefined) group[b] = builder.poolWritable(position, vaultBPosition);
    accounts.push(...group);
  });
  return accounts;
}

/** For each pool the AMM's program and the accounts of its instruction. */
function notArbAccounts({ base, pools, accountOf }: BotCallDraft, builder: AccountIndexes) {
  const accounts = [0, accountOf(base)];
  pools.forEach(({ amm, tokenA, tokenB, sellA }, position) => {
    accounts.push(builder.shared(amm.program));
    for (const slot of sellA.accounts) {
      accounts.push(builder.accountIndex(position, slot, accountOf(tokenA), accountOf(tokenB)));
    }
  });
  return accounts;
}

/** What the decoder reads from these accounts; `hasSwapped`: it knows the used pools anyway. */
export function expectedAttempt(
  program: string,
  { base, pools }: BotCallDraft,
  noFailure: boolean,
  hasSwapped: boolean,
): BotAttempt | null {
  if (!listsPools(program)) return null;
  const isSmb = program === smbProgram;
  const isKnown = ({ amm }: SimulatedPool) => !isSmb || smbLayout(amm.program, () => null) !== null;
  const listed = pools.filter(isKnown);
  const others = pools.filter((pool) => !isKnown(pool));
  return {
    pools: [...listed, ...(hasSwapped ? others : [])].map(({ address, amm, tokenA, tokenB }) => ({
      pool: address,
      program: amm.program,
      mints: [tokenA.mint, tokenB.mint].sort(),
      group: 0,
    })),
    unknownPools: hasSwapped ? 0 : others.length,
    parameters: isSmb ? { ...smbParameters, baseMint: base.mint, noFailure } : null,
  };
}
