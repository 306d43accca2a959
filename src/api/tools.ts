import Type, { type TSchema } from 'typebox';
import { type OperationName, operations } from './operations.ts';
import { formatDescriptionKey, Parameters } from './schema.ts';
import { type PlainJsonSchema, toJsonSchema } from './toJsonSchema.ts';
import type { ToolName } from './toolNames.ts';

/** What a language model is told of a tool. All of them read; none takes a key or lands anything. */
export interface ToolDefinition {
  readonly title: string;
  /** For the model: what it gives, and when to use it. */
  readonly description: string;
  readonly input: TSchema;
}

export const toolOperations = {
  arbscope_finder: 'finder',
  arbscope_tips_by_compute_unit: 'tipsByComputeUnit',
  arbscope_tips_by_gains: 'tipsByGains',
  arbscope_fees_by_compute_unit: 'feesByComputeUnit',
  arbscope_token: 'tokenInfo',
  arbscope_wallet_overview: 'walletOverview',
  arbscope_wallet_transactions: 'walletTransactions',
  arbscope_transaction: 'transaction',
} as const satisfies Partial<Record<ToolName, OperationName>>;

/** As many pools as a model reads with profit. */
const maxToolPools = 50;
/** A transaction of version 1 in Base58, with room for white space. */
const maxDecodeTextLength = 8_192;

export const PoolSearchInput = Parameters({
  text: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Beginning of a pool, program or mint address, begin…end of one, a symbol, or two symbols such as "SOL USDC"',
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxToolPools, description: 'Max pools; default 20' }),
  ),
});

export const DecodeInput = Parameters({
  text: Type.String({
    minLength: 1,
    maxLength: maxDecodeTextLength,
    description:
      'An address in Base58, or a serialized transaction in Base64 or Base58. Never a secret key',
    [formatDescriptionKey]: `an address or a serialized transaction of at most ${maxDecodeTextLength} characters`,
  }),
});

const amountsNote =
  'Amounts are in the smallest unit (lamports for SOL) unless a name says USD or SOL.';

const operationTool = (
  operation: OperationName,
  title: string,
  description: string,
): ToolDefinition => ({
  title,
  description: `${description} ${amountsNote}`,
  input: operations[operation].parameters,
});

/** Every tool, for the MCP server and for `languageModelTools` in `package.json`. */
export const tools: Readonly<Record<ToolName, ToolDefinition>> = {
  arbscope_finder: operationTool(
    'finder',
    'Finder',
    'Solana tokens that arbitrage bots profit from now, with AMMs and pools, ranked by gross ' +
      'gains: also whether arbitrage is recommended by the given thresholds, and one percentile of ' +
      'fees and tips. A marketCap or liquidity of 0 is unknown. tokensMint is the base token, usually ' +
      'So11111111111111111111111111111111111111112.',
  ),
  arbscope_tips_by_compute_unit: operationTool(
    'tipsByComputeUnit',
    'Tip percentiles by compute units',
    'Tip percentiles of Solana arbitrage transactions by provider and tip mint, within a range of ' +
      'compute units. number is the sample size.',
  ),
  arbscope_tips_by_gains: operationTool(
    'tipsByGains',
    'Tip percentiles by gains',
    'Tips as a percentage of the gains of Solana arbitrage transactions, by provider and mint, ' +
      'within a range of input amounts. number is the sample size.',
  ),
  arbscope_fees_by_compute_unit: operationTool(
    'feesByComputeUnit',
    'Fee percentiles by compute units',
    'Transaction fee percentiles of Solana arbitrage transactions in lamports by provider, within ' +
      'a range of compute units. number is the sample size.',
  ),
  arbscope_token: operationTool(
    'tokenInfo',
    'Token',
    'Name, symbol, decimals, authorities and metadata of a Solana token. An authority of null is ' +
      'revoked, unless unknown_members names it: then it could not be read.',
  ),
  arbscope_wallet_overview: operationTool(
    'walletOverview',
    'Wallet overview',
    'Gains, volume and transactions of up to five arbitrage wallets in the last 24 hours, ' +
      'successful and failed.',
  ),
  arbscope_wallet_transactions: operationTool(
    'walletTransactions',
    'Wallet transactions',
    'Newest 50 arbitrage transactions of up to five wallets.',
  ),
  arbscope_transaction: operationTool(
    'transaction',
    'Transaction',
    'Route, gross gains, tips, fee and net gains of an arbitrage transaction.',
  ),
  arbscope_search_pools: {
    title: 'Pool search',
    description:
      'Finds Solana pools by address, program, mint or symbols in the market cache of the ' +
      'connection, best matches first.',
    input: PoolSearchInput,
  },
  arbscope_decode: {
    title: 'Decode',
    description:
      'Identifies an address from known programs, mints and tip accounts, or decodes a serialized ' +
      'transaction, without a request. For the outcome of a sent transaction, use ' +
      'arbscope_transaction with its signature.',
    input: DecodeInput,
  },
};

/** A tool's input as plain JSON Schema, without formats that readers do not know. */
export const toolInputSchema = (name: ToolName): PlainJsonSchema =>
  dropCustomFormats(toJsonSchema(tools[name].input)) as PlainJsonSchema;

function dropCustomFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropCustomFormats);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'format' || typeof value !== 'string')
      .map(([key, value]) => [key, dropCustomFormats(value)]),
  );
}
