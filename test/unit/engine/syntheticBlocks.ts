import type {
  ArbitrageRecord,
  DecodedBlock,
  Leg,
  MintAmount,
  Tip,
} from '../../../src/engine/decode/arbitrageRecord.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';

/** Decoded blocks for tests of everything after the decoder. Addresses are readable texts. */

/** A text of address length that begins with `name`. */
export const address = (name: string): string => name.padEnd(40, 'x');
export const signatureOf = (number: number): string => {
  const digits = number.toString(36).replace(/[0l]/g, 'Z').padStart(8, 'Y');
  return `${'5'.repeat(18)}${digits}${'4'.repeat(60)}${number}`.slice(0, 94);
};

export const record = (members: Partial<ArbitrageRecord> = {}): ArbitrageRecord => ({
  signature: signatureOf(1),
  slot: 100,
  index: 0,
  blockTimeSeconds: 1_000_000,
  version: 0,
  type: 'arbitrage',
  isSuccess: true,
  failure: null,
  wallet: address('wallet'),
  gainOwners: [address('wallet')],
  bot: null,
  attempt: null,
  computeUnits: 100_000,
  computeUnitLimit: 200_000,
  feeLamports: 5_000n,
  priorityFeeLamports: 0n,
  usesDurableNonce: false,
  tips: [],
  botFees: [],
  otherPayments: [],
  legs: [],
  grossGains: [],
  baseMint: wrappedSolMint,
  baseInput: 1_000_000_000n,
  closingDifferences: [],
  rentLamports: 0n,
  ...members,
});

export const leg = (
  order: number,
  program: string,
  pool: string | null,
  input: MintAmount,
  output: MintAmount,
  lookupTable: string | null = null,
): Leg => ({
  order,
  program,
  pool,
  inputMint: input.mint,
  inputAmount: input.amount,
  outputMint: output.mint,
  outputAmount: output.amount,
  poolReceived: input.amount,
  poolSent: output.amount,
  lookupTable,
  topLevelInstruction: 3,
});

/** A SOL -> token -> SOL route over two pools. */
export const twoLegs = (
  token: string,
  first: readonly [program: string, pool: string],
  second: readonly [program: string, pool: string],
  gainLamports = 1_000_000n,
): Pick<ArbitrageRecord, 'legs' | 'grossGains' | 'baseInput'> => {
  const sol = (amount: bigint): MintAmount => ({ mint: wrappedSolMint, amount });
  const tokens = { mint: token, amount: 5_000_000n };
  const input = 1_000_000_000n;
  return {
    legs: [
      leg(0, ...first, sol(input), tokens, address('table')),
      leg(1, ...second, tokens, sol(input + gainLamports), address('table')),
    ],
    grossGains: [sol(gainLamports)],
    baseInput: input,
  };
};

export const tip = (provider: string, lamports: bigint): Tip => ({
  provider,
  mint: wrappedSolMint,
  amount: lamports,
  recipient: address(`tip${provider}`),
  payer: address('wallet'),
  inner: false,
});

/** Balances that let the swaps set prices: a million SOL, or a billion dollars, in each pool. */
export const deepVaults = (observations: DecodedBlock['observations']): DecodedBlock['vaults'] =>
  observations.flatMap(({ inputMint, outputMint, program, pool }) => {
    const quote = [usdcMint, wrappedSolMint].find((mint) => [inputMint, outputMint].includes(mint));
    if (quote === undefined || pool === null) return [];
    const vault = address(`vault of ${pool}`);
    return [{ pool, program, mint: quote, amount: 10n ** 15n, vault }];
  });

export const block = (members: Partial<DecodedBlock> = {}): DecodedBlock => ({
  slot: 100,
  blockTimeSeconds: 1_000_000,
  blockhash: `hash${members.slot ?? 100}`,
  records: [],
  observations: [],
  vaults: deepVaults(members.observations ?? []),
  decimals: new Map([
    [wrappedSolMint, 9],
    [usdcMint, 6],
  ]),
  transactions: members.records?.length ?? 0,
  votes: 0,
  unreadable: [],
  unreadablePart: null,
  ...members,
});

export const solAt = (usd: number): DecodedBlock['observations'][number] => ({
  inputMint: wrappedSolMint,
  inputAmount: 1_000_000_000n,
  outputMint: usdcMint,
  outputAmount: BigInt(Math.round(usd * 1e6)),
  program: address('amm'),
  pool: address('solPool'),
});
