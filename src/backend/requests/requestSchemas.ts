import Type, { type TSchema } from 'typebox';
import {
  type ArbscopeOperationName,
  arbscopeOperations,
} from '../../api/arbscope/arbscopeOperations.ts';
import { serviceTiers } from '../../api/limits.ts';
import { type OperationName, operations } from '../../api/operations.ts';
import { parameterEncodings } from '../../api/parameterEncoding.ts';
import { Address } from '../../api/schema.ts';
import { toolNames } from '../../api/tools/toolNames.ts';
import { maxTransactions } from '../../solana/landing/parseTransactions.ts';
import type { RequestOf } from './parseRequest.ts';

/** The requests of windows as the backend checks them; the protocol files import their types. */

const { Optional, Boolean: Flag } = Type;
/** Longest URL or key; nothing of a user's is near it. */
const ShortText = Type.String({ maxLength: 4_096 });
/** Rows of one response: more than any view shows at once. */
const maxRows = 5_000;
/** Longer than the longest transaction in Base64. */
const maxTransactionCharacters = 8_192;

/** How the editor is set to reach the network; each member absent where it says nothing. */
const networkMembers = {
  proxy: Optional(
    Type.Object({
      url: ShortText,
      authorization: Optional(ShortText),
      except: Optional(Type.Array(Type.String())),
      /** Whether the proxy's own certificate must be known; true by default. */
      strictCertificates: Optional(Flag()),
    }),
  ),
  /** Certificate authorities in PEM beside those that Node knows. */
  certificates: Optional(Type.Array(Type.String())),
  /** Whether the certificate authorities of the system count as well. */
  systemCertificates: Optional(Flag()),
};
export const NetworkSettingsSchema = Type.Object(networkMembers);

