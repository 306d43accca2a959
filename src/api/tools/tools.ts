import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { type ArbscopeOperationName, arbscopeOperations } from '../arbscope/arbscopeOperations.ts';
import { coverage } from '../arbscope/coverage.ts';
import { maxReplayedConfigs, replay } from '../arbscope/replay.ts';
import type { OperationDefinition } from '../defineOperation.ts';
import { type OperationName, operations } from '../operations.ts';
import { Address, Count, formatDescriptionKey, Parameters, Response, Text } from '../schema.ts';
import { type PlainJsonSchema, toJsonSchema } from '../toJsonSchema.ts';
import type { ToolName } from './toolNames.ts';

/** All tools are read-only and take no keys. */
export interface ToolDefinition {
  readonly title: string;
  /** For the model: the result, and when to use the tool. */
  readonly description: string;
  readonly input: TSchema;
  readonly output: TSchema;
  /** How to request the part that a shortened response omits, besides raising `maxTokens`. */
  readonly more?: string;
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

export const arbscopeToolOperations = {
  arbscope_status: 'status',
  arbscope_arbitrages: 'arbitrages',
  arbscope_wallet_ranking: 'walletRanking',
  arbscope_history: 'history',
  arbscope_simulate: 'simulate',
  arbscope_coverage: 'coverage',
  arbscope_replay: 'replay',
} as const satisfies Partial<Record<ToolName, ArbscopeOperationName>>;

/** More pools do not help a model. */
const maxToolPools = 50;
/** More than a model writes. */
const maxToolGroups = 100;
const maxToolGroupPools = 500;
/** A version 1 transaction in Base58, with room for white space. */
const maxDecodeTextLength = 8_192;

/** Clients cut or reject responses above 25,000 tokens. */
export const toolTokens = { minimum: 2_000, default: 10_000, maximum: 24_000 } as const;

const ToolInput = <Properties extends TProperties>(properties: Properties) =>
  Parameters({
    ...properties,
    maxTokens: Type.Optional(
      Type.Integer({
        minimum: toolTokens.minimum,
        maximum: toolTokens.maximum,
        description: `Max tokens of the response, estimated; default ${toolTokens.default}. Anything beyond is omitted and named`,
      }),
    ),
  });

export const PoolSearchInput = ToolInput({
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

export const DecodeInput = ToolInput({
  text: Type.String({
    minLength: 1,
    maxLength: maxDecodeTextLength,
    description:
      'An address in Base58, or a serialized transaction in Base64 or Base58. Never a secret key',
    [formatDescriptionKey]: `an address or a serialized transaction of at most ${maxDecodeTextLength} characters`,
  }),
});

const groups = Type.Array(
  Type.Array(Address('Base58'), { maxItems: maxToolGroupPools, description: 'Pools' }),
  {
    maxItems: maxToolGroups,
    description:
      'Groups of pools of a bot config; the bot combines the pools of one group in a transaction',
  },
);
const { base_mints: baseMints } = coverage.parameters.properties;

export const CoverageInput = ToolInput({ ...coverage.parameters.properties, groups });

export const ReplayInput = ToolInput({
  ...replay.parameters.properties,
  configs: Type.Array(Parameters({ groups, base_mints: baseMints }), {
    maxItems: maxReplayedConfigs,
    description: 'Configs to compare; none to try settings alone',
  }),
});

const upperBoundNote =
  'Covered gains are an upper bound: other bots competed for the same arbitrages. ' +
  'Give the window, number of arbitrages and source with every figure.';

const amountsNote =
  'Amounts are in the smallest unit (lamports for SOL) unless a name says USD or SOL.';

const operationTool = (
  operation: OperationName | ArbscopeOperationName,
  title: string,
  description: string,
  more?: string,
  input?: TSchema,
): ToolDefinition => {
  const definitions: Readonly<Record<string, OperationDefinition<TObject, TSchema>>> = {
    ...operations,
    ...arbscopeOperations,
  };
  const { parameters, response } = definitions[operation] as OperationDefinition<TObject, TSchema>;
  return {
    title,
    description: `${description} ${amountsNote}`,
    input: input ?? ToolInput(parameters.properties),
    output: response,
    ...(more === undefined ? {} : { more }),
  };
};

const PoolSearchResult = Response({
  rows: Type.Array(
    Response({
      pool: Text('Pool address'),
      program: Text('AMM program'),
      mintA: Text('Mint; this and the texts below are empty where it is not known'),
      mintB: Text('Mint'),
      symbolA: Text('Symbol of mintA'),
      symbolB: Text('Symbol of mintB'),
      lookupTable: Text('Address lookup table of the pool'),
      isAggregator: Type.Boolean({ description: "Known to be in the aggregator's own cache" }),
    }),
    { description: 'Best matches first' },
  ),
  hasMore: Type.Boolean({ description: 'More pools match: a higher limit or a longer text' }),
});

const DecodeResult = Response({
  kind: Type.String({ enum: ['address', 'signature', 'transaction'] }),
  address: Type.Optional(Text('Base58')),
  what: Type.Optional(Text('mint, program, tip account, …; unknown for any other address')),
  isOnCurve: Type.Optional(Type.Boolean({ description: 'False: derived by a program' })),
  signature: Type.Optional(Text('Base58')),
  note: Type.Optional(Text('The next step')),
  transactions: Type.Optional(
    Type.Array(
      Type.Object({
        sizeBytes: Count('Bytes as serialized'),
        instructions: Type.Array(
          Type.Object({ accounts: Type.Array(Type.Unknown()), dataHex: Type.String() }),
        ),
      }),
    ),
  ),
});

const percentilesMore = 'providers names the providers wanted';

/** For the MCP server and for `languageModelTools` in `package.json`. */
export const tools: Readonly<Record<ToolName, ToolDefinition>> = {
  arbscope_finder: operationTool(
    'finder',
    'Finder',
    'Solana tokens that arbitrage bots profit from now, with AMMs and pools, ranked by gross ' +
      'gains: also whether arbitrage is recommended by the given thresholds, and one percentile of ' +
      'fees and tips. A marketCap or liquidity of 0 is unknown. tokensMint is the base token, usually ' +
      'So11111111111111111111111111111111111111112.',
    'tokensExclude with the mints shown gives the tokens after them; a smaller tokensMax shows more AMMs and pools of each; tokensAMMS names the AMMs wanted',
  ),
  arbscope_tips_by_compute_unit: operationTool(
    'tipsByComputeUnit',
    'Tip percentiles by compute units',
    'Tip percentiles of Solana arbitrage transactions by provider and tip mint, within a range of ' +
      'compute units. number is the sample size.',
    percentilesMore,
  ),
  arbscope_tips_by_gains: operationTool(
    'tipsByGains',
    'Tip percentiles by gains',
    'Tips as a percentage of the gains of Solana arbitrage transactions, by provider and mint, ' +
      'within a range of input amounts. number is the sample size.',
    percentilesMore,
  ),
  arbscope_fees_by_compute_unit: operationTool(
    'feesByComputeUnit',
    'Fee percentiles by compute units',
    'Transaction fee percentiles of Solana arbitrage transactions in lamports by provider, within ' +
      'a range of compute units. number is the sample size.',
    percentilesMore,
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
    'fewer wallets',
  ),
  arbscope_wallet_transactions: operationTool(
    'walletTransactions',
    'Wallet transactions',
    'Newest 50 arbitrage transactions of up to five wallets.',
    'fewer wallets, or isSuccess',
  ),
  arbscope_transaction: operationTool(
    'transaction',
    'Transaction',
    'Route, gross gains, tips, fee and net gains of an arbitrage transaction, and the pools that ' +
      'its bot tried.',
  ),
  arbscope_status: operationTool(
    'status',
    'Status',
    'Version, source, stored period, coverage and size of the market data. Only the Sandbox, a node ' +
      'and an Arbscope server offer arbscope_status, arbscope_arbitrages, arbscope_wallet_ranking, ' +
      'arbscope_history, arbscope_simulate, arbscope_coverage and arbscope_replay.',
  ),
  arbscope_arbitrages: operationTool(
    'arbitrages',
    'Arbitrages',
    'Newest or most profitable Solana arbitrage transactions by token, AMM, pool, wallet, bot, ' +
      'provider, outcome and time. Use arbscope_transaction with a signature for the whole. A filter ' +
      'by token, AMM or pool keeps only those failures of SMB and NotArb that tried such a pool: ' +
      'failures have no route.',
    'a smaller limit, then cursor with the value of next',
  ),
  arbscope_wallet_ranking: operationTool(
    'walletRanking',
    'Wallet ranking',
    'Wallets of Solana arbitrage bots ranked by net gains, transactions, success rate or tips in a ' +
      'time window.',
    'a smaller limit, or wallets',
  ),
  arbscope_history: operationTool(
    'history',
    'History',
    'Solana arbitrage over time, per minute, 5 minutes, hour or day, of the whole market or of a token, ' +
      'AMM, pool, wallet, provider or bot: transactions, failures, gains, volume, tips and fees. A ' +
      'coverage of null means that the figures of that point are unknown.',
    'a larger interval, or a shorter period by from and to',
  ),
  arbscope_simulate: operationTool(
    'simulate',
    'Simulation',
    'Simulates serialized Solana transactions without sending them: route, gross gains, tips, fee, ' +
      'net gains, compute units, logs, and the error with its program and name. Signatures are ' +
      'neither needed nor checked; never give a secret key. The node or service of the connection ' +
      'gets the transactions. A net gain counts an amount whose price is null as 0.',
    'fewer transactions',
  ),
  arbscope_coverage: operationTool(
    'coverage',
    'Coverage',
    'Arbitrages of a time window that the pools of a Solana arbitrage bot config could have taken: ' +
      'covered and missed net gains, why the rest was missed, the best missing pools, and pools ' +
      `without an arbitrage. ${upperBoundNote}`,
    'fewer groups, or a smaller missing',
    CoverageInput,
  ),
  arbscope_replay: operationTool(
    'replay',
    'Replay',
    'Replays a stored period against one or two bot configs: covered net gains by hour, token and ' +
      'AMM. With settings, also what an export with each combination of them would have covered. ' +
      upperBoundNote,
    'an interval of 3600, a shorter period by from and to, or fewer settings',
    ReplayInput,
  ),
  arbscope_search_pools: {
    title: 'Pool search',
    description:
      'Finds Solana pools by address, program, mint or symbols in the market cache of the ' +
      'connection, best matches first.',
    input: PoolSearchInput,
    output: PoolSearchResult,
    more: `limit (at most ${maxToolPools}), or a longer text`,
  },
  arbscope_decode: {
    title: 'Decode',
    description:
      'Identifies an address from known programs, mints and tip accounts, or decodes a serialized ' +
      'transaction, without a request. For the outcome of a sent transaction, use ' +
      'arbscope_transaction with its signature.',
    input: DecodeInput,
    output: DecodeResult,
  },
};

/** Plain JSON Schema, without custom formats, which clients do not know. */
export const toolInputSchema = (name: ToolName): PlainJsonSchema =>
  dropCustomFormats(toJsonSchema(tools[name].input)) as PlainJsonSchema;

const resultFrame = Response({
  source: Type.Optional(Text('Sandbox data is simulated')),
  notice: Text('How to treat the data'),
  omitted: Type.Optional(
    Type.Array(Response({ path: Type.String(), kept: Type.Integer(), total: Type.Integer() }), {
      description: 'Lists and texts of the result that were shortened',
    }),
  ),
  more: Type.Optional(Text('How to ask for what was left out')),
  faults: Type.Optional(
    Type.Array(Type.String(), { description: 'Unreadable parts of the response' }),
  ),
  result: Type.Unknown(),
});

export function toolOutputSchema(name: ToolName): PlainJsonSchema {
  const { properties, ...frame } = toJsonSchema(resultFrame) as { readonly properties: object };
  // Any member of an object may be unreadable, so none is required.
  const { required: _, ...result } = toJsonSchema(tools[name].output);
  const schema = { ...frame, properties: { ...properties, result } };
  return dropRepeatedDescriptions(dropCustomFormats(schema), new Set()) as PlainJsonSchema;
}

/** Keeps the first: clients may show every schema to a model. */
function dropRepeatedDescriptions(node: unknown, given: Set<string>): unknown {
  if (Array.isArray(node)) return node.map((entry) => dropRepeatedDescriptions(entry, given));
  if (typeof node !== 'object' || node === null) return node;
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'description' && typeof value === 'string') {
      if (given.has(value)) continue;
      given.add(value);
    }
    kept.push([key, dropRepeatedDescriptions(value, given)]);
  }
  return Object.fromEntries(kept);
}

function dropCustomFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropCustomFormats);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'format' || typeof value !== 'string')
      .map(([key, value]) => [key, dropCustomFormats(value)]),
  );
}
