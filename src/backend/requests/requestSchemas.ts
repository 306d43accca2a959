import Type, { type TSchema } from 'typebox';
import {
  type ArbscopeOperationName,
  type ArbscopeOperations,
  arbscopeOperations,
} from '../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../api/defineOperation.ts';
import { serviceTiers } from '../../api/limits.ts';
import { toolNames } from '../../api/operationNames.ts';
import { type OperationName, operations } from '../../api/operations.ts';
import { parameterEncodings } from '../../api/parameterEncoding.ts';
import { Address } from '../../api/schema.ts';
import { maxTransactions } from '../../solana/landing/decodeTransactionText.ts';
import type { RequestOf } from './parseRequest.ts';

/** Schemas for validating the requests of windows; the protocol files import their types. */

const { Optional, Boolean: Flag } = Type;
/** Longest URL or key; far longer than real ones. */
const ShortText = Type.String({ maxLength: 4_096 });
/** Rows of one response: more than any view shows at once. */
const maxRows = 5_000;
/** Longer than the longest transaction in Base64. */
const maxTransactionCharacters = 8_192;

/** Network settings of the editor; a setting without a value is absent. */
const networkMembers = {
  proxy: Optional(
    Type.Object({
      url: ShortText,
      authorization: Optional(ShortText),
      except: Optional(Type.Array(Type.String())),
      /** Whether to verify the proxy's own certificate; true by default. */
      strictCertificates: Optional(Flag()),
      /** Setting or variable with the URL. */
      setting: Optional(ShortText),
    }),
  ),
  /** Certificate authorities in PEM, in addition to those of Node.js. */
  certificates: Optional(Type.Array(Type.String())),
  systemCertificates: Optional(Flag()),
};
export const NetworkSettingsSchema = Type.Object(networkMembers);