const SandboxSettingsSchema = Type.Object({
  kind: Type.Literal('sandbox'),
  seed: Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

/** A node of the user's own that is asked where the connection itself cannot be. */
export const AuxiliaryNodeSchema = Type.Object({
  kind: Type.Literal('node'),
  /** May hold a key. */
  rpcUrl: ShortText,
  ...networkMembers,
});

/** The embedded engine over the user's own node. Both URLs may hold keys. */
const NodeSettingsSchema = Type.Object({
  ...AuxiliaryNodeSchema.properties,
  blockEngineUrl: Optional(ShortText),
  /** Sends the node's blocks by itself; https, or http on this machine. */
  geyserUrl: Optional(ShortText),
  /** For that server alone. */
  geyserToken: Optional(ShortText),
  commitment: Optional(Type.Enum(['confirmed', 'finalized'])),
  /** How far back an index begins that has nothing yet. */
  backfillHours: Optional(Type.Integer({ minimum: 0, maximum: 24 })),
});

export const RateSettingSchema = Type.Object({
  requests: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  perSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
});
const OptionalRate = Optional(RateSettingSchema);

const ServiceSettingsSchema = Type.Object({
  kind: Type.Literal('service'),
  /** https, or http on this machine; bound to the key by its origin. */
  baseUrl: ShortText,
  landingUrl: Optional(ShortText),
  /** For the origin of `baseUrl`; sent to no other. */
  apiKey: ShortText,
  /** For the origin of `landingUrl` where that is another: without it nothing is landed there. */
  landingApiKey: Optional(ShortText),
  /** Over http on this machine, that get the key without a proof: the user has confirmed them. */
  trustedLoopbackOrigins: Optional(Type.Array(ShortText, { maxItems: 2 })),
  encoding: Optional(Type.Enum([...parameterEncodings])),
  tier: Optional(Type.Enum([...serviceTiers])),
  /** Rates that the user knows better than the published ones. */
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
/** Checked by `parseConnectionSettings`, which knows the schema of each kind. */
const Settings = Type.Unsafe<AnySettings>(Type.Unknown());
const Priority = Optional(Type.Enum(['interactive', 'background']));

/** `open`: what stands behind a connection, its secrets included. */
export const OpenSchema = Type.Object({ settings: Settings });

/** `checkConnection`: tries a connection that need not be open, within the limits of every call. */
export const CheckConnectionSchema = Type.Object({
  settings: Settings,
  progressToken: Optional(Type.String()),
});

/** Requests of an open connection, by the id that `open` answered. */
const ofConnection = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Object({ connectionId: Type.String(), ...members });

/**
 * `close`: this window does not use the connection any more. `attach`: the connection that another
 * window has opened is used here as well, so that a server of tools works with one whose key it
 * never sees. `latestBlockhash`: what a transaction for this connection is to be signed with.
 */
export const ConnectionSchema = ofConnection({});

/** `call`: one operation of the interface. Its progress is `WaitingProgress`. */
export const CallSchema = ofConnection({
  /** A transaction lands through the requests for landing alone, checked first. */
  operation: Type.Unsafe<Exclude<OperationName, 'landTransaction'>>(Type.String()),
  parameters: Optional(Type.Unknown()),
  priority: Priority,
  /** Ask even where a cached response is still good: somebody pressed "refresh". */
  forceRefresh: Optional(Flag()),
  progressToken: Optional(Type.String()),
});

/** `arbscopeCall`: one of Arbscope's own operations. */
export const ArbscopeCallSchema = ofConnection({
  operation: Type.Enum(Object.keys(arbscopeOperations) as ArbscopeOperationName[]),
  parameters: Optional(Type.Unknown()),
  priority: Priority,
  /** Ask even where the service said that it is too soon. */
  forceRefresh: Optional(Flag()),
});

/** `watchArbitrages`: the stream from a cursor on, or from now on. */
export const WatchArbitragesSchema = ofConnection({
  parameters: Optional(Type.Unknown()),
  progressToken: Type.String(),
});

/** `callTool`: a tool for language models, over a connection. It only reads. */
export const CallToolSchema = ofConnection({
  tool: Type.Enum([...toolNames]),
  input: Optional(Type.Unknown()),
  progressToken: Optional(Type.String()),
});

/** `fetchImage`: PNG, JPEG, GIF or WebP from public https, at most 512 kB, on demand only. */
export const ImageSchema = Type.Object({ url: Type.String() });

/** `lookupTable`: how many addresses an address lookup table holds, out of the chain. */
export const LookupTableSchema = ofConnection({ address: Address('Base58') });

/** `readTransaction`: decodes one transaction of a node, as a `CallResponse`; indexes nothing. */
export const TransactionSchema = Type.Object({
  /** Of a node. */
  settings: Settings,
  signature: Type.String(),
});

export const PoolFilterSchema = Type.Object({
  program: Optional(Type.String()),
  mint: Optional(Type.String()),
  /** Pools whose two mints are both among these, as the market cache's own filter has it. */
  mints: Optional(Type.Array(Type.String())),
  pools: Optional(Type.Array(Type.String(), { maxItems: maxRows })),
  onlyAggregator: Optional(Flag()),
});
const OptionalFilter = Optional(PoolFilterSchema);
const Limit = Type.Integer({ minimum: 1, maximum: maxRows });

/** `loadPools`: fills the pool table unless it is fresh. Progress: waiting, then loading. */
export const LoadPoolsSchema = ofConnection({
  forceRefresh: Optional(Flag()),
  /** Tell the pools in the aggregator's own cache from the others: a service is asked twice for it. */
  withAggregator: Optional(Flag()),
  priority: Priority,
  progressToken: Optional(Type.String()),
});

export const PoolStatsSchema = ofConnection({ filter: OptionalFilter });

/** `poolPage`: pools in a stable order. */
export const PoolPageSchema = ofConnection({
  filter: OptionalFilter,
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  limit: Limit,
});

/** `poolSearch`: by the start (`begin…end`) of an address or a symbol; the best matches first. */
export const PoolSearchSchema = ofConnection({
  text: Type.String(),
  limit: Limit,
  filter: OptionalFilter,
});

/** `poolDetail`: one pool as the market cache has it, with the accounts of a swap. */
export const PoolDetailSchema = ofConnection({
  pool: Type.String(),
  /** False: without the accounts, which may take a call of the service; true by default. */
  withAccounts: Optional(Flag()),
  priority: Priority,
  progressToken: Optional(Type.String()),
});

/** For a service: tells of lookup tables, balance and blockhash, and simulates; nothing is sent by it. */
const OptionalNode = Optional(AuxiliaryNodeSchema);

/** `landings`: all entries, of whatever connection. What is open is followed by the node as well. */
export const LandingsSchema = Type.Object({
  connectionId: Optional(Type.String()),
  node: OptionalNode,
});

/** All settled ones without `ids`. */
export const ForgetLandingsSchema = Type.Object({ ids: Optional(Type.Array(Type.String())) });

export const PrepareLandingSchema = ofConnection({
  /** Each in Base64, whatever form it had. */
  transactions: Type.Array(
    Type.String({ maxLength: maxTransactionCharacters, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
    { minItems: 1, maxItems: maxTransactions },
  ),
  frontRunningProtection: Flag(),
  /** Further members of the request's options, passed on as they are. */
  options: Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 20 })),
  /** A plan that this one takes the place of: it is of no use any more. */
  replaces: Optional(Type.String()),
  node: OptionalNode,
  /** The user's own wallets, if told: another fee payer is worth a warning. */
  wallets: Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
  /** The chain that the user thinks of; a node of another one is refused. */
  expectedCluster: Optional(Type.String()),
  /** What to warn about in trades; the usual limits if left out. */
  gainLimits: Optional(
    Type.Object({
      warnsNetGainNegative: Flag(),
      maxTipSharePercent: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
      maxSimulationAgeSlots: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    }),
  ),
});

/** `checkLandingPlan`: warnings about a plan that have come up since it was made. */
export const LandingPlanSchema = ofConnection({ planId: Type.String() });

/** `land`: sends the transactions of a plan, one after the other, as the plan has it. */
export const LandSchema = ofConnection({ planId: Type.String() });

/** `airdrop`: of a Sandbox alone. */
export const AirdropSchema = ofConnection({
  address: Address('Base58'),
  lamports: Type.BigInt({ maximum: 2n ** 63n }),
});
