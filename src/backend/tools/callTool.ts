import { MarketError } from '../../api/marketError.ts';
import type { ToolName } from '../../api/toolNames.ts';
import { DecodeInput, PoolSearchInput, toolOperations, tools } from '../../api/tools.ts';
import { formatPath, validateParameters, validateSchema } from '../../api/validation.ts';
import { scanText } from '../../solana/scan/scanText.ts';
import type { Connection } from '../connections/connection.ts';
import type { ConnectionCallOptions } from '../connections/connectionCallOptions.ts';
import { decodeText } from './decodeText.ts';
import { formatToolResult, sourceNote } from './formatToolResult.ts';

/** What tools ask: opened by the first that needs it. */
export interface ToolContext {
  /** `sandbox`, or the origin of a node or service. */
  readonly origin: string;
  readonly connection: () => Promise<Connection>;
  /** Whether a search may fill the table of pools; of a service that can be a long download. */
  readonly mayLoadPools: boolean;
}

const defaultPoolLimit = 20;
/** Longer texts are refused by every schema, whatever they hold. */
const maxScannedCharacters = 100_000;

/**
 * The answer of one tool as text for a language model. Everything in it only reads. Throws a
 * MarketError for input that is not as the tool's schema says, or that holds a secret key.
 */
export async function callTool(
  source: ToolContext,
  call: { readonly tool: ToolName; readonly input: unknown },
  options: ConnectionCallOptions,
): Promise<string> {
  const { origin, connection } = source;
  const { tool } = call;
  const input = call.input ?? {};
  refuseSecrets(input);
  switch (tool) {
    case 'arbscope_decode': {
      const { text } = parseInput(DecodeInput, input);
      return formatToolResult([], decodeText(text));
    }
    case 'arbscope_search_pools': {
      return await searchPools(source, parseInput(PoolSearchInput, input), options);
    }
    default: {
      const operation = toolOperations[tool];
      const parameters = validateParameters(operation, input);
      const answer = await (await connection()).call(operation, parameters, options);
      const faults = (answer.faults ?? []).map(({ message }) => message);
      const notes = faults.length === 0 ? [] : ['Parts of the response were not readable.'];
      return formatToolResult(
        [sourceNote(origin), `${tools[tool].title}:`, ...notes],
        faults.length === 0 ? answer.result : { result: answer.result, faults },
      );
    }
  }
}

async function searchPools(
  { origin, connection, mayLoadPools }: ToolContext,
  { text, limit = defaultPoolLimit }: { readonly text: string; readonly limit?: number },
  options: ConnectionCallOptions,
): Promise<string> {
  const { pools } = await connection();
  if (mayLoadPools) await pools.load(options, false);
  else if ((await pools.stats({})).loadedAtMilliseconds === null) {
    throw new MarketError(
      'not-found',
      'The pools of this service are not loaded. Its user can load them in the Market Cache view.',
    );
  }
  return formatToolResult([sourceNote(origin)], await pools.search(text, {}, limit));
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

/** No secret key goes on, not even to the service of the user's own choice. */
function refuseSecrets(value: unknown): void {
  if (typeof value === 'string') {
    if (value.length <= maxScannedCharacters && !scanText(value).some(isSecret)) return;
    throw new MarketError(
      'bad-parameter',
      value.length > maxScannedCharacters
        ? 'A text of the input is too long'
        : 'The input contains a Solana secret key. It was not sent, logged or stored; do not repeat it',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    refuseSecrets(key);
    refuseSecrets(member);
  }
}

const isSecret = ({ kind }: { readonly kind: string }): boolean => kind === 'secret-key';
