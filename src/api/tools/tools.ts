import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import {
  type ArbscopeOperationName,
  arbscopeOperationEntries,
} from '../arbscope/arbscopeOperations.ts';
import type { OperationDefinition } from '../defineOperation.ts';
import type { ToolName } from '../operationNames.ts';
import { type OperationName, operationEntries } from '../operations.ts';
import { Count, formatDescriptionKey, Parameters, Response, Text } from '../schema.ts';
import { type PlainJsonSchema, toJsonSchema } from '../toJsonSchema.ts';

/** The operation of a tool: one of the interface, or Arbscope's own. */
export type CalledOperation =
  | { readonly kind: 'market'; readonly name: OperationName }
  | { readonly kind: 'arbscope'; readonly name: ArbscopeOperationName };

/** All tools are read-only and take no keys. */
export interface ToolDefinition {
  readonly title: string;
  /** For the model: the result, and when to use the tool. */
  readonly description: string;
  readonly input: TSchema;
  readonly output: TSchema;
  /** How to request the part that a shortened response omits, besides raising `maxTokens`. */
  readonly more?: string;
  /** Absent if the tool is implemented separately. */
  readonly operation?: CalledOperation;
}

/** More pools do not help a model. */
const maxToolPools = 50;
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

const amountsNote =
  'Amounts are in the smallest unit (lamports for SOL) unless a name says USD or SOL.';

const operationTools = (
  operation: CalledOperation,
  { parameters, response, tool }: OperationDefinition<TObject, TSchema>,
): [string, ToolDefinition][] => {
  if (tool === undefined) return [];
  const { name, title, description, more } = tool;
  return [
    [
      name,
      {
        title,
        description: `${description} ${amountsNote}`,
        input: ToolInput({ ...parameters.properties, ...tool.parameters }),
        output: response,
        ...(more === undefined ? {} : { more }),
        operation,
      },
    ],
  ];
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

/** Besides those of the operations. */
const otherTools = {
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
} as const satisfies Partial<Record<ToolName, ToolDefinition>>;

/** For the MCP server and for `languageModelTools` in `package.json`. */
export const tools = Object.fromEntries([
  ...operationEntries.flatMap(([name, definition]) =>
    operationTools({ kind: 'market', name }, definition),
  ),
  ...arbscopeOperationEntries.flatMap(([name, definition]) =>
    operationTools({ kind: 'arbscope', name }, definition),
  ),
  ...Object.entries(otherTools),
]) as Readonly<Record<ToolName, ToolDefinition>>;

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
