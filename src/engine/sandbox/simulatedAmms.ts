import {
  associatedTokenProgram,
  memoProgram as memo,
  systemProgram,
} from '../../solana/knownPrograms.ts';

/**
 * The AMM programs of the market and the account lists of their swap instructions, in the order of
 * the programs' published interfaces. Words of a list:
 * - `payer`, `userIn`, `userOut`, `userA`, `userB`: the trader and the trader's token accounts;
 * - `pool`, `vaultIn`, `vaultOut`, `vaultA`, `vaultB`: the pool and its token accounts;
 * - `mintIn` …, `tokenProgramIn` …: mints and the programs that own them;
 * - `program`: the AMM; an address: that account;
 * - `@name`: an account of the pool that the swap writes; `#name`: one that it reads;
 * - `%name`: an account shared by all pools of the AMM.
 */
export interface SimulatedSwapInstruction {
  readonly discriminator: string;
  readonly accounts: string;
  /** Bytes after the two amounts. */
  readonly tailBytes: number;
}

export interface SimulatedAmm {
  readonly program: string;
  readonly sellA: SimulatedSwapInstruction;
  readonly sellB: SimulatedSwapInstruction;
  readonly vaultOwner: string;
  readonly checksTransfers: boolean;
  readonly takesToken2022: boolean;
  /** Shares of the input. */
  readonly feeRates: readonly number[];
  /** For each side fee account. */
  readonly sideFeeRate: number;
  /** Words for token accounts of the quote token. */
  readonly sideFeeAccounts: readonly { readonly account: string; readonly owner: string }[];
  readonly weight: number;
}

const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const openBook = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX';
const instructionsSysvar = 'Sysvar1nstructions1111111111111111111111111';

const bothDirections = (discriminator: string, accounts: string, tailBytes = 0) => {
  const instruction: SimulatedSwapInstruction = { discriminator, accounts, tailBytes };
  return { sellA: instruction, sellB: instruction };
};

const noSideFees = { sideFeeRate: 0, sideFeeAccounts: [] };
const plain = { checksTransfers: false, takesToken2022: false, ...noSideFees };
const checked = { checksTransfers: true, takesToken2022: true, ...noSideFees };

const pumpStart = `pool payer %globalConfig mintA mintB userA userB vaultA vaultB %feeRecipient
  @protocolFees tokenProgramA tokenProgramB ${systemProgram} ${associatedTokenProgram}
  %eventAuthority program @creatorFees #creator`;
const pumpEnd = '#poolV2 %buyback @buybackTokens';

export const simulatedAmms: readonly SimulatedAmm[] = [
  {
    ...plain,
    program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    ...bothDirections(
      '09',
      `${token} pool %authority @openOrders @targetOrders vaultA vaultB ${openBook} @market @bids
       @asks @eventQueue @coinVault @pcVault #vaultSigner userIn userOut payer`,
    ),
    vaultOwner: '%authority',
    feeRates: [0.0025],
    weight: 14,
  },
  {
    ...checked,
    program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    ...bothDirections(
      '8fbe5adac41e33de',
      `payer %authority %config pool userIn userOut vaultIn vaultOut tokenProgramIn
       tokenProgramOut mintIn mintOut @observation`,
    ),
    vaultOwner: '%authority',
    feeRates: [0.0025, 0.01],
    weight: 10,
  },
  {
    ...checked,
    program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
    ...bothDirections(
      '2b04ed0b1ac91e62',
      `payer #config pool userIn userOut vaultIn vaultOut @observation ${token} ${token2022}
       ${memo} mintIn mintOut @bitmap @ticks0 @ticks1`,
      17,
    ),
    vaultOwner: 'pool',
    feeRates: [0.0004, 0.0025, 0.01],
    weight: 12,
  },
  {
    ...checked,
    program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    ...bothDirections(
      '414b3f4ceb5b5b88',
      `pool program vaultA vaultB userIn userOut mintA mintB @oracle program payer tokenProgramA
       tokenProgramB ${memo} %eventAuthority program @bins0 @bins1`,
      4,
    ),
    vaultOwner: 'pool',
    feeRates: [0.001, 0.0025, 0.008],
    weight: 15,
  },
  {
    ...checked,
    program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    ...bothDirections(
      'f8c69e91e17587c8',
      `%authority pool userIn userOut vaultA vaultB mintA mintB payer tokenProgramA tokenProgramB
       program %eventAuthority program`,
    ),
    vaultOwner: '%authority',
    feeRates: [0.0025, 0.01],
    weight: 9,
  },
  {
    ...plain,
    program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
    ...bothDirections(
      'f8c69e91e17587c8',
      `${token} payer pool userA vaultA userB vaultB @ticks0 @ticks1 @ticks2 @oracle`,
      18,
    ),
    vaultOwner: 'pool',
    feeRates: [0.0004, 0.003, 0.01],
    weight: 12,
  },
  {
    ...checked,
    program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
    ...bothDirections(
      '2b04ed0b1ac91e62',
      `tokenProgramA tokenProgramB ${memo} payer pool mintA mintB userA vaultA userB vaultB
       @ticks0 @ticks1 @ticks2 @oracle`,
      19,
    ),
    vaultOwner: 'pool',
    feeRates: [0.0016, 0.003],
    weight: 5,
  },
  {
    ...checked,
    program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    takesToken2022: false,
    sellB: {
      discriminator: '66063d1201daebea',
      accounts: `${pumpStart} @globalVolume @userVolume %feeConfig %feeProgram ${pumpEnd}`,
      tailBytes: 0,
    },
    sellA: {
      discriminator: '33e685a4017f83ad',
      accounts: `${pumpStart} %feeConfig %feeProgram ${pumpEnd}`,
      tailBytes: 0,
    },
    vaultOwner: 'pool',
    feeRates: [0.002],
    sideFeeRate: 0.0005,
    // Fees of the protocol and of the coin's creator.
    sideFeeAccounts: [
      { account: '@protocolFees', owner: '%feeRecipient' },
      { account: '@creatorFees', owner: '#creator' },
    ],
    weight: 16,
  },
  {
    ...plain,
    program: '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
    ...bothDirections(
      'f8c69e91e17587c8',
      `%authority pool payer userIn userOut vaultIn vaultOut @poolMint @feeAccount ${token}
       #oracleMain #oracleSub #oraclePc`,
    ),
    vaultOwner: '%authority',
    feeRates: [0.0002, 0.001],
    weight: 3,
  },
  {
    ...plain,
    program: 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe',
    ...bothDirections(
      '07',
      `payer pool vaultA vaultB userA userB ${token} ${instructionsSysvar}`,
      1,
    ),
    vaultOwner: 'pool',
    feeRates: [0.0001, 0.0003],
    weight: 3,
  },
  {
    ...plain,
    program: 'SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr',
    ...bothDirections(
      '01',
      `pool #authority payer userIn vaultIn vaultOut userOut @poolMint @feeAccount ${token}`,
    ),
    vaultOwner: '#authority',
    feeRates: [0.0025],
    weight: 4,
  },
];