const SandboxSettingsSchema = Type.Object({
  kind: Type.Literal('sandbox'),
  seed: Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

/** The user's own node, for queries that the connection does not support. */
export const AuxiliaryNodeSchema = Type.Object({
  kind: Type.Literal('node'),
  /** May contain a key. */
  rpcUrl: ShortText,
  ...networkMembers,
});

/** The embedded engine over the user's own node. Both URLs may contain keys. */
const NodeSettingsSchema = Type.Object({
  ...AuxiliaryNodeSchema.properties,
  blockEngineUrl: Optional(ShortText),
  /** Streams the node's blocks; https, or http on this machine. */
  geyserUrl: Optional(ShortText),
  /** Sent to that server only. */
  geyserToken: Optional(ShortText),
  commitment: Optional(Type.Enum(['confirmed', 'finalized'])),
  backfillHours: Optional(Type.Integer({ minimum: 0, maximum: 24 })),
  keepTotalsDays: Optional(Type.Integer({ minimum: 1, maximum: 3_660 })),
});

export const RateSettingSchema = Type.Object({
  requests: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  perSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
});
const OptionalRate = Optional(RateSettingSchema);

const ServiceSettingsSchema = Type.Object({
  kind: Type.Literal('service'),
  /** https, or http on this machine; the key is bound to its origin. */
  baseUrl: ShortText,
  landingUrl: Optional(ShortText),
  /** Only sent to the origin of `baseUrl`. */
  apiKey: ShortText,
  /** Key for the origin of `landingUrl` if it differs; landing there fails without it. */
  landingApiKey: Optional(ShortText),
  /** Loopback http origins that get the key without a proof, as confirmed by the user. */
  trustedLoopbackOrigins: Optional(Type.Array(ShortText, { maxItems: 2 })),
  encoding: Optional(Type.Enum([...parameterEncodings])),
  tier: Optional(Type.Enum([...serviceTiers])),
  /** Overrides the published rate limits. */
  rates: Optional(
    Type.Object(
      Object.fromEntries(Object.keys(operations).map((name) => [name, OptionalRate])) as Record<
        OperationName,
        typeof OptionalRate
      >,
      { additionalProperties: false },
    ),
  ),
  ...networkMembers,
});

export const settingsSchemas = {
  sandbox: SandboxSettingsSchema,
  node: NodeSettingsSchema,
  service: ServiceSettingsSchema,
} as const;

type AnySettings = {
  [Kind in keyof typeof settingsSchemas]: RequestOf<(typeof settingsSchemas)[Kind]>;
}[keyof typeof settingsSchemas];
/** Validated by `parseConnectionSettings`, which has the schema of each kind. */
const Settings = Type.Unsafe<AnySettings>(Type.Unknown());
const Priority = Optional(Type.Enum(['interactive', 'background']));

export const OpenSchema = Type.Object({ settings: Settings });

/** `checkConnection`: tests a connection, open or not, within its rate limits. */
export const CheckConnectionSchema = Type.Object({
  settings: Settings,
  progressToken: Optional(Type.String()),
});

/** Requests of an open connection, by the id from `open`. */
const ofConnection = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Object({ connectionId: Type.String(), ...members });

/** `attach` uses a connection that another window has opened: a tool server never sees its key. */
export const ConnectionSchema = ofConnection({});

/** `call`: one operation of the interface. Its progress is `WaitingProgress`. */
export const CallSchema = ofConnection({
  /** Landing is excluded: it goes through the landing requests, which check first. */
  operation: Type.Unsafe<Exclude<OperationName, 'landTransaction'>>(Type.String()),
  parameters: Optional(Type.Unknown()),
  priority: Priority,
  /** The user pressed Refresh: send a request even if a cached response is still valid. */
  forceRefresh: Optional(Flag()),
  progressToken: Optional(Type.String()),
});

export const ArbscopeCallSchema = ofConnection({
  operation: Type.Enum(Object.keys(arbscopeOperations) as ArbscopeOperationName[]),
  parameters: Optional(Type.Unknown()),
  priority: Priority,
  /** Send a request even if the service has refused earlier ones for now. */
  forceRefresh: Optional(Flag()),
  progressToken: Optional(Type.String()),
});

/** `watchArbitrages`: the stream from a cursor, or from now on. */
export const WatchArbitragesSchema = ofConnection({
  parameters: Optional(Type.Unknown()),
  progressToken: Type.String(),
});

export const CallToolSchema = ofConnection({
  tool: Type.Enum([...toolNames]),
  input: Optional(Type.Unknown()),
  progressToken: Optional(Type.String()),
});

/** `fetchImage`: PNG, JPEG, GIF or WebP from public https, at most 512 kB, on demand only. */
export const ImageSchema = Type.Object({ url: Type.String(), ...networkMembers });

/** `programSlots`: when programs were last deployed. */
export const ProgramSlotsSchema = ofConnection({
  programs: Type.Array(Address('Base58'), { maxItems: 100 }),
});

export const LookupTableSchema = ofConnection({ address: Address('Base58') });

/** `readTransaction`: decodes and names one transaction of a node; indexes nothing. */
export const TransactionSchema = Type.Object({
  /** Settings of a node. */
  settings: Settings,
  signature: Type.String(),
});

/** `readCompetition`: of one transaction, from a node, as a `CallResponse`. Its progress is `BlocksProgress`. */
export const CompetitionSchema = Type.Object({
  /** Settings of a node. */
  settings: Settings,
  parameters: Type.Unsafe<ParametersOf<ArbscopeOperations['competition']>>(Type.Unknown()),
  progressToken: Optional(Type.String()),
});

export const PoolFilterSchema = Type.Object({
  program: Optional(Type.String()),
  mint: Optional(Type.String()),
  /** Only pools with both mints among these, like the market cache's own filter. */
  mints: Optional(Type.Array(Type.String())),
  pools: Optional(Type.Array(Type.String(), { maxItems: maxRows })),
  onlyAggregator: Optional(Flag()),
});
const OptionalFilter = Optional(PoolFilterSchema);
const Limit = Type.Integer({ minimum: 1, maximum: maxRows });

/** `loadPools`: loads the pool table unless it is fresh. Progress: waiting, then loading. */
export const LoadPoolsSchema = ofConnection({
  forceRefresh: Optional(Flag()),
  /** Mark the pools of the aggregator's cache; a service needs two requests for it. */
  withAggregator: Optional(Flag()),
  priority: Priority,
  progressToken: Optional(Type.String()),
});

export const PoolStatsSchema = ofConnection({ filter: OptionalFilter });

/** `poolPage`: pools in a stable order. */
export const PoolPageSchema = ofConnection({
  filter: OptionalFilter,
  /** Those that match the filter come first, in this order. */
  first: Optional(Type.Array(Type.String(), { maxItems: maxRows })),
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  limit: Limit,
});

/** `poolSearch`: by the start (or `start…end`) of an address or symbol; best matches first. */
export const PoolSearchSchema = ofConnection({
  text: Type.String(),
  limit: Limit,
  filter: OptionalFilter,
});

/** `poolDetail`: one pool as in the market cache, with the accounts of a swap. */
export const PoolDetailSchema = ofConnection({
  pool: Type.String(),
  /** False: without the accounts, which may need a request to the service. True by default. */
  withAccounts: Optional(Flag()),
  priority: Priority,
  progressToken: Optional(Type.String()),
});

/** For a service: a node for lookup tables, balance, blockhash and simulation; it sends nothing. */
const OptionalNode = Optional(AuxiliaryNodeSchema);

/** All entries, of every connection. Unsettled ones are also tracked through the node. */
export const LandingsSchema = Type.Object({
  connectionId: Optional(Type.String()),
  node: OptionalNode,
});

/** Deletes all settled entries if `ids` is absent. */
export const ForgetLandingsSchema = Type.Object({ ids: Optional(Type.Array(Type.String())) });

export const PrepareLandingSchema = ofConnection({
  /** Each in Base64, regardless of its original form. */
  transactions: Type.Array(
    Type.String({ maxLength: maxTransactionCharacters, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
    { minItems: 1, maxItems: maxTransactions },
  ),
  frontRunningProtection: Flag(),
  /** Extra options sent with the transaction, unchanged. */
  options: Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 20 })),
  /** The plan that this one replaces; it becomes invalid. */
  replaces: Optional(Type.String()),
  node: OptionalNode,
  /** The user's wallets, if known: any other fee payer causes a warning. */
  wallets: Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
  /** The cluster that the user expects; a node of another one is refused. */
  expectedCluster: Optional(Type.String()),
  /** Thresholds for warnings about trades; defaults if absent. */
  gainLimits: Optional(
    Type.Object({
      warnsNetGainNegative: Flag(),
      maxTipSharePercent: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
      maxSimulationAgeSeconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    }),
  ),
});

export const LandingPlanSchema = ofConnection({ planId: Type.String() });

export const LandSchema = ofConnection({ planId: Type.String() });

/** `setIdls`: the files of the workspace, as text. Longer texts than the limit of an IDL are none. */
export const SetIdlsSchema = Type.Object({
  files: Type.Array(
    Type.Object({
      label: ShortText,
      text: Type.String({ maxLength: 2_000_001 }),
      /** The file's program, if the file itself does not name it. */
      program: Optional(Address('Base58')),
    }),
    { maxItems: 100 },
  ),
  /** No IDLs of the chain. */
  isChainOff: Optional(Flag()),
});

/** `nameTransaction`: of the connection's chain. */
export const NameTransactionSchema = ofConnection({ signature: Type.String() });

export const PublishedProgramSchema = ofConnection({ program: Address('Base58') });

/** `nameInstructions`: of one transaction. */
export const NameInstructionsSchema = Type.Object({
  /** Whose chain may have IDLs of the programs. */
  connectionId: Optional(Type.String()),
  instructions: Type.Array(
    Type.Object({
      program: Address('Base58'),
      /** Base64. */
      data: Type.String({ maxLength: 20_000 }),
      accounts: Type.Array(
        Type.Object({
          address: Type.Union([Address('Base58'), Type.Null()]),
          isWritable: Flag(),
          isSigner: Flag(),
        }),
        { maxItems: 256 },
      ),
    }),
    { maxItems: 256 },
  ),
});

/** `airdrop`: only in a Sandbox. */
export const AirdropSchema = ofConnection({
  address: Address('Base58'),
  lamports: Type.BigInt({ maximum: 2n ** 63n }),
});
