import type { ArbscopeOperations } from '../../api/arbscope/arbscopeOperations.ts';
import type { Simulation } from '../../api/arbscope/simulate.ts';
import type { ParametersOf } from '../../api/defineOperation.ts';
import { stringifyJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ToolName } from '../../api/operationNames.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { SchemaNode } from '../../api/schema.ts';
import {
  type CalledOperation,
  DecodeInput,
  PoolSearchInput,
  tools,
  toolTokens,
} from '../../api/tools/tools.ts';
import { formatStructuredResult, formatToolResult } from '../../api/tools/untrustedText.ts';
import { formatPath, validateSchema } from '../../api/validation.ts';
import { nameSimulation, programsOf } from '../../engine/idl/nameSimulation.ts';
import { nameWireInstructions } from '../../engine/idl/nameWire.ts';
import { ProgramIdls } from '../../engine/idl/programIdls.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/isOnCurve.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { parseTransactionText } from '../../solana/landing/parseTransactions.ts';
import { parseTransactionTexts } from '../../solana/landing/parseTransactionTexts.ts';
import { transactionDocument } from '../../solana/landing/transactionDocument.ts';
import { containsSecretKey, matchWholeText } from '../../solana/scan/scanText.ts';
import { tryDecodeTransaction } from '../../solana/wireTransaction.ts';
import type { Connection } from '../connectionBase/connection.ts';
import type { CallResponse, ToolResponse } from '../protocol/callProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import { fitResult, type Omission } from './fitResult.ts';
import { coerceToolInput } from './toolInput.ts';

/** What tools query; the connection is opened on first use. */
export interface ToolContext {
  /** `sandbox`, or the origin of a node or service. */
  readonly origin: string;
  readonly connection: () => Promise<Connection>;
  /** Whether a search may load the pool table; for a service that can be a long download. */
  readonly mayLoadPools: boolean;
  /** IDLs of the window's workspace. */
  readonly workspaceIdls?: ProgramIdls;
  /** IDLs that name the programs. */
  readonly idls?: (programs: readonly string[]) => Promise<ProgramIdls>;
}

const defaultPoolLimit = 20;
/** Every schema rejects longer text anyway. */
const maxScannedCharacters = 100_000;

interface ToolAnswer {
  /** What the data is, and what is missing from it. */
  readonly notes: readonly string[];
  readonly source?: string;
  readonly result: unknown;
  readonly faults?: readonly string[];
}

/** Throws a MarketError for invalid input, or input with a secret key. */
export async function callTool(
  source: ToolContext,
  call: { readonly tool: ToolName; readonly input: unknown },
  options: ConnectionCallOptions,
): Promise<ToolResponse> {
  const { origin, connection } = source;
  const { tool } = call;
  const input = coerceToolInput(tools[tool].input, call.input ?? {});
  refuseSecrets(input);
  switch (tool) {
    case 'arbscope_decode': {
      const { text, maxTokens } = parseInput(DecodeInput, input);
      return toToolResponse(
        tool,
        { notes: [], result: decodeText(text, source.workspaceIdls) },
        maxTokens,
      );
    }
    case 'arbscope_search_pools': {
      const { maxTokens, ...search } = parseInput(PoolSearchInput, input);
      const result = await searchPools(source, search, options);
      const note = sourceNote(origin);
      return toToolResponse(tool, { notes: [note], source: note, result }, maxTokens);
    }
    default: {
      const { maxTokens, ...parameters } = parseInput(tools[tool].input, input) as ToolParameters;
      const { operation } = tools[tool];
      if (operation === undefined) throw new Error(`${tool} has no implementation`);
      if (operation.name === 'simulate') {
        const { transactions } = parameters as ParametersOf<ArbscopeOperations['simulate']>;
        // Passes only transactions on.
        parseTransactionTexts(transactions);
      }
      const answer = await callOperation(await connection(), operation, parameters, options);
      const faults = (answer.faults ?? []).map(({ message }) => message);
      const note = sourceNote(origin);
      const incomplete = faults.length === 0 ? [] : ['Parts of the response were not readable.'];
      return toToolResponse(
        tool,
        {
          notes: [note, `${tools[tool].title}:`, ...incomplete],
          source: note,
          result:
            operation.name === 'simulate'
              ? await withNames(answer.result as Simulation, source)
              : answer.result,
          ...(faults.length === 0 ? {} : { faults }),
        },
        maxTokens,
      );
    }
  }
}

async function withNames(simulation: Simulation, { idls }: ToolContext): Promise<Simulation> {
  return idls === undefined
    ? simulation
    : nameSimulation(simulation, await idls(programsOf(simulation)));
}

const callOperation = (
  connection: Connection,
  operation: CalledOperation,
  parameters: unknown,
  options: ConnectionCallOptions,
): Promise<CallResponse> =>
  operation.kind === 'arbscope'
    ? connection.arbscope.call(operation.name, parameters, options)
    : connection.call(operation.name, parameters, options);

type ToolParameters = Readonly<Record<string, unknown>> & { readonly maxTokens?: number };

async function searchPools(
  { connection, mayLoadPools }: ToolContext,
  { text, limit = defaultPoolLimit }: { readonly text: string; readonly limit?: number },
  options: ConnectionCallOptions,
): Promise<unknown> {
  const { pools } = await connection();
  if (mayLoadPools) await pools.load(options, false);
  else if ((await pools.stats({})).loadedAtMilliseconds === null) {
    throw new MarketError(
      'not-found',
      'The pools of this service are not loaded. Its user can load them in the Market Cache view.',
    );
  }
  return await pools.search(text, {}, limit);
}

