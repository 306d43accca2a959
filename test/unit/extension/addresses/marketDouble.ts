import { MarketError } from '../../../../src/api/marketError.ts';
import type { TokenInfo } from '../../../../src/api/tokenInfo.ts';
import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import type { WalletTotals } from '../../../../src/api/walletOverview.ts';
import type { IdlProgramSummary } from '../../../../src/backend/protocol/idlProtocol.ts';
import type { PoolRow } from '../../../../src/backend/protocol/poolProtocol.ts';
import type { ChannelMarketService } from '../../../../src/extension/backend/channelMarketService.ts';
import type { WorkspaceProgram } from '../../../../src/extension/idl/workspaceIdls.ts';
import type { WalletPlace } from '../../../../src/extension/shared/walletRankings.ts';

export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/** The wallet whose secret key is 32 bytes of 1. */
export const wallet = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
export const signature =
  '4ijsPheC5WXMhXNHDg2NWGqZXSx3QVLQoPFNyUFqE5wnh1TcyEUgmVATGq3GsXgEAJLbBBwKb7rBCwTJvzbuE6TZ';

export const token = (changed: Partial<TokenInfo> = {}): TokenInfo => ({
  name: 'Some Coin',
  symbol: 'SOME',
  decimals: 6,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
  ...changed,
});

export const detail = (changed: Partial<TransactionDetail> = {}): TransactionDetail => {
  const sol = { price: 150, price_timestamp: '2026-09-27T10:00:00.000Z', digits: 9, symbol: 'SOL' };
  const some = {
    price: 0.5,
    price_timestamp: '2026-09-27T10:00:00.000Z',
    digits: 6,
    symbol: 'SOME',
  };
  const solMint = 'So11111111111111111111111111111111111111112';
  const step = { input_amount: 1_000n, output_amount: 1_001n };
  return {
    signature,
    wallet,
    isSuccess: true,
    timestamp: '2026-09-27T10:00:00.000Z',
    type: 'arbitrage',
    block_number: 400_000_000,
    compute_unit: 120_000,
    fees: 5_000n,
    gains_details: [{ amount: 10n, mint: solMint, ...sol }],
    tips_details: [{ amount: 10_000n, mint: solMint, ...sol, type: 'JITO', to: [] }],
    route_map_details: [
      {
        order: 0,
        input_mint: solMint,
        output_mint: wallet,
        ...step,
        input_mint_info: sol,
        output_mint_info: some,
        amm: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
      },
      {
        order: 1,
        input_mint: wallet,
        output_mint: solMint,
        ...step,
        input_mint_info: some,
        output_mint_info: sol,
      },
    ],
    net_gains_usd: 0.25,
    net_gains_sol: 0.0016,
    volume_usd: 10,
    volume_sol: 0.1,
    ...changed,
  };
};

const of = (success: number, fail: number) => ({ success, fail, total: success + fail });

export const overview: WalletTotals = {
  gains: { SOL: of(2, -0.5), USD: of(300, -75) },
  volume: { SOL: of(100, 0), USD: of(15_000, 0) },
  transactions: of(30, 70),
};

export class MarketDouble {
  readonly requests: string[] = [];
  tokens = new Map<string, TokenInfo>();
  wallets = new Map<string, WalletTotals>();
  transactions = new Map<string, TransactionDetail>();
  pools = new Map<string, PoolRow>();
  tables = new Map<string, number>();
  /** Requests wait for this promise; the test resolves it. */
  gate: Promise<void> = Promise.resolve();
  signals: AbortSignal[] = [];

  /** Ranks of wallets; a wallet without an entry gets no ranking. */
  places = new Map<string, WalletPlace>();
  readonly rank = async (address: string): Promise<WalletPlace | null> => {
    const place = this.places.get(address);
    if (place === undefined) throw new MarketError('not-offered', 'No ranking here.');
    return place;
  };
  readonly service: Pick<ChannelMarketService, 'tokenInfo' | 'walletOverview' | 'transaction'> = {
    tokenInfo: async ({ token: mint }, { signal } = {}) => {
      await this.#record(`tokenInfo ${mint}`, signal);
      return found(this.tokens.get(mint));
    },
    walletOverview: async ({ wallets }, { signal } = {}) => {
      await this.#record(`walletOverview ${wallets.join(',')}`, signal);
      return Object.fromEntries([...this.wallets].filter(([key]) => wallets.includes(key)));
    },
    transaction: async ({ signature: text }, { signal } = {}) => {
      await this.#record(`transaction ${text}`, signal);
      return found(this.transactions.get(text));
    },
  };

  readonly table = async (address: string): Promise<number | null> => {
    this.requests.push(`table ${address}`);
    return this.tables.get(address) ?? null;
  };

  /** Programs with an IDL in the workspace, and on the chain. */
  programs = new Map<string, WorkspaceProgram>();
  published = new Map<string, IdlProgramSummary>();
  readonly idls = {
    program: (address: string) => this.programs.get(address) ?? null,
    publishedProgram: async (address: string): Promise<IdlProgramSummary | null> => {
      this.requests.push(`program ${address}`);
      return this.published.get(address) ?? null;
    },
  };

  readonly pool = async (address: string): Promise<PoolRow | null> => {
    this.requests.push(`pool ${address}`);
    return this.pools.get(address) ?? null;
  };

  async #record(question: string, signal: AbortSignal | undefined): Promise<void> {
    this.requests.push(question);
    if (signal !== undefined) this.signals.push(signal);
    await this.gate;
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new MarketError('not-found', 'Nothing is known of it.');
  return value;
}

/** The part of a document that recognition uses. */
export function linedText(text: string) {
  const lines = text.split('\n');
  return {
    version: 1,
    lineCount: lines.length,
    lineAt: (line: number) => ({ text: lines[line] ?? '' }),
  };
}