function parseInput<Schema extends Parameters<typeof validateSchema>[0]>(
  schema: Schema,
  value: unknown,
) {
  const { result, fault } = validateSchema<Schema>(schema, value);
  if (fault === null) return result;
  const [parameter] = fault.path;
  const name = parameter === undefined ? 'The input' : formatPath(fault.path);
  throw new MarketError('bad-parameter', `${name} ${fault.message}`);
}

/** Secret keys are never passed on, not even to the user's own service. */
function refuseSecrets(input: unknown): void {
  refuseSecretTexts(input);
  // Names of members, and keys in several members or as numbers.
  if (containsSecretKey(stringifyJson(input))) throw secretKeyError();
}

function refuseSecretTexts(value: unknown): void {
  if (typeof value === 'string') {
    if (value.length > maxScannedCharacters) {
      throw new MarketError('bad-parameter', 'A text of the input is too long');
    }
    if (containsSecretKey(value)) throw secretKeyError();
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    refuseSecretTexts(key);
    refuseSecretTexts(member);
  }
}

const secretKeyError = () =>
  new MarketError(
    'bad-parameter',
    'The input contains a Solana secret key. It was not sent, logged or stored; do not repeat it',
  );

/** The longest meaningful text is instruction data in hexadecimal. */
const maxTextCharacters = 10_000;

const sourceNote = (origin: string): string =>
  origin === 'sandbox'
    ? 'Source: Sandbox, a simulated market; every figure in it is made up.'
    : `Source: ${sanitizeText(origin, 200)}.`;

/** Conservative: models average at least this many characters of JSON per token. */
const charactersPerToken = 3;
/** Size of a protocol message without the tool's result. */
const envelopeCharacters = 200;

/** The response with as much data as fits into `maxTokens`, text and JSON together. */
function toToolResponse(
  tool: ToolName,
  { notes, source, result, faults }: ToolAnswer,
  maxTokens: number = toolTokens.default,
): ToolResponse {
  const given = replaceInvisible({ result, ...(faults === undefined ? {} : { faults }) });
  const schema = { properties: { result: tools[tool].output as SchemaNode } };
  const maxCharacters = maxTokens * charactersPerToken - envelopeCharacters;
  return fitResult(given, schema, (data, omitted) => {
    const members = data as Readonly<Record<string, unknown>>;
    const more = omitted.length === 0 ? null : howToGetMore(tool, maxTokens);
    const shortened = more === null ? [] : [`${describeOmissions(omitted)} ${more}`];
    const structuredJson = formatStructuredResult({
      ...(source === undefined ? {} : { source }),
      ...(more === null ? {} : { omitted, more }),
      ...members,
    });
    const writeText = (): string =>
      formatToolResult(
        [...notes, ...shortened],
        faults === undefined ? members['result'] : members,
      );
    // The text repeats the data, so skip it if the JSON alone is too long.
    if (structuredJson.length > maxCharacters) {
      return { answer: () => ({ text: writeText(), structuredJson }), fits: false };
    }
    const text = writeText();
    // The text is a member of the message's JSON.
    const characters = structuredJson.length + JSON.stringify(text).length;
    return { answer: () => ({ text, structuredJson }), fits: characters <= maxCharacters };
  });
}

/** Limit for the text; `omitted` has one entry per path in the schema. */
const maxNamedOmissions = 8;

const describeOmissions = (omitted: readonly Omission[]): string => {
  const named = omitted
    .slice(0, maxNamedOmissions)
    .map(({ path, kept, total }) => `${kept} of ${total} ${path}`);
  const others = omitted.length - named.length;
  return `Shortened: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
};

function howToGetMore(tool: ToolName, maxTokens: number): string {
  const { more } = tools[tool];
  const ways = [
    ...(maxTokens < toolTokens.maximum
      ? [`maxTokens up to ${toolTokens.maximum} (now ${maxTokens})`]
      : []),
    ...(more === undefined ? [] : [more]),
  ];
  return ways.length === 0
    ? 'No longer response is possible.'
    : `For more, use ${ways.join('; ')}.`;
}

function replaceInvisible(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value, maxTextCharacters);
  if (Array.isArray(value)) return value.map(replaceInvisible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      sanitizeText(key, maxTextCharacters),
      replaceInvisible(member),
    ]),
  );
}

/** Sends no request. Throws a MarketError if the text is not recognized. */
function decodeText(text: string, idls = ProgramIdls.none): object {
  const found = matchWholeText(text);
  if (found?.kind === 'address') return describeAddress(found.text);
  if (found?.kind === 'signature') {
    return {
      kind: 'signature',
      signature: found.text,
      note: 'A transaction signature; look it up with arbscope_transaction.',
    };
  }
  const input = parseTransactionText(text);
  const transactions = input.kind === 'transactions' ? input.transactions : [];
  const read = transactions.map(({ bytes }) => {
    const transaction = tryDecodeTransaction(bytes);
    if (transaction === null) throw unknownTextError();
    return transactionDocument({ bytes, transaction }, nameWireInstructions(transaction, idls));
  });
  if (read.length === 0) throw unknownTextError();
  return { kind: 'transaction', transactions: read };
}

function describeAddress(address: string): object {
  const bytes = decodeBase58(address);
  const { kind = 'unknown', ...known } = knownAddress(address) ?? {};
  return {
    kind: 'address',
    address,
    what: kind,
    ...known,
    isOnCurve: bytes !== null && isOnCurve(bytes),
  };
}

const unknownTextError = () =>
  new MarketError('bad-parameter', 'Not a Solana address, signature or serialized transaction', {
    parameter: 'text',
  });
